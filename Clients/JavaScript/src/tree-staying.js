// Which of the elements of an outline that were touched need no move.

import { byList, countBelow } from "./tree-side.js";

/** @typedef {import("./tree-side").Spot} Spot */

/**
 * Those that need no move: in each list the longest ascending chain of those that have as many untouched siblings before
 * them in OLD as in NEW; of equally good choices the one with those that come first in OLD. O(n log n).
 *
 * @param {readonly [Spot, Spot][]} pairs
 * @param {readonly { old?: Spot, now?: Spot }[]} touched
 */
export function staying(pairs, touched) {
  const old = byList(touched.flatMap(({ old: spot }) => (spot ? [spot] : [])));
  const now = byList(touched.flatMap(({ now: spot }) => (spot ? [spot] : [])));
  /** @type {(lists: typeof old, spot: Spot) => number} */
  const untouchedBefore = (lists, { list, at }) => at - countBelow(lists.get(list)?.places ?? [], at);
  /** @type {Map<string, [Spot, Spot][]>} */
  const able = new Map();
  for (const pair of [...pairs].sort(([a], [b]) => a.at - b.at)) {
    const [from, to] = pair;
    if (from.list !== to.list || untouchedBefore(old, from) !== untouchedBefore(now, to)) continue;
    const own = able.get(from.list);
    if (own) own.push(pair);
    else able.set(from.list, [pair]);
  }
  return [...able.values()].flatMap((candidates) => longestChain(candidates));
}

/**
 * The longest chain of pairs, which are in the order of OLD, whose indices in NEW ascend.
 *
 * @param {readonly [Spot, Spot][]} pairs
 */
function longestChain(pairs) {
  // For each length the largest index in NEW with which a chain of this length begins, negated so that they ascend.
  /** @type {number[]} */
  const starts = [];
  const lengths = pairs.map(() => 0);
  for (let index = pairs.length; index--; ) {
    const place = -pairs[index][1].at;
    const length = countBelow(starts, place);
    starts[length] = place;
    lengths[index] = length + 1;
  }
  let left = starts.length;
  let last = -1;
  return pairs.filter(([, to], index) => {
    const isNext = lengths[index] === left && to.at > last;
    if (isNext) [left, last] = [left - 1, to.at];
    return isNext;
  });
}
