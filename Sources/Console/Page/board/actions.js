// What people do to a list: the operations, what takes them back, and what is said about it.
//
// Everything is shown at once, and sent by the outbox. What the server refuses is taken back, with its reason.

import { notify } from "../shared/dialogs.js";
import { announce } from "../shared/dom.js";
import { counted, quoted } from "../shared/format.js";
import { inWords } from "../shared/service.js";
import { titleOf } from "../shared/values.js";
import { applied, inverse, transactions } from "./model.js";

/** The most steps that can be undone. */
const MOST_STEPS = 200;
/** Random bytes of the id of a new element. */
const ID_BYTES = 12;

/** The placement of the protocol for a target with its neighbours. */
function placement({ after, before, first }) {
  if (first) return { first: true };
  if (after !== null && after !== undefined) return { after, ifAnchorMissing: "last" };
  if (before !== null && before !== undefined) return { before, ifAnchorMissing: "first" };
  return { last: true };
}

/** Refusals after which the same can be tried again later. */
const PASSING = new Set(["RESOURCE_EXHAUSTED", "PERMISSION_DENIED", "INTERNAL"]);

export class Actions {
  /** They outlive the board, which is another one while an earlier version is shown. */
  constructor(source) {
    this.source = source;
    this.board = null;
    /** Steps of this page: { text, back, madeAt, edits }. Each is what a person did at once. */
    this.undoStack = [];
    this.redoStack = [];
  }

  // Moves

  movingItems(ids, target) {
    return [{ moveItems: { items: ids.map((id) => ({ id })), section: target.section, to: placement(target) } }];
  }

  movingSection(id, target) {
    return [{ moveSections: { sections: [{ id }], to: placement(target) } }];
  }

  moveItems(ids, target) {
    const title = this.board.columns.get(target.section)?.title ?? "the section";
    this.perform(this.movingItems(ids, target), `Moved ${this.naming(ids)} to ${title}.`);
    this.board.focusItem(ids[0]);
  }

  moveSection(id, target) {
    this.perform(this.movingSection(id, target), `Moved section ${quoted(this.board.columns.get(id)?.title)}.`);
    this.board.columns.get(id)?.grip?.focus();
  }

  /** Items, for a sentence. */
  naming(ids) {
    return ids.length === 1
      ? quoted(titleOf(this.board.item(ids[0]) ?? { id: ids[0], fields: {} }))
      : counted(ids.length, "item");
  }

  // Content

  /** Adds an item. `refused` is called where the server does not take it. Returns its id. */
  addItem(section, title, refused) {
    const item = this.fresh({ title });
    this.perform(
      [{ insertItems: { items: [item], section, to: { last: true } } }],
      `Added ${quoted(title)}.`,
      { refused },
    );
    return item.id;
  }

  addSection(title) {
    const section = this.fresh({ title });
    this.perform([{ insertSections: { sections: [section], to: { last: true } } }], `Added section ${quoted(title)}.`);
    return section.id;
  }

  /** An element that is not on the server yet. */
  fresh(fields) {
    const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
    const id = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return { id, fields, contentVersion: this.source.outbox.newVersion() };
  }

  /**
   * Changes fields. `changes` maps names to values; undefined takes a field away. `refused` is called where the server does
   * not take them. A silent change can be undone as well, but is not offered in a notice.
   */
  editItem(item, changes, { silent = false, refused } = {}) {
    const operation = { updateItems: { items: [edit(item, changes)] } };
    return this.perform([operation], `Changed ${quoted(titleOf(item))}.`, { silent, refused });
  }

  editSection(section, changes, refused) {
    const operation = { updateSections: { sections: [edit(section, changes)] } };
    return this.perform([operation], `Changed section ${quoted(titleOf(section))}.`, { refused });
  }

  removeItems(ids) {
    this.perform([{ removeItems: { items: ids.map((id) => ({ id })) } }], `Removed ${this.naming(ids)}.`);
    this.board.clearSelection();
  }

  removeSection(id) {
    const title = this.board.columns.get(id)?.title ?? id;
    this.perform([{ removeSections: { sections: [{ id }] } }], `Removed section ${quoted(title)}.`);
  }

  // Carrying out

  /**
   * Shows operations, has them sent, and offers to take them back. Where the server refuses them they are taken back at
   * once, and `refused` is called with why, or it is said. Returns the step; null where nothing would change.
   */
  perform(operations, text, { silent = false, refused } = {}) {
    if (this.changesNothing(operations)) {
      announce("Nothing changed: it is there already.");
      return null;
    }
    const step = this.make(operations, text);
    this.push(step);
    this.redoStack = [];
    this.send(step, operations, (error, isPartly) => {
      // A part that was made can still be undone.
      if (!isPartly) this.undoStack = this.undoStack.filter((each) => each !== step);
      step.notice?.close();
      if (refused) refused(error);
      else notify(`Taken back: ${inWords(error)}`, { kind: "error" });
    });
    if (!silent) step.notice = notify(text, { action: "Undo", onaction: () => this.undo(step) });
    return step;
  }

