// The values of fields: their kinds, how they look, how they are typed in, and their JSON.

import { Double, Timestamp } from "/client/arrange.js";

/** The kinds of values, with the words by which people choose them. */
export const KINDS = {
  string: "text",
  int: "whole number",
  double: "number",
  bool: "yes or no",
  time: "date and time",
  null: "no value",
  bytes: "bytes",
};

/** Names of fields that give an element its title; the first one that is there counts. */
const TITLES = ["title", "name", "text", "summary", "subject", "label"];

/** The kind of a value. */
export function kindOf(value) {
  if (value === null) return "null";
  if (value instanceof Timestamp) return "time";
  if (value instanceof Double) return "double";
  if (value instanceof Uint8Array) return "bytes";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "double";
  return "string";
}

/** Whether a BigInt is an integer of the protocol, which has 64 bits. */
export function fits(number) {
  return BigInt.asIntN(64, number) === number;
}

/** The value of the client library for one that was parsed, as { kind, value }. */
export function wireValue({ kind, value }) {
  if (kind === "double" && Number.isInteger(value)) return new Double(value);
  return kind === "time" ? new Timestamp(value) : value;
}

/** A value as people read it. */
export function textOf(value) {
  switch (kindOf(value)) {
    case "null":
      return "no value";
    case "bool":
      return value ? "yes" : "no";
    case "double":
      return String(value instanceof Double ? value.value : value);
    case "time":
      return timeText(value);
    case "bytes":
      return `${value.length} bytes`;
    default:
      return String(value);
  }
}

function timeText(time) {
  const date = new Date(Number(time.microseconds) / 1000);
  if (Number.isNaN(date.getTime())) return `${time.microseconds} µs`;
  const text = date.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** The name of the field that is an element's title; null where it has none. */
export function titleField(element) {
  for (const name of TITLES) if (typeof element.fields[name] === "string" && element.fields[name] !== "") return name;
  return null;
}

/** What an element is called: its title, or else its id. */
export function titleOf(element) {
  const field = titleField(element);
  return field === null ? element.id || "Items" : element.fields[field];
}

/** The text of a value for an input. */
export function inputText(value) {
  const kind = kindOf(value);
  if (kind === "null") return "";
  if (kind === "time") return new Date(Number(value.microseconds) / 1000).toISOString();
  if (kind === "bytes") return [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return kind === "bool" ? String(value) : textOf(value);
}

/** Reads what was typed as a value of a kind. Throws an error that says how it is written. */
export function parseValue(kind, text) {
  const trimmed = text.trim();
  switch (kind) {
    case "string":
      return text;
    case "null":
      return null;
    case "bool":
      if (/^(true|yes)$/i.test(trimmed)) return true;
      if (/^(false|no|)$/i.test(trimmed)) return false;
      throw new Error(`Write yes or no instead of “${trimmed}”.`);
    case "int": {
      if (!/^[+-]?[0-9]+$/.test(trimmed)) throw new Error(`“${trimmed}” is not a whole number. Write digits, such as 42.`);
      const number = BigInt(trimmed);
      if (!fits(number)) throw new Error(`${trimmed} does not fit 64 bits.`);
      return number;
    }
    case "double": {
      const number = Number(trimmed);
      if (trimmed === "" || !Number.isFinite(number)) {
        throw new Error(`“${trimmed}” is not a number. Write it with a point, such as 1.5.`);
      }
      return wireValue({ kind, value: number });
    }
    case "time": {
      const time = Date.parse(/^\d{4}-\d\d-\d\d$/.test(trimmed) ? `${trimmed}T00:00:00Z` : trimmed);
      if (Number.isNaN(time)) throw new Error(`“${trimmed}” is not a date. Write it as 2026-01-31 or 2026-01-31T09:30:00Z.`);
      return new Timestamp(time * 1000);
    }
    default: {
      if (!/^([0-9a-fA-F]{2})*$/.test(trimmed)) throw new Error("Write bytes as pairs of hexadecimal digits, such as 00ff.");
      return Uint8Array.from(trimmed.match(/../g) ?? [], (digits) => parseInt(digits, 16));
    }
  }
}

/** The change of an element for the protocol. `changes` maps names to values; undefined takes a field away. */
export function updateOf({ id, contentVersion }, changes) {
  const set = {};
  const remove = [];
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) remove.push(name);
    else set[name] = value;
  }
  return contentVersion === undefined ? { id, set, remove } : { id, set, remove, ifContentVersion: contentVersion };
}

/** Whether two values are the same. */
export function equalValues(one, other) {
  return kindOf(one) === kindOf(other) && inputText(one) === inputText(other);
}

/** The description of a list; empty where it has none. */
export function descriptionOf({ fields }) {
  return typeof fields.description === "string" ? fields.description : "";
}
