// Reads JSON as `arrange import` does: strictly, so that no value is lost without a word.

import { Timestamp } from "/client/arrange.js";
import { fits, wireValue } from "../shared/values.js";

/** The deepest nesting of arrays and objects. */
const MOST_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;

/** A number of JSON with its text, which tells integers from numbers with a point, and loses no digit. */
export class JSONNumber {
  constructor(source) {
    this.source = source;
  }
}

const lines = new WeakMap();

/** The line on which an object or array began in its text. */
export function lineOf(value) {
  return lines.get(value);
}

/**
 * Parses a text that is one value. Numbers become a JSONNumber, objects inherit nothing.
 *
 * Throws an error with the line and column. Beyond the grammar it refuses a name that comes twice in an object, integers that
 * do not fit 64 bits, numbers that are too large, and half surrogate pairs.
 */
export function parseJSON(text) {
  const reader = new Reader(text);
  reader.skipSpace();
  const value = reader.value(0);
  reader.skipSpace();
  if (reader.at < text.length) reader.fail("there is something after the end of the JSON value");
  return value;
}

/** Parses a text of values, each of which begins on a new line. */
export function parseJSONLines(text) {
  const reader = new Reader(text.trimEnd());
  const values = [];
  reader.skipSpace();
  while (reader.at < reader.text.length) {
    values.push(reader.value(0));
    const { line } = reader;
    reader.skipSpace();
    if (reader.at < reader.text.length && reader.line === line) {
      reader.fail("there is something after the end of the JSON value");
    }
  }
  return values;
}

/** JSON of a parsed value, with the digits that its numbers had. */
export function printJSON(value) {
  if (value instanceof JSONNumber) return value.source;
  if (Array.isArray(value)) return `[${value.map(printJSON).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${printJSON(each)}`).join(",")}}`;
}

/**
 * A value of parsed JSON. Arrays and other objects become their JSON as text, as `arrange import` does it.
 */
export function valueOfJSON(json) {
  if (json instanceof JSONNumber) return numberOfJSON(json.source);
  if (json === null || typeof json !== "object") return json;
  const names = Object.keys(json);
  if (names.length === 1 && names[0] === "$timestamp") {
    const time = json.$timestamp;
    if (time instanceof JSONNumber && /^-?\d+$/.test(time.source)) return new Timestamp(BigInt(time.source));
    const milliseconds = typeof time === "string" ? Date.parse(time) : NaN;
    if (!Number.isNaN(milliseconds)) {
      const fraction = /\.(\d+)/.exec(time)?.[1] ?? "";
      return new Timestamp(milliseconds * 1000 + Number(fraction.padEnd(6, "0").slice(3, 6)));
    }
  }
  if (names.length === 1 && names[0] === "$bytes" && typeof json.$bytes === "string") {
    try {
      return Uint8Array.from(atob(json.$bytes), (sign) => sign.charCodeAt(0));
    } catch {
      // What only looks like bytes is text.
    }
  }
  return printJSON(json);
}

function numberOfJSON(source) {
  return /[.eE]/.test(source) ? wireValue({ kind: "double", value: Number(source) }) : BigInt(source);
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.line = 1;
    this.lineStart = 0;
  }

  fail(message, at = this.at) {
    throw new Error(`line ${this.line}, column ${at - this.lineStart + 1}: ${message}`);
  }

  /** Line ends are in the space between the tokens alone. */
  skipSpace() {
    SPACE.lastIndex = this.at;
    const [space] = SPACE.exec(this.text);
    for (let end = space.indexOf("\n"); end >= 0; end = space.indexOf("\n", end + 1)) {
      this.line += 1;
      this.lineStart = this.at + end + 1;
    }
    this.at += space.length;
  }

  skip(sign) {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  value(depth) {
    const sign = this.text[this.at];
    if (sign === undefined) this.fail("the text ends where a JSON value should be");
    if (sign === "{" || sign === "[") {
      if (depth >= MOST_DEPTH) this.fail(`the JSON is nested deeper than ${MOST_DEPTH} levels`);
      return sign === "{" ? this.object(depth) : this.array(depth);
    }
    if (sign === '"') return this.string();
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    return this.number();
  }

  array(depth) {
    const elements = [];
    lines.set(elements, this.line);
    this.at += 1;
    this.skipSpace();
    if (this.skip("]")) return elements;
    for (;;) {
      this.skipSpace();
      elements.push(this.value(depth + 1));
      this.skipSpace();
      if (this.skip("]")) return elements;
      if (!this.skip(",")) this.fail("a ',' or ']' is missing in the array");
    }
  }

  object(depth) {
    const object = Object.create(null);
    lines.set(object, this.line);
    this.at += 1;
    this.skipSpace();
    if (this.skip("}")) return object;
    for (;;) {
      this.skipSpace();
      const start = this.at;
      if (this.text[start] !== '"') this.fail("the name of a member, in quotes, is missing in the object");
      const name = this.string();
      if (name in object) this.fail(`the name “${name}” comes twice in the object`, start);
      this.skipSpace();
      if (!this.skip(":")) this.fail(`a ':' is missing after the name “${name}”`);
      this.skipSpace();
      object[name] = this.value(depth + 1);
      this.skipSpace();
      if (this.skip("}")) return object;
      if (!this.skip(",")) this.fail("a ',' or '}' is missing in the object");
    }
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (!found) this.fail("this is not a JSON value");
    const [source, fraction, exponent] = found;
    if (fraction === undefined && exponent === undefined) {
      if (!fits(BigInt(source))) {
        this.fail(`the number ${source} does not fit 64 bits; write it as text, in quotes`);
      }
    } else if (!Number.isFinite(Number(source))) this.fail(`the number ${source} is too large`);
    this.at += source.length;
    return new JSONNumber(source);
  }

  string() {
    const start = this.at;
    let end = start;
    let isEscaped = true;
    while (isEscaped) {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) this.fail("the text that begins here has no closing quote");
      let slashes = 0;
      while (this.text[end - 1 - slashes] === "\\") slashes += 1;
      isEscaped = slashes % 2 === 1;
    }
    let string;
    try {
      string = JSON.parse(this.text.slice(start, end + 1));
    } catch {
      this.fail("the text has a control character, or an escape that JSON does not have; write a line end as \\n");
    }
    if (!string.isWellFormed()) this.fail("half of a surrogate pair is missing in the text");
    this.at = end + 1;
    return string;
  }
}
