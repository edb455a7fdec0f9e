// The rows of a list in a page: all of a short list, and of a long one those that are seen, and some around them.

import { Glide, glide } from "./sortable-glide.js";
import { scrollersOf, viewOf } from "./sortable-scroll.js";
import { callOut } from "./src/errors.js";

/** The height of a row, in pixels, before one was measured. */
const ROW_PX = 32;

/** How far from its old place an item is looked for before all of the list is searched. */
const NEAR = 500;

/** The most rows of a section that are in the page. */
const MOST_IN_PAGE = 600;

/** @typedef {import("./arrange").Section} Section */
/** @typedef {import("./arrange").Element} Item */

/**
 * A row, with the item that it shows and its place when it was last shown.
 *
 * @typedef {{ row: HTMLElement, item?: Item, section: string, index: number }} Row
 */

/**
 * A section. `from` and `to` are the indices of the rows that are in the page, `pitch` the pixels from one to the next.
 *
 * @typedef {object} Box
 * @property {HTMLElement} box
 * @property {HTMLElement} [heading]
 * @property {HTMLElement} ol
 * @property {Section} [section]
 * @property {Element[]} [scrollers]
 * @property {HTMLElement[]} spacers
 * @property {number} from
 * @property {number} to
 * @property {number} pitch
 */

/** @typedef {{ section: string, index: number }} Place */

/**
 * What is dragged, where it was, and where it is shown.
 *
 * @typedef {{ item: Item, origin: Place, at: Place }} Lifted
 */

