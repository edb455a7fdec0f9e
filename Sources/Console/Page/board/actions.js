// What people do to a list: the operations, and what is said about it. The server knows how to undo them.
//
// Everything is shown at once, and sent by the outbox. What the server refuses is taken back, with its reason.

import { notify } from "../shared/dialogs.js";
import { announce } from "../shared/dom.js";
import { counted, quoted } from "../shared/format.js";
import { inWords } from "../shared/service.js";
import { newId } from "../shared/stack.js";
import { tellNotUndone, tellUndone } from "../shared/undone.js";
import { titleOf, updateOf } from "../shared/values.js";
import { applied, transactions } from "./model.js";

/** The most steps whose notices are known, so that they close where the step is undone. */
const MOST_STEPS = 200;
/** Random bytes of the id of a new element. */
const ID_BYTES = 12;

/** The placement of the protocol for a target with its neighbours. */
export function placement({ after, before, first }) {
  if (first) return { first: true };
  if (after !== null && after !== undefined) return { after, ifAnchorMissing: "last" };
  if (before !== null && before !== undefined) return { before, ifAnchorMissing: "first" };
  return { last: true };
}

export class Actions {
  /** They outlive the board, which is another one while an earlier version is shown. */
  constructor(source) {
    this.source = source;
    this.board = null;
    /** What was done on this page, each what a person did at once, by its version: { made, notice }. */
    this.steps = new Map();
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
      ? quoted(this.nameOf(ids[0]))
      : counted(ids.length, "item");
  }

  /** What a drop would write, for the line below the board. Where the server refuses it, the drop will say why. */
  async explain(operations) {
    const [{ describe }, answer] = await Promise.all([import("./written.js"), this.source.explain(operations)]);
    return describe(answer);
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
    const operation = { updateItems: { items: [updateOf(item, changes)] } };
    return this.perform([operation], `Changed ${quoted(titleOf(item))}.`, { silent, refused });
  }

  /** Changes the same fields of several items, whatever others have changed since they were read. */
  editItems(items, changes) {
    const names = Object.keys(changes);
    const updates = items.map(({ id, fields }) => {
      const own = names.filter((name) => changes[name] !== undefined || name in fields);
      return updateOf({ id }, Object.fromEntries(own.map((name) => [name, changes[name]])));
    });
    this.perform([{ updateItems: { items: updates } }], `Changed ${counted(items.length, "item")}.`);
  }

  editSection(section, changes, refused) {
    const operation = { updateSections: { sections: [updateOf(section, changes)] } };
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
   * Shows operations, has them sent, and offers to undo them. Where the server refuses them they are taken back at once, and
   * `refused` is called with why, or it is said. Returns the step; null where nothing would change.
   */
  perform(operations, text, { silent = false, refused } = {}) {
    if (this.changesNothing(operations)) {
      announce("Nothing changed: it is there already.");
      return null;
    }
    const parts = transactions(operations);
    const group = parts.length > 1 ? newId() : undefined;
    const edits = parts.map((part) => this.source.outbox.add(part, { group }));
    const step = this.step(Promise.allSettled(edits.map(({ answer }) => answer)).then((outcomes) => {
      const failed = outcomes.find(({ status }) => status === "rejected");
      if (failed) {
        step.notice?.close();
        if (refused) refused(failed.reason);
        else notify(`Taken back: ${inWords(failed.reason)}`, { kind: "error" });
      }
      const { value } = outcomes.findLast(({ value: answer }) => answer?.changed) ?? {};
      return value && { of: value.version };
    }));
    if (!silent) this.offer(step, text);
    return step;
  }

  /** Whether a list that is held as a whole would stay as it is. */
  changesNothing(operations) {
    if (!this.source.isWhole || operations.some((operation) => !isMove(operation))) return false;
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

  /**
   * Has the server do what it alone knows the effect of, behind the edits that wait. It is a step that can be undone. Throws where the
   * server refuses it; returns whether anything changed.
   */
  async ask(operation, text) {
    const { answer } = this.source.outbox.add([operation]);
    const step = this.step(answer.then(({ changed, version }) => (changed ? { of: version } : undefined), () => {}));
    const { changed } = await answer;
    if (changed) this.offer(step, text);
    else notify("Nothing changed: it is there already.");
    return changed;
  }

  // Undo and redo

  /** A step, of which a promise tells what the server calls it: { of, collection }; nothing where nothing was changed. */
  step(made) {
    const step = { made };
    made.then((name) => {
      if (!name) return;
      this.steps.set(keyOf(name.collection, name.of), step);
      if (this.steps.size > MOST_STEPS) this.steps.delete(this.steps.keys().next().value);
    });
    return step;
  }

  /** Says what was done, with a button that undoes it. */
  offer(step, text) {
    step.notice = notify(text, { action: "Undo", onaction: () => this.undo(step) });
  }

  /** Undoes the last step of this tab, or the one that is given. */
  async undo(step) {
    step?.notice?.close();
    const name = step ? await step.made : this.lastDone;
    if (name) await this.goBack(name);
    else notify("There is nothing to undo.");
  }

  /** Makes again what was undone last. */
  async redo() {
    const name = this.lastUndone;
    if (name) await this.goBack({ ...name, redo: true });
    else notify("There is nothing to redo.");
  }

  /** What the server calls the step that is undone next, and made again next: it knows them. */
  get lastDone() {
    return {};
  }

  get lastUndone() {
    return {};
  }

  /** Has the server undo a step, behind the edits that wait, and says what became of it. Returns the answer. */
  async goBack(name) {
    try {
      const answer = await this.source.outbox.add([{ undo: name }]).answer;
      for (const version of answer.undoes) this.steps.get(keyOf(name.collection, version))?.notice?.close();
      tellUndone(answer, { redo: name.redo, nameOf: (id) => this.nameOf(id) });
      return answer;
    } catch (error) {
      tellNotUndone(error, name);
      return null;
    }
  }

  /** What an element is called, as far as that is known here. */
  nameOf(id) {
    const { source } = this;
    const element = source.locate?.(id)?.item ?? this.board.item(id) ?? source.sections.find((section) => section.id === id);
    return element ? titleOf(element) : id;
  }
}

/** The key of a step among those of this page. */
function keyOf(collection = "", version) {
  return `${version} ${collection}`;
}

function isMove({ moveItems, moveSections, placeItems }) {
  return Boolean(moveItems ?? moveSections ?? placeItems);
}
