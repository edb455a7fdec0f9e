// A large list, of which the page holds windows alone.
//
// Windows are read with Collections/Fetch, around the first row on the screen. A subscription to a window without items
// tells when the version moves on; then the windows on the screen are read again.

import { isMissing, server, whenSignedIn } from "../shared/service.js";
import { describeCommit } from "./describe.js";
import { elementsOf, headsWith, windowWith } from "./model.js";
import { Source } from "./source.js";

/** How often the server tells that something changed, in milliseconds. */
const INTERVAL = 100;
/** The most commits of a change that are described. */
const MOST_COMMITS = 20;
/** How many of the rows on the screen are tried as the anchor of a window, since others may have removed them. */
const MOST_ANCHORS = 5;
/** The most heads of sections that are asked for at the same time. */
const AT_ONCE = 50;

export class WindowedSource extends Source {
  isWhole = false;

  /** The sections as the server has them, without items. */
  serverSections = [];
  /** Items of edits that are not answered, and in which section each was, by their ids. */
  known = new Map();

  async start() {
    this.followEdits();
    this.view = await this.viewOfTarget();
    await this.readHeads();
    this.run();
  }

  /** The list as a view that a window can be added to; null where there is none. */
  async viewOfTarget() {
    if (typeof this.target !== "string") return this.target.window ? null : this.target;
    if (!this.info.isView) return { parts: [{ query: { collection: this.target, ownSections: true } }] };
    const { definition } = await server().view(this.target);
    return definition.window || definition.rights === "definer" ? null : definition;
  }

  async run() {
    const { signal } = this.abort;
    const options = { signal, progressIntervalMs: INTERVAL, nameAuthors: true };
    const target = this.view ? { ...this.view, window: { section: 0, start: 0, end: 0 } } : this.target;
    for (;;) {
      try {
        for await (const update of server().updates(target, options)) {
          if (update.type === "list" && !this.isRunning) this.isRunning = true;
          else await this.moved(update);
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error.code !== "UNAUTHENTICATED") {
          this.error = error;
          this.tell({ kind: "ended", error });
          return;
        }
        await whenSignedIn();
      }
    }
  }

  // Edits that are not answered

  edited(change) {
    const read = ({ item, section }) => item && this.known.set(item.id, { item, section });
    if (change.type === "added") for (const edit of change.edits) {
      for (const each of edit.operations.flatMap(elementsOf)) if (!each.fields) read(this.find?.(each.id) ?? {});
      for (const { insertItems } of edit.operations) {
        for (const item of insertItems?.items ?? []) read({ item, section: insertItems.section });
      }
    }
    super.edited(change);
    if (this.pending.length === 0) this.known.clear();
  }

  showEdits() {
    this.sections = headsWith(this.serverSections, this.pending, this.known);
  }

  /** A window of the server's with the edits that it does not have. */
  withEdits(section, found) {
    return this.pending.length === 0 ? found : windowWith(section, found, this.pending, this.known);
  }

  /** A page of the list. */
  fetch(options) {
    return server().fetch(this.target, options);
  }

  /** Something changed somewhere. */
  async moved(update) {
    const from = this.version;
    await this.readHeads();
    const { lines, marks, isOwn } = await this.commits(from);
    this.tell({ kind: "batch", update: { ...update, version: this.version }, from, lines, marks, isOwn });
  }

  async commits(from) {
    if (typeof this.target !== "string" || this.info.isView || this.version <= from) {
      return { lines: [], marks: new Map() };
    }
    const { commits } = await server().history(this.target, { from: from + 1, to: this.version, limit: MOST_COMMITS });
    const titles = new Map();
    const marks = new Map();
    const prefix = server().requestPrefix;
    const own = commits.filter(
      ({ requestId }) => requestId.length > 0 && prefix.every((byte, index) => requestId[index] === byte),
    );
    for (const commit of commits.filter((each) => !own.includes(each))) {
      for (const { id, kind } of commit.changes) {
        const text = { item_inserted: "new", item_moved: "moved", item_updated: "edited" }[kind];
        if (text) marks.set(id, text);
      }
    }
    const isOwn = own.length === this.version - from;
    return { lines: commits.flatMap((commit) => describeCommit(commit, titles)), marks, isOwn };
  }

  /** Reads all sections without their items. */
  async readHeads() {
    const first = await this.fetch({ pageSize: 1 });
    this.info = first.collection;
    this.version = first.collection.version;
    const number = first.collection.sectionCount;
    const known = new Map(this.serverSections.map((section) => [section.id, section]));
    let sections = [];
    if (this.view) {
      for (let start = 0; start < number; start += AT_ONCE) {
        const indices = Array.from({ length: Math.min(AT_ONCE, number - start) }, (_, index) => start + index);
        const pages = await Promise.all(
          indices.map((section) => server().fetch({ ...this.view, window: { section, start: 0, end: 0 } }, { pageSize: 1 })),
        );
        sections.push(...pages.flatMap((page) => page.sections.map(({ section }) => section)));
      }
    } else sections = await this.headsByPages();
    const counts = await Promise.all(sections.map(({ id }) => this.count(id)));
    this.serverSections = sections.map(({ id, fields, contentVersion, origin }, index) => {
      const before = known.get(id);
      const isSame = before && before.count === counts[index] && before.contentVersion === contentVersion;
      return isSame ? before : { id, fields, contentVersion, origin, count: counts[index] };
    });
    this.dropDone([], "list");
    this.showEdits();
  }

  async headsByPages() {
    const heads = new Map();
    for await (const page of server().pages(this.target, { pageSize: 5000 })) {
      for (const { section } of page.sections) heads.set(section.id, section);
    }
    return [...heads.values()];
  }

  async count(section) {
    try {
      const page = await this.fetch({ section: { section, start: 0, end: 0 }, pageSize: 1 });
      return page.sections[0]?.itemCount ?? 0;
    } catch (error) {
      if (isMissing(error)) return 0;
      throw error;
    }
  }

  /** The rows of a window: around the first row on the screen that is still there, or from an index on. */
  async window(column, { start, size, held }) {
    const offset = start > 0 && held.length > 0 ? column.rows.findIndex(({ id }) => id === held[0]) : -1;
    if (offset >= 0) {
      for (const item of held.slice(0, MOST_ANCHORS)) {
        const found = await this.around(item, offset, Math.max(0, size - offset - 1));
        if (found?.section === column.id) return found;
      }
    }
    try {
      const page = await this.fetch({ section: { section: column.id, start, end: start + size }, pageSize: size });
      return sliceOf(page, start);
    } catch (error) {
      if (isMissing(error)) return { start: 0, rows: [], count: 0 };
      throw error;
    }
  }

  /** Where an item is: { section, index }; null where it is gone. */
  async placeOf(id) {
    const found = await this.around(id, 0, 0);
    return found && { section: found.section, index: found.start };
  }

  async around(item, before, after) {
    try {
      const page = await this.fetch({ around: { item, before, after }, pageSize: before + after + 1 });
      return { ...sliceOf(page, 0), section: page.sections[0].section.id };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }
}

function sliceOf(page, start) {
  const slice = page.sections[0];
  return slice ? { start: slice.firstItem, rows: slice.items, count: slice.itemCount } : { start, rows: [], count: 0 };
}
