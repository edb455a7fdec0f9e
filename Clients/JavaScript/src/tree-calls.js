// What views get from a batch of an outline: single calls, or changes of ranges of rows. Each is legal at its turn.

import { byPath } from "./tree-plan.js";
import { Siblings } from "./tree-siblings.js";

/** @typedef {import("./tree-nodes").TreeNode} TreeNode */
/** @typedef {import("./tree-plan").Insert} Insert */
/** @typedef {import("./tree-plan").TreePlan} TreePlan */

/** An outline while calls are made: what differs from the one that it was. */
class Draft {
  /**
   * The lists that were looked at.
   *
   * @type {Map<TreeNode, Siblings>}
   */
  #lists = new Map();
  /** @type {Map<TreeNode, TreeNode | undefined>} */
  #parents = new Map();
  /** @type {Map<TreeNode, number>} */
  #sizes = new Map();
  #root;

  /** @param {TreeNode} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {TreeNode} node */
  parent(node) {
    return this.#parents.has(node) ? this.#parents.get(node) : node.parent;
  }

  /**
   * The number of rows of a subtree.
   *
   * @param {TreeNode} node
   */
  size = (node) => this.#sizes.get(node) ?? 1 + node.shown;

  /** @param {TreeNode} node */
  place(node) {
    const parent = /** @type {TreeNode} */ (this.parent(node));
    const list = parent === this.#root ? {} : parent.isItem ? { item: parent.id } : { section: parent.id };
    return { ...list, at: this.#siblings(parent).indexOf(node) };
  }

  /** @param {TreeNode} node */
  row(node) {
    let row = -1;
    for (let each = node, parent = this.parent(each); parent; each = parent, parent = this.parent(each)) {
      row += 1 + this.#siblings(parent).rowsBefore(each);
    }
    return row;
  }

  /** @param {TreeNode} node */
  depth(node) {
    let depth = -1;
    for (let parent = this.parent(node); parent; parent = this.parent(parent)) depth++;
    return depth;
  }

  /** @param {TreeNode} node */
  take(node) {
    const parent = /** @type {TreeNode} */ (this.parent(node));
    this.#siblings(parent).remove(node);
    this.#resize(parent, -this.size(node));
    this.#parents.set(node, undefined);
  }

  /**
   * @param {TreeNode} node
   * @param {TreeNode} parent
   * @param {TreeNode | undefined} previous the sibling before it
   */
  put(node, parent, previous) {
    this.#siblings(parent).insert(node, previous);
    this.#parents.set(node, parent);
    this.#resize(parent, this.size(node));
  }

  /** @param {TreeNode} node */
  #siblings(node) {
    let own = this.#lists.get(node);
    if (!own) this.#lists.set(node, (own = new Siblings(node.children, this.size)));
    return own;
  }

  /**
   * @param {TreeNode} node
   * @param {number} change
   */
  #resize(node, change) {
    for (let each = node, parent; ; each = parent) {
      this.#sizes.set(each, this.size(each) + change);
      parent = this.parent(each);
      if (!parent) return;
      this.#lists.get(parent)?.grow(each, change);
    }
  }
}

/**
 * Makes the calls that lead from OLD to NEW, on a draft: from the top of NEW down each node that comes to a place goes
 * behind the sibling before it, which is in its place already; at last what is deleted goes, the last one first.
 *
 * @template Call
 * @param {TreePlan} plan
 * @param {(draft: Draft, node: TreeNode, insert: Insert | undefined, perform: () => void) => Call} call
 * @returns {Call[]}
 */
function performed(plan, call) {
  const draft = new Draft(plan.root);
  const inserts = new Map(plan.inserted.map((insert) => [insert.node, insert]));
  const arrivals = [...plan.moved, ...plan.inserted].map((arrival) => ({ ...arrival, path: plan.newPath(arrival) }));
  const departures = plan.deleted.map((departure) => ({ ...departure, path: plan.oldPath(departure) }));
  arrivals.sort((a, b) => byPath(a.path, b.path));
  departures.sort((a, b) => byPath(b.path, a.path));
  const calls = arrivals.map(({ node, list, at }) => {
    const previous = at ? plan.children(list)[at - 1] : undefined;
    const insert = inserts.get(node);
    return call(draft, node, insert, () => {
      if (!insert) draft.take(node);
      draft.put(node, list, previous);
    });
  });
  return calls.concat(departures.map(({ node }) => call(draft, node, undefined, () => draft.take(node))));
}

/**
 * @param {TreePlan} plan
 * @returns {import("../trees").TreeCall[]}
 */
export function callsOf(plan) {
  return performed(plan, (draft, node, insert, perform) => {
    const from = insert ? undefined : draft.place(node);
    perform();
    const to = draft.parent(node) ? draft.place(node) : undefined;
    if (!from) {
      return { kind: "insert", to: /** @type {any} */ (to), rows: rowsOf(/** @type {any} */ (insert), 0) };
    }
    return to ? { kind: "move", from, to } : { kind: "remove", from };
  });
}

/**
 * @param {TreePlan} plan
 * @returns {import("../trees").RowChange[]}
 */
export function rowChangesOf(plan) {
  return performed(plan, (draft, node, insert, perform) => {
    const at = insert ? -1 : draft.row(node);
    const depth = insert ? 0 : draft.depth(node);
    const count = draft.size(node);
    perform();
    if (!draft.parent(node)) return { kind: "remove", at, count };
    const to = draft.row(node);
    const now = draft.depth(node);
    if (insert) return { kind: "insert", at: to, rows: rowsOf(insert, now) };
    return { kind: "move", at, count, to, deeper: now - depth };
  });
}

/**
 * The rows of an insert.
 *
 * @param {Insert} insert
 * @param {number} depth that of the first one
 */
function rowsOf({ rows, depths }, depth) {
  return rows.map((element, index) => ({ element, depth: depth + depths[index] }));
}
