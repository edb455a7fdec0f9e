// One of two batches of an outline that are composed, with names for lists that hold from OLD over MID, which is between the
// two, to NEW.
//
// The name of a list is `i` and the id of the item whose children it is. For the top of a section it is `m` and its index in
// MID, or `o` and its index in OLD if the first batch deletes it, or `n` and its index in NEW if the second inserts it. The
// sections themselves are `r`. Such a name is also that of the item or the section.

import { groups, misfitting } from "./tree-plan.js";

/** @typedef {import("./generated/types").Element} Element */
/** @typedef {import("./generated/types").TreeBatch} TreeBatch */
/** @typedef {{ readonly list: string, readonly at: number }} Spot */
/** @typedef {{ places: number[], others: number[] }} Named */

/** The name of the list of sections. */
export const ROOT = "r";

/**
 * @template T
 * @param {T | undefined} value
 * @returns {T}
 */
export function existing(value) {
  if (value === undefined) throw misfitting("it contradicts itself, or the other one");
  return value;
}

/** @param {Spot} spot */
export const textOf = ({ list, at }) => `${at} ${list}`;

/**
 * How many of some ascending numbers are below another, or up to it.
 *
 * @param {readonly number[]} numbers
 * @param {number} limit
 */
export function countBelow(numbers, limit) {
  let low = 0;
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The indices that are named in each list, ascending, and how many others are before each of them.
 *
 * @param {Iterable<Spot>} spots
 */
export function byList(spots) {
  /** @type {Map<string, Named>} */
  const lists = new Map();
  for (const { list, at } of spots) {
    const own = lists.get(list);
    if (own) own.places.push(at);
    else lists.set(list, { places: [at], others: [] });
  }
  for (const own of lists.values()) {
    own.places.sort((a, b) => a - b);
    own.others = own.places.map((place, index) => place - index);
  }
  return lists;
}

/**
 * Where an index is when some others have gone and others have come.
 *
 * @param {number} at
 * @param {Named | undefined} leaving
 * @param {Named | undefined} arriving
 */
function shifted(at, leaving, arriving) {
  const place = at - (leaving ? countBelow(leaving.places, at) : 0);
  return place + (arriving ? countBelow(arriving.others, place + 1) : 0);
}

/** One of the batches. */
export class TreeSide {
  /** @type {Spot[]} */
  deletes = [];
  /** @type {[Spot, Spot][]} */
  moves = [];
  /** @type {[Spot, Spot][]} */
  unmoved = [];
  /**
   * The positions of all that is new, afterwards.
   *
   * @type {Map<string, Spot>}
   */
  rows = new Map();
  /** @type {Map<string, Element>} */
  elements = new Map();
  /** @type {Map<string, Spot>} */
  moved = new Map();
  /** @type {Map<string, Spot>} */
  arrived = new Map();
  /** @type {Map<string, string>} */
  fresh = new Map();
  deleted = new Set();
  /** @type {Map<string, Named>} */
  leaving = new Map();
  /** @type {Map<string, Named>} */
  arriving = new Map();
  /**
   * The positions of inserts.
   *
   * @type {Spot[]}
   */
  #arriving = [];

  /**
   * @param {TreeBatch} batch
   * @param {boolean} isFirst
   */
  constructor(batch, isFirst) {
    this.batch = batch;
    const { sectionDeletes, sectionMoves, sectionsUnmoved, sectionInserts, deletes, moves, unmoved, inserts } = batch;
    // Sections first: their indices name lists.
    for (const at of sectionDeletes) this.deletes.push({ list: ROOT, at });
    for (const [from, at] of groups(sectionMoves, 2)) this.moves.push([{ list: ROOT, at: from }, { list: ROOT, at }]);
    for (const [from, at] of groups(sectionsUnmoved, 2)) this.unmoved.push([{ list: ROOT, at: from }, { list: ROOT, at }]);
    this.#index();
    const insertedSections = new Set(sectionInserts.map(({ at }) => at));
    for (const { at } of sectionInserts) this.#arriving.push({ list: ROOT, at });
    this.#index();
    /** @param {number} at */
    const oldSection = (at) => {
      if (!isFirst) return `m${at}`;
      const spot = { list: ROOT, at };
      return this.deleted.has(textOf(spot)) ? `o${at}` : `m${this.forward(spot).at}`;
    };
    /** @param {number} at */
    const newSection = (at) => {
      if (isFirst) return `m${at}`;
      return insertedSections.has(at) ? `n${at}` : `m${this.backward({ list: ROOT, at }).at}`;
    };
    /** @type {(number: number, at: number, section: (at: number) => string) => Spot} */
    const spot = (number, at, section) => ({
      list: number < 0 ? ROOT : number % 2 ? `i${existing(batch.owners[(number - 1) / 2]).id}` : section(number / 2), at,
    });
    this.old = (/** @type {number} */ number, /** @type {number} */ at) => spot(number, at, oldSection);
    this.new = (/** @type {number} */ number, /** @type {number} */ at) => spot(number, at, newSection);

    for (const [list, at] of groups(deletes, 2)) this.deletes.push(this.old(list, at));
    for (const [from, index, list, at] of groups(moves, 4)) this.moves.push([this.old(from, index), this.new(list, at)]);
    for (const [from, index, list, at] of groups(unmoved, 4)) this.unmoved.push([this.old(from, index), this.new(list, at)]);
    for (const { list, at } of inserts) this.#arriving.push(this.new(list, at));
    this.#index();
    const arriving = new Map([...this.arriving].map(([list, { places }]) => [list, new Set(places)]));
    for (const insert of sectionInserts) {
      this.#addRows(insert, { list: ROOT, at: insert.at }, newSection(insert.at), arriving);
    }
    for (const insert of inserts) {
      this.#addRows(insert, this.new(insert.list, insert.at), `i${insert.rows[0]?.id}`, arriving);
    }
    this.#arriving = [...this.rows.values()];
    this.#index();
  }

  #index() {
    this.moved = new Map(this.moves.map(([from, to]) => [textOf(from), to]));
    this.arrived = new Map(this.moves.map(([from, to]) => [textOf(to), from]));
    this.deleted = new Set(this.deletes.map(textOf));
    this.fresh = new Map([...this.rows].map(([node, spot]) => [textOf(spot), node]));
    this.leaving = byList([...this.deletes, ...this.moves.map(([from]) => from)]);
    this.arriving = byList([...this.moves.map(([, to]) => to), ...this.#arriving]);
  }

  /**
   * The positions of new ones: in the list of a new one they fill what those leave that move there.
   *
   * @param {TreeBatch["inserts"][number]} insert
   * @param {Spot} spot
   * @param {string} name that of the first row
   * @param {Map<string, Set<number>>} arriving
   */
  #addRows({ rows, depths }, spot, name, arriving) {
    /** @type {string[]} */
    const above = [];
    /** @type {Map<string, number>} */
    const following = new Map();
    rows.forEach((element, index) => {
      const node = index ? `i${element.id}` : name;
      const isRight = depths.length === rows.length && depths[index] >= (index ? 1 : 0) && depths[index] <= above.length;
      above.length = existing(isRight ? depths[index] : undefined);
      if (index) {
        const list = existing(above[depths[index] - 1]);
        let at = following.get(list) ?? 0;
        while (arriving.get(list)?.has(at)) at++;
        following.set(list, at + 1);
        this.rows.set(node, { list, at });
      } else {
        this.rows.set(node, spot);
      }
      this.elements.set(node, element);
      above.push(node);
    });
  }

  /**
   * Where something is afterwards that was at a position of a list that stays, and is not deleted itself.
   *
   * @param {Spot} spot
   * @returns {Spot}
   */
  forward(spot) {
    const { list, at } = spot;
    const moved = this.moved.get(textOf(spot));
    return moved ?? { list, at: shifted(at, this.leaving.get(list), this.arriving.get(list)) };
  }

  /**
   * Where something was before that is at a position, and is not new.
   *
   * @param {Spot} spot
   * @returns {Spot}
   */
  backward(spot) {
    const { list, at } = spot;
    const arrived = this.arrived.get(textOf(spot));
    return arrived ?? { list, at: shifted(at, this.arriving.get(list), this.leaving.get(list)) };
  }
}
