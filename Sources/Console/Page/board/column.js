// A section on the board: its head, and the rows of a window of its items.
//
// A long section has rows for a window of its items alone. The window follows the scrolling, and is held by the first row on
// the screen, so that nothing slides away when others change what is above.

import { button, fill, h, icon } from "../shared/dom.js";
import { count } from "../shared/format.js";
import { titleOf } from "../shared/values.js";
import { arrange } from "../shared/order.js";
import { makeRow, markRow, markUnsaved, selectRow, updateRow } from "./rows.js";

/** How close to its end a window is scrolled before it moves on, in pixels. */
export const MARGIN = 240;

/** How many items a section may hold; null if there is no limit. */
function limitOf({ fields }) {
  const limit = Number(fields.item_limit);
  return ["number", "bigint"].includes(typeof fields.item_limit) && limit > 0 ? limit : null;
}

export class Column {
  constructor(board, section) {
    this.board = board;
    this.id = section.id;
    this.start = 0;
    this.size = 0;
    this.rows = [];
    this.isActive = false;
    this.waiting = 0;
    this.nodes = new Map();
    this.loading = null;
    this.isAway = false;
    this.isStale = false;
    /** How far it was scrolled when it last was: to ask the browser would have it lay out the page. */
    this.scrollTop = 0;
    const { isEditable, isWritable } = board;
    // The sections of a view are where its definition has them.
    this.grip = isEditable && !board.source.isView
      ? h("button", { type: "button", class: "grip", "data-action": "lift-section" }, icon("grip"))
      : null;
    this.heading = h("h2", { class: "column-title", id: `column-${board.nextId()}` });
    this.counter = h("span", { class: "column-count" });
    this.menu = isEditable && !board.source.isView
      ? button({ icon: "more", label: "Section menu", kind: "quiet menu-button", "data-action": "section-menu" })
      : null;
    this.notice = h("p", { class: "column-waiting", hidden: true });
    this.list = h("ul", { class: "rows", id: `${this.heading.id}-rows`, "aria-labelledby": this.heading.id });
    this.isCollapsed = false;
    this.toggle = button({
      icon: "down",
      label: "Collapse",
      kind: "quiet collapse",
      "aria-expanded": "true",
      onclick: () => board.collapse(this, !this.isCollapsed),
    });
    this.emptyText = isWritable ? "No items. Drag one here, or add one." : "No items.";
    this.empty = h("p", { class: "column-empty", hidden: true });
    this.scroller = h("div", { class: "scroller" }, this.list, this.empty);
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.place = h("input", { type: "range", min: "0", step: "1", "data-action": "window" });
    this.place.addEventListener("input", () => this.jump(Number(this.place.value)));
    this.placeText = h("span");
    this.window = h("div", { class: "column-window", hidden: true }, this.placeText, this.place);
    this.foot = isWritable
      ? h(
        "div",
        { class: "column-foot" },
        button({ icon: "add", text: "Add item", kind: "quiet", "data-action": "add-item" }),
      )
      : null;
    this.element = h(
      "section",
      { class: "column", data: { section: section.id }, "aria-labelledby": this.heading.id },
      h(
        "header",
        { class: "column-head" },
        this.grip ?? h("span", { style: { width: "8px" } }),
        this.heading,
        this.counter,
        this.toggle,
        this.menu,
      ),
      this.notice,
      this.scroller,
      this.window,
      this.foot,
    );
    this.element.column = this;
    this.update(section);
    this.setCollapsed(board.collapsed.has(section.id));
  }

  /** Shows the head alone, or the items as well. */
  setCollapsed(isCollapsed) {
    this.isCollapsed = isCollapsed;
    this.element.classList.toggle("collapsed", isCollapsed);
    this.toggle.setAttribute("aria-expanded", String(!isCollapsed));
    this.nameToggle();
  }

  nameToggle() {
    const label = `${this.isCollapsed ? "Expand" : "Collapse"} section ${this.title}`;
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = label;
  }

  /** Whether its rows are on the page. */
  get isOpen() {
    return this.isActive && !this.isCollapsed;
  }

