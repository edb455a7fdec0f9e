// Rows that glide to their places.

/** The most rows that glide; with more they are there at once. */
const MOST_GLIDING = 200;

/** Milliseconds in which a row glides; rows that move again meanwhile are there at once. */
const GLIDE_MS = 160;

/** @typedef {{ row: HTMLElement, before: DOMRect }[]} Places */

/** Decides whether rows glide. */
export class Glide {
  #last = -Infinity;

  /**
   * Where rows are, if they are to glide from there.
   *
   * @param {Iterable<{ row: HTMLElement }>} shown
   * @param {boolean} isOwn whether the user has moved something
   * @returns {Places}
   */
  places(shown, isOwn) {
    const now = performance.now();
    // Movements one after the other would never come to rest.
    const isTooSoon = !isOwn && now - this.#last < GLIDE_MS;
    this.#last = now;
    const isCalm = globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const rows = isTooSoon || isCalm ? [] : [...shown];
    return rows.length > MOST_GLIDING ? [] : rows.map(({ row }) => ({ row, before: row.getBoundingClientRect() }));
  }
}

/**
 * Has rows glide from where they were. All are measured before the first one moves: each measurement after a movement would
 * lay the page out again.
 *
 * @param {Places} places
 */
export function glide(places) {
  const measured = places.map(({ row, before }) => ({ row, before, now: row.getBoundingClientRect() }));
  for (const { row, before, now } of measured) {
    if (!row.isConnected || !before.width || row.dataset.dragged !== undefined) continue;
    if (now.left === before.left && now.top === before.top) continue;
    const from = `translate(${before.left - now.left}px, ${before.top - now.top}px)`;
    row.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-out" });
  }
}
