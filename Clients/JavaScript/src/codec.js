// The codec: an interpreter of the schema in generated/messages.js.
//
// A message is a plain object. What a decoded one does not have is there with its default value: 0, "", false, an
// empty list, an empty array of bytes, or the first value of an enum. Messages and members of a oneof that are not
// set are undefined. Encoding takes the same objects; whatever is left out has its default value.
//
// The schema has a word for each field, in the order of their numbers: the number where it does not follow the one
// before, the name, `*` where it is repeated, `?` where it is a oneof by itself and `|` where it is one of the members of
// the message's oneof, a colon and the kind. The kind is a letter (see READ and WRITE; `s` is left out with the colon),
// `#Name` for an enum, and `Name` for a message. The words are parsed when a message is first used.
//
// Lists of `Field` become an object with the names and values of the fields, and a `Value` becomes its value.

import { ArrangeError, invalid } from "./errors.js";
import { SCHEMA } from "./generated/messages.js";

/** @typedef {keyof import("./generated/types").Messages} MessageName */

/**
 * @typedef {object} FieldType
 * @property {string} name
 * @property {number} number
 * @property {boolean} repeated
 * @property {string} kind a letter; "e" for an enum, "m" for a message, "F" and "V" for `Field` and `Value`
 * @property {number} wire the wire type of one value
 * @property {string} of the name of the enum or the message
 * @property {string[]} rivals the fields of which at most one is set: all of the oneof, or the field alone
 * @property {(of: string) => any} read
 */

/**
 * @typedef {object} MessageType
 * @property {FieldType[]} byNumber
 * @property {Record<string, FieldType>} byName
 * @property {Record<string, any>} template a message without any field
 * @property {string[]} choices the members of the oneof
 */

/** The longest text, in bytes, that is tried as ASCII before the platform's codec is asked. */
const SHORT_TEXT = 64;

/** Bytes of the buffer in which messages are encoded; a larger one is released after use. */
const BUFFER_SIZE = 65536;

/** The most bytes of a varint. */
const LONGEST_INTEGER = 10;

/** The part of a number above its lowest 32 bits that is the first to make it larger than 2^53. */
const UNSAFE_HIGH = 0x200000;

const WORD = 0x100000000;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** An object that inherits nothing: fields of elements can have any name. One without a prototype would be slower. */
function Fields() {}
Fields.prototype = Object.create(null);

/** @returns {any} */
function newFields() {
  return new /** @type {any} */ (Fields)();
}

/**
 * What fields are where they are left out; numbers are 0.
 *
 * @type {Record<string, any>}
 */
const INITIAL = {
  b: false, s: "", q: 0n, y: new Uint8Array(0), r: new Uint8Array(0), F: newFields(), m: undefined, V: undefined,
};

/** The list of a repeated field without values. */
const NONE = /** @type {any[]} */ (/** @type {unknown} */ (Object.freeze([])));

/**
 * The words of the schema by the names of messages, and of enums after a `#`.
 *
 * @type {Map<string, string[]>}
 */
const schema = new Map();

/** @type {Record<string, MessageType>} */
let types;
learn(SCHEMA);

/**
 * Adds messages and methods to the schema, also fields to messages that are there.
 *
 * @param {string} lines
 */
export function learn(lines) {
  for (const line of lines.split("\n")) {
    const [name, ...words] = line.split(" ");
    schema.set(name, words);
  }
  types = Object.create(null);
}

/**
 * @param {string} message
 * @returns {MessageType}
 */