  /** Shows the head of a section. */
  update(section) {
    this.section = section;
    const title = titleOf(section);
    this.title = title;
    this.heading.textContent = title;
    this.heading.title = Object.entries(section.fields).map(([name, value]) => `${name}: ${String(value)}`).join("\n");
    const limit = limitOf(section);
    const isFull = limit !== null && section.count >= limit;
    const found = section.shown === undefined ? "" : `${count(section.shown)} of `;
    this.counter.textContent = found + count(section.count) + (limit === null ? "" : `/${count(limit)}`);
    const items = limit === null ? `${count(section.count)} items` : `${count(section.count)} of at most ${count(limit)} items`;
    this.counter.setAttribute("aria-label", found === "" ? items : `${count(section.shown)} found in ${items}`);
    this.counter.classList.toggle("full", isFull);
    this.grip?.setAttribute("aria-label", `Move section ${title}`);
    this.menu?.setAttribute("aria-label", `Menu of section ${title}`);
    this.menu?.removeAttribute("title");
    this.nameToggle();
    this.empty.textContent = section.shown === undefined || section.count === 0 ? this.emptyText : "Nothing found here.";
    this.place.setAttribute("aria-label", `Position in ${title}`);
  }

  // Windows

  /** The number of items that are shown. */
  get count() {
    return this.section.shown ?? this.section.count;
  }

  /** Shows a window around the first row on the screen, or from an index on. Returns once it is shown. */
  async refresh({ start } = {}) {
    const plan = this.plan(start);
    if (!plan) return;
    const answer = this.board.source.window(this, plan.request);
    if (!(answer instanceof Promise)) {
      this.take(answer);
      this.settle(plan);
      return;
    }
    // What can't be read now is read with the next change, at the latest when the connection is back.
    const found = await answer.catch(() => null);
    if (this.loading !== plan.ticket) return;
    this.take(found);
    this.settle(plan);
    this.board.filled(this);
    if (this.isStale) {
      this.isStale = false;
      this.refresh();
    }
  }

  /** What to ask for; null where nothing is to be shown now. Reads the places of rows, and changes nothing on the page. */
  plan(start) {
    if (!this.isOpen) {
      this.clear();
      return null;
    }
    // Somebody is on the way to another place: what is on the screen now is no anchor.
    if (start === undefined && this.isAway) {
      this.isStale = true;
      return null;
    }
    this.isAway = start !== undefined;
    this.loading = {};
    const held = this.isAway ? [] : this.held();
    const request = { start: start ?? this.start, size: this.size, held: held.map(({ id }) => id) };
    return { ticket: this.loading, held, request };
  }

  /** Shows a window. Reads no places. */
  take(found) {
    this.loading = null;
    this.isAway = false;
    if (!found) return;
    this.start = found.start;
    this.found = found;
    this.fill(this.board.source.withEdits(this.id, found).rows);
  }

  /** Shows edits in the window that is there, before the server has been asked for it again. */
  showEdits() {
    if (this.isOpen && this.found) this.fill(this.board.source.withEdits(this.id, this.found).rows);
  }

  /** Leaves the rows on the screen where they were. */
  settle({ held }) {
    this.hold(held);
    this.showPlace();
  }

  /** The rows on the screen with their distances from the top of the scroller, the first one first. */
  held() {
    if (this.isAtTop) return [];
    const top = this.scroller.getBoundingClientRect().top;
    const bottom = top + this.scroller.clientHeight;
    const held = [];
    for (const item of this.rows) {
      const place = this.nodes.get(item.id)?.getBoundingClientRect();
      if (place && place.bottom > top && place.top < bottom) held.push({ id: item.id, top: place.top - top });
    }
    return held;
  }

  /** Scrolls so that the first of the rows that were on the screen, and is still here, is where it was. */
  hold(held) {
    if (held.length === 0) return;
    const top = this.scroller.getBoundingClientRect().top;
    for (const { id, top: wanted } of held) {
      const node = this.nodes.get(id);
      if (!node) continue;
      this.scroller.scrollTop += node.getBoundingClientRect().top - top - wanted;
      return;
    }
  }

  /** Whether the first item is at the top of what is shown, so that nothing is above it. */
  get isAtTop() {
    return this.start === 0 && this.scrollTop === 0;
  }

  scrolled() {
    this.scrollTop = this.scroller.scrollTop;
    if (this.moving || this.loading || !this.isOpen || this.rows.length === 0) return;
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const end = this.start + this.rows.length;
    let start = this.start;
    const step = Math.max(1, Math.floor(this.size / 3));
    if (scrollTop < MARGIN && this.start > 0) start = Math.max(0, this.start - step);
    else if (scrollHeight - scrollTop - clientHeight < MARGIN && end < this.count) {
      start = Math.min(Math.max(0, this.count - this.size), this.start + step);
    }
    this.showPlace();
    if (start !== this.start) this.shift(start);
  }

