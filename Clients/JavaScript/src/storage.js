// What is kept of a list while its page is closed: a copy of it, and the moves that the server has not answered yet.

import { decode, encode } from "./codec.js";
import { elementOf } from "./fold.js";
import { operation } from "./moves.js";

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
  const user = storageUser ?? userOf((core.isRenewing ? await core.token() : core.token) ?? "");
  return new Copy(core.clock, storage, key, user);
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

  /**
   * The moves that were not answered, in their order.
   *
   * @returns {Move[]}
   */
  get moves() {
    try {
      const moves = this.#stored().map((/** @type {any} */ move) => ({ ...move, requestId: bytesOf(move.requestId) }));
      // What can't be sent is not kept.
      for (const move of moves) encode("Operation", operation(move));
      return moves;
    } catch {
      return [];
    }
  }

  /** @param {Move} move */
  keep({ requestId, ofSections, ids, to }) {
    const moves = this.#stored();
    // Another page of the same user can have moves here as well.
    if (moves.length < MOST_MOVES) {
      this.#write(this.movesKey, [...moves, { requestId: textOf(requestId), ofSections, ids, to }]);
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
export function userOf(token) {
  try {
    const { iss, sub } = JSON.parse(atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/")));
    if (sub) return JSON.stringify([iss, sub]);
  } catch {
    // It is no JWT.
  }
  if (!token) return "";
  let hash = FNV_START;
  for (const byte of new TextEncoder().encode(token)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash.toString(16);
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
