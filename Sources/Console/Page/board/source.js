// A list as the board shows it: a small one as a whole, and always up to date; a large one through windows.

import { applyBatch } from "/client/arrange.js";
import { nextFrame } from "../shared/dom.js";
import { isMissing, server, whenSignedIn } from "../shared/service.js";
import { describeBatch } from "./describe.js";
import { applied, elementsOf } from "./model.js";
import { outboxOf } from "./outbox.js";

/** The most changes that come as one batch; with more the list comes as a whole. */
const RELOAD_THRESHOLD = 2000;

/** How often a view tells that it has what was placed without a change that is shown, in milliseconds. */
const PROGRESS_INTERVAL = 500;

/** What both kinds of sources have: listeners, and the calls that change a list. */
export class Source {
  /** - permissions: what the caller may do with the list; null where that is not known. */
  constructor(target, info, permissions = null) {
    this.target = target;
    this.info = info;
    this.permissions = permissions;
    this.version = info.version;
    this.sections = [];
    this.listeners = new Set();
    this.abort = new AbortController();
    this.error = null;
  }

  /** Whether the caller has a permission, as far as is known. */
  may(permission) {
    return this.permissions?.has(permission) ?? true;
  }

  /** Whether it is a list with an order of its own, which views are not. */
  get isCollection() {
    return typeof this.target === "string" && !this.info.isView;
  }

  /** Whether it is a stored view, whose rows can be placed where the server finds a way. */
  get isView() {
    return typeof this.target === "string" && this.info.isView;
  }

  /** Whether the caller may move what is in it, as far as is known, and whether everything else as well. */
  get isEditable() {
    return this.isView || (this.isCollection && (this.may("move") || this.isWritable));
  }

  get isWritable() {
    return this.isCollection && this.may("write");
  }

  /** The number of items in all sections. */
  get itemCount() {
    return this.sections.reduce((sum, section) => sum + section.count, 0);
  }

  /** Calls a function with each change. Returns a function that ends this. */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(change) {
    for (const listener of [...this.listeners]) listener(change);
  }

  close() {
    this.abort.abort();
    this.listeners.clear();
    this.leave?.();
  }

  // Which items are shown

  /** Tells of an item whether it is shown; null: all are. */
  filter = null;
  /** The items that are shown, by those of a section. */
  found = new WeakMap();

  setFilter(filter) {
    this.filter = filter;
    this.found = new WeakMap();
    this.showEdits("filter");
    this.tell({ kind: "own", lines: [], marks: new Map(), isOwn: true });
  }

  /** The items of a section that are shown. */
  shownOf(items) {
    if (!this.filter) return items;
    if (!this.found.has(items)) this.found.set(items, items.filter(this.filter));
    return this.found.get(items);
  }

  /** The number of items that are shown. */
  get shownCount() {
    return this.sections.reduce((sum, section) => sum + (section.shown ?? section.count), 0);
  }

  // Edits that are not answered

  /** Edits that are shown and that what the server sent does not have yet, in the order in which they were made. */
  pending = [];
  /** The ids of the elements in them that the server has not answered. */
  unsaved = new Set();

  /** Shows the edits of this tab. */
  followEdits() {
    if (!this.isEditable) return;
    this.outbox = outboxOf(this.target);
    this.pending = [...this.outbox.edits];
    this.leave = this.outbox.onChange((change) => this.edited(change));
    this.countUnsaved();
  }

  edited({ type, edits }) {
    if (type === "sent") return;
    if (type === "added") this.pending.push(...edits);
    else if (type === "refused") this.pending = this.pending.filter((edit) => !edits.includes(edit));
    this.dropDone();
    this.countUnsaved();
    this.showEdits(type);
    this.tell({ kind: "own", lines: [], marks: new Map(), isOwn: true });
  }

  /** Drops edits that what the server sent has. A whole list, and progress, have everything that was answered before. */
  dropDone(requests = [], type = "batch") {
    const isDone = ({ version, request }) => (
      version <= this.version || requests.includes(request) || (version === Infinity && type !== "batch")
    );
    this.pending = this.pending.filter((edit) => !isDone(edit));
  }

  countUnsaved() {
    const elements = this.pending.filter(({ version }) => version === undefined)
      .flatMap(({ operations }) => operations.flatMap(elementsOf));
    this.unsaved = new Set(elements.map(({ id }) => id));
  }

  /** A window with the edits that it does not have. */
  withEdits(section, found) {
    return found;
  }

  /** The number of edits that the server has not answered. */
  get unsavedCount() {
    return this.outbox?.edits.length ?? 0;
  }

  explain(operations) {
    return server().explain(this.target, operations);
  }

  /** An item as the server has it now; null where it is gone. */
  async read(id) {
    try {
      const page = await server().fetch(this.target, { around: { item: id, before: 0, after: 0 }, pageSize: 1 });
      return page.sections[0].items[0];
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }
}

/** A list that is held as a whole. */
export class WholeSource extends Source {
  isWhole = true;
  /** The server's list, and the one that is shown, with the edits that it does not have. */
  base = [];
  list = [];
  /** The ids of elements in transactions of this page whose batch has not come, by the request ids. */
  own = new Map();

