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
 * A list from text; undefined for other text.
 *
 * @param {string | null} text
 * @returns {Stored | undefined}
 */
export function load(text) {
  if (!text) return undefined;
  try {
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
