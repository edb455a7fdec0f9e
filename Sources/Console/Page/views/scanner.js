// Reads the signs, words and values of the view language, and keeps what was expected for the message of an error.

import { fits } from "../shared/values.js";

/** Words that begin a clause of a part. A line that begins with one continues the part before it. */
export const CLAUSES = ["sections", "flat", "group", "where", "sort", "cap", "only"];
/** Words that have to be quoted as names of collections. */
const REFUSED_AS_COLLECTIONS = new Set([...CLAUSES.filter((word) => word !== "only"), "fixed", "window", "and", "or"]);
/** Words that have to be quoted as fields of conditions. */
const REFUSED_AS_FIELDS = new Set(["where", "sort", "cap", "and", "or", "not", "exists", "true", "false", "null"]);
const QUOTED = new Set([...REFUSED_AS_COLLECTIONS, ...REFUSED_AS_FIELDS, "all", "any", "by", "declare", "order"]);

/** How the name of the reader is written in a condition. */
export const PRINCIPAL = "{principal}";

const WORD = /[A-Za-z0-9_][A-Za-z0-9_.-]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(Z|z|[+-]\d\d:\d\d))?$/;
/** The longest word that a message quotes. */
const LONGEST_EXCERPT = 32;

const VALUE = 'a value: a text in quotes, a number, true, false, null, time"…" or hex"…"';

/** An error in the text of a view, with its offset, and its line and column counted from 1. */
export class ViewTextError extends Error {
  constructor(text, offset, message) {
    super(message);
    this.name = "ViewTextError";
    this.offset = offset;
    Object.assign(this, positionOf(text, offset));
  }
}

/** The line and the column of an offset, both counted from 1. */
export function positionOf(text, offset) {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(lineStart)].length + 1 };
}

/** Whether a name needs no quotes. */
export function isPlainName(name) {
  WORD.lastIndex = 0;
  return WORD.exec(name)?.[0] === name && !QUOTED.has(name);
}

