// What is said about a list, in English.

/** @type {import("./sortable").SortableTexts} */
export const TEXTS = {
  instructions: "Press Space to move this item, arrow keys to choose a place, Space to drop it, Escape to cancel.",
  lifted: (label, position, count) => `${label} lifted, position ${position} of ${count}.`,
  moved: (label, position, count, section) => `${label}, position ${position} of ${count}${section && ` in ${section}`}.`,
  dropped: (label, position, count, section) =>
    `${label} dropped at position ${position} of ${count}${section && ` in ${section}`}.`,
  cancelled: (label) => `${label} put back.`,
  refused: (label, reason) => `${label} could not be moved: ${reason}.`,
};

/**
 * What an element is called.
 *
 * @param {import("./arrange").Element} element
 */
export function titleOf({ id, fields }) {
  return String(fields.title ?? id);
}
