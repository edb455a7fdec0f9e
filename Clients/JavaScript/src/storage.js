// What is kept of a list while its page is closed: a copy of it, and the changes that the server has not answered yet.

import { decode, Double, encode, Timestamp } from "./codec.js";
import { elementOf } from "./fold.js";
import { operationsOf } from "./moves.js";

/** Bytes that are made text at a time. */
const TEXT_BYTES = 8192;

/** How long changes are collected before the list is stored, in milliseconds. */
const STORE_MS = 1000;

/** The most moves that are kept. */
const MOST_MOVES = 1000;

/** FNV-1a with 64 bits: where it begins, and its prime. */
const FNV_START = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/**
 * @typedef {object} Stored
 * @property {number} version
 * @property {bigint} epoch
 * @property {Uint8Array} resumeToken
 * @property {readonly import("../arrange").Section[]} sections
 */

/** @typedef {import("./moves").Move} Move */
/** @typedef {NonNullable<import("../arrange").LiveListOptions["storage"]>} Storage */

/**
 * The copy of a list for the user of its client; undefined for a view without a name and a key.
 *
 * @param {import("./live").LiveList} list
 */
export async function open({ core, options: { storage, storageKey, storageUser }, source }) {
  const key = storageKey ?? (typeof source === "string" && `arrange ${core.address} ${source}`);
  if (!storage || !key) return undefined;
  const user = storageUser ?? (await userOf((core.isRenewing ? await core.token() : core.token) ?? ""));
  const copy = new Copy(core.clock, storage, key, user);
  await copy.readMoves();
  return copy;
}

/** What a storage has for a list, and for one user: what it has for another one is removed, not read. */
export class Copy {
  /**
   * What is to be stored next.
   *
   * @type {Stored | undefined}
   */
  #next;
  /** @type {unknown} */
  #timer;
  /**
   * The changes that were not answered, in their order.
   *
   * @type {Move[]}
   */
  moves = [];

  /**
   * @param {import("../arrange").Clock} clock
   * @param {Storage} storage
   * @param {string} key
   * @param {string} user
   */
  constructor(clock, storage, key, user) {
    this.clock = clock;
    this.storage = storage;
    this.key = key;
    this.movesKey = `${key} moves`;
    this.user = user;
  }

  /**
   * The list that is stored; undefined where there is none that can be read.
   *
   * @returns {Stored | undefined}
   */
  get list() {
    const text = this.#read(this.key);
    if (typeof text !== "string") return undefined;
    try {
      const { version, epoch, resumeToken, snapshot } = decode("SubscribeResponse", bytesOf(text));
      // What somebody else has written there can be a message without a list.
      if (!snapshot || !resumeToken.length || snapshot.sections.some(({ section }) => !section)) return undefined;
      const sections = snapshot.sections.map(({ section, items }) => {
        return { .../** @type {import("./generated/types").Element} */ (section), items };
      });
      return { version, epoch, resumeToken, sections };
    } catch {
      return undefined;
    }
  }

  /**
   * Stores the list after a while.
   *
   * @param {Stored} list
   */
  saveSoon(list) {
    if (!this.#next) this.#timer = this.clock.setTimeout(() => this.flush(), STORE_MS);
    this.#next = list;
  }

  /**
   * Stores the list, if it changed and there is room for it. Otherwise the next page begins with the list that is stored,
   * which is older.
   */
  flush() {
    if (!this.#next) return;
    const { version, epoch, resumeToken, sections } = this.#next;
    this.#next = undefined;
    this.clock.clearTimeout(this.#timer);
    const snapshot = {
      sections: sections.map((section, index) => ({ index, section: elementOf(section), items: section.items })),
    };
    this.#write(this.key, textOf(encode("SubscribeResponse", { version, epoch, resumeToken, snapshot })));
  }

  async readMoves() {
    try {
      const moves = this.#stored().map(({ requestId, stack, place, ...move }) => ({
        ...move, requestId: bytesOf(requestId), stack: stack && bytesOf(stack),
        place: place && { ...place, seen: bytesOf(place.seen) },
      }));
      for (const move of moves) {
        if (move.edits) {
          const { editing } = await import("./edits.js");
          Object.assign(move, { to: {}, ...editing(JSON.parse(move.edits, revived)) });
        }
        // What can't be sent is not kept.
        encode("ApplyRequest", { operations: operationsOf(move) });
      }
      this.moves = moves;
    } catch {
      // What somebody else has written there is no change.
    }
  }

