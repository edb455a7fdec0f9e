// Dragging with a mouse, a pen or a finger.
//
// A mouse lifts once it has moved a little; a finger at the grip at once, and elsewhere on an item after it has rested
// there, so that it can scroll.

import { h, isInControl } from "../shared/dom.js";
import { glide } from "./flip.js";
import { Lift } from "./lift.js";
import { INDENT } from "./tree-rows.js";

/** How far a mouse moves before it drags, in pixels. */
const DISTANCE = 5;
/** How long a finger rests before it lifts, in milliseconds. */
const REST = 350;
/** How close to an edge dragging scrolls, in pixels, and how fast at most, in pixels each frame. */
const EDGE = 56;
const SPEED = 18;

export function setUpDragging(board, actions) {
  const { list } = board;
  if (board.isEditable) list.addEventListener("pointerdown", (event) => new Press(board, actions, event).begin());
}

/** A pointer that is down, and may come to drag. */
class Press {
  constructor(board, actions, event) {
    this.board = board;
    this.actions = actions;
    this.event = event;
    this.point = { x: event.clientX, y: event.clientY };
    this.abort = new AbortController();
  }

  begin() {
    const { event } = this;
    if (event.button !== 0 || this.board.lift || !event.isPrimary) return;
    const grip = event.target.closest(".grip");
    this.section = grip?.matches("[data-action=lift-section]") ? grip.closest(".column") : null;
    this.row = this.section ? null : event.target.closest(".row");
    if (!this.section && !this.row) return;
    if (!grip && isInControl(event.target)) return;
    if (this.row?.classList.contains("editing")) return;
    const { signal } = this.abort;
    const options = { signal, passive: false };
    addEventListener("pointermove", (move) => this.moved(move), options);
    addEventListener("pointerup", (up) => this.released(up), options);
    addEventListener("pointercancel", ({ pointerId }) => pointerId === event.pointerId && this.stop(), options);
    addEventListener("blur", () => this.stop(), options);
    addEventListener(
      "keydown",
      (key) => key.key === "Escape" && this.lift && (key.preventDefault(), this.stop()),
      { signal, capture: true },
    );
    // Once the browser scrolls with a finger, it does not let go, and complains.
    addEventListener("touchmove", (touch) => this.lift && touch.cancelable && touch.preventDefault(), options);
    addEventListener("contextmenu", (menu) => this.lift && menu.preventDefault(), options);
    if (event.pointerType === "touch") {
      if (grip) this.start();
      else this.timer = setTimeout(() => this.start(), REST);
    }
  }

  moved(event) {
    if (event.pointerId !== this.event.pointerId) return;
    // The button was released where the page did not hear of it, as outside of the window.
    if (event.pointerType === "mouse" && (event.buttons & 1) === 0) {
      this.stop();
      return;
    }
    this.point = { x: event.clientX, y: event.clientY };
    if (!this.lift) {
      const distance = Math.hypot(this.point.x - this.event.clientX, this.point.y - this.event.clientY);
      if (distance < DISTANCE) return;
      if (this.event.pointerType === "touch") {
        this.stop();
        return;
      }
      this.start();
    }
    event.preventDefault();
  }

  start() {
    clearTimeout(this.timer);
    if (this.lift || this.board.lift) return;
    const id = this.row?.dataset.id ?? this.section.dataset.section;
    const ids = this.row ? this.board.group(id) : [id];
    const source = this.row ?? this.section.querySelector(".column-head");
    const place = source.getBoundingClientRect();
    this.offset = { x: this.event.clientX - place.left, y: this.event.clientY - place.top };
    this.lift = new Lift(this.board, this.actions, this.row ? "items" : "section", ids);
    this.depth = this.lift.depth;
    this.ghost = makeGhost(source, place.width, this.lift.ids.length);
    document.body.append(this.ghost);
    getSelection()?.removeAllRanges();
    this.follow();
    this.frame = requestAnimationFrame(() => this.scroll());
  }

  /** Moves what is dragged to the pointer, and finds where it would go. */
  follow() {
    const { x, y } = this.point;
    this.ghost.style.transform = `translate(${x - this.offset.x}px, ${y - this.offset.y}px) rotate(1deg)`;
    const under = document.elementFromPoint(x, y);
    if (!under || !this.board.element.contains(under)) return;
    if (this.section) this.aimSection(x, y);
    else {
      const column = under.closest(".column")?.column ?? this.nearest(x, y);
      // In a view of an outline the pointer says how deep the row goes, by how far it was moved to a side within a column.
      if (this.depth > 0 && column === this.board.columnOf(this.row)) {
        this.lift.depth = Math.max(1, this.depth + Math.round((x - this.event.clientX) / INDENT));
      }
      if (column) this.aim(column, y);
    }
  }

