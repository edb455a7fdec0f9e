// What people do to a list: the operations, what takes them back, and what is said about it.

import { notify } from "../shared/dialogs.js";
import { announce } from "../shared/dom.js";
import { count, counted, quoted } from "../shared/format.js";
import { inWords } from "../shared/service.js";
import { titleOf } from "../shared/values.js";

/** The most items that are moved or removed at once: a transaction has room for more, but not the answer. */
export const MOST_AT_ONCE = 5000;

/** The placement of the protocol for a target with its neighbours. */
function placement({ after, before, first }) {
  if (first) return { first: true };
  if (after !== null && after !== undefined) return { after, ifAnchorMissing: "last" };
  if (before !== null && before !== undefined) return { before, ifAnchorMissing: "first" };
  return { last: true };
}

export class Actions {
  constructor(board) {
    this.board = board;
    this.undoStack = [];
    this.followers = new Map();
  }

  get source() {
    return this.board.source;
  }

  // Moves

  movingItems(ids, target) {
    return [{ moveItems: { items: ids.map((id) => ({ id })), section: target.section, to: placement(target) } }];
  }

  movingSection(id, target) {
    return [{ moveSections: { sections: [{ id }], to: placement(target) } }];
  }

  async moveItems(ids, target) {
    if (ids.length > MOST_AT_ONCE) {
      notify(`At most ${count(MOST_AT_ONCE)} items can be moved at once.`, { kind: "error" });
      return;
    }
    const back = await this.wayBack(ids);
    const title = this.board.columns.get(target.section)?.title ?? "the section";
    const name = ids.length === 1
      ? quoted(titleOf(this.board.item(ids[0]) ?? { id: ids[0], fields: {} }))
      : counted(ids.length, "item");
    await this.perform(this.movingItems(ids, target), back, `Moved ${name} to ${title}.`);
    this.board.focusItem(ids[0]);
  }

  async moveSection(id, target) {
    const order = this.source.sections.map((section) => section.id);
    const at = order.indexOf(id);
    const back = this.movingSection(id, { after: order[at - 1] ?? null, before: order[at + 1] ?? null });
    await this.perform(this.movingSection(id, target), back, `Moved section ${quoted(this.board.columns.get(id)?.title)}.`);
    this.board.columns.get(id)?.grip?.focus();
  }

  /** The operations that bring items back to where they are now. */
  async wayBack(ids) {
    const places = await Promise.all(ids.map((id) => this.source.neighbour(id)));
    const moved = ids
      .map((id, index) => ({ id, ...places[index] }))
      .filter(({ section }) => section !== undefined)
      .sort((one, other) => (one.section === other.section ? one.index - other.index : 0));
    return moved.map(({ id, section, after }) => ({
      moveItems: { items: [{ id }], section, to: after === null ? { first: true } : { after, ifAnchorMissing: "last" } },
    }));
  }

  // Content

  async addItem(section, title) {
    const fields = { title };
    const answer = await this.perform([{ insertItems: { items: [{ fields }], section, to: { last: true } } }], null, null);
    const id = answer?.operations[0]?.elements[0]?.id;
    if (!id) return null;
    this.offer(`Added ${quoted(title)}.`, () => [{ removeItems: { items: [this.unchanged(id, answer.version)] } }]);
    return id;
  }

  async addSection(title) {
    const fields = { title };
    const answer = await this.perform([{ insertSections: { sections: [{ fields }] } }], null, null);
    const id = answer?.operations[0]?.elements[0]?.id;
    if (id !== undefined) {
      this.offer(
        `Added section ${quoted(title)}.`,
        () => [{ removeSections: { sections: [this.unchanged(id, answer.version)], onlyIfEmpty: true } }],
      );
    }
    return id;
  }

  /**
   * Changes fields. `changes` maps names to values; undefined takes a field away. Throws where that is refused. A silent change
   * can be undone as well, but is not offered in a notice.
   */
  async editItem(item, changes, { silent = false } = {}) {
    const undo = {};
    for (const name of Object.keys(changes)) undo[name] = item.fields[name];
    const answer = await this.apply([{ updateItems: { items: [edit(item, changes, item.contentVersion)] } }]);
    await this.source.reached(answer.version);
    const version = answer.changed ? answer.version : item.contentVersion;
    const back = () => [{ updateItems: { items: [edit(item, undo, this.latest(item.id, version))] } }];
    if (silent) this.undoStack.push({ back });
    else this.offer(`Changed ${quoted(titleOf(item))}.`, back);
  }

  async editSection(section, changes) {
    const undo = {};
    for (const name of Object.keys(changes)) undo[name] = section.fields[name];
    const answer = await this.apply([{ updateSections: { sections: [edit(section, changes, section.contentVersion)] } }]);
    const version = answer.changed ? answer.version : section.contentVersion;
    this.offer(
      `Changed section ${quoted(titleOf(section))}.`,
      () => [{ updateSections: { sections: [edit(section, undo, this.latest(section.id, version))] } }],
    );
  }

