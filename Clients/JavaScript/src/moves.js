// Changes that a person made and the server has not answered yet: moves, and those of edits.js.

import { ArrangeError, invalid } from "./errors.js";

/** @typedef {import("../arrange").Section} Section */

/**
 * @typedef {object} Move
 * @property {Uint8Array} requestId
 * @property {boolean} [ofSections]
 * @property {Uint8Array} [stack] of which it is a step
 * @property {readonly string[]} ids
 * @property {import("../arrange").Destination} to
 * @property {readonly Operation[]} [operations] those of a change that is no move alone
 * @property {(sections: readonly Section[]) => readonly Section[]} [edit] the list after such a change
 * @property {(requestId: Uint8Array) => Promise<{ version: number }>} [send] for what is no transaction of operations
 * @property {import("../arrange").Init<import("./generated/types").PlaceRowsRequest>} [place] for rows of a view
 * @property {number} [version] that of the server's answer
 * @property {boolean} [mayBeInList] whether a whole list came since it was sent
 * @property {() => void} [unwatch] ends looking for one
 * @property {readonly import("./generated/types").PlaceEffect[]} [allow] what would do where it was refused
 * @property {readonly string[]} [until] after the answer for a view: the types of updates that end it without its request id
 */

/** @typedef {import("../arrange").Init<import("./generated/types").Operation>} Operation */

/**
 * The operations of a change.
 *
 * @param {Move} move
 * @returns {readonly Operation[]}
 */
export function operationsOf({ ofSections, ids, to: { section, ...to }, operations }) {
  if (operations) return operations;
  const isPlaced = Object.values({ ...to, ifAnchorMissing: undefined }).some((place) => place !== undefined);
  const elements = ids.map((id) => ({ id }));
  const place = isPlaced ? to : { last: true, ...to };
  if (ofSections) return [{ moveSections: { sections: elements, to: place } }];
  return [{ moveItems: { items: elements, section, to: place } }];
}

/**
 * Where an item is.
 *
 * @param {readonly Section[]} sections
 * @param {string} id
 */
export function pathOf(sections, id) {
  for (let section = 0; section < sections.length; section++) {
    const item = indexOf(sections[section].items, id);
    if (item >= 0) return { section, item };
  }
  return undefined;
}

/**
 * The gap in which rows are that follow each other, as `placeRows` names it.
 *
 * @param {readonly Section[]} sections
 * @param {readonly string[]} rows
 */
export function gapOf(sections, rows) {
  const path = /** @type {{ section: number, item: number }} */ (pathOf(sections, rows[0]));
  const { id, items } = sections[path.section];
  return { rows, section: id, previous: items[path.item - 1]?.id, next: items[path.item + rows.length]?.id };
}

/**
 * @param {readonly { id: string }[]} list
 * @param {string | undefined} wanted
 */
export function indexOf(list, wanted) {
  return list.findIndex(({ id }) => id === wanted);
}

/**
 * The list after a change, as the server makes it. If the server would refuse it, it throws.
 *
 * @param {readonly Section[]} sections
 * @param {Move} move
 * @returns {readonly Section[]}
 */
export function changed(sections, { ofSections, ids, to, edit }) {
  if (edit) return edit(sections);
  if (!ids.length || new Set(ids).size < ids.length) {
    throw invalid("each element has to be named once");
  }
  if (ofSections) return placed(sections, ids.map((id) => sections[existing(indexOf(sections, id), id)]), to);
  const paths = ids.map((id) => existing(pathOf(sections, id), id));
  const anchor = pathOf(sections, to.before ?? to.after ?? "");
  const target =
    to.section === undefined ? (anchor ?? paths[0]).section : existing(indexOf(sections, to.section), to.section);
  const items = paths.map(({ section, item }) => sections[section].items[item]);
  return sections.map((section, index) => {
    if (index === target) return { ...section, items: placed(section.items, items, to) };
    return paths.some((path) => path.section === index) ? { ...section, items: without(section.items, items) } : section;
  });
}

/**
 * @template T
 * @param {T | undefined} place
 * @param {string} id
 * @returns {T}
 */
export function existing(place, id) {
  if (place === undefined || place === -1) throw new ArrangeError("NOT_FOUND", `"${id}" is not there`);
  return place;
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {readonly T[]} leaving
 */
export function without(list, leaving) {
  const set = new Set(leaving);
  return list.filter((element) => !set.has(element));
}

/**
 * A list with some elements at a place.
 *
 * @template {{ id: string }} T
 * @param {readonly T[]} list
 * @param {T[]} elements
 * @param {import("../arrange").Destination} to
 */
export function placed(list, elements, { first, before, after, at, ifAnchorMissing = "fail" }) {
  const rest = without(list, elements);
  const anchor = before ?? after;
  let place = first ? 0 : at ?? rest.length;
  if (anchor !== undefined) {
    const index = indexOf(list, anchor);
    if (index < 0 && ifAnchorMissing === "fail") existing(index, anchor);
    if (index >= 0) place = without(list.slice(0, after === undefined ? index : index + 1), elements).length;
    else if (ifAnchorMissing === "first") place = 0;
  }
  if (place < 0 || place > rest.length) throw new ArrangeError("OUT_OF_RANGE", `the index ${at} is beyond the end`);
  rest.splice(place, 0, ...elements);
  return rest;
}
