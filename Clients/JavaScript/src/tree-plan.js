// What a batch does to an outline, found and checked before anything changes.

import { ArrangeError } from "./errors.js";
import { rearranged } from "./fold.js";
import { grown, TreeNode } from "./tree-nodes.js";

/** @typedef {import("./generated/types").Element} Element */
/** @typedef {import("./generated/types").TreeBatch} TreeBatch */
/** @typedef {"deleted" | "moved" | "unmoved"} Fate */

/**
 * A node that comes to a place.
 *
 * @typedef {object} Arrival
 * @property {TreeNode} node
 * @property {TreeNode} list the node whose child it becomes
 * @property {number} number that of the list
 * @property {number} at
 */

/** @param {string} what */
export function misfitting(what) {
  return new ArrangeError("INTERNAL", `the batch does not fit the list: ${what}`, { processed: "done" });
}

/**
 * Something that goes from a place.
 *
 * @typedef {object} Departure
 * @property {TreeNode} node
 * @property {number} number that of the list
 * @property {number} at
 */

/** @typedef {Arrival & Pick<import("./generated/types").TreeInsert, "rows" | "depths">} Insert */

/**
 * The indices of a position from the top down, by the owners of a batch that fits.
 *
 * @param {TreeBatch["owners"]} owners
 * @param {number} number that of the list
 * @param {number} at
 * @param {"old" | "new"} version
 */
export function pathOf(owners, number, at, version) {
  const path = [at];
  while (number % 2 === 1) {
    const owner = owners[(number - 1) / 2];
    path.push(version === "old" ? owner.oldAt : owner.newAt);
    number = version === "old" ? owner.oldList : owner.newList;
  }
  if (number >= 0) path.push(number / 2);
  return path.reverse();
}

/**
 * Which of two positions is shown first.
 *
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
export function byPath(a, b) {
  for (let index = 0; index < a.length && index < b.length; index++) {
    if (a[index] !== b[index]) return a[index] - b[index];
  }
  return a.length - b.length;
}

/**
 * What a batch does to an outline. Throws if it does not fit it, or contradicts itself.
 *
 * @param {TreeBatch} batch
 * @param {TreeNode} root
 * @param {ReadonlyMap<string, TreeNode>} items
 */
export function planned(batch, root, items) {
  return new Plan(batch, root, items);
}

/** @typedef {Plan} TreePlan */

class Plan {
  root;
  #batch;
  #items;
  /** @type {Map<TreeNode, Fate>} */
  #fates = new Map();
  /** @type {(TreeNode | undefined)[]} */
  #oldOwners;
  /** @type {(TreeNode | undefined)[]} */
  #newOwners = [];
  /** @type {Set<TreeNode>} */
  #freshNodes = new Set();
  /**
   * What is deleted while its parent stays.
   *
   * @type {Departure[]}
   */
  deleted = [];
  /** @type {Arrival[]} */
  moved = [];
  /** @type {Insert[]} */
  inserted = [];
  /**
   * All new items by their ids.
   *
   * @type {Map<string, TreeNode>}
   */
  fresh = new Map();
  /**
   * The new children of each node that gets others.
   *
   * @type {Map<TreeNode, TreeNode[]>}
   */
  lists = new Map();
  /** @type {Map<TreeNode, Element>} */
  updates = new Map();
  /** @type {[TreeNode, { children: number, descendants: number }][]} */
  counts = [];

  /**
   * @param {TreeBatch} batch
   * @param {TreeNode} root
   * @param {ReadonlyMap<string, TreeNode>} items
   */
  constructor(batch, root, items) {
    this.#batch = batch;
    this.root = root;
    this.#items = items;
    const sections = root.children.length;
    if (batch.before?.sections !== sections || batch.before.items !== root.shown - sections) {
      throw misfitting(`it is for one of another size than ${sections} sections and ${root.shown - sections} items`);
    }
    this.#oldOwners = batch.owners.map(({ id, oldAt }) => (oldAt < 0 ? undefined : items.get(id)));
    for (const [index, { id, oldList, oldAt }] of batch.owners.entries()) {
      if (oldAt >= 0 && this.#oldOwners[index] !== this.#old(oldList).children[oldAt]) {
        throw misfitting(`the item ${id} is elsewhere`);
      }
    }
    this.#grow();
    this.#arrange();
    this.#checkFates();
    this.#checkOwners();
    this.#content();
    this.#checkSize();
  }

  /**
   * The children of a node in NEW.
   *
   * @param {TreeNode} node
   */
  children(node) {
    return this.lists.get(node) ?? node.children;
  }

