// Reads JSON lines, JSON lists as `arrange show --json` prints them, and board exports of Trello.

import { JSONNumber, lineOf, parseJSON, parseJSONLines, valueOfJSON } from "./json.js";

/** Reads objects, each of which begins on a new line. */
export function readJSONLines(text, list) {
  for (const object of parseJSONLines(text)) readObject(object, list);
}

/** Reads one value: an array of objects, or an object with `sections`, or one with an array of objects. */
export function readJSON(text, list) {
  const whole = parseJSON(text);
  if (Array.isArray(whole)) {
    for (const object of whole) readObject(object, list);
    return;
  }
  if (Array.isArray(whole.sections)) {
    list.fields = exactFields(whole.fields);
    for (const section of whole.sections) {
      list.section(idText(section.id ?? ""), exactFields(section.fields));
      for (const item of section.items ?? []) {
        const id = item.id ? idText(item.id, lineOf(item)) : null;
        list.add(idText(section.id ?? ""), id, exactFields(item.fields), lineOf(item));
      }
    }
    return;
  }
  const arrays = Object.entries(whole).filter(([, value]) => Array.isArray(value) && value.every(isObject));
  if (arrays.length !== 1) {
    throw new Error(
      "this is not a list: it is neither an array of objects nor an object with “sections” or with one array of objects",
    );
  }
  for (const object of arrays[0][1]) readObject(object, list);
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof JSONNumber);
}

function idText(value, line) {
  if (value instanceof JSONNumber && /^-?[0-9]+$/.test(value.source)) return value.source;
  if (typeof value !== "string") throw new Error(`${at(line)}an id has to be a text or a whole number`);
  return value;
}

function at(line) {
  return line === undefined ? "" : `line ${line}: `;
}

function exactFields(fields = {}) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOfJSON(value)]));
}

/** Reads an item, a section or the list's own fields. */
function readObject(object, list) {
  const line = isObject(object) || Array.isArray(object) ? lineOf(object) : undefined;
  if (!isObject(object)) throw new Error(`${at(line)}an item has to be an object`);
  const names = Object.keys(object);
  if (names.length === 1 && isObject(object.section)) {
    list.section(idText(object.section.id ?? ""), exactFields(object.section.fields));
    return;
  }
  if (names.length === 1 && isObject(object.list)) {
    list.fields = { ...list.fields, ...exactFields(object.list.fields) };
    return;
  }
  const { id, section, fields, ...others } = object;
  const sectionId = section === undefined || section === null ? "" : idText(section, line);
  const taken = isObject(fields) ? exactFields(fields) : exactFields(fields === undefined ? others : { fields, ...others });
  list.add(sectionId, id === undefined || id === null ? null : idText(id, line), taken, line);
}

/** Reads a board export of Trello: lists are sections, cards are items. What is archived is left out. */
export function readTrello(text, list) {
  const board = JSON.parse(text);
  if (board.name) list.fields.title = String(board.name);
  const inOrder = (elements) => [...elements].sort((one, other) => (one.pos ?? 0) - (other.pos ?? 0));
  const sections = new Map();
  let archived = 0;
  for (const column of inOrder(board.lists)) {
    if (column.closed) continue;
    const id = list.slug(String(column.name));
    list.section(id, { title: String(column.name) });
    sections.set(column.id, id);
  }
  for (const card of inOrder(board.cards)) {
    const section = sections.get(card.idList);
    if (card.closed || section === undefined) {
      archived += 1;
      continue;
    }
    list.add(section, card.id ?? null, cardFields(card));
  }
  if (archived > 0) list.left.push(`${archived} archived cards`);
}

function cardFields(card) {
  const fields = { title: String(card.name ?? "") };
  if (card.desc) fields.notes = String(card.desc);
  if (card.due) fields.due = valueOfJSON({ $timestamp: card.due });
  if (card.dueComplete !== undefined && card.due) fields.done = Boolean(card.dueComplete);
  const labels = (card.labels ?? []).map((label) => label.name || label.color).filter(Boolean);
  if (labels.length > 0) fields.labels = labels.join(", ");
  return fields;
}
