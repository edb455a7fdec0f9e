// What a drop would write, before it is dropped.

import { debounce, fill, h } from "../shared/dom.js";
import { bytes, count, counted } from "../shared/format.js";

/** How long a target has to stay before the server is asked, in milliseconds. */
const PAUSE = 90;
/** From so many elements on the server tells no exact room. */
const MUCH_ROOM = 10000;

/** The place below the board where the effect of a drop is shown. `explain` says it, as a promise of elements. */
export function makePreview(board, explain) {
  let asked = 0;
  const ask = debounce(PAUSE, async (operations) => {
    asked += 1;
    const number = asked;
    try {
      const parts = await explain(operations());
      if (number === asked) fill(board.preview, parts);
    } catch {
      // The drop itself will say what is wrong.
      if (number === asked) fill(board.preview, "");
    }
  });
  board.hint.hidden = true;
  board.tools.hidden = true;
  board.preview.hidden = false;
  fill(board.preview, "Choose a place…");
  return {
    show: (operations) => ask(operations),
    hide: () => {
      ask.cancel();
      asked += 1;
      board.preview.hidden = true;
      board.hint.hidden = false;
      board.onselection?.();
    },
  };
}

/** What the answer of the server says about order keys. */
export function describe(answer) {
  if (answer.journalBytes === 0) return [h("span", {}, h("strong", { text: "No change:" }), " it is there already")];
  const writes = answer.writeCount - answer.rekeyed;
  const keys = writes === 0 ? "no order key" : counted(writes, "order key");
  const why = writes === 0 ? " (the present ones fit)" : "";
  const parts = [
    h("span", {}, "Writes ", h("strong", { text: keys }), `${why}, ${bytes(answer.journalBytes)} in the journal`),
  ];
  const write = answer.writes.find(({ reason }) => reason === "moved") ?? answer.writes[0];
  if (write) {
    parts.push(
      h("span", {}, "Key ", h("span", { class: "mono", text: `${write.before ? `${write.before} → ` : ""}${write.after}` })),
    );
  }
  if (answer.rekeyed > 0) parts.push(h("span", { text: `${counted(answer.rekeyed, "other element")} will get new keys` }));
  const [gap] = answer.gaps;
  if (gap) {
    const room = (side) => (side.nested >= MUCH_ROOM ? "10,000 or more" : count(side.nested));
    parts.push(h("span", { text: `Room left: ${room(gap.before)} before, ${room(gap.after)} after` }));
  }
  return parts;
}