  async removeItems(ids) {
    const places = await Promise.all(ids.map((id) => this.source.neighbour(id)));
    const back = ids
      .map((id, index) => ({ id, ...places[index] }))
      .filter(({ item }) => item)
      .sort((one, other) => (one.section === other.section ? one.index - other.index : 0))
      .map(({ id, section, after, item }) => ({
        insertItems: {
          items: [{ id, fields: item.fields }],
          section,
          to: after === null ? { first: true } : { after, ifAnchorMissing: "last" },
        },
      }));
    const name = ids.length === 1
      ? quoted(titleOf(this.board.item(ids[0]) ?? { id: ids[0], fields: {} }))
      : counted(ids.length, "item");
    const restored = ({ version }) => {
      for (const { item } of places) if (item) this.follow(item.id, item.contentVersion, version);
    };
    await this.perform([{ removeItems: { items: ids.map((id) => ({ id })) } }], back, `Removed ${name}.`, restored);
    this.board.clearSelection();
  }

  async removeSection(id) {
    await this.perform([{ removeSections: { sections: [{ id }] } }], null, "Removed the section.");
  }

  // Carrying out

  /** Makes a transaction, and remembers which content versions it leads to. */
  async apply(operations) {
    const answer = await this.source.apply(operations);
    if (!answer.changed) return answer;
    for (const { updateItems, updateSections } of operations) {
      for (const { id, ifContentVersion } of updateItems?.items ?? updateSections?.sections ?? []) {
        this.follow(id, ifContentVersion, answer.version);
      }
    }
    return answer;
  }

  /** Remembers that this page led an element from one content version to another. */
  follow(id, from, to) {
    this.followers.set(`${id}@${from}`, to);
  }

  /** The content version to which this page alone has led an element since a version. */
  latest(id, version) {
    const next = this.followers.get(`${id}@${version}`);
    return next === undefined ? version : this.latest(id, next);
  }

  /** A reference to an element that nobody else has changed since a content version. */
  unchanged(id, version) {
    return { id, ifContentVersion: this.latest(id, version) };
  }

  /** Makes a transaction, and offers to take it back. Errors are shown. */
  async perform(operations, back, text, undone) {
    try {
      const answer = await this.apply(operations);
      await this.source.reached(answer.version);
      if (text && answer.changed) this.offer(text, back, undone, answer.version);
      else if (text) announce("Nothing changed: it is there already.");
      return answer;
    } catch (error) {
      notify(inWords(error), { kind: "error" });
      return null;
    }
  }

  /** Operations without those that move an element which somebody else has moved since a version, or removed. */
  async untouched(operations, version) {
    const isKept = async ({ moveItems, moveSections }) => {
      const [moved] = moveItems?.items ?? moveSections?.sections ?? [];
      if (!moved) return true;
      if ((this.source.placed.get(`${moveItems ? "i" : "s"}:${moved.id}`) ?? 0) > version) return false;
      return moveItems ? (await this.source.neighbour(moved.id)).item !== undefined : this.board.columns.has(moved.id);
    };
    const kept = await Promise.all(operations.map(isKept));
    return operations.filter((_, index) => kept[index]);
  }

  /**
   * Offers to take an action back. `back` are the operations, or a function that returns them when they are wanted;
   * `undone` gets the answer to them; `version` is the one to which the action led.
   */
  offer(text, back, undone, version) {
    if (!back || back.length === 0 && Array.isArray(back)) {
      notify(text);
      return;
    }
    const entry = { back, undone, version };
    this.undoStack.push(entry);
    notify(text, { action: "Undo", onaction: () => this.undo(entry) });
  }

  /** Takes back the last action, or the one that is given. */
  async undo(entry = this.undoStack.at(-1)) {
    if (!entry) {
      announce("There is nothing to undo.");
      return;
    }
    this.undoStack = this.undoStack.filter((each) => each !== entry);
    try {
      const back = typeof entry.back === "function" ? entry.back() : entry.back;
      const operations = await this.untouched(back, entry.version);
      const left = back.length - operations.length;
      if (operations.length === 0) {
        notify("Not undone: somebody else has moved or removed it since, and that stays.", { kind: "error" });
        return;
      }
      const answer = await this.apply(operations);
      entry.undone?.(answer);
      await this.source.reached(answer.version);
      if (left > 0) notify(`Undone, except for what somebody else has moved or removed since: ${counted(left, "item")}.`);
      else notify(answer.changed ? "Undone." : "Nothing to undo: the list is as it was.");
    } catch (error) {
      const isChanged = error.code === "ABORTED";
      notify(
        isChanged ? "Not undone: somebody else has changed it since, and that would be lost." : inWords(error),
        { kind: "error" },
      );
    }
  }
}

function edit({ id }, changes, ifContentVersion) {
  const set = {};
  const remove = [];
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) remove.push(name);
    else set[name] = value;
  }
  return ifContentVersion === undefined ? { id, set, remove } : { id, set, remove, ifContentVersion };
}