  /** Moves the window and leaves the rows on the screen where they are. */
  async shift(start) {
    this.moving = true;
    const held = this.held();
    await this.refresh({ start });
    this.hold(held);
    this.moving = false;
  }

  /** Shows the window that begins at an item. */
  async jump(index) {
    this.moving = true;
    await this.refresh({ start: Math.max(0, Math.min(index, this.count - this.size)) });
    const node = this.nodes.get(this.rows[index - this.start]?.id);
    this.scroller.scrollTop = node ? node.offsetTop - this.list.offsetTop : 0;
    this.showPlace();
    this.moving = false;
  }

  /** Takes all rows out of the page, as when the section is not on the screen. */
  clear() {
    this.loading = null;
    this.isAway = false;
    this.isStale = false;
    if (this.rows.length === 0 && this.list.childElementCount === 0) return;
    const { height } = this.scroller.getBoundingClientRect();
    this.scroller.style.minHeight = `${Math.round(height)}px`;
    this.rows = [];
    for (const [id, node] of this.nodes) if (!isEdited(node)) this.drop(id);
  }

  // Rows

  fill(items) {
    this.scroller.style.minHeight = "";
    this.rows = items;
    const { isEditable, isWritable, selection, marks, source, look } = this.board;
    const wanted = new Set(items.map((item) => item.id));
    for (const [id, node] of this.nodes) {
      if (wanted.has(id)) continue;
      if (isEdited(node)) node.editor.left();
      else this.drop(id);
    }
    // What is in a part that is hidden loses the focus.
    if (items.length > 0) this.list.hidden = false;
    const made = [];
    const nodes = items.map((item) => {
      let node = this.nodes.get(item.id);
      if (!node) {
        node = this.board.takeEdited(item.id);
        if (!node) made.push((node = makeRow(item.id, isEditable)));
        this.nodes.set(item.id, node);
      }
      updateRow(node, item, isEditable, isWritable, look);
      markRow(node, marks.get(item.id));
      markUnsaved(node, source.unsaved.has(item.id));
      selectRow(node, selection.has(item.id));
      return node;
    });
    arrange(this.list, nodes, document.activeElement?.closest?.(".row"));
    for (const node of made) this.board.onrow?.(node);
    this.empty.hidden = this.count > 0;
    this.list.hidden = this.list.childElementCount === 0;
    const isPart = items.length < this.count;
    this.window.hidden = !isPart;
    if (isPart) this.place.max = String(Math.max(0, this.count - 1));
  }

  /** Takes the row of an item out of the page. */
  drop(id) {
    this.nodes.get(id)?.remove();
    this.nodes.delete(id);
  }

  showPlace() {
    if (this.window.hidden) return;
    const top = this.isAtTop ? 0 : this.scroller.getBoundingClientRect().top;
    let first = this.isAtTop ? 0 : this.rows.findIndex((item) => (this.nodes.get(item.id)?.getBoundingClientRect().bottom ?? 0) > top + 1);
    if (first < 0) first = 0;
    const at = this.start + first;
    if (document.activeElement !== this.place) this.place.value = String(at);
    this.place.setAttribute("aria-valuetext", `item ${count(at + 1)} of ${count(this.count)}`);
    this.placeText.textContent = `From item ${count(at + 1)} of ${count(this.count)}`;
  }

  /** Says that changes are held back while somebody drags here; 0: none. */
  showWaiting(number) {
    this.waiting = number;
    this.notice.hidden = number === 0;
    fill(
      this.notice,
      number === 0 ? "" : `${number === 1 ? "1 change" : `${count(number)} changes`} of others, shown after the drop`,
    );
  }
}

/** Shows all windows of columns anew: reads all places, then changes all rows, and then reads again. */
export function refresh(columns) {
  const plans = columns.map((column) => [column, column.board.source.isWhole ? column.plan() : (column.refresh(), null)]);
  const whole = plans.filter(([, plan]) => plan);
  for (const [column, { request }] of whole) column.take(column.board.source.window(column, request));
  for (const [column, plan] of whole) column.settle(plan);
}

function isEdited(row) {
  return row?.classList.contains("editing") ?? false;
}
