// Placing rows of a view: what a drop would do, in words, and the drop, with the effects that somebody agrees to.
//
// The server decides what a drop does to the items. A drop that takes more than a place, or the value of a group, goes back,
// and is made again once somebody agrees.

import { effectsToAllow } from "/client/src/placing.js";
import { notify, openDialog } from "../shared/dialogs.js";
import { announce, h } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { textOf, titleOf } from "../shared/values.js";
import { Actions, placement } from "./actions.js";
import { placingRequest } from "./outbox.js";
import { blockOf } from "./tree-rows.js";

/** Why a row is not shown after it was placed. */
const HIDDEN = {
  filter: "the view will hide it: its filter does not show it",
  cap: "it will be hidden: it comes behind the last row that the section shows",
  window: "it will be hidden: it comes outside of the window",
};

export class Placing extends Actions {
  /** Promises of the titles of sections of collections, which views do not show. */
  titles = new Map();
  /** What was placed and not undone, and what was undone, in order: { collection, of }. */
  placed = [];
  undone = [];

  movingItems(ids, target) {
    const content = { items: ids.map((id) => ({ id })), section: target.section, to: placement(target) };
    const { parent, depth } = target;
    const block = blockOf(this.board.ordered.flatMap(({ rows }) => rows), ids);
    if (block.length > ids.length) content.block = block;
    if (parent !== undefined) Object.assign(content, { parent, depth });
    return [{ placeItems: { ...content, ...this.neighbours(ids, target), seen: target.seen ?? this.source.token } }];
  }

  /** The rows on both sides of a gap; for the start and the end of a section, the one that is there. */
  neighbours(ids, { section, after, before, first }) {
    if (after !== undefined || before !== undefined) return { previous: after ?? undefined, next: before ?? undefined };
    const { source } = this;
    const column = this.board.columns.get(section);
    const isShown = source.isWhole || (first ? column.start === 0 : column.start + column.rows.length >= column.count);
    const rows = (source.isWhole ? source.ids(section) : column.rows.map(({ id }) => id)).filter((id) => !ids.includes(id));
    if (!isShown) return {};
    return first ? { next: rows[0] } : { previous: rows.at(-1) };
  }

  moveItems(ids, target) {
    const operations = this.movingItems(ids, target);
    if (this.changesNothing(operations)) {
      announce("Nothing changed: it is there already.");
    } else this.place(ids, operations[0].placeItems);
    this.board.focusItem(ids[0]);
  }

  /** Shows rows in a gap and has them placed there. Where that takes more than is allowed, somebody is asked. */
  place(ids, content) {
    const rows = this.rows(ids);
    const { answer } = this.source.outbox.add([{ placeItems: content }]);
    const text = `Moved ${this.naming(ids)} to ${this.titleOfColumn(content.section)}`;
    // Placing rows of several lists is one step, which each of them knows. Orders of one's own have no steps.
    const step = this.step(answer.then(({ applied: [first] }) => first && { collection: first.collection, of: first.version }, () => {}));
    answer.then(
      async (placed) => {
        const { does, notes } = await this.describe(placed, rows, content);
        const words = [...does, ...notes];
        const said = words.length > 0 ? `${text}: ${words.join("; ")}.` : `${text}.`;
        if (placed.applied.length > 0 && placed.effects.length > 0) {
          this.placed.push(await step.made);
          this.undone = [];
          this.offer(step, said);
        } else notify(said);
      },
      (error) => this.refused(error, ids, content),
    );
  }

  // A view has no steps of its own, only its lists have: so what can be undone here is what this page has placed.

  get lastDone() {
    return this.placed.at(-1);
  }

  get lastUndone() {
    return this.undone.at(-1);
  }

  async goBack(name) {
    const answer = await super.goBack(name);
    if (!answer || answer.undoes.length === 0) return answer;
    const [from, to] = name.redo ? [this.undone, this.placed] : [this.placed, this.undone];
    const index = from.findIndex(({ collection, of }) => collection === name.collection && of === name.of);
    if (index >= 0) from.splice(index, 1);
    if (answer.changed) to.push({ collection: name.collection, of: answer.version });
    return answer;
  }

  async refused(error, ids, content) {
    const back = (why) => notify(`Taken back: ${inWords(why)}`, { kind: "error" });
    const allow = effectsToAllow(error, content);
    if (allow.length === 0) return back(error);
    const name = this.naming(ids);
    const next = { ...content, allow };
    try {
      const { does } = await this.describe(await this.ask(next), this.rows(ids), next);
      openDialog({
        title: `Move ${name}?`,
        body: h("p", { text: `This also ${inOneSentence(does)}.` }),
        submit: "Move",
        onsubmit: () => this.place(ids, next),
      });
    } catch (failure) {
      back(failure);
    }
    return undefined;
  }

  // What it would do

