// What a drop writes, in words.

import { h } from "../shared/dom.js";
import { bytes, count, counted } from "../shared/format.js";

/** From so many elements on the server tells no exact room. */
const MUCH_ROOM = 10000;

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
