// A list as sections with items, and how a batch changes it.

import { ArrangeError } from "./errors.js";

/** @typedef {import("../arrange").Section} Section */
/** @typedef {import("./generated/types").Element} Element */
/** @typedef {Element & { items: Element[] }} OwnSection a section that nobody else has */

/** Up to so many changes, elements are inserted and removed one by one; with more the list is made anew. */
const FEW_CHANGES = 8;

/**
 * @template T
 * @param {T | undefined} value
 * @returns {T}
 */
function existing(value) {
  if (value === undefined) throw misfit();
  return value;
}

function misfit() {
  return new ArrangeError("INTERNAL", "the batch does not fit the list", { processed: "done" });
}

/** @param {readonly Section[]} sections */
export function sizeOf(sections) {
  return { sections: sections.length, items: sections.reduce((count, { items }) => count + items.length, 0) };
}

/**
 * Whether a list has a size.
 *
 * @param {readonly Section[]} sections
 * @param {import("./generated/types").ListSize | undefined} size
 */
export function hasSize(sections, size) {
  const own = sizeOf(sections);
  return own.sections === size?.sections && own.items === size.items;
}

/**
 * A list without the elements at some OLD indices, and with others at their NEW ones.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {number[]} removals
 * @param {[number, T][]} arrivals
 */
export function rearranged(list, removals, arrivals) {
  if (!removals.length && !arrivals.length) return list.slice();
  removals.sort((a, b) => a - b);
  arrivals.sort((a, b) => a[0] - b[0]);
  /** @type {T[]} */
  let next = [];
  if (removals.length + arrivals.length <= FEW_CHANGES) {
    next = list.slice();
    for (let index = removals.length; index--; ) next.splice(removals[index], 1);
    for (const [at, value] of arrivals) next.splice(at, 0, value);
  } else {
    let removal = 0;
    let arrival = 0;
    for (let index = 0; index <= list.length; index++) {
      if (removals[removal] === index) removal++;
      else {
        while (arrivals[arrival]?.[0] === next.length) next.push(arrivals[arrival++][1]);
        if (index < list.length) next.push(list[index]);
      }
    }
  }
  // Each of them has to be there once, and to be where it was to come.
  const isRight =
    next.length === list.length - removals.length + arrivals.length &&
    removals.every((at, index) => at < list.length && at !== removals[index - 1]) &&
    arrivals.every(([at, value], index) => next[at] === value && at !== arrivals[index - 1]?.[0]);
  if (!isRight) throw misfit();
  return next;
}

/**
 * The element of a section, without its items.
 *
 * @param {Section} section
 * @returns {Element}
 */
export function elementOf({ items, ...element }) {
  return element;
}

/**
 * The list with the changes of a batch. Throws if they do not fit it.
 *
 * @param {readonly Section[]} sections
 * @param {import("./generated/types").ChangeBatch} batch
 * @returns {Section[]}
 */
export function applyBatch(sections, batch) {
  const { sectionMoves, itemDeletes, itemMoves, keyedSections, keyedItems } = batch;
  /**
   * @param {number} section
   * @param {number} item
   */
  const oldItem = (section, item) => existing(sections[section]?.items[item]);
  if (!hasSize(sections, batch.before)) throw misfit();

  // Sections.
  const removals = [...batch.sectionDeletes];
  /** @type {[number, Section][]} */
  const arrivals = batch.sectionInserts.map(({ at, section, keptFrom = -1, items: runs }) => {
    const element = section ?? elementOf(existing(sections[keptFrom]));
    const items = [];
    for (const { keptFrom: from, kept, items: fresh } of runs) {
      for (const item of fresh) items.push(item);
      for (let index = 0; from && index < kept; index++) items.push(oldItem(from.section, from.item + index));
    }
    return [at, { ...element, items }];
  });
  for (let index = 0; index < sectionMoves.length; index += 2) {
    removals.push(sectionMoves[index]);
    arrivals.push([sectionMoves[index + 1], existing(sections[sectionMoves[index]])]);
  }
  const next = rearranged(sections, removals, arrivals);

  // Items of sections that stay.
  /** @type {Map<Section, { removals: number[], arrivals: [number, Element][] }>} */
  const changes = new Map();
  /** @param {Section | undefined} section */
  const changesOf = (section) => {
    let own = changes.get(existing(section));
    if (!own) changes.set(existing(section), (own = { removals: [], arrivals: [] }));
    return own;
  };
  for (let index = 0; index < itemDeletes.length; index += 2) {
    changesOf(sections[itemDeletes[index]]).removals.push(itemDeletes[index + 1]);
  }
  for (let index = 0; index < itemMoves.length; index += 4) {
    const item = oldItem(itemMoves[index], itemMoves[index + 1]);
    changesOf(sections[itemMoves[index]]).removals.push(itemMoves[index + 1]);
    changesOf(next[itemMoves[index + 2]]).arrivals.push([itemMoves[index + 3], item]);
  }
  for (const { at, item, keptFrom } of batch.itemInserts) {
    const from = keptFrom ?? { section: -1, item: 0 };
    changesOf(next[at?.section ?? -1]).arrivals.push([at?.item ?? 0, item ?? oldItem(from.section, from.item)]);
  }

  // Sections that change are copied: others may still show the list as it was.
  /** @type {Set<object>} */
  const own = new Set();
  for (let index = 0; changes.size && index < next.length; index++) {
    const section = next[index];
    const change = changes.get(section);
    if (!change) continue;
    changes.delete(section);
    own.add((next[index] = { ...section, items: rearranged(section.items, change.removals, change.arrivals) }));
  }
  if (changes.size) throw misfit();
  /** @param {number} at */
  const owned = (at) => {
    const section = existing(next[at]);
    if (!own.has(section)) own.add((next[at] = { ...section, items: [...section.items] }));
    return /** @type {OwnSection} */ (next[at]);
  };

  // Updates.
  for (const { at, section } of batch.sectionUpdates) next[at] = { ...existing(section), items: existing(next[at]).items };
  for (const { at, item } of batch.itemUpdates) {
    const place = existing(at);
    const { items } = owned(place.section);
    existing(items[place.item]);
    items[place.item] = existing(item);
  }
  keyedSections.forEach((at, index) => {
    const key = existing(batch.sectionKeys[index]);
    next[at] = { ...existing(next[at]), key, placementVersion: batch.sectionPlacements[index] ?? 0 };
  });
  batch.itemKeys.forEach((key, index) => {
    const { items } = owned(keyedItems[2 * index]);
    const at = keyedItems[2 * index + 1];
    items[at] = { ...existing(items[at]), key, placementVersion: batch.itemPlacements[index] ?? 0 };
  });
  if (!hasSize(next, batch.after)) throw misfit();
  return next;
}