/** A text in quotes, as in JSON, with control characters as escapes. */
export function quoted(text) {
  const escaped = JSON.stringify(text);
  return escaped.replace(/[\u007f-\u009f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export class ViewScanner {
  constructor(text) {
    this.text = text;
    this.place = 0;
    this.openBrackets = 0;
    this.expected = [];
    this.expectedPlace = 0;
  }

  get next() {
    return this.text[this.place];
  }

  get isAtEnd() {
    return this.place >= this.text.length;
  }

  // Blanks

  skipBlanks(lines = false) {
    for (;;) {
      const c = this.next;
      if (c === " " || c === "\t" || c === "\r") this.place += 1;
      else if (c === "\n" && (lines || this.openBrackets > 0)) this.place += 1;
      else if (c === "#") while (!this.isAtEnd && this.next !== "\n") this.place += 1;
      else return;
    }
  }

  /** Skips line ends and semicolons up to the next part; false where there is none. */
  skipToPart() {
    do this.skipBlanks(true);
    while (this.takeNext(";"));
    return !this.isAtEnd;
  }

  takeEndOfPart() {
    this.skipBlanks();
    this.note("the end of the line");
    if (!this.isAtEnd && this.next !== "\n" && this.next !== ";") throw this.unexpected();
  }

  // Signs and words

  takeNext(signs) {
    if (!this.text.startsWith(signs, this.place)) return false;
    this.place += signs.length;
    return true;
  }

  take(signs, { what, beyondLines = false } = {}) {
    const start = this.place;
    this.skipBlanks(beyondLines);
    if (this.takeNext(signs)) return true;
    this.note(what ?? `'${signs}'`);
    if (beyondLines) this.place = start;
    return false;
  }

  expect(signs) {
    if (!this.take(signs)) throw this.unexpected();
  }

  takeOpening(bracket) {
    if (!this.take(bracket, { beyondLines: true })) return false;
    this.openBrackets += 1;
    return true;
  }

  expectOpening(bracket) {
    this.skipBlanks(true);
    if (!this.takeOpening(bracket)) throw this.unexpected();
  }

  takeClosing(bracket) {
    if (!this.take(bracket)) return false;
    this.openBrackets -= 1;
    return true;
  }

  expectClosing(bracket) {
    if (!this.takeClosing(bracket)) throw this.unexpected();
  }

  /** The word that begins here, or null. */
  get word() {
    WORD.lastIndex = this.place;
    return WORD.exec(this.text)?.[0] ?? null;
  }

  /**
   * Takes one of some words; null where none is next. With `beyondLines` it may begin a later line, where a word with a
   * colon is the name of the next part.
   */
  takeWord(words, { what, beyondLines = false } = {}) {
    const start = this.place;
    this.skipBlanks();
    if (what) this.note(what);
    else for (const word of words) this.note(`'${word}'`);
    const isLineEnd = this.next === "\n";
    if (beyondLines) this.skipBlanks(true);
    const word = this.word;
    if (word !== null && words.includes(word)) {
      const wordStart = this.place;
      this.place += word.length;
      if (!isLineEnd) return word;
      this.skipBlanks();
      const isName = this.next === ":";
      this.place = isName ? wordStart : wordStart + word.length;
      if (!isName) return word;
    }
    if (beyondLines) this.place = start;
    return null;
  }

  /** Takes words that stand one after the other on this line; no message mentions them. */
  takeWordsInRow(words) {
    const start = this.place;
    for (const word of words) {
      this.skipBlanks();
      if (this.word !== word) {
        this.place = start;
        return false;
      }
      this.place += word.length;
    }
    return true;
  }

  expectWord(words) {
    const word = this.takeWord(words);
    if (word === null) throw this.unexpected();
    return word;
  }

  /** Takes a word that stands before some signs. */
  takeWordBefore(word, signs) {
    const start = this.place;
    if (this.takeWord([word]) === null) return false;
    this.skipBlanks();
    if (this.text.startsWith(signs, this.place)) return true;
    this.place = start;
    return false;
  }

  /** Takes the name of a part and its colon; null where there is none. */
  takePartName() {
    const start = this.place;
    const word = this.word;
    if (word === null) return null;
    this.place += word.length;
    this.skipBlanks();
    if (!this.takeNext(":")) {
      this.place = start;
      return null;
    }
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(word)) {
      throw this.error(
        start,
        "the name of a part is a letter or a digit and then letters, digits, '-' and '_', 32 bytes at most",
      );
    }
    return word;
  }

  /** Reads a name, which may be quoted. `refusing` says "collection" or "field" where words of the language need quotes. */
  readName(what, refusing) {
    this.skipBlanks(true);
    this.note(what);
    if (this.next === '"') return this.readQuoted();
    const word = this.word;
    if (word === null) throw this.unexpected();
    const refused = { collection: REFUSED_AS_COLLECTIONS, field: REFUSED_AS_FIELDS }[refusing];
    if (refused?.has(word)) {
      throw this.error(
        this.place,
        `expected ${what}, found '${word}'; a name that is a word of the language stands in quotes`,
      );
    }
    this.place += word.length;
    return word;
  }

  readText() {
    this.skipBlanks(true);
    this.note("a text in quotes");
    if (this.next !== '"') throw this.unexpected();
    return this.readQuoted();
  }

  readInteger(what) {
    this.skipBlanks();
    this.note(what);
    const start = this.place;
    const digits = /^[0-9]+/.exec(this.text.slice(start))?.[0];
    if (!digits) throw this.unexpected();
    this.place += digits.length;
    const number = Number(digits);
    if (number > 2147483647) throw this.error(start, `the number ${digits} is too large`);
    return number;
  }

  // Values, as { kind, value }

  readValue() {
    this.skipBlanks(true);
    this.note(VALUE);
    const start = this.place;
    if (this.next === '"') return { kind: "string", value: this.readQuoted() };
    if (this.next !== undefined && /[-0-9]/.test(this.next)) return this.readNumber();
    const word = this.word;
    if (word === null && this.text.startsWith(PRINCIPAL, this.place)) {
      throw this.error(start, `${PRINCIPAL} stands behind '=' and '!=' in conditions only`);
    }
    if (word === "null") return this.taking(word, { kind: "null", value: null });
    if (word === "true" || word === "false") return this.taking(word, { kind: "bool", value: word === "true" });
    if (word !== "time" && word !== "hex") throw this.unexpected();
    this.place += word.length;
    this.skipBlanks();
    if (this.next !== '"') {
      this.place = start;
      throw this.unexpected();
    }
    const text = this.readQuoted();
    const value = word === "time" ? readTime(text) : readHex(text);
    if (value !== null) return { kind: word === "time" ? "time" : "bytes", value };
    const message =
      word === "time"
        ? 'a time is written as time"2026-01-31T09:30:00Z" or time"2026-01-31", with up to six decimals of seconds'
        : 'bytes are written with two hexadecimal digits each, as hex"00ff"';
    throw this.error(start, message);
  }

  taking(word, value) {
    this.place += word.length;
    return value;
  }

  readNumber() {
    const start = this.place;
    NUMBER.lastIndex = start;
    const found = NUMBER.exec(this.text);
    if (!found) {
      this.place += 1;
      this.note("a digit");
      throw this.unexpected();
    }
    this.place += found[0].length;
    if (/[A-Za-z0-9_.-]/.test(this.next ?? "")) {
      const isPadded = /^-?0[0-9]/.test(this.text.slice(start));
      throw this.error(
        start,
        isPadded
          ? "a number does not begin with 0; a text stands in quotes"
          : "this begins as a number and goes on as something else; a text stands in quotes",
      );
    }
    if (found[1] === undefined && found[2] === undefined) {
      const number = BigInt(found[0]);
      if (!fits(number)) {
        throw this.error(start, "the integer does not fit 64 bits; write it with a point or as a text in quotes");
      }
      return { kind: "int", value: number };
    }
    const number = Number(found[0]);
    if (!Number.isFinite(number)) throw this.error(start, "the number is too large");
    return { kind: "double", value: number === 0 ? 0 : number };
  }

  /** Reads a quoted text with the escapes of JSON. */
  readQuoted() {
    const start = this.place;
    let end = start + 1;
    for (; end < this.text.length && this.text[end] !== '"'; end += 1) {
      if (this.text[end] < " ") {
        throw this.error(end, "a control character in quotes is written as an escape, such as \\n");
      }
      if (this.text[end] === "\\") {
        if (!/^\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(this.text.slice(end, end + 6))) {
          throw this.error(end, "there is no such escape; a backslash is written as \\\\");
        }
        end += 1;
      }
    }
    if (end >= this.text.length) throw this.error(start, "the text that begins here has no closing quote");
    const text = JSON.parse(this.text.slice(start, end + 1));
    if (!text.isWellFormed()) throw this.error(start, "the escapes \\u of surrogates come in pairs");
    this.place = end + 1;
    return text;
  }

  // Errors

  /** Notes what was expected here. */
  note(what) {
    if (this.expectedPlace !== this.place) {
      this.expectedPlace = this.place;
      this.expected = [];
    }
    if (!this.expected.includes(what)) this.expected.push(what);
  }

  unexpected() {
    const wanted = this.expectedPlace === this.place ? [...this.expected] : [];
    const last = wanted.pop() ?? "something else";
    const list = wanted.length > 0 ? `${wanted.join(", ")} or ${last}` : last;
    return this.error(this.place, `expected ${list}, found ${this.found}`);
  }

  get found() {
    if (this.isAtEnd) return "the end of the text";
    if (this.next === "\n") return "the end of the line";
    const word = this.word;
    if (word !== null) return word.length <= LONGEST_EXCERPT ? `'${word}'` : "a long word";
    const sign = String.fromCodePoint(this.text.codePointAt(this.place));
    return sign < "!" || (sign > "~" && sign <= "\u00a0") ? "an invisible character" : `'${sign}'`;
  }

  error(offset, message) {
    return new ViewTextError(this.text, offset, message);
  }
}

/** Microseconds since 1970 of a time in RFC 3339, a date, or a number of microseconds with "us"; null for others. */
export function readTime(text) {
  const microseconds = /^(-?[0-9]+)us$/.exec(text);
  if (microseconds) return BigInt(microseconds[1]);
  const found = TIME.exec(text);
  if (!found) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = found;
  const time = new Date(0);
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (time.getUTCMonth() !== Number(month) - 1 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return null;
  }
  time.setUTCHours(Number(hour), Number(minute), Number(second));
  const offset = /^([+-])(\d\d):(\d\d)$/.exec(zone);
  const minutes = offset ? (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === "-" ? -1 : 1) : 0;
  return BigInt(time.getTime() - minutes * 60000) * 1000n + BigInt(fraction.padEnd(6, "0") || 0);
}

/** The bytes of hexadecimal digits; null where they are none. */
export function readHex(text) {
  if (!/^([0-9a-fA-F]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}