export class Rows {
  /** @type {Map<string, Row>} */
  rows = new Map();
  /** @type {Map<string, Box>} */
  boxes = new Map();
  /** @type {readonly Section[]} */
  sections = [];
  /** @type {Lifted | undefined} */
  lifted;
  /** Whether rows are being put into their places, which can take the focus from them. */
  isPlacing = false;
  #isWindowed = false;
  #gliding = new Glide();

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement[]} first what stands before the sections
   * @param {string} described the id of what describes rows
   * @param {Required<Pick<import("./sortable").SortableOptions, "renderItem" | "renderSection" | "mostRows">>} options
   * @param {string | undefined} only
   */
  constructor(root, first, described, options, only) {
    this.root = root;
    this.first = first;
    this.described = described;
    this.options = options;
    this.only = only;
  }

  // The list with what is dragged

  /** @param {string} id */
  section(id) {
    return this.sections.find((section) => section.id === id);
  }

  /** @param {Section} section */
  count({ id, items }) {
    const { lifted } = this;
    return items.length - Number(lifted?.origin.section === id) + Number(lifted?.at.section === id);
  }

  /**
   * The item that is shown at a place.
   *
   * @param {Section} section
   * @param {number} index
   * @returns {Item | undefined}
   */
  item({ id, items }, index) {
    const { lifted } = this;
    if (!lifted) return items[index];
    if (lifted.at.section === id) {
      if (index === lifted.at.index) return lifted.item;
      if (index > lifted.at.index) index--;
    }
    if (lifted.origin.section === id && index >= lifted.origin.index) index++;
    return items[index];
  }

  /**
   * Where an item is shown that was at some place before.
   *
   * @param {string} id
   * @param {Place} before
   * @returns {Place | undefined}
   */
  find(id, before) {
    if (this.lifted?.item.id === id) return this.lifted.at;
    const section = this.section(before.section);
    for (let away = 0; section && away < NEAR; away++) {
      for (const index of [before.index + away, before.index - away]) {
        if (this.item(section, index)?.id === id) return { section: section.id, index };
      }
    }
    for (const other of this.sections) {
      const index = other.items.findIndex((item) => item.id === id);
      // While something is dragged, what is before it or behind it may be one place further.
      const near = [index - 1, index, index + 1].find((at) => index >= 0 && this.item(other, at)?.id === id);
      if (near !== undefined) return { section: other.id, index: near };
    }
    return undefined;
  }

  // Showing

  /**
   * Shows the list as it is.
   *
   * @param {Place} [keep] a place whose row has to be in the page
   * @param {boolean} [isOwn] whether the user has moved something
   */
  show(keep, isOwn = false) {
    const { root, sections } = this;
    const total = sections.reduce((sum, section) => sum + this.count(section), 0);
    this.#isWindowed = total > this.options.mostRows;
    const focused = /** @type {HTMLElement | null} */ (/** @type {Document} */ (root.getRootNode()).activeElement);
    const kept = keep ? [keep] : [];
    const entry = this.#entryOf(focused);
    const place = entry && this.find(entry[0], entry[1]);
    if (place) kept.push(place);
    if (this.lifted) kept.push(this.lifted.at);

    // Everything is measured before anything is written.
    const places = this.#gliding.places(this.rows.values(), isOwn);
    const plans = sections.map((section) => ({ section, ...this.#plan(section) }));

    this.isPlacing = true;
    /** @type {Set<string>} */
    const ids = new Set();
    const shown = plans.map(({ section, from, to }) => {
      const entry = this.boxes.get(section.id) ?? this.#makeBox(section.id);
      if (entry.heading && entry.section !== section) callOut(this.options.renderSection, entry.heading, section);
      Object.assign(entry, { section, from, to });
      this.#fill(entry, section, kept, ids);
      return entry.box;
    });
    const wanted = new Set(sections.map(({ id }) => id));
    for (const id of this.boxes.keys()) if (!wanted.has(id)) this.boxes.delete(id);
    for (const id of this.rows.keys()) if (!ids.has(id)) this.rows.delete(id);
    arrange(root, [...this.first, ...shown]);
    const { activeElement } = /** @type {Document} */ (root.getRootNode());
    if (focused && focused !== activeElement && root.contains(focused)) focused.focus({ preventScroll: true });
    this.isPlacing = false;

    root.style.overflowAnchor = this.#isWindowed ? "none" : "";
    for (const { anchor } of plans) this.#settle(anchor);
    if (this.#isWindowed) for (const box of this.boxes.values()) this.#measure(box);
    glide(places);
  }

  /** @param {Element | null} element */
  #entryOf(element) {
    const id = /** @type {HTMLElement | null} */ (element?.closest?.("li[data-id]") ?? null)?.dataset.id;
    const entry = id === undefined ? undefined : this.rows.get(id);
    return entry && entry.row.contains(element) ? /** @type {const} */ ([/** @type {string} */ (id), entry]) : undefined;
  }

  /**
   * Which rows of a section are to be in the page, and the row that must not move on the screen.
   *
   * @param {Section} section
   * @returns {{ from: number, to: number, anchor?: { row: HTMLElement, top: number, box: Box } }}
   */
  #plan(section) {
    const count = this.count(section);
    if (!this.#isWindowed) return { from: 0, to: count };
    const box = this.boxes.get(section.id);
    if (!box?.ol.isConnected) return { from: 0, to: Math.min(count, 2 * Math.ceil(innerHeight / ROW_PX)) };
    box.scrollers ??= scrollersOf(box.ol);
    const views = box.scrollers.map(viewOf);
    const top = Math.max(...views.map((view) => view.top));
    const height = Math.max(0, Math.min(...views.map(({ bottom }) => bottom)) - top);
    const room = Math.min(Math.ceil(height / box.pitch) + 1, MOST_IN_PAGE / 3);
    const { clientTop, scrollTop } = box.ol;
    let first = Math.floor((top - (box.ol.getBoundingClientRect().top + clientTop - scrollTop)) / box.pitch);

    // Rows that are seen stay where they are, whatever comes before them.
    /** @type {{ row: HTMLElement, top: number, index: number, by: number }[]} */
    const seen = [];
    for (const entry of this.#rowsOf(box)) {
      const rect = entry.row.getBoundingClientRect();
      if (rect.bottom <= top || rect.top >= top + height || entry.item === this.lifted?.item) continue;
      const now = this.find(/** @type {Item} */ (entry.item).id, entry);
      if (now?.section === section.id) {
        seen.push({ row: entry.row, top: rect.top, index: now.index, by: now.index - entry.index });
      }
    }
    let anchor;
    // At its very beginning, a list shows what comes first.
    if (seen.length && box.scrollers.some((scroller) => scroller.scrollTop > 0)) {
      const by = seen.map((one) => one.by).sort((a, b) => a - b)[seen.length >> 1];
      const still = seen.find((one) => one.by === by);
      if (still) anchor = { row: still.row, top: still.top, box };
      if (still) first = still.index;
    }
    if (first > count + room || first < -2 * room) return { from: 0, to: 0 };
    // What is in the page stays there as long as it is enough.
    const { from, to } = box;
    const isEnough = from <= Math.max(0, first - room / 2) && to >= Math.min(count, first + 1.5 * room) && to <= count;
    if (isEnough && to - from <= MOST_IN_PAGE) return { from, to, anchor };
    return { from: Math.min(count, Math.max(0, first - room)), to: Math.max(0, Math.min(count, first + 2 * room)), anchor };
  }

  /** @param {Box} box */
  #rowsOf({ ol }) {
    const entries = [...ol.children].map((row) => this.rows.get(/** @type {HTMLElement} */ (row).dataset.id ?? ""));
    return /** @type {Row[]} */ (entries.filter((entry) => entry?.item));
  }

  /**
   * Puts the rows of a section into it, with room for those that are not in the page.
   *
   * @param {Box} box
   * @param {Section} section
   * @param {Place[]} kept
   * @param {Set<string>} ids of the rows that are shown
   */
  #fill(box, section, kept, ids) {
    const count = this.count(section);
    const indices = new Set(kept.filter((place) => place.section === section.id).map(({ index }) => index));
    for (let index = box.from; index < box.to; index++) indices.add(index);
    const sorted = [...indices].filter((index) => index >= 0 && index < count).sort((a, b) => a - b);
    /** @type {HTMLElement[]} */
    const children = [];
    let next = 0;
    let spacers = 0;
    for (const index of [...sorted, count]) {
      if (index > next) children.push(this.#spacer(box, spacers++, (index - next) * box.pitch));
      next = index + 1;
      const item = index < count ? this.item(section, index) : undefined;
      if (!item) continue;
      ids.add(item.id);
      const entry = this.rows.get(item.id) ?? this.#makeRow(item.id);
      if (entry.item !== item) callOut(this.options.renderItem, entry.row, item);
      Object.assign(entry, { item, section: section.id, index });
      if (this.#isWindowed || entry.row.hasAttribute("value")) this.#number(entry.row, index, count);
      children.push(entry.row);
    }
    arrange(box.ol, children);
  }

  /**
   * Says which row it is, where not all are in the page.
   *
   * @param {HTMLElement} row
   * @param {number} index
   * @param {number} count
   */
  #number(row, index, count) {
    const numbers = { value: index + 1, "aria-posinset": index + 1, "aria-setsize": count };
    for (const [name, number] of Object.entries(numbers)) {
      if (!this.#isWindowed) row.removeAttribute(name);
      else if (row.getAttribute(name) !== String(number)) row.setAttribute(name, String(number));
    }
  }

  /**
   * @param {Box} box
   * @param {number} index
   * @param {number} height
   */
  #spacer(box, index, height) {
    const spacer = (box.spacers[index] ??= this.root.ownerDocument.createElement("li"));
    spacer.setAttribute("aria-hidden", "true");
    spacer.style.cssText =
      "display: block; visibility: hidden; box-sizing: border-box; margin: 0; padding: 0; border: 0; min-height: 0; " +
      `flex: none; grid-column: 1 / -1; height: ${height}px`;
    return spacer;
  }

  /** @param {string} id */
  #makeBox(id) {
    const { ownerDocument: page } = this.root;
    const ol = page.createElement("ol");
    ol.dataset.section = id;
    /** @type {Box} */
    const entry = { box: ol, ol, spacers: [], from: 0, to: 0, pitch: ROW_PX };
    if (this.only === undefined) {
      entry.box = page.createElement("section");
      entry.heading = entry.box.appendChild(page.createElement("h3"));
      entry.box.append(ol);
    }
    this.boxes.set(id, entry);
    return entry;
  }

  /** @param {string} id */
  #makeRow(id) {
    const row = this.root.ownerDocument.createElement("li");
    row.dataset.id = id;
    row.tabIndex = 0;
    row.setAttribute("aria-describedby", this.described);
    /** @type {Row} */
    const entry = { row, section: "", index: 0 };
    this.rows.set(id, entry);
    return entry;
  }

  // Measuring

  /**
   * Scrolls so that a row stays where it was on the screen.
   *
   * @param {{ row: HTMLElement, top: number, box: Box } | undefined} anchor
   */
  #settle(anchor) {
    if (!anchor?.row.isConnected || !anchor.box.scrollers) return;
    const by = anchor.row.getBoundingClientRect().top - anchor.top;
    const scroller = anchor.box.scrollers.find(({ scrollTop }) => scrollTop > 0);
    if (scroller && Math.abs(by) >= 1) scroller.scrollBy({ top: by, behavior: /** @type {any} */ ("instant") });
  }

  /** @param {Box} box */
  #measure(box) {
    const rows = this.#rowsOf(box).filter(({ index }) => index >= box.from && index < box.to);
    if (rows.length < 2) return;
    const [first, last] = [rows[0], rows[rows.length - 1]];
    const distance = last.row.getBoundingClientRect().top - first.row.getBoundingClientRect().top;
    const pitch = distance / (last.index - first.index);
    if (pitch > 1 && Math.abs(pitch - box.pitch) > 0.5) box.pitch = pitch;
  }

  /** What scrolls may be something else now. */
  forgetScrollers() {
    for (const box of this.boxes.values()) box.scrollers = undefined;
  }

  /** Whether there are rows that are not in the page. */
  get isWindowed() {
    return this.#isWindowed;
  }
}

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
