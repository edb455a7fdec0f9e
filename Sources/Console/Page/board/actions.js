// What people do to a list: the operations, what takes them back, and what is said about it.

import { notify } from "../shared/dialogs.js";
import { announce } from "../shared/dom.js";
import { count, counted } from "../shared/format.js";
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
      ? `“${titleOf(this.board.item(ids[0]) ?? { id: ids[0], fields: {} })}”`
      : counted(ids.length, "item");
    await this.perform(this.movingItems(ids, target), back, `Moved ${name} to ${title}.`);
    this.board.focusItem(ids[0]);
  }

  async moveSection(id, target) {
    const order = this.source.sections.map((section) => section.id);
    const at = order.indexOf(id);
    const back = this.movingSection(id, { after: order[at - 1] ?? null, before: order[at + 1] ?? null });
    await this.perform(this.movingSection(id, target), back, `Moved section “${this.board.columns.get(id)?.title}”.`);
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
    this.offer(`Added “${title}”.`, [{ removeItems: { items: [{ id }] } }]);
    return id;
  }

  async addSection(title) {
    const fields = { title };
    const answer = await this.perform([{ insertSections: { sections: [{ fields }] } }], null, null);
    const id = answer?.operations[0]?.elements[0]?.id;
    if (id !== undefined) {
      this.offer(`Added section “${title}”.`, [{ removeSections: { sections: [{ id }], onlyIfEmpty: true } }]);
    }
    return id;
  }

  /** Changes fields. `changes` maps names to values; undefined takes a field away. Throws where that is refused. */
  async editItem(item, changes, { silent = false } = {}) {
    const undo = {};
    for (const name of Object.keys(changes)) undo[name] = item.fields[name];
    const operations = [{ updateItems: { items: [edit(item, changes, item.contentVersion)] } }];
    await this.source.reached((await this.source.apply(operations)).version);
    if (!silent) this.offer(`Changed “${titleOf(item)}”.`, [{ updateItems: { items: [edit(item, undo)] } }]);
  }

  async editSection(section, changes) {
    const undo = {};
    for (const name of Object.keys(changes)) undo[name] = section.fields[name];
    await this.source.apply([{ updateSections: { sections: [edit(section, changes, section.contentVersion)] } }]);
    this.offer(`Changed section “${titleOf(section)}”.`, [{ updateSections: { sections: [edit(section, undo)] } }]);
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
      ? `“${titleOf(this.board.item(ids[0]) ?? { id: ids[0], fields: {} })}”`
      : counted(ids.length, "item");
    await this.perform([{ removeItems: { items: ids.map((id) => ({ id })) } }], back, `Removed ${name}.`);
    this.board.clearSelection();
  }

  async removeSection(id) {
    await this.perform([{ removeSections: { sections: [{ id }] } }], null, "Removed the section.");
  }

  // Carrying out

  /** Makes a transaction, and offers to take it back. Errors are shown. */
  async perform(operations, back, text) {
    try {
      const answer = await this.source.apply(operations);
      await this.source.reached(answer.version);
      if (text && answer.changed) this.offer(text, back);
      else if (text) announce("Nothing changed: it is there already.");
      return answer;
    } catch (error) {
      notify(inWords(error), { kind: "error" });
      return null;
    }
  }

  offer(text, back) {
    if (!back || back.length === 0) {
      notify(text);
      return;
    }
    this.undoStack.push(back);
    notify(text, { action: "Undo", onaction: () => this.undo(back) });
  }

  /** Takes back the last action, or the one that is given. */
  async undo(back = this.undoStack.at(-1)) {
    if (!back) {
      announce("There is nothing to undo.");
      return;
    }
    this.undoStack = this.undoStack.filter((each) => each !== back);
    const answer = await this.perform(back, null, null);
    if (answer) notify(answer.changed ? "Undone." : "Nothing to undo: the list is as it was.");
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
