// Motion that explains: what has changed its place on the screen slides there from where it was.
//
// All places are read before anything is animated: a read behind a write has the browser lay out the page once more.

import { allowsMotion } from "../shared/dom.js";

/** The duration of a move, in milliseconds. */
const DURATION = 220;
/** Moves below this distance, in pixels, are not shown. */
const LEAST = 2;
/** At most so many changes within so many milliseconds are shown as motion: with more nobody can follow it. */
const MOST_MOTIONS = 4;
const WITHIN = 1000;

/** How often something moved lately. */
export class Pace {
  times = [];

  /** Whether the next change may be shown as motion; `now` in milliseconds. Each question counts as a change. */
  allows(now) {
    this.times = this.times.filter((time) => now - time < WITHIN);
    this.times.push(now);
    if (this.times.length > MOST_MOTIONS + 1) this.times.shift();
    return this.times.length <= MOST_MOTIONS;
  }
}

/** The places of rows on the screen, by their ids. */
export function measure(board) {
  const places = new Map();
  for (const row of board.querySelectorAll(".row[data-id]")) places.set(row.dataset.id, row.getBoundingClientRect());
  return places;
}

/** Has rows slide from their places before to those that they have now. New ones fade in. */
export function slide(board, before, { except = null } = {}) {
  if (!allowsMotion()) return;
  const rows = [...board.querySelectorAll(".row[data-id]")].filter((row) => !except?.has(row.dataset.id));
  const places = rows.map((row) => row.getBoundingClientRect());
  rows.forEach((row, index) => {
    const from = before.get(row.dataset.id);
    if (from) animate(row, from, places[index]);
    else row.animate([{ opacity: 0 }, { opacity: 1 }], { duration: DURATION, easing: "ease-out" });
  });
}

/** Has one element slide from a place on the screen to where it is. */
export function glide(element, from) {
  if (allowsMotion()) animate(element, from, element.getBoundingClientRect());
}

function animate(element, from, to) {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.abs(x) < LEAST && Math.abs(y) < LEAST) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 2 }, { transform: "none", zIndex: 2 }], {
    duration: DURATION,
    easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
  });
}
