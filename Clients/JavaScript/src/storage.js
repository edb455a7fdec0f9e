// Lists as text, to be stored.

import { decode, encode } from "./codec.js";
import { elementOf } from "./fold.js";

/** Bytes that are made text at a time. */
const TEXT_BYTES = 8192;

/**
 * @typedef {object} Stored
 * @property {number} version
 * @property {bigint} epoch
 * @property {Uint8Array} resumeToken
 * @property {readonly import("../arrange").Section[]} sections
 */

/** @typedef {NonNullable<import("../arrange").LiveListOptions["storage"]>} Storage */

/**
 * The list that is stored; undefined where there is none that can be read.
 *
 * @param {Storage} storage
 * @param {string} key
 * @returns {Stored | undefined}
 */
export function load(storage, key) {
  try {
    // A browser may keep a page from its storage at any time.
    const text = storage.getItem(key);
    if (!text) return undefined;
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const { version, epoch, resumeToken, snapshot } = decode("SubscribeResponse", bytes);
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
 * Stores a list, if it can be.
 *
 * @param {Storage} storage
 * @param {string} key
 * @param {Stored} list
 */
export function save(storage, key, list) {
  try {
    storage.setItem(key, textOf(list));
  } catch {
    // There is no room for it. The next page begins with the list that is stored, which is older, or with none.
  }
}

/** @param {Stored} list */
function textOf({ version, epoch, resumeToken, sections }) {
  const snapshot = {
    sections: sections.map((section, index) => ({ index, section: elementOf(section), items: section.items })),
  };
  const bytes = encode("SubscribeResponse", { version, epoch, resumeToken, snapshot });
  let text = "";
  for (let start = 0; start < bytes.length; start += TEXT_BYTES) {
    text += String.fromCharCode(...bytes.subarray(start, start + TEXT_BYTES));
  }
  return btoa(text);
}