  nearest(x, y) {
    const isBeside = (column) => {
      const place = column.element.getBoundingClientRect();
      return this.board.layout === "columns" ? x >= place.left && x <= place.right : y >= place.top && y <= place.bottom;
    };
    return this.board.ordered.find(isBeside);
  }

  aim(column, y) {
    const rows = this.lift.rowsOf(column);
    let index = rows.length;
    for (let at = 0; at < rows.length; at += 1) {
      const place = column.nodes.get(rows[at].id).getBoundingClientRect();
      if (y < place.top + place.height / 2) {
        index = at;
        break;
      }
    }
    this.lift.aim(column, index);
  }

  aimSection(x, y) {
    const isUpright = this.board.layout === "columns";
    const others = this.board.ordered.filter((column) => !this.lift.lifted.has(column.id));
    const next = others.find((column) => {
      const place = column.element.getBoundingClientRect();
      return isUpright ? x < place.left + place.width / 2 : y < place.top + place.height / 2;
    });
    this.lift.aimSection(next?.id ?? null);
  }

  /** Scrolls while the pointer is near an edge. */
  scroll() {
    if (!this.lift) return;
    const { x, y } = this.point;
    const speed = (at, start, end) => {
      if (at < start + EDGE) return -SPEED * Math.min(1, (start + EDGE - at) / EDGE);
      return at > end - EDGE ? SPEED * Math.min(1, (at - end + EDGE) / EDGE) : 0;
    };
    const all = this.board.list.getBoundingClientRect();
    const scroller = this.lift.column?.scroller;
    const own = scroller?.getBoundingClientRect();
    if (own && x > own.left && x < own.right) scroller.scrollTop += speed(y, own.top, own.bottom);
    if (this.board.layout === "columns") {
      this.board.list.scrollLeft += speed(x, Math.max(0, all.left), Math.min(innerWidth, all.right));
    } else this.board.list.scrollTop += speed(y, all.top, all.bottom);
    this.follow();
    this.frame = requestAnimationFrame(() => this.scroll());
  }

  released(event) {
    if (event.pointerId !== this.event.pointerId) return;
    const { lift } = this;
    if (!lift) {
      this.stop();
      return;
    }
    this.point = { x: event.clientX, y: event.clientY };
    this.follow();
    this.lift = null;
    event.preventDefault();
    swallowClick();
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const isOnBoard = under !== null && this.board.element.contains(under);
    const from = this.ghost.getBoundingClientRect();
    const { ghost } = this;
    this.ghost = null;
    this.stop();
    if (!isOnBoard) lift.cancel();
    else lift.drop();
    ghost.remove();
    const row = lift.kind === "items" ? this.board.row(lift.ids[0]) : null;
    if (row && isOnBoard) glide(row, from);
  }

  stop() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.abort.abort();
    this.ghost?.remove();
    this.lift?.cancel();
    this.lift = null;
  }
}

function makeGhost(source, width, number) {
  const copy = source.cloneNode(true);
  copy.classList.remove("lifted", "selected");
  copy.removeAttribute("tabindex");
  copy.querySelector(".row-mark")?.remove();
  for (const control of copy.querySelectorAll("input, button")) control.tabIndex = -1;
  copy.style.width = `${width}px`;
  return h(
    "div",
    { class: "ghost", "aria-hidden": "true", inert: true },
    copy,
    number > 1 ? h("span", { class: "ghost-count", text: String(number) }) : null,
  );
}

/** How long after the release of a drag a click is one of its own, in milliseconds. */
const CLICK_TIME = 300;

/** The release of a drag is no click. */
function swallowClick() {
  const ending = new AbortController();
  const { signal } = ending;
  const swallow = (event) => {
    event.stopPropagation();
    event.preventDefault();
    ending.abort();
  };
  addEventListener("click", swallow, { capture: true, signal });
  // What is pressed anew is a click.
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => ending.abort(), { capture: true, signal });
  setTimeout(() => ending.abort(), CLICK_TIME);
}
