// Messages as JSON of the HTTP listener, and back, by the schema of the codec; see Documentation/http.md.

import { Double, Timestamp, typeOf, wordsOf } from "./codec.js";
import { ArrangeError } from "./errors.js";

/** Bytes that are texts where they can be: ids that clients choose. All others are base64url. */
const IDS = /^(requestId|stack|group|ownRequestPrefix|ownRequestIds)$/;

/** Hexadecimal digits of a number of 64 bits. */
const HEX_DIGITS = 16;

/** Characters of a time up to its milliseconds. */
const MILLISECONDS_END = 23;

/** Bytes that are made a text at a time. */
const PIECE = 8192;

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

/** @param {string} text */
export const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));

/** @param {string} name */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {number | bigint | string} value */
function integer(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

/**
 * The JSON of a decoded message.
 *
 * @param {string} name
 * @param {any} message
 * @returns {string}
 */
export function toJSON(name, message) {
  const { byName } = typeOf(name);
  if (name === "FieldList") return values(message.fields);
  const members = [];
  for (const [key, { kind, of, repeated, rivals }] of Object.entries(byName)) {
    const value = message[key];
    const isDefault = kind === "F" ? !Object.keys(value).length : value?.length === 0 && (repeated || kind === "y");
    // What was not said has no name in JSON.
    const isUnsaid = kind === "e" && value === "unspecified";
    if (value === undefined || isUnsaid || (isDefault && rivals.length === 1)) continue;
    /** @param {any} one */
    const single = (one) => {
      if (kind === "m") return toJSON(of, one);
      if (kind === "V") return fieldValue(one);
      if (kind === "q") return `"${BigInt.asUintN(64, BigInt(one)).toString(16).padStart(HEX_DIGITS, "0")}"`;
      if (kind === "y" || kind === "r") return IDS.test(key) ? `{"$bytes":"${base64(one)}"}` : JSON.stringify(url64(one));
      if (kind === "d") return JSON.stringify(one);
      return typeof one === "bigint" || typeof one === "number" ? exactly(one) : JSON.stringify(one);
    };
    const json = kind === "F" ? values(value) : repeated ? `[${value.map(single)}]` : single(value);
    members.push(`"${snake(key)}":${json}`);
  }
  return `{${members}}`;
}

/** @param {Uint8Array} bytes */
const url64 = (bytes) => base64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

/**
 * An integer; a decoded one is a BigInt only where a number can't be exact.
 *
 * @param {number | bigint} value
 */
const exactly = (value) => (typeof value === "bigint" ? `"${value}"` : String(value));

/** @param {Record<string, any>} fields */
const values = (fields) =>
  `{${Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${fieldValue(value)}`)}}`;

/**
 * A decoded value of an element.
 *
 * @param {any} value
 */
function fieldValue(value) {
  if (value instanceof Timestamp) return `{"$timestamp":${value.microseconds}}`;
  if (value instanceof Uint8Array) return `{"$bytes":"${base64(value)}"}`;
  if (value instanceof Double) return /[.e]/.test(String(value.value)) ? String(value.value) : `${value.value}.0`;
  if (typeof value === "bigint") return `{"$integer":"${value}"}`;
  return JSON.stringify(value);
}

/**
 * The message of JSON, as the codec takes it.
 *
 * @param {string} name
 * @param {any} json
 * @returns {any}
 */
export function fromJSON(name, json) {
  if (typeof json === "string") {
    throw new ArrangeError("UNIMPLEMENTED", "without WebSockets, definitions of views are not read", { processed: "done" });
  }
  if (name === "FieldList") return { fields: fromValues(json) };
  /** @type {Record<string, any>} */
  const message = {};
  for (const [key, { kind, of, repeated }] of Object.entries(typeOf(name).byName)) {
    const value = json[snake(key)];
    if (value === undefined) continue;
    /** @param {any} one */
    const single = (one) => {
      if (kind === "m") return fromJSON(of, one);
      if (kind === "V") return fromValue(one);
      if (kind === "q") return BigInt(`0x${one}`);
      if (kind === "y" || kind === "r") {
        if (typeof one === "object") return fromBase64(one.$bytes);
        return IDS.test(key) ? new TextEncoder().encode(one) : fromBase64(one);
      }
      if (kind === "e") return wordsOf(`#${of}`).includes(one) ? one : wordsOf(`#${of}`)[0];
      return "uin".includes(kind) ? integer(one) : one;
    };
    message[key] = kind === "F" ? fromValues(value) : repeated ? value.map(single) : single(value);
  }
  return message;
}

/** @param {Record<string, any>} json */
function fromValues(json) {
  const fields = Object.create(null);
  for (const [name, value] of Object.entries(json)) fields[name] = fromValue(value);
  return fields;
}

/** @param {any} json */
function fromValue(json) {
  if (json === null || typeof json !== "object") return json;
  if (json.$bytes !== undefined) return fromBase64(json.$bytes);
  if (json.$integer !== undefined) return BigInt(json.$integer);
  const time = json.$timestamp;
  if (typeof time !== "string") return new Timestamp(integer(time));
  // A Date has milliseconds.
  const [milliseconds, rest] = [Date.parse(`${time.slice(0, MILLISECONDS_END)}Z`), time.slice(MILLISECONDS_END, -1)];
  return new Timestamp(integer(BigInt(milliseconds) * 1000n + BigInt(rest)));
}
