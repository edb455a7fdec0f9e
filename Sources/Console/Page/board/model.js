// A list as operations change it, before the server has carried them out.
//
// Lists are arrays of sections with their items, and are never changed: each function returns a new list.

import { depthOf } from "./tree-rows.js";

/** What one transaction may name of what comes back in its answer, which has to fit a frame; and in operations. */
const MOST_ELEMENTS = 5000;
const MOST_OPERATIONS = 5000;
/** What one transaction may take in a frame, in bytes. The default limit is 1 MiB. */
const MOST_BYTES = 700 * 1024;
/** What an element takes beside its id and its fields, in bytes. */
const BYTES_OF_ELEMENT = 32;

/** What the server would refuse: something that is not there, for example. */
export class Misfit extends Error {}

/** What the server alone knows the effect of: it shows with the answer. */
const ASKED = new Set(["undo", "restore", "putBack"]);

/** Whether the server alone knows what an operation does. */
export function isAsked(operation) {
  return ASKED.has(Object.keys(operation)[0]);
}

/** The elements that an operation names; of what the server alone knows the effect, none. */
export function elementsOf(operation) {
  const [{ items, sections }] = Object.values(operation);
  return items ?? sections ?? [];
}

/** The list after operations, as the server makes it. Throws a Misfit where it would refuse them. */
export function applied(sections, operations) {
  return operations.reduce(changed, sections);
}

function changed(sections, operation) {
  const [[kind, content]] = Object.entries(operation);
  switch (kind) {
    case "moveItems":
    case "placeItems":
      return movedItems(sections, content);
    case "insertItems":
      return insertedItems(sections, content);
    case "updateItems":
      return withItems(sections, content.items, updated);
    case "removeItems":
    case "transferItems":
      return withItems(sections, content.items, () => null);
    case "moveSections": {
      const moving = content.sections.map(({ id }) => find(sections, id));
      return placed(without(sections, content.sections), moving, content.to);
    }
    case "insertSections":
      for (const { id } of content.sections) if (sections.some((section) => section.id === id)) throw new Misfit();
      return placed(sections, content.sections.map((section) => ({ ...section, items: [] })), content.to ?? { last: true });
    case "updateSections": {
      const changes = new Map(content.sections.map((change) => [find(sections, change.id).id, change]));
      return sections.map((section) => (changes.has(section.id) ? updated(section, changes.get(section.id)) : section));
    }
    case "removeSections":
      for (const { id } of content.sections) {
        if (find(sections, id).items.length > 0 && content.onlyIfEmpty) throw new Misfit();
      }
      return without(sections, content.sections);
    default:
      if (ASKED.has(kind)) return sections;
      throw new Misfit(kind);
  }
}

function find(elements, id) {
  const found = elements.find((element) => element.id === id);
  if (!found) throw new Misfit(id);
  return found;
}

function without(elements, leaving) {
  const ids = new Set(leaving.map(({ id }) => id));
  return elements.filter(({ id }) => !ids.has(id));
}

/** The items with some ids, in the order of the ids. */
function itemsOf(sections, ids) {
  const wanted = new Set(ids);
  const found = new Map();
  for (const { items } of sections) for (const item of items) if (wanted.has(item.id)) found.set(item.id, item);
  return ids.map((id) => {
    if (!found.has(id)) throw new Misfit(id);
    return found.get(id);
  });
}

function movedItems(sections, { items, section, to, block, depth }) {
  find(sections, section);
  const named = new Set(items.map(({ id }) => id));
  const known = new Set(block ? sections.flatMap((each) => each.items.map(({ id }) => id)) : []);
  // What goes along may be gone by now.
  const moved = block ? block.filter((id) => named.has(id) || known.has(id)) : [...named];
  const moving = deepened(itemsOf(sections, moved), named, depth);
  const ids = new Set(moved);
  return sections.map((each) => {
    const isTarget = each.id === section;
    if (!isTarget && !each.items.some(({ id }) => ids.has(id))) return each;
    const rest = without(each.items, moving);
    return { ...each, items: isTarget ? placed(rest, moving, to) : rest };
  });
}

/** Rows of an outline as they are where those that are named have a depth, with those that go along behind each of them. */
function deepened(rows, named, depth) {
  if (!depth) return rows;
  let by = 0;
  return rows.map((item) => {
    const own = depthOf(item);
    if (named.has(item.id)) by = depth - own;
    return by === 0 || own === 0 ? item : { ...item, origin: { ...item.origin, depth: own + by } };
  });
}

function insertedItems(sections, { items, section, to }) {
  find(sections, section);
  const ids = new Set(items.map(({ id }) => id));
  if (sections.some((each) => each.items.some(({ id }) => ids.has(id)))) throw new Misfit();
  return sections.map((each) => (each.id === section ? { ...each, items: placed(each.items, items, to) } : each));
}

/** The list with items replaced by what a function makes of them and of their changes; null takes one away. */
function withItems(sections, changes, change) {
  const left = new Map(changes.map((each) => [each.id, each]));
  const result = sections.map((section) => {
    if (!section.items.some(({ id }) => left.has(id))) return section;
    const items = section.items.flatMap((item) => {
      if (!left.has(item.id)) return [item];
      const next = change(item, left.get(item.id));
      left.delete(item.id);
      return next ? [next] : [];
    });
    return { ...section, items };
  });
  if (left.size > 0) throw new Misfit();
  return result;
}

