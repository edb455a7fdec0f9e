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

/**
 * The list that is stored; undefined where there is none that can be read.
 *
 * @param {NonNullable<import("../arrange").LiveListOptions["storage"]>} storage
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
    const sections = (snapshot?.sections ?? []).map(({ section, items }) => {
      return { .../** @type {import("./generated/types").Element} */ (section), items };
    });
    return { version, epoch, resumeToken, sections };
  } catch {
    return undefined;
  }
}

/** @param {Stored} list */
export function save({ version, epoch, resumeToken, sections }) {
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