  /** What a drop would do, for the line below the board. */
  async explain([{ placeItems }]) {
    let asks = false;
    try {
      let content = placeItems;
      const answer = await this.ask(content).catch((error) => {
        const allow = effectsToAllow(error, content);
        if (allow.length === 0) throw error;
        asks = true;
        content = { ...content, allow };
        return this.ask(content);
      });
      const { does, notes } = await this.describe(answer, this.rows(content.items.map(({ id }) => id)), content);
      const words = [...does, ...notes].join("; ");
      return [h("span", {}, h("strong", { text: asks ? "Asks before: " : "" }), asks ? words : capitalized(words))];
    } catch (error) {
      return [h("span", {}, h("strong", { text: "Can’t go here: " }), inWords(error))];
    }
  }

  /** Asks what placing rows would do. */
  ask(content) {
    return server().placeRows({ ...placingRequest(this.source.target, content), dryRun: true });
  }

  /** The rows with some ids as they are now, by their ids. */
  rows(ids) {
    return new Map(ids.map((id) => [id, this.source.locate?.(id)?.item ?? this.board.item(id)]));
  }

  /** What a section of the view is called; that of a group has its value. */
  titleOfColumn(id) {
    const { title = id, section: { fields } = { fields: {} } } = this.board.columns.get(id) ?? {};
    const [value, ...others] = Object.values(fields);
    return title === id && value !== undefined && others.length === 0 ? textOf(value) : title;
  }

  /**
   * What placing did or would do: { does, notes }, both as parts of sentences. `does` is what is written besides a place, or
   * that it is the place alone; `notes` is what stays, and what is hidden.
   */
  async describe({ effects, ambiguous = false }, rows, { section, items }) {
    const before = (effect) => rows.get(effect.row)?.origin;
    const does = fieldsInWords(effects);
    const notes = [];
    const handed = effects.filter((effect) => before(effect) && effect.origin && effect.origin.collection !== before(effect).collection);
    if (handed.length > 0) does.push(`hands ${them(handed)} over to the list ${handed[0].origin.collection}`);
    const others = effects.filter((effect) => before(effect) && effect.origin && !handed.includes(effect));
    const moved = others.filter((effect) => effect.origin.section !== before(effect).section);
    const titled = ({ origin }) => this.titleOfSection(origin.collection, origin.section);
    if (moved.length > 0) does.push(`moves ${them(moved)} to the section ${await titled(moved[0])}`);
    else if (others.length > 0 && !this.showsOwnSection(section)) {
      const isSame = others.every(({ origin }) => origin.section === others[0].origin.section);
      notes.push(isSame ? `stays in ${await titled(others[0])}` : "each stays in its section");
    }
    const deeper = effects.filter(({ parent }) => parent !== undefined);
    if (deeper.length > 0) does.push(this.parentInWords(deeper));
    const isThere = effects.every(({ from, to }) => from && to && from.section === to.section && from.item === to.item);
    if (does.length === 0) {
      if (isThere) return { does: ["no change: it is there already"], notes: [] };
      if (effects.length > 0) does.push(`changes ${items.length > 1 ? "their places" : "its place"} alone`);
    }
    const between = effects[0]?.hiddenBetween ?? 0;
    if (between > 0) notes.push(`${counted(between, "hidden row")} in this gap`);
    const hidden = effects.find(({ hidden }) => hidden !== "shown")?.hidden;
    if (hidden) notes.push(HIDDEN[hidden]);
    if (ambiguous) notes.push("others have moved the rows around this place");
    return { does, notes };
  }

  /** That rows go below another item of an outline, or to the top of its section. */
  parentInWords([{ row, origin, parent }, ...others]) {
    const it = others.length === 0 ? "it" : counted(others.length + 1, "item");
    if (!parent) return `moves ${it} to the top`;
    const id = origin?.item ? row.slice(0, row.length - origin.item.length) + parent : parent;
    return `moves ${it} below ${titleOf(this.source.locate?.(id)?.item ?? this.board.item(id) ?? { id: parent, fields: {} })}`;
  }

  /** Whether a section of the view is one of its list: what else a drop does to sections is what was pointed at. */
  showsOwnSection(id) {
    return Boolean(this.source.sections.find((section) => section.id === id)?.origin?.collection);
  }

  /** What a section of a collection is called; its id where it can't be read. */
  titleOfSection(collection, id) {
    const key = `${collection}/${id}`;
    if (!this.titles.has(key)) {
      const read = server().fetch(collection, { section: { section: id, start: 0, end: 0 }, pageSize: 1 });
      this.titles.set(key, read.then(({ sections: [{ section }] }) => titleOf(section)).catch(() => id || "the list"));
    }
    return this.titles.get(key);
  }
}

/** The fields that are written, as parts of a sentence. */
function fieldsInWords(effects) {
  const values = new Map();
  for (const { set, removed } of effects) {
    for (const [name, value] of Object.entries(set)) add(values, name, `sets ${name} = ${textOf(value)}`);
    for (const name of removed) add(values, name, `removes ${name}`);
  }
  return [...values].map(([name, texts]) => (texts.size === 1 ? [...texts][0] : `sets ${name}, each its own`));
}

function add(values, name, text) {
  if (!values.has(name)) values.set(name, new Set());
  values.get(name).add(text);
}

function them({ length }) {
  return length === 1 ? "it" : counted(length, "item");
}

function inOneSentence(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
