// The board: all sections of a list, what is selected, and which changes of others are marked.

import { button, h } from "../shared/dom.js";
import { Column, MARGIN, refresh } from "./column.js";
import { arrange } from "../shared/order.js";
import { Drafts } from "./drafts.js";
import { collapsedOf, lookOf, storeCollapsed } from "./look.js";
import { measure, Pace, slide } from "./flip.js";
import { makeCurrent, markRow, selectRow } from "./rows.js";

/** The most rows in the page, over all sections. */
export const MOST_ROWS = 190;
/** The height of the lowest row with its gap, in pixels. */
const LOWEST_ROW = 36;
/** The fewest rows of a section that is on the screen. */
const LEAST_ROWS = 8;
/** How long the change of somebody else is marked, in milliseconds. */
const MARK_TIME = 8000;
/** Above so many changes at once, moves are not shown as motion. */
const MOST_MOTION = 60;

export class Board {
  constructor(source, { layout = "columns", isEditable = source.isEditable, hint = null } = {}) {
    this.source = source;
    this.isEditable = isEditable;
    /** Whether content can be changed as well, not only its order. */
    this.isWritable = isEditable && source.isWritable;
    const name = typeof source.target === "string" ? source.target : "";
    /** How items look, and which sections are collapsed, in this browser. */
    this.look = lookOf(name);
    this.collapsed = collapsedOf(name);
    this.columns = new Map();
    this.selection = new Set();
    this.marks = new Map();
    this.current = null;
    this.lift = null;
    this.ids = 0;
    this.waiting = 0;
    this.hadFocus = false;
    this.frame = 0;
    this.height = 0;
    this.pace = new Pace();
    this.isMoved = true;
    this.isComposing = false;
    this.drafts = new Drafts(name);
    this.timers = new Set();
    this.list = h("div", { class: "columns" });
    this.preview = h("div", { class: "preview", role: "status", hidden: true });
    this.hint = h("span", { class: "board-hint" }, hint);
    this.keys = h("span", { class: "board-hint", text: "Arrows, Home and End move, Space drops, Escape cancels.", hidden: true });
    this.tools = h("div", { class: "group", hidden: true });
    this.foot = h("footer", { class: "board-foot" }, this.hint, this.keys, this.preview, this.tools);
    this.element = h("div", { class: "board", data: { layout } }, this.list, this.foot);
    this.element.board = this;
    this.addSection = this.isWritable
      ? button({ icon: "add", text: "Add section", kind: "add-section", "data-action": "add-section" })
      : null;
    if (this.addSection) this.list.append(this.addSection);
    this.list.addEventListener("focusin", (event) => this.focused(event));
    // What is composed with an input method would end where its form moves.
    this.list.addEventListener("compositionstart", () => (this.isComposing = true));
    this.list.addEventListener("compositionend", () => {
      this.isComposing = false;
      this.schedule();
    });
    this.sight = new IntersectionObserver((entries) => this.seen(entries), { root: this.list, rootMargin: "60px" });
    this.stop = source.onChange((change) => this.changed(change));
    // Where the list is not here as a whole, what is on the screen tells what an item is.
    if (!source.isWhole) source.find = (id) => this.found(id);
    this.resize = new ResizeObserver(([entry]) => {
      this.height = entry.contentRect.height;
      this.share();
    });
    this.resize.observe(this.list);
    this.sync();
  }

  close() {
    this.stop();
    cancelAnimationFrame(this.frame);
    this.sight.disconnect();
    this.resize.disconnect();
    for (const timer of this.timers) clearTimeout(timer);
  }

  nextId() {
    Board.next = (Board.next ?? 0) + 1;
    return Board.next;
  }

  setLayout(layout) {
    this.element.dataset.layout = layout;
    this.share();
  }

  get layout() {
    return this.element.dataset.layout;
  }

  // Columns and windows

  /** Brings the columns to the sections of the list. */
  sync() {
    const known = new Set(this.source.sections.map(({ id }) => id));
    for (const [id, column] of this.columns) {
      if (known.has(id)) continue;
      this.sight.unobserve(column.element);
      for (const node of column.nodes.values()) node.editor?.closed();
      column.element.remove();
      this.columns.delete(id);
    }
    for (const section of this.source.sections) {
      let column = this.columns.get(section.id);
      if (!column) {
        column = new Column(this, section);
        this.columns.set(section.id, column);
        this.sight.observe(column.element);
      } else if (column.section !== section) column.update(section);
      column.element.classList.toggle("unsaved", this.source.unsaved.has(section.id));
    }
    const wanted = this.ordered.map(({ element }) => element);
    arrange(this.list, this.addSection ? [...wanted, this.addSection] : wanted, document.activeElement?.closest?.(".column"));
  }

