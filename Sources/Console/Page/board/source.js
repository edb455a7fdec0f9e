// A list as the board shows it: a small one as a whole, and always up to date; a large one through windows.

import { applyBatch } from "/client/arrange.js";
import { isMissing, server } from "../shared/service.js";
import { describeBatch } from "./describe.js";

/** The most changes that come as one batch; with more the list comes as a whole. */
const RELOAD_THRESHOLD = 2000;

/** How long the page waits for the update with its own change, in milliseconds. */
const LONGEST_WAIT = 3000;

/** What both kinds of sources have: listeners, and the calls that change a list. */
export class Source {
  constructor(target, info) {
    this.target = target;
    this.info = info;
    this.version = info.version;
    this.sections = [];
    this.listeners = new Set();
    /** The versions with which others gave elements their places, by "i:" or "s:" and the ids of items and sections. */
    this.placed = new Map();
    this.abort = new AbortController();
    this.error = null;
  }

  /** Whether the list can be edited: views can't. */
  get isEditable() {
    return typeof this.target === "string" && !this.info.isView;
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

  /** Returns once a version, or a later one, is shown; or after a while where that does not happen. */
  reached(version) {
    if (this.version >= version) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, LONGEST_WAIT);
      const stop = this.onChange(() => this.version >= version && done());
    });
  }

  close() {
    this.abort.abort();
    this.listeners.clear();
  }

  /** Makes a transaction. */
  apply(operations, options) {
    return server().apply(this.target, operations, options);
  }

  explain(operations) {
    return server().explain(this.target, operations);
  }

  /** Remembers what others have given its place. */
  place(keys) {
    for (const key of keys) this.placed.set(key, this.version);
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
  /** The ids of elements in transactions of this page whose batch has not come, by the request ids. */
  own = new Map();

  async apply(operations) {
    const requestId = server().newRequestId();
    const parts = operations.flatMap((operation) => Object.values(operation));
    this.own.set(String(requestId), parts.flatMap(({ items, sections }) => (items ?? sections ?? []).map(({ id }) => id)));
    let isPending = false;
    try {
      const answer = await super.apply(operations, { requestId });
      isPending = answer.version > this.version;
      return answer;
    } finally {
      if (!isPending) this.own.delete(String(requestId));
    }
  }

  /** Returns once the list is there. */
  start() {
    return new Promise((resolve, reject) => {
      this.run(resolve, reject);
    });
  }

  async run(started, failed) {
    const options = { signal: this.abort.signal, nameAuthors: true, reloadThreshold: RELOAD_THRESHOLD };
    try {
      for await (const update of server().updates(this.target, options)) {
        this.take(update);
        started();
      }
    } catch (error) {
      if (this.abort.signal.aborted) return;
      this.error = error;
      failed(error);
      this.tell({ kind: "ended", error });
    }
  }

  take(update) {
    const from = this.version;
    this.version = update.version;
    if (update.type === "progress") {
      this.tell({ kind: "progress", update, from });
      return;
    }
    if (update.type === "list") {
      this.own.clear();
      if (this.list) this.place(elsewhere(this.list, update.sections));
      this.list = update.sections;
      this.sections = this.list.map(headOf);
      this.tell({ kind: "list", update, from, lines: ["Loaded the whole list"], marks: new Map() });
      return;
    }
    const isOwn = update.ownRequestIds.length >= update.commits;
    const { lines, marks, placed, changes } = describeBatch(this.list, update.batch);
    // A batch can merge what this page did with what others did.
    for (const request of update.ownRequestIds.map(String)) {
      for (const id of this.own.get(request) ?? []) {
        marks.delete(id);
        for (const kind of "is") placed.delete(`${kind}:${id}`);
      }
      this.own.delete(request);
    }
    if (!isOwn) this.place(placed);
    this.list = applyBatch(this.list, update.batch);
    this.sections = this.list.map(headOf);
    this.tell({ kind: "batch", update, from: update.from, lines, changes, isOwn, marks: isOwn ? new Map() : marks });
  }

  /** The rows of a window: the first of some held items that is there stays at its place in the window. */
  window(column, { start, size, held }) {
    const section = this.list.find(({ id }) => id === column.id);
    if (!section) return null;
    const { items } = section;
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

  /** Where an item is, what it is, and which one is in front of it. */
  neighbour(id) {
    const place = this.locate(id);
    if (!place) return {};
    const items = this.list.find((section) => section.id === place.section).items;
    return { ...place, after: items[place.index - 1]?.id ?? null };
  }

  /** The ids of the items of a section, in order. */
  ids(sectionId) {
    return this.list.find(({ id }) => id === sectionId)?.items.map(({ id }) => id) ?? [];
  }
}

/** The items that are in another section than before, for `placed`. */
function elsewhere(before, after) {
  const sections = new Map(before.flatMap(({ id, items }) => items.map((item) => [item.id, id])));
  return after.flatMap(({ id, items }) => items.filter((item) => sections.get(item.id) !== id).map((item) => `i:${item.id}`));
}

/** A section without its items, but with their number. */
function headOf(section) {
  return { id: section.id, fields: section.fields, contentVersion: section.contentVersion, count: section.items.length };
}