export function typeOf(message) {
  if (types[message]) return types[message];
  /** @type {MessageType} */
  const type = { byNumber: [], byName: Object.create(null), template: {}, choices: [] };
  let number = 0;
  for (const word of wordsOf(message)) {
    const [, given, name, star, mark, isEnum, of] =
      /** @type {string[]} */ (/^(\d*)(\w+?)(\*?)([?|]?)(?::(#?)(\w+))?$/.exec(word));
    number = +given || number + 1;
    let kind = of ?? "s";
    if (isEnum) kind = "e";
    else if (kind.length > 1) kind = kind === "Field" ? "F" : kind === "Value" ? "V" : "m";
    const wire = "syrmFV".includes(kind) ? 2 : "dq".includes(kind) ? 1 : kind === "f" ? 5 : 0;
    const initial = isEnum ? wordsOf("#" + of)[0] : kind in INITIAL ? INITIAL[kind] : 0;
    const rivals = mark === "|" ? type.choices : [];
    rivals.push(name);
    const field = { name, number, repeated: !!star, kind, wire, of, rivals, read: READ[kind] };
    type.byNumber[number] = type.byName[name] = field;
    type.template[name] = kind === "F" ? initial : star ? NONE : mark ? undefined : initial;
  }
  return (types[message] = type);
}

/**
 * What the schema says of a message, of an enum after `#`, or of a method after `/`: the request, the response, and
 * `stream` for one that has many, or `once` for a call that must not be made twice.
 *
 * @param {string} name
 */
export function wordsOf(name) {
  return schema.get(name) ?? [];
}

/** Microseconds since 1970-01-01T00:00:00Z. */
export class Timestamp {
  /** @param {number | bigint} microseconds */
  constructor(microseconds) {
    this.microseconds = microseconds;
  }

  toDate() {
    return new Date(Number(this.microseconds) / 1000);
  }

  toJSON() {
    return this.toDate().toJSON();
  }
}

/** A number that is stored as a double although it is an integer. */
export class Double {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }
}

// Decoding: where the decoder is, and the two halves of the last number.

/** @type {Uint8Array} */
let bytes;
/**
 * All of the buffer that the bytes are part of.
 *
 * @type {DataView | undefined}
 */
let view;
let at = 0;
let end = 0;
let low = 0;
let high = 0;

/**
 * Reads a number that takes some bytes.
 *
 * @param {number} count
 * @param {"getFloat64" | "getUint32" | "getBigUint64"} name
 */
const fixed = (count, name) => () => {
  if (view?.buffer !== bytes.buffer) view = new DataView(bytes.buffer);
  return view[name](bytes.byteOffset + take(count), true);
};

/** @param {string} what */
function malformed(what) {
  return new ArrangeError("INTERNAL", `a message can't be read: ${what}`, { processed: "unknown" });
}

/** Reads a varint into `low` and `high`. */
function varint() {
  low = high = 0;
  for (let index = 0, byte = 128; byte > 127; index++) {
    if (at >= end) throw malformed("it is cut off");
    byte = bytes[at++];
    const bits = byte & 127;
    if (index < 5) low |= bits << (7 * index);
    if (index === 4) high = bits >> 4;
    if (index > 4) high |= bits << (7 * index - 32);
    if (index > 9 || (index === 9 && byte > 1)) throw malformed("a number is too large");
  }
  low >>>= 0;
}

/** An integer of 64 bits; a BigInt beyond 2^53. */
function integer() {
  if (at < end && bytes[at] < 128) return bytes[at++];
  varint();
  if (high < UNSAFE_HIGH && high >= -UNSAFE_HIGH) return high * WORD + low;
  return (BigInt(high) << 32n) | BigInt(low);
}

/**
 * Reads an integer of at most 2^53.
 *
 * @param {number} least
 */
const smallInteger = (least) => () => {
  const value = integer();
  if (typeof value === "bigint" || value < least) throw malformed("a number is too large");
  return value;
};

const unsigned = smallInteger(0);

/**
 * The position before the next `count` bytes, which are read.
 *
 * @param {number} count
 */
function take(count) {
  if (count > end - at) throw malformed("it is cut off");
  at += count;
  return at - count;
}

/** The position of the bytes of a field with a length, which are read. */
const takeField = () => take(unsigned());

function text() {
  const start = takeField();
  let place = start;
  if (at - start <= SHORT_TEXT) {
    let result = "";
    for (let byte; place < at && (byte = bytes[place]) && byte < 128; place++) result += String.fromCharCode(byte);
    if (place === at) return result;
  }
  try {
    const result = utf8.decode(bytes.subarray(start, at));
    if (!result.includes("\0")) return result;
  } catch {
    // It is refused below.
  }
  throw malformed("a text is not valid");
}

/**
 * Calls a function for the bytes of a field with a length.
 *
 * @template T
 * @param {(of: string) => T} body
 * @param {string} of
 * @returns {T}
 */
function nested(body, of) {
  const outer = end;
  const start = takeField();
  end = at;
  at = start;
  const result = body(of);
  end = outer;
  return result;
}

/**
 * One value of each kind: `b` bool, `u` uint64 and uint32, `i` int64, `n` int64 that can be a BigInt, `d` double, `f`
 * fixed32, `q` fixed64, `s` string, `y` bytes, `r` bytes that are not copied.
 *
 * @type {Record<string, (of: string) => any>}
 */
const READ = {
  b: () => integer() !== 0,
  u: unsigned,
  i: smallInteger(-Infinity),
  n: integer,
  d: fixed(8, "getFloat64"),
  f: fixed(4, "getUint32"),
  q: fixed(8, "getBigUint64"),
  s: text,
  y: () => bytes.slice(takeField(), at),
  r: () => bytes.subarray(takeField(), at),
  e: (of) => {
    const number = unsigned();
    return wordsOf("#" + of)[number] ?? number;
  },
  m: (of) => nested(readMessage, of),
  V: (of) => nested(readValue, of)[1],
};

/**
 * Reads the tag of the next field, and skips fields that are unknown.
 *
 * @param {MessageType} type
 * @returns {FieldType | undefined} undefined at the end
 */
function nextField({ byNumber }) {
  while (at < end) {
    const tag = unsigned();
    const wire = tag & 7;
    const field = byNumber[tag >>> 3];
    isPacked = false;
    if (field) {
      if (wire === field.wire) return field;
      isPacked = wire === 2 && field.repeated;
      if (isPacked) return field;
    }
    if (field || tag < 8 || wire === 3 || wire === 4 || wire > 5) throw malformed(`a field has the tag ${tag}`);
    if (wire === 0) varint();
    else if (wire === 2) takeField();
    else take(wire === 1 ? 8 : 4);
  }
  return undefined;
}

/** Whether the field of `nextField` is a packed list. */
let isPacked = false;

/**
 * Reads a value of an element, with its name: a Field or a Value.
 *
 * @param {string} message
 */
function readValue(message) {
  const type = typeOf(message);
  /** @type {any} */
  let value;
  let name = "";
  for (let field; (field = nextField(type)); ) {
    const read = field.read(field.of);
    if (field.name === "name") name = read;
    else value = field.name === "nullValue" ? null : field.name === "timestampUs" ? new Timestamp(read) : read;
  }
  if (value === undefined) throw malformed("a field has no value");
  return [name, value];
}

/**
 * @param {string} name
 * @returns {any}
 */
function readMessage(name) {
  const type = typeOf(name);
  /** @type {Record<string, any>} */
  const message = { ...type.template };
  for (let field; (field = nextField(type)); ) {
    const { name: key, kind, of, read } = field;
    if (kind === "F") {
      if (message[key] === INITIAL.F) message[key] = newFields();
      const [name, value] = nested(readValue, of);
      message[key][name] = value;
    } else if (field.repeated) {
      if (message[key] === NONE) message[key] = [];
      const list = message[key];
      if (!isPacked) list.push(read(of));
      else {
        nested(() => {
          while (at < end) list.push(read(of));
        }, of);
      }
    } else {
      const isMessage = kind === "m" || kind === "V";
      for (const other of field.rivals) {
        // Merging two messages would lose the first one.
        if (isMessage && message[other] !== undefined) throw malformed(`${key} occurs twice`);
        message[other] = undefined;
      }
      message[key] = read(of);
    }
  }
  return message;
}

/**
 * Decodes a message.
 *
 * @template {MessageName} N
 * @param {N} name
 * @param {Uint8Array} input
 * @returns {import("./generated/types").Messages[N]}
 */
export function decode(name, input) {
  bytes = input;
  at = 0;
  end = input.length;
  return readMessage(name);
}

// Encoding: the output so far.

let output = new Uint8Array(BUFFER_SIZE);
let size = 0;

/**
 * Makes room for the next bytes, and gives where they go.
 *
 * @param {number} count
 */
function room(count) {
  const start = size;
  size += count;
  if (size > output.length) {
    const larger = new Uint8Array(2 * size);
    larger.set(output);
    output = larger;
  }
  return start;
}

/**
 * Writes an integer of 64 bits.
 *
 * @param {number | bigint} value
 */
function writeInteger(value) {
  // Room for the longest one; what is not used is given back.
  let place = room(LONGEST_INTEGER);
  if (typeof value === "bigint" || value < 0) {
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) output[place++] = Number(rest & 127n) | 128;
    value = Number(rest);
  } else {
    for (; value > 127; value = Math.floor(value / 128)) output[place++] = (value % 128) | 128;
  }
  output[place++] = value;
  size = place;
}

/** @param {Uint8Array} value */
function writeBytes(value) {
  writeInteger(value.length);
  const start = room(value.length);
  output.set(value, start);
}

/**
 * Writes the length of what a function writes, and that.
 *
 * @param {() => void} body
 */
function writeNested(body) {
  const start = room(1) + 1;
  body();
  const length = size - start;
  // The length takes more than the byte that was left for it where it has more than seven bits.
  let more = 0;
  for (let rest = length >>> 7; rest; rest >>>= 7) more++;
  if (more) {
    room(more);
    output.copyWithin(start + more, start, start + length);
  }
  size = start - 1;
  writeInteger(length);
  size += length;
}

/**
 * @param {unknown} holds
 * @param {string} what
 * @returns {asserts holds}
 */
function expect(holds, what) {
  if (!holds) throw invalid(`it has to be ${what}`);
}

/**
 * Writes a number that takes some bytes.
 *
 * @param {number} count
 * @param {"setFloat64" | "setUint32" | "setBigUint64"} name
 */
const writerOfFixed = (count, name) => (/** @type {any} */ value) => {
  const start = room(count);
  new DataView(output.buffer)[name](start, /** @type {never} */ (value), true);
};

/**
 * @param {bigint} least
 * @param {bigint} most
 */
const writerOfIntegers = (least, most) => (/** @type {any} */ value) => {
  const isInteger = typeof value === "bigint" || Number.isSafeInteger(value);
  expect(isInteger && value >= least && value <= most, `an integer from ${least} to ${most}`);
  writeInteger(value);
};

/**
 * Writes one value of each kind.
 *
 * @type {Record<string, (value: any, of: string) => void>}
 */
const WRITE = {
  b: (value) => writeInteger(+value),
  u: writerOfIntegers(0n, 2n ** 64n - 1n),
  n: writerOfIntegers(-(2n ** 63n), 2n ** 63n - 1n),
  d: writerOfFixed(8, "setFloat64"),
  f: writerOfFixed(4, "setUint32"),
  q: writerOfFixed(8, "setBigUint64"),
  s: (value) => {
    // A half of a surrogate pair has no UTF-8, and would become another character.
    expect(!/\p{Surrogate}/u.test(value), "well-formed text");
    writeBytes(new TextEncoder().encode(value));
  },
  y: (value) => {
    expect(value instanceof Uint8Array, "a Uint8Array");
    writeBytes(value);
  },
  e: (value, of) => {
    const names = wordsOf("#" + of);
    expect(names.includes(value), `one of ${names}`);
    writeInteger(names.indexOf(value));
  },
  m: (value, of) => writeNested(() => writeMessage(of, value)),
  V: (value, of) => writeNested(() => writeValue(of, value)),
};
WRITE.i = WRITE.n;
WRITE.r = WRITE.y;

/**
 * The types of JavaScript that some kinds take.
 *
 * @type {Record<string, string>}
 */
const TYPES = { b: "boolean", s: "string", d: "number", f: "number", q: "bigint" };

/**
 * Writes a value of an element.
 *
 * @param {string} message
 * @param {any} value
 */
function writeValue(message, value) {
  let name = "";
  if (value === null) [name, value] = ["null", 0];
  else if (value instanceof Double) [name, value] = ["double", value.value];
  else if (value instanceof Timestamp) [name, value] = ["timestamp", value.microseconds];
  else if (value instanceof Date) [name, value] = ["timestamp", value.getTime() * 1000];
  else if (value instanceof Uint8Array) name = "bytes";
  else if (typeof value === "boolean") name = "bool";
  else if (typeof value === "string") name = "string";
  else if (typeof value === "bigint" || Number.isSafeInteger(value)) name = "int";
  else if (typeof value === "number") name = "double";
  expect(name, "a value that fields can have");
  writeOne(typeOf(message).byName[name + (name === "timestamp" ? "Us" : "Value")], value);
}

/**
 * @param {FieldType} field
 * @param {any} value
 */
function writeOne({ number, kind, of, wire }, value) {
  const type = TYPES[kind];
  expect(!type || typeof value === type, `a ${type}`);
  writeInteger(number * 8 + wire);
  WRITE[kind](value, of);
}

/**
 * Calls a function, and adds to its error where in the message it happened.
 *
 * @param {string} part
 * @param {() => void} body
 */
function within(part, body) {
  try {
    body();
  } catch (error) {
    if (error instanceof ArrangeError) {
      const { field = "" } = error;
      error.field = part + (field && field[0] !== "[" ? "." : "") + field;
    }
    throw error;
  }
}

/**
 * @param {FieldType} field
 * @param {any} value
 */
function writeField(field, value) {
  const { kind, number, of, wire } = field;
  if (kind === "F") {
    for (const [name, content] of Object.entries(value)) {
      if (content === undefined) continue;
      within(name, () => {
        writeInteger(number * 8 + wire);
        writeNested(() => {
          writeOne(typeOf(of).byName.name, name);
          writeValue(of, content);
        });
      });
    }
  } else if (!field.repeated) {
    writeOne(field, value);
  } else {
    expect(typeof value === "object" && Symbol.iterator in value, "a list");
    if (wire === 2) {
      let index = 0;
      for (const one of value) within(`[${index++}]`, () => writeOne(field, one));
    } else if (value.length) {
      writeInteger(number * 8 + 2);
      writeNested(() => {
        for (const one of value) WRITE[kind](one, of);
      });
    }
  }
}

/**
 * @param {string} name
 * @param {any} message
 */
function writeMessage(name, message) {
  expect(typeof message === "object" && message, "an object");
  const { byName, choices } = typeOf(name);
  let choice = "";
  for (const key in message) {
    const value = message[key];
    if (value === undefined) continue;
    within(key, () => {
      if (!byName[key]) throw invalid(`there is no such field in ${name}`);
      if (choices.includes(key)) {
        if (choice) throw invalid(`${choice} is set as well`);
        choice = key;
      }
      writeField(byName[key], value);
    });
  }
}

/**
 * Encodes a message.
 *
 * @template {MessageName} N
 * @param {N} name
 * @param {import("../arrange").Init<import("./generated/types").Messages[N]>} message
 * @param {boolean} [isDelimited] whether its length comes first
 * @returns {Uint8Array}
 */
export function encode(name, message, isDelimited) {
  size = 0;
  try {
    if (isDelimited) WRITE.m(message, name);
    else writeMessage(name, message);
    return output.slice(0, size);
  } catch (error) {
    if (error instanceof ArrangeError && error.field) error.message = `${error.field}: ${error.message}`;
    throw error;
  } finally {
    if (output.length > BUFFER_SIZE) output = new Uint8Array(BUFFER_SIZE);
  }
}
