// The nodes of an outline: its root, its sections and its items, with how much is below each of them.

/** @typedef {import("./generated/types").Element} Element */

export class TreeNode {
  /**
   * @param {Element} element
   * @param {boolean} isItem
   */
  constructor(element, isItem) {
    this.element = element;
    this.isItem = isItem;
    /** @type {TreeNode | undefined} */
    this.parent = undefined;
    /** @type {TreeNode[]} */
    this.children = [];
    /** How many nodes are below it, without what is below collapsed ones. */
    this.shown = 0;
    /** How many nodes are below it. */
    this.descendants = 0;
    /**
     * What is below it while it is collapsed.
     *
     * @type {{ children: number, descendants: number } | undefined}
     */
    this.folded = undefined;
  }

  get id() {
    return this.element.id;
  }

  /** How many ancestors it has; an item at the top of a section has the depth 1, as its section is one. */
  get depth() {
    let depth = -1;
    for (let node = this.parent; node; node = node.parent) depth++;
    return depth;
  }

  get index() {
    return this.parent?.children.indexOf(this) ?? -1;
  }

  get childCount() {
    return this.folded?.children ?? this.children.length;
  }
}

/**
 * Changes the numbers of all that is above a node.
 *
 * @param {TreeNode | undefined} node
 * @param {number} shown
 * @param {number} descendants
 */
function count(node, shown, descendants) {
  for (; node; node = node.parent) {
    node.shown += shown;
    node.descendants += descendants;
  }
}

/**
 * Takes a node from its parent. It stays among the children.
 *
 * @param {TreeNode} node
 */
export function unlink(node) {
  count(node.parent, -1 - node.shown, -1 - node.descendants);
  node.parent = undefined;
}

/**
 * Gives a node a parent. It has to come among the children.
 *
 * @param {TreeNode} node
 * @param {TreeNode} parent
 */
export function link(node, parent) {
  node.parent = parent;
  count(parent, 1 + node.shown, 1 + node.descendants);
}

/**
 * Sets what is below a collapsed node, or that it is none.
 *
 * @param {TreeNode} node
 * @param {{ children: number, descendants: number } | undefined} counts
 */
export function setFolded(node, counts) {
  const change = (counts?.descendants ?? 0) - (node.folded?.descendants ?? 0);
  node.folded = counts;
  count(node, 0, change);
}

/**
 * A node with nodes below it, which are given with their depths below it, from 0.
 *
 * @param {readonly Element[]} rows
 * @param {readonly number[]} depths
 * @param {TreeNode} [top] what the first ones are below; without it, the first row
 * @returns {TreeNode[] | undefined} all of them in their order; undefined if the depths are wrong
 */
export function grown(rows, depths, top) {
  /** @type {TreeNode[]} */
  const above = [];
  const nodes = rows.map((element) => new TreeNode(element, true));
  const isRight = nodes.length === depths.length && nodes.every((node, index) => {
    const depth = depths[index];
    if (!(depth >= 0 && depth <= above.length) || (depth === 0 && index > 0 && !top)) return false;
    above.length = depth;
    const parent = above[depth - 1] ?? top;
    if (parent) {
      node.parent = parent;
      parent.children.push(node);
    }
    above.push(node);
    return true;
  });
  if (!isRight) return undefined;
  // From the last one, so that each number is right when it is added.
  for (let index = nodes.length; index--; ) {
    const { parent, shown, descendants } = nodes[index];
    if (parent && parent !== top) {
      parent.shown += 1 + shown;
      parent.descendants += 1 + descendants;
    } else if (parent) {
      count(parent, 1 + shown, 1 + descendants);
    }
  }
  return nodes;
}

/**
 * What is below a node, in the order in which it is shown.
 *
 * @param {TreeNode} node
 * @returns {Generator<TreeNode, void, undefined>}
 */
export function* below(node) {
  for (let next = node.children[0] ?? undefined, path = [0]; next; ) {
    yield next;
    if (next.children.length) {
      path.push(0);
      next = next.children[0];
      continue;
    }
    /** @type {TreeNode | undefined} */
    let parent = next.parent;
    let following;
    while (parent && !following) {
      following = parent.children[++path[path.length - 1]];
      if (following || parent === node) break;
      path.pop();
      parent = parent.parent;
    }
    if (!following) return;
    next = following;
  }
}