function updated(element, { set = {}, remove = [], replaceAll = false }) {
  const fields = { ...(replaceAll ? {} : element.fields), ...set };
  for (const name of remove) delete fields[name];
  return { ...element, fields };
}

/** Elements at a place among others, none of which is among them. */
export function placed(rest, elements, to) {
  const anchor = to.after ?? to.before;
  let place = to.first ? 0 : rest.length;
  if (anchor !== undefined) {
    const index = rest.findIndex(({ id }) => id === anchor);
    if (index >= 0) place = to.after === undefined ? index : index + 1;
    else if (to.ifAnchorMissing === "first") place = 0;
    else if (to.ifAnchorMissing !== "last") throw new Misfit(anchor);
  }
  return [...rest.slice(0, place), ...elements, ...rest.slice(place)];
}

// Windows of a list that is not here as a whole

/**
 * The sections, without their items, with edits. `known` has the items that the edits name, as { item, section }, by their ids.
 */
export function headsWith(heads, edits, known) {
  const where = new Map([...known].map(([id, { section }]) => [id, section]));
  const counts = new Map(heads.map(({ id, count }) => [id, count]));
  const count = (section, by) => counts.set(section, (counts.get(section) ?? 0) + by);
  let sections = heads.map((head) => ({ ...head, items: [] }));
  for (const operation of edits.flatMap(({ operations }) => operations)) {
    const [[kind, content]] = Object.entries(operation);
    if (content.sections) {
      try {
        sections = changed(sections, operation);
      } catch {
        // The server will say why it refuses it.
      }
      continue;
    }
    if (kind === "updateItems") continue;
    for (const { id } of elementsOf(operation)) {
      if (kind !== "insertItems" && where.has(id)) count(where.get(id), -1);
      if (isLeaving(kind) || !(kind === "insertItems" || where.has(id))) continue;
      count(content.section, 1);
      where.set(id, content.section);
    }
  }
  return sections.map(({ items, ...head }, index) => {
    const number = counts.get(head.id) ?? 0;
    const before = heads[index];
    return before?.id === head.id && before.count === number && before.fields === head.fields ? before : { ...head, count: number };
  });
}

/** Whether an operation takes items out of the list. */
function isLeaving(kind) {
  return kind === "removeItems" || kind === "transferItems";
}

/** A window of a section, { start, rows, count }, with edits, as far as that can be known. */
export function windowWith(section, window, edits, known) {
  const { start, count } = window;
  const isAtEnd = start + window.rows.length >= (count ?? Infinity);
  let { rows } = window;
  for (const operation of edits.flatMap(({ operations }) => operations)) {
    const [[kind, content]] = Object.entries(operation);
    if (!content.items) continue;
    if (kind === "updateItems") {
      const changes = new Map(content.items.map((change) => [change.id, change]));
      rows = rows.map((item) => (changes.has(item.id) ? updated(item, changes.get(item.id)) : item));
      continue;
    }
    const moving = content.items.map(({ id }) => rows.find((item) => item.id === id) ?? known.get(id)?.item).filter(Boolean);
    rows = without(rows, content.items);
    if (isLeaving(kind) || content.section !== section) continue;
    const { to } = content;
    const anchor = to.after ?? to.before;
    const isHere = anchor === undefined
      ? (to.first ? start === 0 : isAtEnd)
      : rows.some(({ id }) => id === anchor) || (isAtEnd && to.ifAnchorMissing === "last" && !known.has(anchor));
    if (isHere) rows = placed(rows, moving, to);
  }
  return { ...window, rows };
}

// Transactions

/** Operations as lists of them, each of which fits a transaction. What they do together stays the same. */
export function transactions(operations) {
  const lists = [];
  let list = [];
  let room = { elements: MOST_ELEMENTS, bytes: MOST_BYTES };
  const next = () => {
    if (list.length > 0) lists.push(list);
    list = [];
    room = { elements: MOST_ELEMENTS, bytes: MOST_BYTES };
  };
  for (const operation of operations) {
    const [[kind, content]] = Object.entries(operation);
    const name = content.items ? "items" : "sections";
    let { to } = content;
    let left = content[name];
    while (left.length > 0) {
      const number = list.length < MOST_OPERATIONS ? fitting(left, room, kind) : 0;
      if (number === 0 && list.length > 0) {
        next();
        continue;
      }
      const part = left.slice(0, Math.max(1, number));
      left = left.slice(part.length);
      list.push({ [kind]: to ? { ...content, [name]: part, to } : { ...content, [name]: part } });
      // What follows at the start, or behind an anchor, comes behind the part.
      if (to?.first || to?.after !== undefined) to = { after: part.at(-1).id, ifAnchorMissing: "last" };
    }
  }
  next();
  return lists;
}

/** How many elements fit; `room` is what is left after them. Elements that are removed come back in no answer. */
function fitting(elements, room, kind) {
  const isShort = kind.startsWith("remove");
  let number = 0;
  for (const element of elements) {
    const bytes = sizeOf(element);
    if (bytes > room.bytes || (!isShort && room.elements === 0)) break;
    room.bytes -= bytes;
    if (!isShort) room.elements -= 1;
    number += 1;
  }
  return number;
}

/** About how many bytes an element of an operation takes. A character takes at most three bytes. */
function sizeOf({ id, fields, set }) {
  let size = BYTES_OF_ELEMENT + id.length * 3;
  for (const [name, value] of Object.entries(fields ?? set ?? {})) {
    size += BYTES_OF_ELEMENT + name.length * 3 + (value?.length ?? 0) * (typeof value === "string" ? 3 : 1);
  }
  return size;
}