  /** @param {number} number */
  #old(number) {
    const list =
      number === -1 ? this.root : number % 2 ? this.#oldOwners[(number - 1) / 2] : this.root.children[number / 2];
    if (!list) throw misfitting("a list was not there");
    return list;
  }

  /** @param {number} number */
  #new(number) {
    const list =
      number === -1
        ? this.root
        : number % 2
          ? this.#newOwners[(number - 1) / 2]
          : this.children(this.root)[number / 2];
    if (!list) throw misfitting("a list is not there");
    return list;
  }

  /**
   * What is at a position in NEW. The lists have to be arranged.
   *
   * @param {number} number
   * @param {number} at
   */
  #at(number, at) {
    const node = this.children(this.#new(number))[at];
    if (!node) throw misfitting("nothing is at a position");
    return node;
  }

  /** Makes the nodes that are new. */
  #grow() {
    const { sectionInserts, inserts } = this.#batch;
    /** @type {(insert: TreeBatch["inserts"][number], isSection: boolean) => void} */
    const grow = ({ list, at, rows, depths }, isSection) => {
      const section = isSection && rows.length ? new TreeNode(rows[0], false) : undefined;
      const nodes = section ? grown(rows.slice(1), depths.slice(1).map((depth) => depth - 1), section) : grown(rows, depths);
      const node = section ?? nodes?.[0];
      if (!nodes || !node || depths[0] !== 0) throw misfitting("a new item has no parent");
      for (const each of nodes) {
        if (this.fresh.has(each.id)) throw misfitting(`the item ${each.id} is inserted twice`);
        this.fresh.set(each.id, each);
      }
      for (const each of [node, ...nodes]) this.#freshNodes.add(each);
      this.inserted.push({ node, list: this.root, number: isSection ? -1 : list, at, rows, depths });
    };
    for (const insert of sectionInserts) grow(insert, true);
    for (const insert of inserts) grow(insert, false);
  }

  /** Finds the new children of all nodes that get others. */
  #arrange() {
    const { owners, sectionDeletes, sectionMoves, sectionsUnmoved, deletes, moves, unmoved } = this.#batch;
    /** @type {Map<TreeNode, { removals: number[], arrivals: [number, TreeNode][] }>} */
    const changes = new Map();
    /** @param {TreeNode} list */
    const changesOf = (list) => {
      let own = changes.get(list);
      if (!own) changes.set(list, (own = { removals: [], arrivals: [] }));
      return own;
    };
    /** @type {(number: number, at: number, fate: Fate) => TreeNode} */
    const take = (number, at, fate) => {
      const list = this.#old(number);
      const node = list.children[at];
      if (!node || this.#fates.has(node)) throw misfitting("nothing was at a position, or it is named twice");
      this.#fates.set(node, fate);
      if (fate !== "unmoved") changesOf(list).removals.push(at);
      return node;
    };
    /** @type {typeof take} */
    const takeItem = (number, at, fate) => {
      if (number < 0) throw misfitting("a section is among items");
      return take(number, at, fate);
    };
    /** @param {TreeNode} list */
    const arrange = (list) => {
      const own = changes.get(list);
      if (own) this.lists.set(list, rearranged(list.children, own.removals, own.arrivals));
    };

    // The sections, by whose new indices their lists are named.
    for (const at of sectionDeletes) this.deleted.push({ node: take(-1, at, "deleted"), number: -1, at });
    for (const [from, at] of groups(sectionMoves, 2)) {
      this.moved.push({ node: take(-1, from, "moved"), list: this.root, number: -1, at });
    }
    for (const [from] of groups(sectionsUnmoved, 2)) take(-1, from, "unmoved");
    for (const { node, list, at } of [...this.moved, ...this.inserted.filter(({ number }) => number < 0)]) {
      changesOf(list).arrivals.push([at, node]);
    }
    arrange(this.root);
    changes.delete(this.root);

    // Items.
    this.#newOwners = owners.map(({ id, newAt }) => (newAt < 0 ? undefined : (this.fresh.get(id) ?? this.#items.get(id))));
    for (const [number, at] of groups(deletes, 2)) this.deleted.push({ node: takeItem(number, at, "deleted"), number, at });
    for (const [from, index, number, at] of groups(moves, 4)) {
      this.moved.push({ node: takeItem(from, index, "moved"), list: this.#new(number), number, at });
    }
    for (const [from, index] of groups(unmoved, 4)) takeItem(from, index, "unmoved");
    for (const insert of this.inserted) insert.list = this.#new(insert.number);
    for (const { node, list, number, at } of [...this.moved, ...this.inserted]) {
      if (node.isItem !== (number >= 0)) throw misfitting("a section is among items");
      if (number >= 0) changesOf(list).arrivals.push([at, node]);
    }
    for (const list of changes.keys()) arrange(list);
  }

  /**
   * Whether something of OLD goes.
   *
   * @param {TreeNode | undefined} node
   */
  #isGone(node) {
    for (; node; node = node.parent) {
      const fate = this.#fates.get(node);
      if (fate === "deleted") return true;
      if (fate === "moved") return false;
    }
    return false;
  }

  /** Only the topmost of what goes is named, and of what is new, and all that comes to a place is below a section. */
  #checkFates() {
    for (const { node } of this.deleted) {
      if (this.#isGone(node.parent)) throw misfitting(`${node.id} is deleted below something that is`);
    }
    for (const { node, list } of this.inserted) {
      if (this.#freshNodes.has(list)) throw misfitting(`${node.id} is inserted below something that is`);
    }
    const homes = new Map([...this.moved, ...this.inserted].map(({ node, list }) => [node, list]));
    /** @type {Set<TreeNode>} */
    const right = new Set([this.root]);
    for (const start of homes.keys()) {
      const path = new Set();
      for (let node = start; !right.has(node); ) {
        const parent = homes.get(node) ?? node.parent;
        if (path.has(node) || !parent) throw misfitting(`${start.id} would be below itself`);
        if (this.#fates.get(node) === "deleted") throw misfitting(`${start.id} would be below something that is deleted`);
        path.add(node);
        node = parent;
      }
      for (const node of path) right.add(node);
    }
    for (const id of this.fresh.keys()) {
      const same = this.#items.get(id);
      if (same && !this.#isGone(same)) throw misfitting(`the item ${id} is there already`);
    }
  }

  /** The owners have the positions in NEW that the batch says, and so has what did not move. */
  #checkOwners() {
    const { owners, sectionsUnmoved, unmoved } = this.#batch;
    for (const [index, { id, newList, newAt }] of owners.entries()) {
      const isRight = newAt < 0 ? this.#isGone(this.#oldOwners[index]) : this.#at(newList, newAt) === this.#newOwners[index];
      if (!isRight) throw misfitting(`the item ${id} comes elsewhere`);
    }
    for (const [from, at] of groups(sectionsUnmoved, 2)) {
      if (this.#at(-1, at) !== this.root.children[from]) throw misfitting("a section does not stay");
    }
    for (const [from, index, number, at] of groups(unmoved, 4)) {
      if (this.#at(number, at) !== this.#old(from).children[index]) throw misfitting("an item does not stay");
    }
  }

  /** Finds what elements become. */
  #content() {
    const { sectionUpdates, updates, counts, keyed, keys, placements } = this.#batch;
    /** @type {(number: number, at: number, element: Element | undefined) => void} */
    const update = (number, at, element) => {
      const node = this.#at(number, at);
      if (element?.id !== node.id || this.#freshNodes.has(node) || this.updates.has(node)) {
        throw misfitting(`the update of ${element?.id} is for something else`);
      }
      this.updates.set(node, element);
    };
    for (const { at, section } of sectionUpdates) update(-1, at, section);
    for (const { list, at, item } of updates) update(list, at, item);
    for (const { list, at, children, descendants } of counts) {
      if (children < 0 || descendants < children) throw misfitting("counts are wrong");
      this.counts.push([this.#at(list, at), { children, descendants }]);
    }
    const places = groups(keyed, 2);
    if (places.length !== keys.length) throw misfitting("there are more positions than keys, or fewer");
    for (const [index, [number, at]] of places.entries()) {
      const node = this.#at(number, at);
      const element = this.updates.get(node) ?? node.element;
      this.updates.set(node, { ...element, key: keys[index], placementVersion: placements[index] ?? 0 });
    }
  }

  /** @param {Arrival} arrival */
  newPath({ number, at }) {
    return pathOf(this.#batch.owners, number, at, "new");
  }

  /** @param {Departure} departure */
  oldPath({ number, at }) {
    return pathOf(this.#batch.owners, number, at, "old");
  }

  #checkSize() {
    const { after } = this.#batch;
    let items = this.root.shown - this.root.children.length + this.fresh.size;
    for (const { node } of this.deleted) items -= node.shown + (node.isItem ? 1 : 0);
    for (const { node } of this.moved) if (this.#isGone(node.parent)) items += 1 + node.shown;
    if (this.children(this.root).length !== after?.sections || items !== after.items) {
      throw misfitting("the sizes do not add up");
    }
  }
}

/**
 * Numbers in groups of so many.
 *
 * @param {readonly number[]} numbers
 * @param {number} size
 */
export function groups(numbers, size) {
  if (numbers.length % size) throw misfitting("a position has no index");
  return Array.from({ length: numbers.length / size }, (_, index) => numbers.slice(index * size, (index + 1) * size));
}
