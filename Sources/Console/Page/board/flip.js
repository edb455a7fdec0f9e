// Motion that explains: what has changed its place on the screen slides there from where it was.

import { allowsMotion } from "../shared/dom.js";

/** The duration of a move, in milliseconds. */
const DURATION = 220;
/** Moves below this distance, in pixels, are not shown. */
const LEAST = 2;

/** The places of rows on the screen, by their ids. */
export function measure(board) {
  const places = new Map();
  for (const row of board.querySelectorAll(".row[data-id]")) places.set(row.dataset.id, row.getBoundingClientRect());
  return places;
}

/** Has rows slide from their places before to those that they have now. New ones fade in. */
export function slide(board, before, { except = null } = {}) {
  if (!allowsMotion()) return;
  for (const row of board.querySelectorAll(".row[data-id]")) {
    if (except?.has(row.dataset.id)) continue;
    const from = before.get(row.dataset.id);
    if (!from) {
      row.animate([{ opacity: 0 }, { opacity: 1 }], { duration: DURATION, easing: "ease-out" });
      continue;
    }
    glide(row, from);
  }
}

/** Has one element slide from a place on the screen to where it is. */
export function glide(element, from) {
  if (!allowsMotion()) return;
  const to = element.getBoundingClientRect();
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.abs(x) < LEAST && Math.abs(y) < LEAST) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 2 }, { transform: "none", zIndex: 2 }], {
    duration: DURATION,
    easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
  });
}