  /** @param {Move} move */
  keep({ requestId, stack, ofSections, ids, to, place, operations }) {
    const moves = this.#stored();
    // Another page of the same user can have moves here as well.
    if (moves.length < MOST_MOVES) {
      const seen = place && textOf(/** @type {Uint8Array} */ (place.seen));
      // A version of this library that knows moves alone takes nothing else for one.
      const change = operations
        ? { edits: JSON.stringify(operations, tagged) }
        : { ofSections, ids, to, place: place && { ...place, seen } };
      const text = { requestId: textOf(requestId), stack: stack && textOf(stack) };
      this.#write(this.movesKey, [...moves, { ...text, ...change }]);
    }
  }

  /** @param {Move} move */
  forget({ requestId }) {
    const id = textOf(requestId);
    const moves = this.#stored();
    const others = moves.filter((move) => move.requestId !== id);
    if (others.length) this.#write(this.movesKey, others);
    else if (moves.length) this.#remove(this.movesKey);
  }

  /**
   * Removes everything where the user may not see the list any more, or there is none.
   *
   * @param {import("./errors").ArrangeError | undefined} error why the list is not followed any more
   */
  ended(error) {
    if (error?.code !== "NOT_FOUND" && error?.code !== "PERMISSION_DENIED") return;
    this.#remove(this.key);
    this.#remove(this.movesKey);
  }

  /** @returns {any[]} */
  #stored() {
    const moves = this.#read(this.movesKey);
    return Array.isArray(moves) ? moves : [];
  }

  /**
   * @param {string} key
   * @returns {unknown}
   */
  #read(key) {
    try {
      // A browser may keep a page from its storage at any time.
      const text = this.storage.getItem(key);
      if (!text) return undefined;
      const { user, content } = JSON.parse(text);
      if (user === this.user) return content;
    } catch {
      // It is of somebody else, too.
    }
    this.#remove(key);
    return undefined;
  }

  /**
   * @param {string} key
   * @param {unknown} content
   */
  #write(key, content) {
    try {
      this.storage.setItem(key, JSON.stringify({ user: this.user, content }));
    } catch {
      // There is no room for it.
    }
  }

  /** @param {string} key */
  #remove(key) {
    try {
      if (this.storage.removeItem) this.storage.removeItem(key);
      else if (this.storage.getItem(key)) this.storage.setItem(key, "");
    } catch {
      // What may not be written was not written here either.
    }
  }
}

/**
 * What tells the users of a browser apart: the subject of a JWT, which stays the same when it is renewed, or a number
 * from which another token can't be made.
 *
 * @param {string} token
 */
export async function userOf(token) {
  if (!token) return "";
  const { claimsOf } = await import("./tokens.js");
  const { iss, sub } = claimsOf(token) ?? {};
  if (sub) return JSON.stringify([iss, sub]);
  let hash = FNV_START;
  for (const byte of new TextEncoder().encode(token)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash.toString(16);
}

/**
 * A value of a field that JSON does not have, so that the request that is sent again is the same, byte for byte.
 *
 * @this {any}
 * @param {string} name
 * @param {unknown} value which is a text already where it can be made one
 */
function tagged(name, value) {
  const own = this[name];
  if (own instanceof Timestamp) return { $: ["time", String(own.microseconds)] };
  if (own instanceof Date) return { $: ["date", String(own.getTime())] };
  if (own instanceof Double) return { $: ["double", Object.is(own.value, -0) ? "-0" : String(own.value)] };
  if (own instanceof Uint8Array) return { $: ["bytes", textOf(own)] };
  if (typeof own === "bigint") return { $: ["wide", String(own)] };
  if (typeof own === "number" && !Number.isFinite(own)) return { $: ["number", String(own)] };
  return value;
}

/**
 * @param {string} name
 * @param {any} value
 */
function revived(name, value) {
  // No value of a field is a list.
  if (!Array.isArray(value?.$)) return value;
  const [kind, text] = value.$;
  if (kind === "time") return new Timestamp(Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));
  if (kind === "date") return new Date(Number(text));
  if (kind === "double") return new Double(Number(text));
  if (kind === "bytes") return bytesOf(text);
  return kind === "wide" ? BigInt(text) : Number(text);
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += TEXT_BYTES) {
    text += String.fromCharCode(...bytes.subarray(start, start + TEXT_BYTES));
  }
  return btoa(text);
}

/** @param {string} text */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
