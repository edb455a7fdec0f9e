// From what a drag library says about a drop to the place of a move.

import { indexOf, pathOf } from "./src/moves.js";

/** @typedef {import("./arrange").Destination} Destination */

/**
 * A place behind another item: it holds although others change the list meanwhile, which an index would not.
 *
 * @param {string} section
 * @param {string | undefined} previous
 * @returns {Destination}
 */
function behind(section, previous) {
  return previous === undefined ? { section, first: true } : { section, after: previous, ifAnchorMissing: "last" };
}

/** @type {typeof import("./drops").toIndex} */
export function toIndex(sections, items, section, index) {
  const moved = new Set([items].flat());
  const shown = sections[indexOf(sections, section)]?.items ?? [];
  const rest = shown.filter(({ id }) => !moved.has(id));
  return behind(section, rest[Math.min(index, rest.length) - 1]?.id);
}

/** @type {typeof import("./drops").onto} */
export function onto(sections, item, over) {
  const target = pathOf(sections, over);
  if (!target) return indexOf(sections, over) < 0 ? undefined : { section: over, last: true };
  // The items between move by one towards where the item was.
  return toIndex(sections, item, sections[target.section].id, target.item);
}

/** @type {typeof import("./drops").inOrder} */
export function inOrder(section, order, item) {
  const index = order.indexOf(item);
  return index < 0 ? undefined : behind(section, order[index - 1]);
}
