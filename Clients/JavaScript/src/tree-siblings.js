// Siblings of an outline while calls are made, in parts, so that one of many is found, taken and put without a look at all.

/** @typedef {import("./tree-nodes").TreeNode} TreeNode */
/** @typedef {{ nodes: TreeNode[], rows: number }} Part */

/** The siblings of a part; one that has twice as many becomes two. */
const PART = 256;

export class Siblings {
  /** @type {Part[]} */
  #parts = [];
  /**
   * In which part a node was when it was last looked for.
   *
   * @type {Map<TreeNode, Part>}
   */
  #found = new Map();
  #rowsOf;

  /**
   * @param {readonly TreeNode[]} nodes
   * @param {(node: TreeNode) => number} rowsOf the number of rows of a subtree
   */
  constructor(nodes, rowsOf) {
    this.#rowsOf = rowsOf;
    for (let start = 0; start === 0 || start < nodes.length; start += PART) {
      this.#parts.push(this.#part(nodes.slice(start, start + PART)));
    }
  }

  /**
   * @param {TreeNode[]} nodes
   * @returns {Part}
   */
  #part(nodes) {
    return { nodes, rows: nodes.reduce((rows, node) => rows + this.#rowsOf(node), 0) };
  }

  /** @param {TreeNode} node */
  #partOf(node) {
    const last = this.#found.get(node);
    const part = last?.nodes.includes(node) ? last : this.#parts.find(({ nodes }) => nodes.includes(node));
    if (!part) throw new Error(`${node.id} is none of the siblings`);
    this.#found.set(node, part);
    return part;
  }

  /** @param {TreeNode} node */
  indexOf(node) {
    const own = this.#partOf(node);
    let index = own.nodes.indexOf(node);
    for (const part of this.#parts) {
      if (part === own) break;
      index += part.nodes.length;
    }
    return index;
  }

  /**
   * The number of rows of all siblings before a node.
   *
   * @param {TreeNode} node
   */
  rowsBefore(node) {
    const own = this.#partOf(node);
    let rows = 0;
    for (const part of this.#parts) {
      if (part === own) break;
      rows += part.rows;
    }
    for (const sibling of own.nodes) {
      if (sibling === node) break;
      rows += this.#rowsOf(sibling);
    }
    return rows;
  }

  /**
   * Counts rows that come to the subtree of a node.
   *
   * @param {TreeNode} node
   * @param {number} rows
   */
  grow(node, rows) {
    this.#partOf(node).rows += rows;
  }

  /** @param {TreeNode} node */
  remove(node) {
    const part = this.#partOf(node);
    part.nodes.splice(part.nodes.indexOf(node), 1);
    part.rows -= this.#rowsOf(node);
  }

  /**
   * Puts a node behind another one, or first.
   *
   * @param {TreeNode} node
   * @param {TreeNode | undefined} previous
   */
  insert(node, previous) {
    const part = previous ? this.#partOf(previous) : this.#parts[0];
    part.nodes.splice(previous ? part.nodes.indexOf(previous) + 1 : 0, 0, node);
    part.rows += this.#rowsOf(node);
    this.#found.set(node, part);
    if (part.nodes.length < 2 * PART) return;
    // The part stays, so that nothing is found in one that is no more.
    const second = this.#part(part.nodes.splice(PART));
    part.rows -= second.rows;
    this.#parts.splice(this.#parts.indexOf(part) + 1, 0, second);
  }
}
