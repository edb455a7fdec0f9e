// A list in a page, with items that are dragged by pointer or keyboard.

/** Pixels that a mouse or a pen moves before it drags. */
const SLACK_PX = 4;

/** Milliseconds that a finger rests before it drags unless told otherwise, so that it can also scroll. */
const REST_MS = 250;

/** Pixels at the edge of the window where dragging scrolls, and how far it does for each frame. */
const EDGE_PX = 48;
const SCROLL_PX = 12;

/** The most rows that glide to their places; with more they are there at once. */
const MOST_GLIDING = 200;

/** Milliseconds in which a row glides. */
const GLIDE_MS = 160;

/** @type {import("./sortable").SortableTexts} */
const TEXTS = {
  instructions: "Press Space to move this item, arrow keys to choose a place, Space to drop it, Escape to cancel.",
  lifted: (label, position, count) => `${label} lifted, position ${position} of ${count}.`,
  moved: (label, position, count, section) => `${label}, position ${position} of ${count}${section && ` in ${section}`}.`,
  dropped: (label, position, count, section) =>
    `${label} dropped at position ${position} of ${count}${section && ` in ${section}`}.`,
  cancelled: (label) => `${label} put back.`,
  refused: (label, reason) => `${label} could not be moved: ${reason}.`,
};

/** @param {import("./arrange").Element} element */
function titleOf({ id, fields }) {
  return String(fields.title ?? id);
}

let attached = 0;

/**
 * @param {import("./arrange").LiveList} list
 * @param {HTMLElement} root
 * @param {import("./sortable").SortableOptions} [options]
 * @returns {() => void}
 */
