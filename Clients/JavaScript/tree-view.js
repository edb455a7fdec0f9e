// An outline in a page: a tree that is read, folded and arranged by pointer or keyboard.

import { EdgeScroller } from "./sortable-scroll.js";
import { titleOf } from "./sortable-texts.js";
import { callOut } from "./src/errors.js";
import { endOf, gapBetween, moveTo, step, topmost } from "./src/tree-drop.js";
import { Folding } from "./src/tree-folding.js";
import { TreeRows } from "./tree-view-rows.js";

/** @typedef {import("./trees").TreeNode} TreeNode */

/** Pixels that a mouse or a pen moves before it drags. */
const SLACK_PX = 4;

/** Milliseconds that a finger rests before it drags, so that it can also scroll. */
const REST_MS = 250;

/** The part of a row, at its top and at its bottom, that is the place before and behind it; what is between is below it. */
const EDGE = 0.25;

/** @type {import("./tree-view").TreeViewTexts} */
const TEXTS = {
  moved: (label, parent) => `${label} moved${parent && ` below ${parent}`}.`,
  unmovable: (label) => `${label} can't move there.`,
};

/**
 * @param {import("./trees").TreeList} tree
 * @param {HTMLElement} box
 * @param {import("./tree-view").TreeViewOptions} [options]
 * @returns {import("./tree-view").TreeView}
 */
