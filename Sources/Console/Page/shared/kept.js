// What a tab keeps over reloads, and until it is closed: what was typed, and changes that the server has not answered yet.

import { Double, Timestamp } from "/client/arrange.js";

const PREFIX = "arrange.kept.";
/** The longest text that is kept under one name, in characters: browsers keep some millions in all. */
const LONGEST = 1_000_000;

/** Values that JSON lacks, by the name that they have in it. */
const KINDS = {
  $integer: [(value) => typeof value === "bigint", String, BigInt],
  $time: [(value) => value instanceof Timestamp, ({ microseconds }) => String(microseconds), (text) => new Timestamp(BigInt(text))],
  $double: [(value) => value instanceof Double, ({ value }) => value, (value) => new Double(value)],
  $bytes: [(value) => value instanceof Uint8Array, (value) => [...value], (value) => Uint8Array.from(value)],
};

/** What is kept under a name; undefined where there is nothing. */
export function kept(name) {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? undefined : parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps something under a name; undefined: nothing any more. Returns whether it is kept. */
export function keep(name, value) {
  try {
    const text = value === undefined ? undefined : stringify(value);
    if (text === undefined || text.length > LONGEST) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
    return text !== undefined && text.length <= LONGEST;
  } catch {
    return false;
  }
}

/** The names that begin with a text under which something is kept, without that text. */
export function keptNames(start) {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX + start));
    return names.map((name) => name.slice(PREFIX.length + start.length));
  } catch {
    return [];
  }
}

/** Forgets everything: what one person typed is not for the next one. */
export function forgetKept() {
  for (const name of keptNames("")) keep(name, undefined);
}

export function stringify(value) {
  return JSON.stringify(value, function replace(name) {
    const each = this[name];
    for (const [kind, [fits, write]] of Object.entries(KINDS)) if (fits(each)) return { [kind]: write(each) };
    return each;
  });
}

export function parse(text) {
  return JSON.parse(text, (_, value) => {
    if (value === null || typeof value !== "object") return value;
    const [kind, ...others] = Object.keys(value);
    return others.length === 0 && Object.hasOwn(KINDS, kind ?? "") ? KINDS[kind][2](value[kind]) : value;
  });
}