  /** The columns in their order. */
  get ordered() {
    return this.source.sections.map(({ id }) => this.columns.get(id)).filter(Boolean);
  }

  seen(entries) {
    for (const { target, isIntersecting } of entries) target.column.isActive = isIntersecting;
    this.share();
  }

  /** How many rows of a section can be seen, or come into sight before there are others. */
  get rowsOfScreen() {
    return Math.ceil((this.height + 2 * MARGIN) / LOWEST_ROW);
  }

  /** Divides the rows among the sections on the screen; short sections leave theirs to the others. */
  share(refreshes = true) {
    const active = this.ordered.filter((column) => column.isOpen);
    let left = Math.min(MOST_ROWS, active.length * this.rowsOfScreen);
    const byCount = [...active].sort((one, other) => one.count - other.count);
    byCount.forEach((column, index) => {
      const share = Math.max(LEAST_ROWS, Math.floor(left / (byCount.length - index)));
      column.share = Math.min(share, Math.max(column.count, LEAST_ROWS));
      left -= Math.min(column.share, column.count);
    });
    for (const column of this.ordered) {
      if (!column.isOpen) column.clear();
      else if (column.size !== column.share || (column.rows.length === 0 && column.count > 0) || column.count === 0) {
        column.size = column.share;
        if (refreshes) column.refresh();
      }
    }
    if (refreshes && !this.list.querySelector('.row[tabindex="0"]')) this.keepFocus();
  }

  /** Collapses a section or expands it, for this browser; while something is dragged over it, for the moment alone. */
  collapse(column, isCollapsed, isStored = true) {
    column.setCollapsed(isCollapsed);
    this.share();
    if (!isStored) return;
    if (isCollapsed) this.collapsed.add(column.id);
    else this.collapsed.delete(column.id);
    storeCollapsed(this.source.target, this.collapsed);
  }

  /** Shows all items anew, as after another choice of how they look. */
  setLook(look) {
    this.look = look;
    for (const { nodes } of this.columns.values()) for (const row of nodes.values()) row.item = undefined;
    this.render();
  }

  /** Brings an item on the screen, with the focus: { section, index }. Returns once it is there. */
  async reveal(id, { section, index }) {
    const column = this.columns.get(section);
    if (!column) return;
    if (column.isCollapsed) this.collapse(column, false);
    column.element.scrollIntoView({ block: "nearest", inline: "nearest" });
    column.isActive = true;
    this.share();
    if (!this.row(id)) await column.jump(index);
    const row = this.row(id);
    if (row) markRow(row, "here");
    this.mark({ marks: new Map([[id, "here"]]) });
    this.focusItem(id);
  }

  // Changes

  changed(change) {
    if (change.kind === "ended" || change.kind === "waiting") return;
    if (change.marks) this.mark(change);
    this.isMoved &&= (change.marks?.size ?? 0) <= MOST_MOTION;
    const frozen = this.lift?.column;
    if (frozen && !change.isOwn && change.kind !== "progress") {
      this.waiting += change.changes ?? 1;
      frozen.showWaiting(this.waiting);
    }
    // What somebody does here is shown before the next key is pressed; what others do, with the next frame.
    if (change.kind !== "own") this.schedule();
    else if (this.source.isWhole) this.render();
    else this.renderEdits();
  }

  /** Shows edits where the server's rows are not here as a whole. */
  renderEdits() {
    this.hadFocus = this.list.contains(document.activeElement);
    this.sync();
    for (const column of this.columns.values()) if (column !== this.lift?.column) column.showEdits();
    this.landing?.clear();
    this.keepFocus();
  }

  schedule() {
    this.frame ||= requestAnimationFrame(() => this.render());
  }

