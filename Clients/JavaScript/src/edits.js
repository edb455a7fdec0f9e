// What operations make of a list, as the server does it, so that it is shown before the server has answered.

import { decode, encode } from "./codec.js";
import { ArrangeError, failedPrecondition, invalid } from "./errors.js";
import { changed, existing, indexOf, pathOf, placed, without } from "./moves.js";

/** @typedef {import("../arrange").Section} Section */
/** @typedef {import("./generated/types").Element} Element */
/** @typedef {import("./moves").Operation} Operation */

/**
 * A change that consists of operations.
 *
 * @param {readonly Operation[]} operations
 * @param {string} [unique] what ids are made of that are left out
 * @returns {{ operations: readonly Operation[], ids: string[], edit(sections: readonly Section[]): readonly Section[] }}
 */
export function editing(operations, unique) {
  let number = 0;
  const whole = operations.map((operation) => {
    const [name, content] = kindOf(operation);
    const { insertItems, insertSections } = /** @type {any} */ (operation);
    if (!unique || !(insertItems ?? insertSections)) return operation;
    const list = insertItems ? "items" : "sections";
    const withId = (/** @type {any} */ one) => ({ ...one, id: one.id || unique + (number++ ? `-${number}` : "") });
    return { [name]: { ...content, [list]: content[list]?.map(withId) } };
  });
  const ids = whole.flatMap((operation) => {
    const { items, sections } = kindOf(operation)[1];
    return (items ?? sections ?? []).map((/** @type {any} */ one) => one.id);
  });
  return {
    operations: whole,
    ids: [...new Set(ids)],
    edit: (sections) => whole.reduce((list, operation) => {
      const [name, content] = kindOf(operation);
      return VERBS[name](list, content);
    }, sections),
  };
}

/**
 * The name and the content of an operation.
 *
 * @param {Operation} operation
 * @returns {[string, any]}
 */
function kindOf(operation) {
  const kinds = Object.entries(operation).filter(([, content]) => content !== undefined);
  if (kinds.length !== 1) throw invalid("an operation has one kind");
  if (!Object.hasOwn(VERBS, kinds[0][0])) throw invalid(`"${kinds[0][0]}" is not shown at once; use apply`);
  return kinds[0];
}

/** @type {Record<string, (sections: readonly Section[], content: any) => readonly Section[]>} */
const VERBS = {
  moveItems: (sections, { items, section, to }) => moved(sections, items, { ...placeOf(to), section }),
  moveSections: (sections, { sections: named, to }) => moved(sections, named, placeOf(to), true),

  insertItems(sections, { items, section: wanted, to: given }) {
    const to = placeOf(given);
    const made = items.map(elementOf);
    for (const { id } of made) free(pathOf(sections, id), id);
    distinct(items);
    const anchor = pathOf(sections, to.before ?? to.after ?? "");
    let target = wanted === undefined && anchor ? anchor.section : indexOf(sections, wanted ?? "");
    // The default section is there when it is needed.
    const list = target < 0 && !wanted ? [...sections, { ...elementOf({ id: "" }), items: [] }] : sections;
    if (list !== sections) target = sections.length;
    existing(target, wanted ?? "");
    return list.map((section, index) => {
      return index === target ? { ...section, items: placed(section.items, made, to) } : section;
    });
  },

  insertSections(sections, { sections: inserted, to }) {
    for (const { id } of inserted) free(sections.find((section) => section.id === id), id);
    distinct(inserted);
    return placed(sections, inserted.map((/** @type {any} */ one) => ({ ...elementOf(one), items: [] })), placeOf(to));
  },

  updateItems(sections, { items }) {
    const updates = byId(items, (id) => pathOf(sections, id));
    return sections.map((section) => {
      if (!section.items.some(({ id }) => updates.has(id))) return section;
      return { ...section, items: section.items.map((item) => updated(item, updates.get(item.id))) };
    });
  },

  updateSections(sections, { sections: named }) {
    const updates = byId(named, (id) => sections.find((section) => section.id === id));
    return sections.map((section) => updated(section, updates.get(section.id)));
  },

  removeItems(sections, { items }) {
    const removed = byId(items, (id) => pathOf(sections, id));
    return sections.map((section) => {
      const leaving = section.items.filter(({ id }) => removed.has(id));
      return leaving.length ? { ...section, items: without(section.items, leaving) } : section;
    });
  },

  removeSections(sections, { sections: named, onlyIfEmpty }) {
    const removed = byId(named, (id) => sections.find((section) => section.id === id));
    return sections.filter(({ id, items }) => {
      if (removed.has(id) && onlyIfEmpty && items.length) throw failedPrecondition(`section "${id}" has items`);
      return !removed.has(id);
    });
  },
};

/**
 * @param {readonly Section[]} sections
 * @param {readonly { id: string }[]} named
 * @param {import("../arrange").Destination} to
 * @param {boolean} [ofSections]
 */
function moved(sections, named, to, ofSections) {
  return changed(sections, { requestId: new Uint8Array(0), ofSections, ids: named.map(({ id }) => id), to });
}

/**
 * A place that names one; at the end where it is left out.
 *
 * @param {import("../arrange").Destination} [to]
 */
function placeOf(to) {
  if (!to) return {};
  const { first, last, before, after, at } = to;
  if ([first, last, before, after, at].every((place) => place === undefined)) throw invalid("a place is missing", "to");
  return to;
}

/**
 * A new element, with its values as a server would send them.
 *
 * @param {any} made
 * @returns {Element}
 */
function elementOf({ id, fields = {} }) {
  return { ...decode("Element", encode("Element", { id })), fields: canonical(fields) };
}

/**
 * An element with other fields.
 *
 * @template {Element} T
 * @param {T} element
 * @param {any} update
 * @returns {T}
 */
function updated(element, update) {
  if (!update) return element;
  const { set = {}, remove = [], replaceAll } = update;
  /** @type {Record<string, any>} */
  const kept = replaceAll ? {} : { ...element.fields };
  for (const name of remove) delete kept[name];
  return { ...element, fields: canonical({ ...kept, ...set }) };
}

/**
 * Fields as a server sends them: in the order of the bytes of their names.
 *
 * @param {Record<string, any>} fields
 */
export function canonical(fields) {
  const bytes = new TextEncoder();
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined);
  const keyed = names.map((name) => ({ name, key: String.fromCharCode(...bytes.encode(name)) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const sorted = Object.fromEntries(keyed.map(({ name }) => [name, fields[name]]));
  return decode("Element", encode("Element", { fields: sorted })).fields;
}

/**
 * Elements that are named once each, by their ids; every one of them has to be there.
 *
 * @param {readonly any[]} named
 * @param {(id: string) => unknown} find
 * @returns {Map<string, any>}
 */
function byId(named, find) {
  distinct(named);
  for (const { id } of named) existing(find(id), id);
  return new Map(named.map((one) => [one.id, one]));
}

/** @param {readonly { id: string }[]} named */
function distinct(named) {
  if (!named?.length || new Set(named.map(({ id }) => id)).size < named.length) {
    throw invalid("each element has to be named once");
  }
}

/**
 * @param {unknown} found
 * @param {string} id
 */
function free(found, id) {
  if (found) throw new ArrangeError("ALREADY_EXISTS", `"${id}" is there already`);
}
