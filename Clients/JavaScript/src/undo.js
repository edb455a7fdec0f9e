// What undoing a step makes of a list, as far as the list itself tells: a guess at what the server does.

import { canonical } from "./edits.js";
import { indexOf, pathOf, without } from "./moves.js";

/** @typedef {import("../arrange").Section} Section */
/** @typedef {import("./generated/types").Element} Element */

/**
 * @typedef {object} Step a change that was made here
 * @property {Uint8Array} requestId
 * @property {readonly string[]} ids of what it changed
 * @property {ReadonlySet<string>} moved those of what it moved
 * @property {readonly Section[]} before the list before it
 * @property {readonly Section[]} after the list after it
 */

/**
 * The step that makes a step again.
 *
 * @param {Step} step
 * @returns {Step}
 */
export function reversed({ before, after, ...step }) {
  return { ...step, before: after, after: before };
}

/**
 * A list without a step. What somebody else seems to have changed since stays: a field with another value, an element in
 * another section.
 *
 * @param {Step} step
 * @param {readonly Section[]} sections
 * @returns {readonly Section[]}
 */
export function undone(step, sections) {
  const { ids, before, after } = step;
  const named = new Set(ids);
  let list = withoutInserted(step, sections);
  list = withSections(step, list);
  list = withItems(step, list);
  // A section that came is empty again once what was moved there has gone back.
  list = list.filter(({ id, items }) => !(named.has(id) && isIn(after, id) && !isIn(before, id) && !items.length));
  return list.map((section) => {
    const own = named.has(section.id) ? restored(section, find(before, section.id), find(after, section.id)) : section;
    if (!own.items.some(({ id }) => named.has(id))) return own;
    const items = own.items.map((item) => {
      return named.has(item.id) ? restored(item, itemOf(before, item.id), itemOf(after, item.id)) : item;
    });
    return { ...own, items };
  });
}

/**
 * The list without the items that a step inserted, unless somebody has moved or edited them.
 *
 * @param {Step} step
 * @param {readonly Section[]} sections
 * @returns {readonly Section[]}
 */
function withoutInserted({ ids, before, after }, sections) {
  const isOurs = (/** @type {string} */ id) => isWhere(sections, after, id) && isSame(sections, after, id);
  const gone = new Set(ids.filter((id) => !pathOf(before, id) && isOurs(id)));
  return sections.map((section) => {
    const leaving = section.items.filter(({ id }) => gone.has(id));
    return leaving.length ? { ...section, items: without(section.items, leaving) } : section;
  });
}

/**
 * The list with the sections that a step moved or removed, in their old order, each behind one that is in its place already.
 *
 * @param {Step} step
 * @param {readonly Section[]} sections
 * @returns {readonly Section[]}
 */
function withSections({ ids, moved, before, after }, sections) {
  const waiting = new Set(ids.filter((id) => isIn(before, id) && (moved.has(id) || !isIn(after, id))));
  return before.reduce((list, was) => {
    const now = find(list, was.id);
    if (!waiting.delete(was.id) || Boolean(now) !== isIn(after, was.id)) return list;
    // A section comes with its items that are nowhere else.
    const section = now ?? { ...was, items: was.items.filter(({ id }) => !pathOf(list, id)) };
    return behind(without(list, now ? [now] : []), section, before, waiting);
  }, sections);
}

/**
 * The list with the items that a step moved or removed, likewise.
 *
 * @param {Step} step
 * @param {readonly Section[]} sections
 * @returns {readonly Section[]}
 */
function withItems({ ids, moved, before, after }, sections) {
  const waiting = new Set(ids.filter((id) => pathOf(before, id) && (moved.has(id) || !pathOf(after, id))));
  let list = sections;
  for (const { id: home, items } of before) {
    for (const item of items) {
      if (!waiting.delete(item.id)) continue;
      const path = pathOf(list, item.id);
      const target = indexOf(list, home);
      // What is there although it was removed, or elsewhere by now, is somebody else's.
      if (target < 0 || (pathOf(after, item.id) ? !isWhere(list, after, item.id) : path)) continue;
      const now = path ? list[path.section].items[path.item] : item;
      list = list.map((section, index) => {
        const rest = index === path?.section ? without(section.items, [now]) : section.items;
        if (index === target) return { ...section, items: behind(rest, now, items, waiting) };
        return rest === section.items ? section : { ...section, items: rest };
      });
    }
  }
  return list;
}

/**
 * @param {readonly { id: string }[]} list
 * @param {string} id
 */
function isIn(list, id) {
  return indexOf(list, id) >= 0;
}

/**
 * @param {readonly Section[]} list
 * @param {string} wanted
 */
function find(list, wanted) {
  return list.find(({ id }) => id === wanted);
}

/**
 * @param {readonly Section[]} sections
 * @param {string} id
 */
function itemOf(sections, id) {
  const path = pathOf(sections, id);
  return path && sections[path.section].items[path.item];
}

/**
 * Whether an item is in the same section of two lists.
 *
 * @param {readonly Section[]} one
 * @param {readonly Section[]} other
 * @param {string} id
 */
function isWhere(one, other, id) {
  const [here, there] = [pathOf(one, id), pathOf(other, id)];
  return Boolean(here && there && one[here.section].id === other[there.section].id);
}

/**
 * Whether an item has the same fields in two lists.
 *
 * @param {readonly Section[]} one
 * @param {readonly Section[]} other
 * @param {string} id
 */
function isSame(one, other, id) {
  const [here, there] = [itemOf(one, id)?.fields ?? {}, itemOf(other, id)?.fields ?? {}];
  return Object.keys({ ...here, ...there }).every((name) => textOf(here[name]) === textOf(there[name]));
}

/**
 * A list with an element behind the next one up of an old list that is there and in its place, else before its old
 * successor, else at the beginning.
 *
 * @template {{ id: string }} T
 * @param {readonly T[]} list without the element
 * @param {T} element
 * @param {readonly { id: string }[]} old
 * @param {ReadonlySet<string>} waiting what is not in its place yet
 * @returns {readonly T[]}
 */
function behind(list, element, old, waiting) {
  const at = indexOf(old, element.id);
  const placeOf = (/** @type {number} */ index) => (waiting.has(old[index].id) ? -1 : indexOf(list, old[index].id));
  for (let index = at - 1; index >= 0; index--) {
    const place = placeOf(index);
    if (place >= 0) return [...list.slice(0, place + 1), element, ...list.slice(place + 1)];
  }
  const next = at + 1 < old.length ? Math.max(placeOf(at + 1), 0) : 0;
  return [...list.slice(0, next), element, ...list.slice(next)];
}

/**
 * An element with the fields that it had before a step, where it has what the step wrote.
 *
 * @template {Element} T
 * @param {T} now
 * @param {Element | undefined} before
 * @param {Element | undefined} after
 * @returns {T}
 */
function restored(now, before, after) {
  if (!before || !after || before.fields === after.fields) return now;
  /** @type {Record<string, any>} */
  const fields = { ...now.fields };
  for (const name of Object.keys({ ...before.fields, ...after.fields })) {
    const [was, wrote, is] = [before.fields[name], after.fields[name], fields[name]].map(textOf);
    if (was === wrote || is !== wrote) continue;
    if (before.fields[name] === undefined) delete fields[name];
    else fields[name] = before.fields[name];
  }
  return { ...now, fields: canonical(fields) };
}

/**
 * A value, to be compared.
 *
 * @param {any} value
 */
function textOf(value) {
  if (value === undefined) return "";
  return `${value === null ? "" : value.constructor.name} ${value?.microseconds ?? value?.value ?? value}`;
}