export function attachSortable(list, root, options = {}) {
  const { section: only, handle, label = titleOf, restMs = REST_MS } = options;
  const renderItem = options.renderItem ?? ((row, item) => (row.textContent = titleOf(item)));
  const renderSection = options.renderSection ?? ((heading, section) => (heading.textContent = titleOf(section)));
  /** @type {import("./sortable").SortableTexts} */
  const texts = { ...TEXTS, ...options.texts };
  const { ownerDocument: page } = root;
  const events = new AbortController();
  const { signal } = events;

  /** @typedef {{ row: HTMLElement, item?: import("./arrange").Element }} Row */
  /** @typedef {{ box: HTMLElement, heading?: HTMLElement, ol: HTMLElement, section?: import("./arrange").Section }} Box */
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {Map<string, Box>} */
  const boxes = new Map();

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

  // Showing

  const shownSections = () => (only === undefined ? list.sections : list.sections.filter(({ id }) => id === only));

  /**
   * Puts children into their order, and moves no others than those that are not in it.
   *
   * @param {HTMLElement} parent
   * @param {HTMLElement[]} children
   */
  function arrange(parent, children) {
    const wanted = new Set(children);
    for (const child of [...parent.children]) if (!wanted.has(/** @type {HTMLElement} */ (child))) child.remove();
    let next = parent.firstElementChild;
    children.forEach((child, index) => {
      // What stands here may have gone further down, and then only it has to move.
      if (next && next !== child && next.nextElementSibling === child && children[index + 1] !== next) {
        const gone = next;
        next = child;
        gone.remove();
      }
      if (next === child) next = child.nextElementSibling;
      else parent.insertBefore(child, next);
    });
  }

  /** Shows the list as it is. */
  function show() {
    const focused = /** @type {HTMLElement | null} */ (page.activeElement);
    const places = measure();
    const sections = shownSections();
    /** @type {Set<string>} */
    const ids = new Set();
    const shown = sections.map((section) => {
      const entry = boxes.get(section.id) ?? makeBox(section.id);
      if (entry.heading && entry.section !== section) renderSection(entry.heading, section);
      entry.section = section;
      const children = section.items.map((item) => {
        ids.add(item.id);
        const found = rows.get(item.id) ?? makeRow(item.id);
        if (found.item !== item) renderItem(found.row, item);
        found.item = item;
        return found.row;
      });
      arrange(entry.ol, children);
      return entry.box;
    });
    const wanted = new Set(sections.map(({ id }) => id));
    for (const id of boxes.keys()) if (!wanted.has(id)) boxes.delete(id);
    for (const id of rows.keys()) if (!ids.has(id)) rows.delete(id);
    arrange(root, [instructions, announcer, ...shown]);
    if (focused && focused !== page.activeElement && root.contains(focused)) focused.focus({ preventScroll: true });
    glide(places);
  }

  /** @param {string} id */
  function makeBox(id) {
    const ol = page.createElement("ol");
    ol.dataset.section = id;
    /** @type {Box} */
    const entry = { box: ol, ol };
    if (only === undefined) {
      entry.box = page.createElement("section");
      entry.heading = entry.box.appendChild(page.createElement("h3"));
      entry.box.append(ol);
    }
    boxes.set(id, entry);
    return entry;
  }

  /** @param {string} id */
  function makeRow(id) {
    const row = page.createElement("li");
    row.dataset.id = id;
    row.tabIndex = 0;
    row.setAttribute("aria-describedby", instructions.id);
    /** @type {Row} */
    const entry = { row };
    rows.set(id, entry);
    return entry;
  }

  /** Where rows are, if they are to glide from there. */
  function measure() {
    const isCalm = page.defaultView?.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isCalm || rows.size > MOST_GLIDING) return undefined;
    return new Map([...rows.values()].map(({ row }) => [row, row.getBoundingClientRect()]));
  }

  /** @param {Map<HTMLElement, DOMRect> | undefined} places */
  function glide(places) {
    for (const [row, { left, top, width }] of places ?? []) {
      if (!row.isConnected || !width || row === drag?.row) continue;
      const now = row.getBoundingClientRect();
      if (now.left === left && now.top === top) continue;
      const from = `translate(${left - now.left}px, ${top - now.top}px)`;
      row.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-out" });
    }
  }

  // Dragging

  /**
   * The row that is dragged, and how.
   *
   * @type {{ row: HTMLElement, item: import("./arrange").Element, isKeyboard: boolean } | undefined}
   */
  let drag;

  /** @param {keyof Omit<import("./sortable").SortableTexts, "instructions" | "refused">} what */
  function announce(what) {
    if (!drag) return;
    const { ol, siblings, index } = placeOf(drag.row);
    const section = only === undefined ? ol.previousElementSibling?.textContent ?? "" : "";
    announcer.textContent = texts[what](label(drag.item), index + 1, siblings.length, section);
  }

  /** @param {HTMLElement} row */
  function placeOf(row) {
    const ol = /** @type {HTMLElement} */ (row.parentElement);
    const siblings = /** @type {HTMLElement[]} */ ([...ol.children]);
    return { ol, siblings, index: siblings.indexOf(row) };
  }

  /**
   * @param {HTMLElement} row
   * @param {boolean} isKeyboard
   */
  function lift(row, isKeyboard) {
    const item = rows.get(row.dataset.id ?? "")?.item;
    if (drag || !item) return;
    drag = { row, item, isKeyboard };
    row.dataset.dragged = "";
    // What others change comes when the row is dropped: nothing moves away under the pointer.
    list.pause();
    announce("lifted");
  }

  /**
   * Puts the row that is dragged into a list, before another row.
   *
   * @param {Element} ol
   * @param {Element | null} next
   */
  function place(ol, next) {
    if (!drag || next === drag.row || (drag.row.parentElement === ol && drag.row.nextElementSibling === next)) return;
    const places = measure();
    const { row, isKeyboard } = drag;
    isPlacing = true;
    ol.insertBefore(row, next);
    if (isKeyboard) row.focus();
    isPlacing = false;
    glide(places);
    if (isKeyboard) row.scrollIntoView({ block: "nearest" });
    announce("moved");
  }

  /**
   * What was moved, by the ids of requests.
   *
   * @type {WeakMap<Uint8Array, import("./arrange").Element>}
   */
  const moved = new WeakMap();

  /** Whether the focus is lost only since the row is put elsewhere. */
  let isPlacing = false;

  /** @param {boolean} [isCancelled] */
  function drop(isCancelled) {
    if (!drag) return;
    const { row, item } = drag;
    const { ol, siblings, index } = placeOf(row);
    announce(isCancelled ? "cancelled" : "dropped");
    delete row.dataset.dragged;
    drag = undefined;
    const section = ol.dataset.section ?? "";
    const before = siblings[index - 1]?.dataset.id;
    try {
      if (!isCancelled) {
        /** @type {import("./arrange").Destination} */
        const to = before === undefined ? { first: true } : { after: before, ifAnchorMissing: "last" };
        moved.set(list.move(item.id, { section, ...to }).requestId, item);
      }
    } catch (error) {
      refused(item, /** @type {import("./arrange").ArrangeError} */ (error));
    }
    show();
    list.resume();
  }

  /**
   * @param {import("./arrange").Element} item
   * @param {import("./arrange").ArrangeError} error
   */
  function refused(item, error) {
    announcer.textContent = texts.refused(label(item), error.message);
    options.onRefused?.(error);
  }

  // Pointers

  /**
   * Where a pointer went down on a row, before it drags.
   *
   * @type {{ row: HTMLElement, x: number, y: number } | undefined}
   */
  let pressed;
  let press = 0;
  let scrolling = 0;
  let pointer = { x: 0, y: 0 };

  function release() {
    clearTimeout(press);
    cancelAnimationFrame(scrolling);
    scrolling = 0;
    pressed = undefined;
  }

  /** Puts the row to where the pointer is. */
  function follow() {
    const under = page.elementFromPoint(pointer.x, pointer.y);
    if (!drag || !under || !root.contains(under)) return;
    const row = under.closest("li[data-id]");
    const box = [...boxes.values()].find(({ box }) => box.contains(under));
    if (row && row !== drag.row && row.parentElement) {
      const { top, height } = row.getBoundingClientRect();
      place(row.parentElement, pointer.y < top + height / 2 ? row : row.nextElementSibling);
    } else if (box && !row && box.ol !== drag.row.parentElement) {
      place(box.ol, null);
    }
  }

  /** Scrolls while the pointer is at an edge of the window. */
  function scroll() {
    const height = page.defaultView?.innerHeight ?? 0;
    const by = pointer.y < EDGE_PX ? -SCROLL_PX : pointer.y > height - EDGE_PX ? SCROLL_PX : 0;
    if (by) page.defaultView?.scrollBy(0, by);
    if (by) follow();
    scrolling = requestAnimationFrame(scroll);
  }

  function begin() {
    if (!pressed) return;
    lift(pressed.row, false);
    pressed = undefined;
    scroll();
  }

  root.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const row = /** @type {HTMLElement | null} */ (target.closest("li[data-id]"));
    const isControl = target.closest("a, button, input, select, textarea, [contenteditable]");
    const isHandle = handle !== undefined && target.closest(handle);
    if (!row || drag || event.button || (handle === undefined ? isControl : !isHandle)) return;
    pressed = { row, x: event.clientX, y: event.clientY };
    pointer = pressed;
    clearTimeout(press);
    if (event.pointerType === "touch") press = Number(setTimeout(begin, isHandle ? 0 : restMs));
  }, { signal });
  page.addEventListener("pointermove", (event) => {
    pointer = { x: event.clientX, y: event.clientY };
    if (pressed && Math.hypot(pointer.x - pressed.x, pointer.y - pressed.y) > SLACK_PX) {
      // A finger that moves at once scrolls.
      if (event.pointerType === "touch") release();
      else begin();
    }
    if (drag && !drag.isKeyboard) {
      event.preventDefault();
      follow();
    }
  }, { signal });
  page.addEventListener("pointerup", () => {
    release();
    if (drag && !drag.isKeyboard) drop();
  }, { signal });
  page.addEventListener("pointercancel", () => {
    release();
    if (drag && !drag.isKeyboard) drop(true);
  }, { signal });
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
    if (row.dataset.id === undefined || !rows.has(row.dataset.id) || event.ctrlKey || event.metaKey || event.altKey) return;
    const lists = [...boxes.values()].map(({ ol }) => ol).filter((ol) => ol.isConnected);
    lists.sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
    const { ol, siblings, index } = placeOf(row);
    const at = lists.indexOf(ol);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const jump = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === " ") {
      if (drag) drop();
      else lift(row, true);
    } else if (step && drag) {
      const next = siblings[step > 0 ? index + 2 : index - 1];
      if (siblings[index + step]) place(ol, next ?? null);
      else if (lists[at + step]) place(lists[at + step], step > 0 ? lists[at + step].firstElementChild : null);
    } else if (jump && drag && lists[at + jump]) {
      place(lists[at + jump], lists[at + jump].children[index] ?? null);
    } else if (step) {
      const all = lists.flatMap((one) => /** @type {HTMLElement[]} */ ([...one.children]));
      all[all.indexOf(row) + step]?.focus();
    } else {
      return;
    }
    event.preventDefault();
  }, { signal });
  root.addEventListener("focusout", () => {
    if (drag?.isKeyboard && !isPlacing) drop(true);
  }, { signal });

  // The list

  const ends = [
    list.on("change", () => {
      if (!drag) show();
    }),
    list.on("refused", ({ requestId, error }) => {
      const item = moved.get(requestId);
      if (item) refused(item, error);
    }),
  ];
  if (list.isLoaded) show();
  return () => {
    drop(true);
    release();
    events.abort();
    for (const end of ends) end();
    root.replaceChildren();
  };
}