  /** Whether a list that is held as a whole would stay as it is. */
  changesNothing(operations) {
    if (!this.source.isWhole || operations.some(({ moveItems, moveSections }) => !moveItems && !moveSections)) return false;
    try {
      const after = applied(this.source.list, operations);
      return after.every(({ id, items }, index) => {
        const before = this.source.list[index];
        return id === before.id && items.every((item, at) => item === before.items[at]);
      });
    } catch {
      return false;
    }
  }

  /** A step with what takes it back, which for a list that is held in windows alone comes later. */
  make(operations, text) {
    const step = { text, operations, back: null, madeAt: this.source.version, edits: [] };
    if (!this.source.isWhole) {
      // The server is asked when all edits before are answered, so that the way back is that from the place before.
      step.prepared = new Promise((resolve) => {
        step.ready = async () => {
          if (!step.asked) {
            step.asked = true;
            await this.source.partFor(operations).then((part) => (step.back = inverse(part, operations))).catch(() => {});
          }
          resolve();
        };
      });
      return step;
    }
    try {
      step.back = inverse(this.source.list, operations);
    } catch {
      // What the server will refuse needs no way back.
    }
    return step;
  }

  push(step) {
    this.undoStack.push(step);
    if (this.undoStack.length > MOST_STEPS) this.undoStack.shift();
  }

  /** Sends a step, in as many transactions as it takes. `refused` is called once, with the first reason. */
  send(step, operations, refused) {
    step.edits = transactions(operations).map((list) => this.source.outbox.add(list, { ready: step.ready }));
    step.done = Promise.allSettled(step.edits.map(({ answer }) => answer)).then((outcomes) => {
      const versions = outcomes.filter(({ value }) => value).map(({ value }) => value.version);
      if (versions.length > 0) step.madeAt = Math.max(...versions);
      const failed = outcomes.find(({ status }) => status === "rejected");
      if (failed) refused(failed.reason, versions.length > 0);
    });
  }

  // Undo and redo

  /**
   * Operations without what somebody else has moved since a version, has removed, or has brought back. Returns them, and how
   * many moves were left out.
   */
  async untouched(operations, version) {
    const { source } = this;
    const items = source.isWhole ? new Set(source.list.flatMap((section) => section.items.map(({ id }) => id))) : null;
    const isThere = async (kind, id) => {
      if (kind === "s") return source.sections.some((section) => section.id === id);
      return items ? items.has(id) : (await source.neighbour(id)).item !== undefined;
    };
    const isKept = async (name, kind, id) => {
      if (name.startsWith("update")) return true;
      if (name.startsWith("insert")) return !items || !(await isThere(kind, id));
      if (name.startsWith("remove")) return !items || await isThere(kind, id);
      return (source.placed.get(`${kind}:${id}`) ?? 0) <= version && await isThere(kind, id);
    };
    const kept = [];
    let left = 0;
    for (const operation of operations) {
      const [[name, content]] = Object.entries(operation);
      const list = content.items ? "items" : "sections";
      const checked = await Promise.all(content[list].map(({ id }) => isKept(name, list[0], id)));
      const elements = content[list].filter((_, index) => checked[index]);
      if (name.startsWith("move")) left += content[list].length - elements.length;
      if (elements.length > 0) kept.push({ [name]: { ...content, [list]: elements } });
    }
    return { kept, left };
  }

  /** Takes back the last step, or the one that is given. */
  async undo(step = this.undoStack.at(-1)) {
    if (!step) {
      announce("There is nothing to undo.");
      return;
    }
    this.undoStack = this.undoStack.filter((each) => each !== step);
    const made = await this.reverse(step, () => this.undoStack.push(step), "Undone");
    if (made) this.redoStack.push(made);
  }

  /** Makes again what was undone last. */
  async redo() {
    const step = this.redoStack.pop();
    if (!step) {
      announce("There is nothing to redo.");
      return;
    }
    const made = await this.reverse(step, () => this.redoStack.push(step), "Done again");
    if (made) this.push(made);
  }

  /** Takes a step back. `again` is called where that can be tried again. Returns the step that this is; null: none. */
  async reverse(step, again, word) {
    step.notice?.close();
    await step.prepared;
    if (!step.back) {
      notify(`“${step.text}” can’t be undone here. Nothing else was undone instead.`, { kind: "error" });
      return null;
    }
    const { kept, left } = await this.untouched(step.back, step.madeAt);
    if (kept.length === 0) {
      notify("Not undone: somebody else has moved or removed it since, and that stays.", { kind: "error" });
      return null;
    }
    const made = this.make(kept, step.text);
    this.send(made, kept, (error, isPartly) => {
      if (!isPartly) for (const stack of ["undoStack", "redoStack"]) this[stack] = this[stack].filter((each) => each !== made);
      const isChanged = error.code === "ABORTED";
      if (PASSING.has(error.code)) again();
      notify(
        isChanged ? "Not undone: somebody else has changed it since, and that would be lost." : `Not undone: ${inWords(error)}`,
        { kind: "error" },
      );
    });
    if (left > 0) notify(`${word}, except for what somebody else has moved or removed since: ${counted(left, "item")}.`);
    else notify(`${word}.`);
    return made;
  }
}

function edit({ id, contentVersion }, changes) {
  const set = {};
  const remove = [];
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) remove.push(name);
    else set[name] = value;
  }
  return contentVersion === undefined ? { id, set, remove } : { id, set, remove, ifContentVersion: contentVersion };
}
