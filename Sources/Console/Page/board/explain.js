// What a drop would write, before it is dropped.

import { debounce, fill, h } from "../shared/dom.js";

/** How long a target has to stay before the server is asked, in milliseconds. */
const PAUSE = 90;

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