  /** Shows the list as it is now. */
  render() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.isComposing) return;
    this.hadFocus = this.list.contains(document.activeElement);
    const isMotion = this.pace.allows(performance.now()) && this.isMoved;
    this.isMoved = true;
    const before = isMotion ? measure(this.list) : null;
    this.sync();
    this.share(false);
    const frozen = this.lift?.column;
    refresh([...this.columns.values()].filter((column) => column !== frozen));
    if (before) slide(this.list, before, { except: this.landing });
    this.landing?.clear();
    this.keepFocus();
    this.dropGone();
    this.onrender?.();
  }

  /** A column got rows that had to be asked for. */
  filled() {
    this.keepFocus();
    this.onrender?.();
  }

  /** Shows what was held back during a drag. */
  thaw() {
    const column = this.lift?.column;
    if (!column) return;
    column.showWaiting(0);
    this.waiting = 0;
    column.refresh();
  }

  mark({ marks, update }) {
    const names = (update?.authors ?? []).map(({ principal }) => principal).filter((name) => name && name !== "anonymous");
    const by = names.length > 0 ? ` by ${names.slice(0, 2).join(", ")}` : "";
    const texts = new Map([...marks].map(([id, text]) => [id, text + by]));
    if (texts.size === 0) return;
    for (const [id, text] of texts) this.marks.set(id, text);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      for (const [id, text] of texts) {
        if (this.marks.get(id) !== text) continue;
        this.marks.delete(id);
        const row = this.row(id);
        if (row) markRow(row, null);
      }
    }, MARK_TIME);
    this.timers.add(timer);
  }

  // Rows, the current one, and the selection

  row(id) {
    for (const column of this.columns.values()) {
      const node = column.nodes.get(id);
      if (node) return node;
    }
    return null;
  }

  /** Takes the row of an item that is being edited out of the section in which it was; null where there is none. */
  takeEdited(id) {
    const row = this.row(id);
    if (!row?.editor) return null;
    this.columnOf(row)?.nodes.delete(id);
    return row;
  }

  /** An item on the screen, and its section. */
  found(id) {
    const column = [...this.columns.values()].find(({ rows }) => rows.some((item) => item.id === id));
    return { item: column?.rows.find((item) => item.id === id), section: column?.id };
  }

  columnOf(node) {
    return node?.closest?.(".column")?.column ?? null;
  }

  /** The item of a row on the screen. */
  item(id) {
    return this.row(id)?.item ?? null;
  }

  focused({ target }) {
    const row = target.closest(".row");
    if (row) this.setCurrent(row.dataset.id);
  }

  setCurrent(id) {
    const row = this.row(id);
    if (!row) return;
    const before = this.list.querySelector('.row[tabindex="0"]');
    makeCurrent(row, before);
    this.current = { id, column: this.columnOf(row).id, index: this.indexOf(row) };
  }

  indexOf(row) {
    const column = this.columnOf(row);
    return column.start + column.rows.findIndex(({ id }) => id === row.dataset.id);
  }

  /** Focuses an item. */
  focusItem(id) {
    const row = this.row(id);
    if (!row) return false;
    this.setCurrent(id);
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  /** There is always one row that Tab reaches; and where the focused one went away, its neighbour has the focus. */
  keepFocus() {
    const isLost = document.activeElement === document.body && this.hadFocus;
    const row = this.current && this.row(this.current.id);
    if (row) makeCurrent(row, this.list.querySelector('.row[tabindex="0"]'));
    else {
      const near = this.current && this.columns.get(this.current.column);
      const column = near?.rows.length > 0 ? near : this.ordered.find(({ rows }) => rows.length > 0);
      const index = this.current
        ? Math.max(0, Math.min(this.current.index - (column?.start ?? 0), (column?.rows.length ?? 1) - 1))
        : 0;
      const next = column?.nodes.get(column.rows[index]?.id);
      if (next) this.setCurrent(next.dataset.id);
    }
    if (isLost) this.list.querySelector('.row[tabindex="0"]')?.focus({ preventScroll: true });
  }

  select(ids, isSelected = true) {
    for (const id of ids) {
      if (isSelected) this.selection.add(id);
      else this.selection.delete(id);
      const row = this.row(id);
      if (row) selectRow(row, isSelected);
    }
    this.onselection?.();
  }

  clearSelection() {
    this.select([...this.selection], false);
  }

  /** Items that are gone are not selected any more. */
  dropGone() {
    if (!this.source.isWhole || this.selection.size === 0) return;
    const known = new Set(this.source.sections.flatMap(({ id }) => this.source.ids(id)));
    const gone = [...this.selection].filter((id) => !known.has(id));
    if (gone.length > 0) this.select(gone, false);
  }

  /** What is dragged with an item: the selection in list order where the item is in it, otherwise the item alone. */
  group(id) {
    if (!this.selection.has(id)) return [id];
    const order = this.ordered.flatMap((column) =>
      this.source.isWhole ? this.source.ids(column.id) : column.rows.map((item) => item.id),
    );
    const known = order.filter((each) => this.selection.has(each));
    return [...known, ...[...this.selection].filter((each) => !known.includes(each))];
  }
}