  constructor(target, info, permissions) {
    super(target, info, permissions);
    this.followEdits();
  }

  edited(change) {
    if (change.type === "sent") {
      const request = String(change.requestId);
      this.own.set(request, change.operations.flatMap(elementsOf).map(({ id }) => id));
    }
    const isOver = change.type === "refused" || (change.type === "answered" && change.answer.version <= this.version);
    if (isOver) this.own.delete(change.edits[0].request);
    super.edited(change);
  }

  /** Brings the shown list up to date. An edit that the server would refuse by now is shown as if it were. */
  showEdits() {
    this.list = this.pending.reduce((list, { operations }) => {
      try {
        return applied(list, operations);
      } catch {
        return list;
      }
    }, this.base);
    const before = new Map(this.sections.map((head) => [head.id, head]));
    this.sections = this.list.map((section) => headOf(section, before.get(section.id), this.shownIn(section)));
  }

  /** How many items of a section are shown; undefined: all. */
  shownIn({ items }) {
    return this.filter ? this.shownOf(items).length : undefined;
  }

  /** Returns once the list is there. */
  start() {
    return new Promise((resolve, reject) => {
      this.run(resolve, reject);
    });
  }

  async run(started, failed) {
    const { signal } = this.abort;
    const progressIntervalMs = this.isView ? PROGRESS_INTERVAL : undefined;
    const options = { signal, nameAuthors: true, reloadThreshold: RELOAD_THRESHOLD, progressIntervalMs };
    for (;;) {
      try {
        for await (const update of server().updates(this.target, options)) {
          this.take(update);
          started();
          // The server joins what changes until the next update is asked for, so that there is one for each frame.
          await nextFrame();
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        failed(error);
        if (error.code !== "UNAUTHENTICATED" || this.base.length === 0) {
          this.error = error;
          this.tell({ kind: "ended", error });
          return;
        }
        await whenSignedIn();
      }
    }
  }

  take(update) {
    const from = this.version;
    this.version = update.version;
    if (this.epoch !== undefined && this.epoch !== update.epoch) {
      // Versions of another history say nothing about edits.
      this.pending = this.pending.filter(({ version }) => version === undefined);
    }
    this.epoch = update.epoch;
    const requests = (update.ownRequestIds ?? []).map(String);
    this.dropDone(requests, update.type);
    this.token = update.resumeToken;
    if (update.type === "progress") {
      this.showEdits();
      this.tell({ kind: "progress", update, from });
      return;
    }
    if (update.type === "list") {
      this.own.clear();
      this.base = update.sections;
      this.showEdits();
      this.tell({ kind: "list", update, from, lines: ["Loaded the whole list"], marks: new Map() });
      return;
    }
    const isOwn = update.ownRequestIds.length >= update.commits;
    const { lines, marks, changes } = describeBatch(this.base, update.batch);
    // A batch can merge what this page did with what others did.
    for (const request of requests) {
      for (const id of this.own.get(request) ?? []) marks.delete(id);
      this.own.delete(request);
    }
    this.base = applyBatch(this.base, update.batch);
    this.showEdits();
    this.tell({ kind: "batch", update, from: update.from, lines, changes, isOwn, marks: isOwn ? new Map() : marks });
  }

  /** The rows of a window: the first of some held items that is there stays at its place in the window. */
  window(column, { start, size, held }) {
    const section = this.list.find(({ id }) => id === column.id);
    if (!section) return null;
    const items = this.shownOf(section.items);
    let first = start;
    if (held.length > 0 && items.length > size && start > 0) {
      const offset = column.rows.findIndex(({ id }) => id === held[0]);
      const wanted = new Set(held);
      const found = items.findIndex(({ id }) => wanted.has(id));
      if (found >= 0) first = found - offset;
    }
    first = Math.max(0, Math.min(first, items.length - size));
    return { start: first, rows: items.slice(first, first + size) };
  }

  /** Where an item is; null where it is gone. */
  locate(id) {
    for (let section = 0; section < this.list.length; section += 1) {
      const index = this.list[section].items.findIndex((item) => item.id === id);
      if (index >= 0) return { section: this.list[section].id, index, item: this.list[section].items[index] };
    }
    return null;
  }

  /** The ids of the items of a section that are shown, in order. */
  ids(sectionId) {
    const section = this.list.find(({ id }) => id === sectionId);
    return section ? this.shownOf(section.items).map(({ id }) => id) : [];
  }
}

/** A section without its items, but with their numbers; the one before where nothing of it has changed. */
function headOf({ id, fields, contentVersion, origin, items }, before, shown) {
  const isSame = before?.fields === fields && before.count === items.length && before.shown === shown;
  return isSame && before.contentVersion === contentVersion
    ? before
    : { id, fields, contentVersion, origin, count: items.length, shown };
}
