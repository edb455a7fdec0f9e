// The updates of an outline: as those of a flat list, with what only outlines have.

import { failedPrecondition } from "./errors.js";
import { Folding } from "./tree-folding.js";
import { TreeList } from "./tree-list.js";
import { following } from "./updates.js";

/** @typedef {import("./generated/types").ListSize} ListSize */
/** @typedef {import("./generated/types").SnapshotPage} SnapshotPage */
/** @typedef {import("./generated/types").SubscribeResponse} SubscribeResponse */
/** @typedef {import("../trees").TreeSection} TreeSection */

/**
 * @param {import("./core").Core} core
 * @param {string} name
 * @param {import("../trees").OutlineOptions} options
 * @param {boolean} [isResumed] whether the reader had updates before
 * @param {(update: import("../trees").OutlineUpdate) => Promise<boolean>} [accept] whether an update fits the reader's list
 */
export function outlineUpdates(core, name, options, isResumed, accept) {
  const folding = options.folding ?? new Folding();
  const { lazy, items, sections } = folding;
  const isFolded = lazy || items.length > 0 || sections.length > 0;
  /** @type {import("./updates").SubscribeOptions} */
  const asked = { ...options, profile: "tree", folding: isFolded ? { lazy, items, sections } : undefined };
  return following(core, name, asked, reader(folding), isResumed, accept);
}

/**
 * Reads the messages of a subscription: pages are joined, and a batch has to follow the update before.
 *
 * @param {import("../trees").Folding} folding
 * @returns {import("./updates").Reader<import("../trees").OutlineUpdate>}
 */
function reader(folding) {
  /** @type {Pages | undefined} */
  let pages;
  /**
   * What there is after the last update, unless the outline is asked for anew; of one that was stored only the token says.
   *
   * @type {{ version: number, epoch: bigint, size?: ListSize } | undefined}
   */
  let known;
  return (message, isFresh, last) => {
    const { version, epoch, resumeToken, ownRequestIds, authors, snapshot, tree, progress, batch } = message;
    const notes = { version, epoch, resumeToken, ownRequestIds, authors };
    if (batch) throw failedPrecondition("the collection is no outline; follow it with updates");
    if (isFresh) pages = undefined;
    if (!last) known = undefined;
    if (snapshot) {
      if (snapshot.page === 0) pages = new Pages(message, snapshot);
      if (!pages?.append(message, snapshot)) return false;
      if (!snapshot.last) return undefined;
      const list = pages.list(folding);
      pages = undefined;
      known = { version, epoch, size: snapshot.size };
      return resumeToken.length > 0 && !!list && { ...notes, type: "outline", list, reason: snapshot.reason };
    }
    if (pages || !(tree ?? progress) || !resumeToken.length) return false;
    if (known && (epoch !== known.epoch || version < known.version)) return false;
    if (!tree) {
      known = { version, epoch, size: known?.size };
      return { ...notes, type: "progress" };
    }
    const { fromVersion, commits, before, after } = tree;
    const from = known?.version ?? fromVersion;
    // The server passes over versions at which nothing visible changed, but a stream that is opened begins at its token.
    if (fromVersion > version || fromVersion < from || (isFresh && fromVersion > from)) return false;
    if (known?.size && !isSame(known.size, before)) return false;
    known = { version, epoch, size: after };
    return { ...notes, type: "batch", batch: tree, from, commits };
  };
}

/**
 * @param {ListSize | undefined} a
 * @param {ListSize | undefined} b
 */
const isSame = (a, b) => !!a && a.sections === b?.sections && a.items === b.items;

/** The pages of a snapshot. */
class Pages {
  /** @type {(TreeSection & { items: any[], depths: number[], counts: any[] })[]} */
  #sections = [];
  #next = 0;

  /**
   * @param {SubscribeResponse} message
   * @param {SnapshotPage} page
   */
  constructor({ version, epoch }, { reason, size }) {
    this.head = { version, epoch, reason, size };
  }

  /**
   * Adds the next page.
   *
   * @param {SubscribeResponse} message
   * @param {SnapshotPage} page
   * @returns {boolean} false if it does not follow the ones before
   */
  append({ version, epoch }, { page, reason, size, sections }) {
    const { head } = this;
    const isNext = page === this.#next++ && version === head.version && epoch === head.epoch && reason === head.reason;
    return isNext && isSame(size, head.size) && sections.every((run) => this.#add(run));
  }

  /** @param {import("./generated/types").SnapshotSection} run */
  #add({ index, section, firstItem, items, depths, hidden }) {
    const all = this.#sections;
    if (section && index === all.length) all.push({ ...section, items: [], depths: [], counts: [] });
    const own = all[all.length - 1];
    if (!own || index !== all.length - 1 || section?.id !== own.id || firstItem !== own.items.length) return false;
    for (const item of items) own.items.push(item);
    for (const depth of depths) own.depths.push(depth);
    return depths.length === items.length && hidden.every(({ row, children, descendants }) => {
      own.counts.push({ row: row < 0 ? row : firstItem + row, children, descendants });
      return row >= -1 && row < items.length && children >= 0 && descendants >= 0;
    });
  }

  /**
   * What is shown, after the last page; undefined if that is no outline, or not as large as announced.
   *
   * @param {any} folding
   */
  list(folding) {
    /** @type {TreeList} */
    let list;
    try {
      list = new TreeList(this.#sections, folding);
    } catch {
      return undefined;
    }
    const isCollapsed = this.#sections.every(({ id, items, counts }) => counts.every(({ row }) => {
      const node = row < 0 ? list.section(id) : list.find(items[row].id);
      return node && folding.hides(node) && node.children.length === 0;
    }));
    return isCollapsed && isSame(list.size, this.head.size) ? list : undefined;
  }
}
