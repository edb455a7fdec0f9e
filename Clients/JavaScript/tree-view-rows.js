// The rows of an outline in a page: those that are on the screen, and the one that has the focus.

/** @typedef {import("./trees").TreeNode} TreeNode */
/** @typedef {import("./tree-view").VisibleRow} VisibleRow */

/** Rows above and below the screen, so that there are some while it scrolls. */
const SPARE_ROWS = 4;

export class TreeRows {
  /**
   * All rows that are not hidden below collapsed ones.
   *
   * @type {VisibleRow[]}
   */
  all = [];
  /** The depth of rows that are not indented. */
  base = 0;
  /**
   * What is in the page.
   *
   * @type {Map<TreeNode, {
   *   row: HTMLElement, content: HTMLElement, toggle: HTMLElement,
   *   element?: object, descendants?: number, isOpen?: boolean,
   * }>}
   */
  shown = new Map();
  #box;
  #options;

  /**
   * @param {HTMLElement} box what scrolls
   * @param {Required<Pick<import("./tree-view").TreeViewOptions, "rowHeight" | "indent" | "renderRow">>} options
   */
  constructor(box, options) {
    this.#box = box;
    this.#options = options;
    this.space = box.appendChild(box.ownerDocument.createElement("div"));
    this.space.setAttribute("role", "none");
    Object.assign(this.space.style, { position: "relative", overflow: "hidden" });
  }

  /**
   * Finds out what is not hidden.
   *
   * @param {import("./trees").TreeList} tree
   * @param {import("./trees").Folding} folding
   * @param {boolean} hasSections whether sections have rows
   */
  find(tree, folding, hasSections) {
    this.all = [];
    this.base = hasSections ? 0 : 1;
    // Lists that are not finished, and where in them.
    const levels = [{ nodes: tree.sections, index: 0, depth: 0 }];
    for (let level; (level = levels.at(-1)); ) {
      const node = level.nodes[level.index++];
      if (!node) {
        levels.pop();
        continue;
      }
      const isRow = node.isItem || hasSections;
      const isOpen = !node.folded && !(isRow && folding.hides(node));
      if (isRow) this.all.push({ node, depth: level.depth, position: level.index, count: level.nodes.length, isOpen });
      if (isOpen && node.children.length) levels.push({ nodes: node.children, index: 0, depth: level.depth + 1 });
    }
    this.space.style.height = `${this.all.length * this.#options.rowHeight}px`;
  }

  /** @param {TreeNode | undefined} node */
  indexOf(node) {
    return this.all.findIndex((row) => row.node === node);
  }

  /** The first row on the screen, and the one behind the last. */
  get range() {
    const { scrollTop, clientHeight } = this.#box;
    const { rowHeight } = this.#options;
    return [Math.floor(scrollTop / rowHeight), Math.ceil((scrollTop + clientHeight) / rowHeight)];
  }

  /**
   * Puts rows into the page.
   *
   * @param {TreeNode | undefined} focused
   * @param {ReadonlySet<TreeNode>} selected
   */
  show(focused, selected) {
    const [first, end] = this.range;
    const indices = new Set();
    for (let index = Math.max(0, first - SPARE_ROWS); index < Math.min(this.all.length, end + SPARE_ROWS); index++) {
      indices.add(index);
    }
    const focus = this.indexOf(focused);
    if (focus >= 0) indices.add(focus);
    const nodes = new Set([...indices].map((index) => this.all[index].node));
    for (const [node, { row }] of this.shown) {
      if (nodes.has(node)) continue;
      row.remove();
      this.shown.delete(node);
    }
    // Readers of the page find the rows in their order.
    /** @type {HTMLElement | null} */
    let next = /** @type {HTMLElement | null} */ (this.space.firstElementChild);
    for (const index of [...indices].sort((a, b) => a - b)) {
      const row = this.#row(index, focused, selected);
      if (row === next) next = /** @type {HTMLElement | null} */ (next.nextElementSibling);
      // Where the browser can, what moves keeps its focus.
      else if (row.isConnected && "moveBefore" in this.space) /** @type {any} */ (this.space).moveBefore(row, next);
      else this.space.insertBefore(row, next);
    }
  }

  /**
   * @param {number} index
   * @param {TreeNode | undefined} focused
   * @param {ReadonlySet<TreeNode>} selected
   */
  #row(index, focused, selected) {
    const { node, depth, position, count, isOpen } = this.all[index];
    const { rowHeight, indent, renderRow } = this.#options;
    let own = this.shown.get(node);
    if (!own) {
      const page = this.space.ownerDocument;
      const row = page.createElement("div");
      const toggle = row.appendChild(page.createElement("span"));
      const content = row.appendChild(page.createElement("span"));
      row.setAttribute("role", "treeitem");
      row.dataset[node.isItem ? "id" : "section"] = node.id;
      toggle.setAttribute("aria-hidden", "true");
      toggle.dataset.toggle = "";
      const height = `${rowHeight}px`;
      Object.assign(row.style, { position: "absolute", insetInline: "0", height, boxSizing: "border-box" });
      Object.assign(toggle.style, { display: "inline-block", inlineSize: `${indent}px` });
      this.shown.set(node, (own = { row, content, toggle }));
    }
    const { row, content, toggle } = own;
    const { element, descendants } = node;
    if (own.element !== element || own.descendants !== descendants || own.isOpen !== isOpen) {
      Object.assign(own, { element, descendants, isOpen });
      renderRow(content, node, isOpen);
    }
    row.style.top = `${index * rowHeight}px`;
    row.style.paddingInlineStart = `${(depth - this.base) * indent}px`;
    row.tabIndex = node === focused ? 0 : -1;
    const states = {
      "aria-level": depth + 1 - this.base,
      "aria-posinset": position,
      "aria-setsize": count,
      "aria-selected": selected.has(node),
    };
    for (const [name, value] of Object.entries(states)) row.setAttribute(name, String(value));
    const hasChildren = node.childCount > 0;
    if (hasChildren) row.setAttribute("aria-expanded", String(isOpen));
    else row.removeAttribute("aria-expanded");
    toggle.textContent = hasChildren ? (isOpen ? "▾" : "▸") : "";
    return row;
  }

  /**
   * Scrolls a row onto the screen.
   *
   * @param {number} index
   */
  reveal(index) {
    const { rowHeight } = this.#options;
    const { scrollTop, clientHeight } = this.#box;
    const top = index * rowHeight;
    if (top < scrollTop) this.#box.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) this.#box.scrollTop = top + rowHeight - clientHeight;
  }
}