export function attachTree(tree, box, options = {}) {
  const { rowHeight = 32, indent = 20, label = (node) => titleOf(node.element) } = options;
  const { indentsWithTab = false, isMovable = true } = options;
  const renderRow = options.renderRow ?? ((row, node) => (row.textContent = titleOf(node.element)));
  const texts = { ...TEXTS, ...options.texts };
  const { ownerDocument: page } = box;
  const events = new AbortController();
  const { signal } = events;
  const rows = new TreeRows(box, {
    rowHeight, indent, renderRow: (...row) => callOut(() => renderRow(...row)),
  });
  const announcer = page.createElement("p");
  announcer.setAttribute("role", "status");
  Object.assign(announcer.style, {
    position: "absolute", width: "1px", height: "1px", margin: "-1px", overflow: "hidden", clipPath: "inset(50%)",
  });
  box.after(announcer);
  const line = page.createElement("div");
  line.dataset.drop = "";
  line.setAttribute("role", "none");
  Object.assign(line.style, { position: "absolute", insetInlineEnd: "0", pointerEvents: "none", display: "none" });
  rows.space.append(line);
  box.setAttribute("role", "tree");
  box.setAttribute("aria-multiselectable", "true");
  box.style.position ||= "relative";

  let folding = options.folding ?? new Folding();
  /** @type {TreeNode | undefined} */
  let focused;
  /** @type {Set<TreeNode>} */
  const selected = new Set();

  // Showing, at most once for each frame

  let frame = 0;
  let isFound = false;

  /** Whether a row has the focus; in a shadow tree the document does not say. */
  const hasFocus = () => {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (box.getRootNode());
    return !!activeElement && rows.space.contains(activeElement);
  };

  function showNow() {
    cancelAnimationFrame(frame);
    frame = 0;
    const hadFocus = hasFocus();
    if (!isFound) {
      isFound = true;
      const before = rows.indexOf(focused);
      rows.find(tree, folding, options.sections ?? tree.sections.length > 1);
      const nodes = [...selected];
      selected.clear();
      for (const node of current(nodes)) selected.add(node);
      // Where all of the outline came again, its nodes are others.
      focused = (focused && current([focused])[0]) ?? focused;
      if (drag) {
        drag.nodes = current(drag.nodes);
        follow();
      }
      if (rows.indexOf(focused) < 0) {
        const nearest = rows.all[Math.max(0, Math.min(before, rows.all.length - 1))];
        focused = (visibleAbove(focused) ?? nearest)?.node;
      }
    }
    rows.show(focused, selected);
    markDragged();
    // A row that comes to another place in the page, or goes, loses the focus.
    if (hadFocus && !hasFocus() && focused) rows.shown.get(focused)?.row.focus({ preventScroll: true });
  }

  function show() {
    frame ||= requestAnimationFrame(showNow);
  }

  function update() {
    isFound = false;
    show();
  }

  /**
   * What nodes are now, by their ids, without those that are gone.
   *
   * @param {readonly TreeNode[]} nodes
   */
  const current = (nodes) => nodes.flatMap((node) => (node.isItem ? tree.find(node.id) : tree.section(node.id)) ?? []);

  /** @param {TreeNode} node */
  const isThere = (node) => current([node])[0] === node;

  /**
   * The row of the nearest node above another one that is not hidden.
   *
   * @param {TreeNode | undefined} node
   */
  function visibleAbove(node) {
    for (let above = node && isThere(node) ? node.parent : undefined; above; above = above.parent) {
      const index = rows.indexOf(above);
      if (index >= 0) return rows.all[index];
    }
    return undefined;
  }

  /** @param {TreeNode | undefined} node */
  function focus(node) {
    const index = rows.indexOf(node);
    if (!node || index < 0) return;
    focused = node;
    rows.reveal(index);
    showNow();
    rows.shown.get(node)?.row.focus({ preventScroll: true });
  }

  /** @param {TreeNode} node */
  function toggle(node) {
    if (!node.childCount) return;
    if (!node.folded || folding.hides(node)) folding = folding.toggling(node);
    tell("arrange-fold", { id: node.id, isItem: node.isItem, isCollapsed: !node.folded && folding.hides(node) });
    update();
    showNow();
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  const tell = (name, detail) => box.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));

  /**
   * Reports a move.
   *
   * @param {readonly TreeNode[]} nodes
   * @param {import("./src/tree-drop").Gap | undefined} gap
   */
  function move(nodes, gap) {
    const made = gap && moveTo(nodes, gap);
    const [first] = nodes;
    callOut(() => {
      const parent = gap && (gap.parent.isItem || gap.parent.id) ? label(gap.parent) : "";
      announcer.textContent = made ? texts.moved(label(first), parent) : texts.unmovable(label(first));
    });
    if (made) tell("arrange-move", made);
  }

  /** @param {TreeNode} node */
  const chosen = (node) => topmost(rows.all.map((row) => row.node), selected.has(node) ? selected : new Set([node]));

  // Dragging

  /** @type {{ nodes: TreeNode[], gap?: import("./src/tree-drop").Gap } | undefined} */
  let drag;
  /** @type {{ node: TreeNode, x: number, y: number } | undefined} */
  let pressed;
  let pointerId = 0;
  let press = 0;
  let scrolling = 0;
  let isClickDue = false;
  let pointer = { x: 0, y: 0 };
  const edges = new EdgeScroller();

  function markDragged() {
    for (const [node, { row }] of rows.shown) row.toggleAttribute("data-dragged", !!drag?.nodes.includes(node));
  }

  /** @param {EventTarget | null} target */
  function nodeAt(target) {
    const row = /** @type {Element | null} */ (target)?.closest?.("[role=treeitem]");
    for (const [node, own] of rows.shown) if (own.row === row) return node;
    return undefined;
  }

  /** Finds the place under the pointer, and shows it. */
  function follow() {
    if (!drag) return;
    const { left, right, top } = rows.space.getBoundingClientRect();
    const place = (pointer.y - top) / rowHeight;
    const index = Math.min(Math.max(Math.floor(place), 0), rows.all.length - 1);
    const row = rows.all[index];
    if (!row) return;
    const [part, isRightToLeft] = [place - index, getComputedStyle(box).direction === "rtl"];
    const isInside = part >= EDGE && part <= 1 - EDGE;
    const depth = Math.floor((isRightToLeft ? right - pointer.x : pointer.x - left) / indent) + rows.base;
    const behind = part > 0.5 ? index + 1 : index;
    const between = gapBetween(rows.all, behind, depth);
    const gap = isInside ? endOf(row.node) : between;
    drag.gap = gap && moveTo(drag.nodes, gap) ? gap : undefined;
    for (const [node, own] of rows.shown) {
      own.row.toggleAttribute("data-drop-below", !!drag.gap && isInside && node === row.node);
    }
    Object.assign(line.style, {
      display: drag.gap && !isInside ? "" : "none",
      top: `${behind * rowHeight}px`,
      insetInlineStart: `${((between?.depth ?? 0) - rows.base) * indent}px`,
    });
  }

  function scroll() {
    if (!drag) return;
    if (edges.step(box, pointer)) {
      showNow();
      follow();
    }
    scrolling = requestAnimationFrame(scroll);
  }

  function begin() {
    if (!pressed) return;
    showNow();
    const nodes = isThere(pressed.node) ? chosen(pressed.node).filter(({ isItem }) => isItem) : [];
    pressed = undefined;
    if (!nodes.length) return;
    drag = { nodes };
    isClickDue = true;
    markDragged();
    try {
      box.setPointerCapture(pointerId);
    } catch {
      // There is no such pointer any more.
    }
    scroll();
    follow();
  }

  /** @param {boolean} isCancelled */
  function end(isCancelled) {
    clearTimeout(press);
    cancelAnimationFrame(scrolling);
    pressed = undefined;
    edges.end();
    if (!drag) return;
    const { nodes, gap } = drag;
    drag = undefined;
    line.style.display = "none";
    markDragged();
    for (const { row } of rows.shown.values()) row.removeAttribute("data-drop-below");
    // Others may have removed some of it.
    const left = nodes.filter(isThere);
    const isLeft = gap && isThere(gap.parent) && (!gap.after || gap.after.parent === gap.parent);
    if (!isCancelled && isLeft && left.length) move(left, gap);
  }

  box.addEventListener("pointerdown", (event) => {
    isClickDue = false;
    const node = nodeAt(event.target);
    const target = /** @type {Element} */ (event.target);
    const isControl = target.closest("a, button, input, select, textarea, [data-toggle]");
    if (!isMovable || drag || !node?.isItem || event.button || isControl) return;
    pressed = { node, x: event.clientX, y: event.clientY };
    pointer = pressed;
    pointerId = event.pointerId;
    clearTimeout(press);
    if (event.pointerType === "touch") press = Number(setTimeout(begin, REST_MS));
  }, { signal });
  page.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointerId || !(pressed || drag)) return;
    pointer = { x: event.clientX, y: event.clientY };
    // The button was released where nobody saw it.
    if (event.pointerType !== "touch" && !(event.buttons & 1)) return end(true);
    if (pressed && Math.hypot(pointer.x - pressed.x, pointer.y - pressed.y) > SLACK_PX) {
      // A finger that moves at once scrolls.
      if (event.pointerType === "touch") end(true);
      else begin();
    }
    if (drag) event.preventDefault();
    follow();
  }, { signal });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
    page.addEventListener(type, (event) => event.pointerId === pointerId && end(type === "pointercancel"), { signal });
  }
  for (const type of ["touchmove", "selectstart", "contextmenu", "dragstart"]) {
    box.addEventListener(type, (event) => {
      const isUnwanted = drag || (pressed && type !== "touchmove" && type !== "contextmenu");
      if (isUnwanted && event.cancelable) event.preventDefault();
    }, { signal, passive: false });
  }
  box.addEventListener("click", (event) => {
    const node = nodeAt(event.target);
    // Whoever drags does not click.
    if (isClickDue && event.detail) event.preventDefault();
    else if (node) {
      const isToggle = /** @type {Element} */ (event.target).closest("[data-toggle]");
      if (isToggle) toggle(node);
      else select(node, event.ctrlKey || event.metaKey);
      focus(node);
    }
    isClickDue = false;
  }, { signal });

  /**
   * @param {TreeNode} node
   * @param {boolean} isAdded whether what is selected stays so
   */
  function select(node, isAdded) {
    const isSelected = selected.has(node);
    if (!isAdded) selected.clear();
    if (isAdded && isSelected) selected.delete(node);
    else selected.add(node);
    show();
  }

  // Keys

  page.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    event.preventDefault();
    end(true);
  }, { signal });
  box.addEventListener("keydown", (event) => {
    const node = nodeAt(event.target);
    if (!node || event.target !== rows.shown.get(node)?.row || event.ctrlKey || event.metaKey) return;
    if (!isFound) showNow();
    const index = rows.indexOf(node);
    const row = rows.all[index];
    if (!row) return;
    const isTab = event.key === "Tab" && indentsWithTab && !event.altKey;
    if (isMovable && (isTab || event.altKey)) {
      const way = /** @type {"up" | "down" | "in" | "out" | undefined} */ (
        isTab
          ? event.shiftKey ? "out" : "in"
          : { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" }[event.key]
      );
      if (!way) return;
      event.preventDefault();
      if (node.isItem) move([node], step(node, way));
      return;
    }
    if (event.altKey) return;
    const hasChildren = node.childCount > 0;
    if (event.key === "ArrowUp") focus(rows.all[index - 1]?.node);
    else if (event.key === "ArrowDown") focus(rows.all[index + 1]?.node);
    else if (event.key === "Home") focus(rows.all[0].node);
    else if (event.key === "End") focus(rows.all.at(-1)?.node);
    else if (event.key === "ArrowRight") {
      if (hasChildren && !row.isOpen) toggle(node);
      else if (hasChildren) focus(node.children[0]);
    } else if (event.key === "ArrowLeft") {
      if (hasChildren && row.isOpen) toggle(node);
      else focus(node.parent);
    } else if (event.key === " ") select(node, true);
    else return;
    event.preventDefault();
  }, { signal });
  box.addEventListener("focusin", (event) => {
    const node = nodeAt(event.target);
    if (!node || node === focused) return;
    focused = node;
    show();
  }, { signal });
  box.addEventListener("scroll", show, { signal, passive: true });
  const resized = new ResizeObserver(show);
  resized.observe(box);

  update();
  showNow();
  return {
    update,
    get folding() {
      return folding;
    },
    set folding(next) {
      folding = next;
      update();
    },
    get selected() {
      return topmost(tree.rows(), selected).map(({ id }) => id);
    },
    focus(id) {
      if (!isFound) showNow();
      focus(id === undefined ? focused : tree.find(id));
    },
    reveal(id) {
      const node = tree.find(id);
      for (let above = node?.parent; above?.parent; above = above.parent) if (folding.hides(above)) toggle(above);
      showNow();
      focus(node);
    },
    move(id, way) {
      const node = tree.find(id);
      if (node) move([node], step(node, way));
    },
    detach() {
      end(true);
      events.abort();
      resized.disconnect();
      cancelAnimationFrame(frame);
      announcer.remove();
      rows.space.remove();
      for (const name of ["role", "aria-multiselectable"]) box.removeAttribute(name);
    },
  };
}
