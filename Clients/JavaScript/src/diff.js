// The batch that leads from one list to another.

import { decode, encode } from "./codec.js";
import { elementOf, sizeOf } from "./fold.js";

/** @typedef {import("../arrange").Section} Section */
/** @typedef {import("./generated/types").Element} Element */

/**
 * What an element shows, as a text that can be compared.
 *
 * @param {Element} element
 */
function shown({ fields, origin }) {
  return String(encode("Element", { fields, origin }));
}

/**
 * Whether two elements show the same.
 *
 * @param {Element} a
 * @param {Element} b
 */
function showSame(a, b) {
  return a === b || shown(a) === shown(b);
}

/**
 * Which of some different numbers are outside of the longest sequence of them that ascends.
 *
 * @param {number[]} numbers
 * @returns {boolean[]}
 */
export function outsideAscent(numbers) {
  // The place of the smallest number that ends an ascending sequence of each length, and what comes before it.
  /** @type {number[]} */
  const ends = [];
  const previous = numbers.map((number, place) => {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = place;
    return ends[low - 1];
  });
  const outside = numbers.map(() => true);
  for (let place = ends[ends.length - 1]; place >= 0; place = previous[place]) outside[place] = false;
  return outside;
}

/**
 * @param {readonly Section[]} before
 * @param {readonly Section[]} after
 * @returns {import("./generated/types").ChangeBatch | undefined} undefined if nothing changed
 */
export function diff(before, after) {
  /** @type {{ -readonly [Key in keyof import("./generated/types").ChangeBatch]: any }} */
  const batch = decode("ChangeBatch", new Uint8Array(0));
  for (const name of /** @type {(keyof typeof batch)[]} */ (Object.keys(batch))) {
    // The empty list of a message is one for all.
    if (batch[name] instanceof Array) batch[name] = [];
  }
  batch.before = sizeOf(before);
  batch.after = sizeOf(after);
  const oldIndex = new Map(before.map(({ id }, index) => [id, index]));
  const newIds = new Set(after.map(({ id }) => id));
  before.forEach(({ id }, index) => newIds.has(id) || batch.sectionDeletes.push(index));

  // For each section that stays, the items between those that are the same at both of its ends.
  /** @type {Map<string, [number, number]>} */
  const gone = new Map();
  /** @type {{ from: number, to: number, start: number, end: number, shift: number }[]} */
  const stays = [];
  after.forEach((section, to) => {
    const { id, items } = section;
    const from = oldIndex.get(id);
    if (from === undefined) {
      batch.sectionInserts.push({ at: to, section: elementOf(section), items: items.length ? [{ items, kept: 0 }] : [] });
      return;
    }
    const old = before[from].items;
    let start = 0;
    while (start < old.length && old[start].id === items[start]?.id) start++;
    const shift = old.length - items.length;
    let end = items.length;
    while (end > start && end + shift > start && old[end + shift - 1].id === items[end - 1].id) end--;
    for (let item = start; item < end + shift; item++) gone.set(old[item].id, [from, item]);
    stays.push({ from, to, start, end, shift });
  });

  const outside = outsideAscent(stays.map(({ from }) => from));
  stays.forEach(({ from, to, start, end, shift }, index) => {
    if (outside[index]) batch.sectionMoves.push(from, to);
    const section = after[to];
    const { items } = section;
    if (!showSame(before[from], section)) {
      batch.sectionUpdates.push({ at: to, section: elementOf(section), fieldsBefore: 0n });
    }
    const staying = items.slice(start, end).filter(({ id }) => gone.get(id)?.[0] === from);
    const moved = outsideAscent(staying.map(({ id }) => /** @type {number[]} */ (gone.get(id))[1]));
    let place = 0;
    items.forEach((item, at) => {
      const path = { section: to, item: at };
      let old = [from, at < start ? at : at + shift];
      if (at >= start && at < end) {
        const source = gone.get(item.id);
        if (!source) return batch.itemInserts.push({ at: path, item });
        old = source;
        if (old[0] !== from || moved[place++]) batch.itemMoves.push(...old, to, at);
        gone.delete(item.id);
      }
      if (!showSame(before[old[0]].items[old[1]], item)) batch.itemUpdates.push({ at: path, item, fieldsBefore: 0n });
      return undefined;
    });
  });
  // What did not come to another place was deleted. It stands in the order of the new sections.
  batch.itemDeletes = [...gone.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]).flat();
  return Object.values(batch).some((changes) => changes instanceof Array && changes.length) ? batch : undefined;
}
