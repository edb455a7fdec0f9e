// An outline on a screen: sections, and items that can have children, found by their ids.

import { callsOf, rowChangesOf } from "./tree-calls.js";
import { Folding } from "./tree-folding.js";
import { below, grown, link, setFolded, TreeNode, unlink } from "./tree-nodes.js";
import { misfitting, planned } from "./tree-plan.js";

/** @typedef {import("./generated/types").TreeBatch} TreeBatch */

export class TreeList {
  /** What has the sections; it is no node that anybody sees. */
  #root = new TreeNode(/** @type {any} */ ({ id: "", fields: {} }), false);
  /** @type {Map<string, TreeNode>} */
  #items = new Map();
  #folding;
  /**
   * Ids of nodes that were collapsed before the folding was replaced, and are not now.
   *
   * @type {{ items: readonly string[], sections: readonly string[] }}
   */
  #unfolded = { items: [], sections: [] };

  /**
   * @param {readonly import("../trees").TreeSection[]} [sections]
   * @param {Folding} [folding]
   */
  constructor(sections = [], folding = new Folding()) {
    this.#folding = folding;
    for (const { items, depths, counts = [], ...element } of sections) {
      const section = new TreeNode(element, false);
      const nodes = grown(items, depths.map((depth) => depth - 1), section);
      if (!nodes) throw misfitting("an item has no parent");
      this.#root.children.push(section);
      link(section, this.#root);
      for (const node of nodes) {
        if (this.#items.has(node.id)) throw misfitting(`the item ${node.id} is in two places`);
        this.#items.set(node.id, node);
      }
      for (const { row, children, descendants } of counts) {
        const node = row < 0 ? section : nodes[row];
        if (!node) throw misfitting("counts are for no row");
        setFolded(node, { children, descendants });
      }
    }
  }

  get sections() {
    return this.#root.children;
  }

  get size() {
    const sections = this.#root.children.length;
    return { sections, items: this.#root.shown - sections };
  }

  /** @param {string} id */
  find(id) {
    return this.#items.get(id);
  }

  /** @param {string} id */
  section(id) {
    return this.#root.children.find((section) => section.id === id);
  }

  /** How many rows there are: sections, and the items that are shown. */
  get rowCount() {
    return this.#root.shown;
  }

  rows() {
    return below(this.#root);
  }

  /** @param {number} row */
  rowAt(row) {
    if (!(row >= 0 && row < this.#root.shown)) return undefined;
    let node = this.#root;
    for (let rest = row; ; ) {
      let index = 0;
      while (rest > node.children[index].shown) rest -= 1 + node.children[index++].shown;
      node = node.children[index];
      if (rest === 0) return node;
      rest--;
    }
  }

  /** @param {TreeNode} node */
  rowOf(node) {
    let row = -1;
    for (let each = node; each.parent; each = each.parent) {
      row++;
      for (const sibling of each.parent.children) {
        if (sibling === each) break;
        row += 1 + sibling.shown;
      }
    }
    return row;
  }

  get folding() {
    return this.#folding;
  }

  /** @param {Folding} folding */
  set folding(folding) {
    const { toggledItems, toggledSections } = folding.toggled(this.#folding);
    this.#folding = folding;
    this.#unfolded = {
      items: [...this.#unfolded.items, ...toggledItems],
      sections: [...this.#unfolded.sections, ...toggledSections],
    };
  }

  copy() {
    const sections = this.sections.map((section) => {
      const nodes = [...below(section)];
      const counts = [section, ...nodes].flatMap(({ folded }, place) => (folded ? [{ row: place - 1, ...folded }] : []));
      const depth = depths(nodes);
      return { ...section.element, items: nodes.map(({ element }) => element), depths: depth, counts };
    });
    const copy = new TreeList(sections, this.#folding);
    copy.#unfolded = this.#unfolded;
    return copy;
  }

  /**
   * Takes everything of another list, which is used no more.
   *
   * @param {TreeList} list
   */
  replace(list) {
    this.#root = list.#root;
    this.#items = list.#items;
    this.#folding = list.#folding;
    this.#unfolded = list.#unfolded;
  }

  /** @param {TreeBatch} batch */
  #plan(batch) {
    return planned(batch, this.#root, this.#items);
  }

  /** @param {TreeBatch} batch */
  check(batch) {
    this.#plan(batch);
  }

  /** @param {TreeBatch} batch */
  calls(batch) {
    return callsOf(this.#plan(batch));
  }

  /** @param {TreeBatch} batch */
  rowChanges(batch) {
    return rowChangesOf(this.#plan(batch));
  }

  /** @param {TreeBatch} batch */
  apply(batch) {
    const { deleted, moved, inserted, fresh, lists, updates, counts } = this.#plan(batch);
    for (const { node } of deleted) unlink(node);
    for (const { node } of moved) unlink(node);
    for (const [node, children] of lists) node.children = children;
    for (const { node: top } of deleted) {
      for (const node of [top, ...below(top)]) if (node.isItem) this.#items.delete(node.id);
    }
    for (const { node, list } of [...moved, ...inserted]) link(node, list);
    for (const [id, node] of fresh) this.#items.set(id, node);
    for (const [node, element] of updates) node.element = element;
    const { items, sections } = this.#unfolded;
    this.#unfolded = { items: [], sections: [] };
    for (const node of [...items.map((id) => this.find(id)), ...sections.map((id) => this.section(id))]) {
      if (node && !this.#folding.hides(node)) setFolded(node, undefined);
    }
    for (const [node, { children, descendants }] of counts) {
      setFolded(node, descendants > 0 && this.#folding.hides(node) ? { children, descendants } : undefined);
    }
    return [...new Set([...updates.keys(), ...counts.map(([node]) => node)])];
  }
}

/**
 * The depths of what is below a section.
 *
 * @param {readonly TreeNode[]} nodes
 */
function depths(nodes) {
  const known = new Map();
  return nodes.map((node) => {
    const depth = (known.get(node.parent) ?? 0) + 1;
    known.set(node, depth);
    return depth;
  });
}
