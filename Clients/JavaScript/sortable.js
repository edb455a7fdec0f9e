// A list in a page, with items that are dragged by pointer or keyboard.

import { Rows } from "./sortable-rows.js";
import { EdgeScroller } from "./sortable-scroll.js";
import { TEXTS, titleOf } from "./sortable-texts.js";
import { callOut } from "./src/errors.js";

/** Pixels that a mouse or a pen moves before it drags. */
const SLACK_PX = 4;

/** Milliseconds that a finger rests before it drags unless told otherwise, so that it can also scroll. */
const REST_MS = 250;

/** The most items of a list whose rows are all in the page, unless told otherwise. */
const MOST_ROWS = 100;

let attached = 0;

/**
 * @param {import("./arrange").LiveList} list
 * @param {HTMLElement} root
 * @param {import("./sortable").SortableOptions} [options]
 * @returns {() => void}
 */
export function attachSortable(list, root, options = {}) {
  const { section: only, handle, label = titleOf, restMs = REST_MS, mostRows = MOST_ROWS } = options;
  const renderItem = options.renderItem ?? ((row, item) => (row.textContent = titleOf(item)));
  const renderSection = options.renderSection ?? ((heading, section) => (heading.textContent = titleOf(section)));
  /** @type {import("./sortable").SortableTexts} */
  const texts = { ...TEXTS, ...options.texts };
  const { ownerDocument: page } = root;
  const events = new AbortController();
  const { signal } = events;

  const instructions = root.appendChild(page.createElement("p"));
  instructions.id = `arrange-sortable-${++attached}`;
  instructions.hidden = true;
  instructions.textContent = texts.instructions;
  const announcer = root.appendChild(page.createElement("p"));
  announcer.setAttribute("role", "status");
  announcer.setAttribute("aria-live", "assertive");
  Object.assign(announcer.style, {
    position: "absolute", width: "1px", height: "1px", margin: "-1px", overflow: "hidden", clipPath: "inset(50%)",
  });

  const view = new Rows(root, [instructions, announcer], instructions.id, { renderItem, renderSection, mostRows }, only);

  // Showing, at most once for each frame

  let frame = 0;
  let isStale = false;

  function show() {
    isStale = !!frame;
    if (frame) return;
    if (!view.lifted) view.sections = only === undefined ? list.sections : list.sections.filter(({ id }) => id === only);
    view.show();
    markPending();
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (isStale) show();
    });
  }

  /** Marks the rows that the server does not have where they are shown. */
  function markPending() {
    for (const [id, { row }] of view.rows) row.toggleAttribute("data-pending", list.isPending(id));
  }

  function showNow() {
    cancelAnimationFrame(frame);
    frame = 0;
    show();
  }

  // Dragging

  /** @typedef {{ row: HTMLElement, item: import("./arrange").Element, isKeyboard: boolean }} Drag */

  /** @type {Drag | undefined} */
  let drag;

  /**
   * Says what happened to an item.
   *
   * @param {(label: string) => string} text
   * @param {import("./arrange").Element} item
   */
  const announce = (text, item) => callOut(() => (announcer.textContent = text(label(item))));

  /** @param {"lifted" | "moved" | "dropped"} what */
  function announcePlace(what) {
    if (!view.lifted) return;
    const { item, at } = view.lifted;
    const section = view.section(at.section);
    const count = section ? view.count(section) : 0;
    const heading = view.boxes.get(at.section)?.heading?.textContent ?? "";
    announce((name) => texts[what](name, at.index + 1, count, heading), item);
  }

  /**
   * @param {HTMLElement} row
   * @param {boolean} isKeyboard
   */
  function lift(row, isKeyboard) {
    // What waits for the next frame is shown now: the places of rows are those of the list.
    if (isStale) showNow();
    const entry = view.rows.get(row.dataset.id ?? "");
    if (drag || !entry?.item) return;
    // What others change comes when the row is dropped: nothing moves away under the pointer.
    list.pause();
    const { item, section, index } = entry;
    drag = { row, item, isKeyboard };
    row.dataset.dragged = "";
    view.lifted = { item, origin: { section, index }, at: { section, index } };
    announcePlace("lifted");
  }

  /**
   * Shows what is dragged at a place, which is counted without it.
   *
   * @param {string} section
   * @param {number} index
   */
  function place(section, index) {
    const at = view.lifted?.at;
    if (!drag || !view.lifted || !at || (at.section === section && at.index === index)) return;
    view.lifted.at = { section, index };
    view.show(undefined, true);
    if (drag.isKeyboard) {
      focus(drag.row);
      drag.row.scrollIntoView({ block: "nearest" });
    }
    announcePlace("moved");
  }

  /** @param {HTMLElement | undefined} row */
  function focus(row) {
    view.isPlacing = true;
    row?.focus();
    view.isPlacing = false;
  }

  /**
   * What was moved, by the ids of requests.
   *
   * @type {WeakMap<Uint8Array, import("./arrange").Element>}
   */
  const moved = new WeakMap();

  /** @param {boolean} [isCancelled] */
  function drop(isCancelled) {
    if (!drag || !view.lifted) return;
    const { row, item } = drag;
    const { section, index } = view.lifted.at;
    const shown = view.section(section);
    const before = shown && index ? view.item(shown, index - 1)?.id : undefined;
    if (isCancelled) announce(texts.cancelled, item);
    else announcePlace("dropped");
    delete row.dataset.dragged;
    drag = view.lifted = undefined;
    try {
      if (!isCancelled) {
        /** @type {import("./arrange").Destination} */
        const to = before === undefined ? { first: true } : { after: before, ifAnchorMissing: "last" };
        move(item, { section, ...to });
      }
    } catch (error) {
      refused(item, /** @type {import("./arrange").ArrangeError} */ (error));
    }
    showNow();
    list.resume();
  }

  /**
   * @param {import("./arrange").Element} item
   * @param {import("./arrange").Destination} to
   * @param {import("./arrange").PlaceOptions} [how]
   */
  const move = (item, to, how) => void moved.set(list.move(item.id, to, how).requestId, item);

  /**
   * Moves again what takes an effect that somebody agrees to.
   *
   * @param {import("./arrange").Element} item
   * @param {import("./arrange").RefusedMove} refusal
   */
  async function ask(item, { to, allow, error }) {
    try {
      if (!allow.length || !(await options.onEffects?.(allow, item, error))) return refused(item, error);
      move(item, to, { allow });
      showNow();
    } catch (failure) {
      refused(item, /** @type {import("./arrange").ArrangeError} */ (failure));
    }
    return undefined;
  }

  /**
   * @param {import("./arrange").Element} item
   * @param {import("./arrange").ArrangeError} error
   */
  function refused(item, error) {
    announce((name) => texts.refused(name, error.message), item);
    callOut(() => options.onRefused?.(error));
  }

  // Pointers

  /**
   * Where a pointer went down on a row, before it drags.
   *
   * @type {{ row: HTMLElement, x: number, y: number } | undefined}
   */
  let pressed;
  /** The pointer that went down; others are not listened to. */
  let pointerId = 0;
  let press = 0;
  let scrolling = 0;
  let pointer = { x: 0, y: 0 };
  /** Whether the click that comes after a drag is still to come. */
  let isClickDue = false;
  const edges = new EdgeScroller();

  function release() {
    clearTimeout(press);
    cancelAnimationFrame(scrolling);
    scrolling = 0;
    pressed = undefined;
    edges.end();
  }

  /** What is under the pointer; in a shadow tree the document does not say. */
  function underPointer() {
    const tree = /** @type {Document | ShadowRoot} */ (root.getRootNode());
    return tree.elementFromPoint(pointer.x, pointer.y);
  }

  /** Puts the row to where the pointer is. */
  function follow() {
    const under = underPointer();
    if (!drag || !view.lifted || !under || !root.contains(under)) return;
    const row = /** @type {HTMLElement | null} */ (under.closest("li[data-id]"));
    const entry = view.rows.get(row?.dataset.id ?? "");
    const { at } = view.lifted;
    if (row && entry && row !== drag.row) {
      const { top, height } = row.getBoundingClientRect();
      // Places are counted without what is dragged.
      const index = entry.index - Number(entry.section === at.section && at.index < entry.index);
      place(entry.section, pointer.y < top + height / 2 ? index : index + 1);
    } else if (!row) {
      const section = view.sections.find(({ id }) => view.boxes.get(id)?.box.contains(under));
      if (section && section.id !== at.section && !under.closest("li")) place(section.id, view.count(section));
    }
  }

  /** Scrolls while the pointer is at an edge of what scrolls. */
  function scroll() {
    if (!drag) return;
    if (edges.step(underPointer() ?? root, pointer)) follow();
    scrolling = requestAnimationFrame(scroll);
  }

  function begin() {
    if (!pressed) return;
    lift(pressed.row, false);
    pressed = undefined;
    isClickDue = true;
    try {
      // So that it is known where the button is released, also outside of the window.
      root.setPointerCapture(pointerId);
    } catch {
      // There is no such pointer any more.
    }
    scroll();
  }

  root.addEventListener("pointerdown", (event) => {
    isClickDue = false;
    const target = /** @type {Element} */ (event.target);
    const row = /** @type {HTMLElement | null} */ (target.closest("li[data-id]"));
    const isControl = target.closest("a, button, input, select, textarea, [contenteditable]");
    const isHandle = handle !== undefined && target.closest(handle);
    if (drag) return;
    // Two fingers zoom.
    if (pressed && event.pointerId !== pointerId) return release();
    if (!row || event.button || (handle === undefined ? isControl : !isHandle)) return;
    pressed = { row, x: event.clientX, y: event.clientY };
    pointer = pressed;
    pointerId = event.pointerId;
    clearTimeout(press);
    if (event.pointerType === "touch") press = Number(setTimeout(begin, isHandle ? 0 : restMs));
  }, { signal });
  page.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointerId || !(pressed || (drag && !drag.isKeyboard))) return;
    pointer = { x: event.clientX, y: event.clientY };
    if (event.pointerType !== "touch" && !(event.buttons & 1)) {
      // The button was released where nobody saw it.
      release();
      drop(true);
      return;
    }
    if (pressed && Math.hypot(pointer.x - pressed.x, pointer.y - pressed.y) > SLACK_PX) {
      // A finger that moves at once scrolls.
      if (event.pointerType === "touch") release();
      else begin();
    }
    if (drag) {
      event.preventDefault();
      follow();
    }
  }, { signal });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
    page.addEventListener(type, (event) => {
      if (event.pointerId !== pointerId) return;
      release();
      if (drag && !drag.isKeyboard) drop(type === "pointercancel");
    }, { signal });
  }
  root.addEventListener("click", (event) => {
    // Whoever drags does not click, also where the row comes back to its place. Keys click without a pointer.
    if (isClickDue && event.detail) {
      event.preventDefault();
      event.stopPropagation();
    }
    isClickDue = false;
  }, { signal, capture: true });
  // Neither scrolling, nor the selection of text, nor a menu, interferes with dragging.
  for (const type of ["touchmove", "selectstart", "contextmenu", "dragstart"]) {
    root.addEventListener(type, (event) => {
      const isUnwanted = drag || (pressed && type !== "touchmove" && type !== "contextmenu");
      // Once the browser scrolls with a finger, it does not let go, and complains.
      if (isUnwanted && event.cancelable) event.preventDefault();
    }, { signal, passive: false });
  }

  // Keys

  page.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag) {
      event.preventDefault();
      release();
      drop(true);
    }
  }, { signal });
  root.addEventListener("keydown", (event) => {
    const row = /** @type {HTMLElement} */ (event.target);
    const entry = view.rows.get(row.dataset.id ?? "");
    if (entry?.row !== row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { sections } = view;
    const at = sections.findIndex(({ id }) => id === entry.section);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const jump = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const index = entry.index + (step ?? 0);
    const next = sections[at + (step ?? jump ?? 0)];
    if (event.key === " ") {
      // A key that is held down is pressed once.
      if (event.repeat) event.preventDefault();
      else if (drag) drop();
      else lift(row, true);
    } else if (step && drag) {
      if (index >= 0 && index < view.count(sections[at])) place(entry.section, index);
      else if (next) place(next.id, step > 0 ? 0 : view.count(next));
    } else if (jump && drag && next) {
      place(next.id, Math.min(entry.index, view.count(next)));
    } else if (step) {
      focusPlace(at, index, step);
    } else {
      return;
    }
    event.preventDefault();
  }, { signal });

  /**
   * Puts the focus on the row at a place, or on the next one in the direction of `step`.
   *
   * @param {number} at of the section
   * @param {number} index
   * @param {number} step
   */
  function focusPlace(at, index, step) {
    for (let section; (section = view.sections[at]); at += step) {
      const count = view.count(section);
      if (!Number.isFinite(index)) index = step > 0 ? 0 : count - 1;
      const item = view.item(section, index);
      if (item) {
        if (!view.rows.has(item.id)) view.show({ section: section.id, index });
        return focus(view.rows.get(item.id)?.row);
      }
      index = NaN;
    }
  }

  root.addEventListener("focusout", () => {
    if (drag?.isKeyboard && !view.isPlacing) drop(true);
  }, { signal });

  // The list, and what of it is seen

  const ends = [
    list.on("change", () => {
      if (!drag) show();
    }),
    list.on("pending", markPending),
    list.on("refused", (refusal) => {
      const item = moved.get(refusal.requestId);
      if (item) ask(item, refusal);
    }),
  ];
  const scrolled = () => view.isWindowed && show();
  for (const tree of new Set([page, root.getRootNode()])) {
    tree.addEventListener("scroll", scrolled, { signal, capture: true, passive: true });
  }
  page.defaultView?.addEventListener("resize", () => {
    view.forgetScrollers();
    scrolled();
  }, { signal });
  if (list.isLoaded) show();
  return () => {
    drop(true);
    release();
    events.abort();
    cancelAnimationFrame(frame);
    for (const end of ends) end();
    root.replaceChildren();
  };
}
