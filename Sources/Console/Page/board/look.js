// How items look on a board, and which sections are collapsed: kept in the browser, for each list by itself.

import { textOf, titleField } from "../shared/values.js";

const LOOK = "arrange.card.";
const COLLAPSED = "arrange.collapsed.";
/** The colours of labels and cards; the style sheets have them. */
export const HUES = ["red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"];
/** The most labels of an item that are shown, and the longest, in characters. */
const MOST_LABELS = 8;
const LONGEST_LABEL = 40;
/** The most sections that are remembered as collapsed. */
const MOST_COLLAPSED = 200;

/**
 * What is chosen where nothing was chosen: `hidden` and `labels` are names of fields, `colour` is the name of the field whose value
 * colours the card, or null.
 */
export const PLAIN = { hidden: [], labels: ["labels", "tags"], colour: null };

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

const isText = (value) => typeof value === "string";
const texts = (value, otherwise) => (Array.isArray(value) ? value.filter(isText) : otherwise);

/** The look of the items of a list. */
export function lookOf(list) {
  const { hidden, labels, colour } = stored(LOOK + list) ?? {};
  return { hidden: texts(hidden, PLAIN.hidden), labels: texts(labels, PLAIN.labels), colour: isText(colour) ? colour : null };
}

/** Keeps the look of the items of a list; null: as where nothing was chosen. */
export function storeLook(list, look) {
  store(LOOK + list, look);
}

/** The ids of the collapsed sections of a list. */
export function collapsedOf(list) {
  return new Set(texts(stored(COLLAPSED + list), []));
}

export function storeCollapsed(list, ids) {
  store(COLLAPSED + list, ids.size === 0 ? null : [...ids].slice(-MOST_COLLAPSED));
}

/** The colour of a value: that of its name, such as “red”, or one that is always the same for it; null without a value. */
export function hueOf(value) {
  if (value === undefined || value === null || value === "" || value === false) return null;
  const text = textOf(value).trim().toLowerCase();
  if (HUES.includes(text)) return text;
  let sum = 0;
  for (const sign of text) sum = (sum * 31 + sign.codePointAt(0)) >>> 0;
  return HUES[sum % HUES.length];
}

/** The labels of an item: { text, hue }. A text with commas is several; “yes” is the name of its field, and “no” is none. */
export function labelsOf(item, look) {
  const title = titleField(item);
  return look.labels.filter((name) => name !== title && name in item.fields).flatMap((name) => {
    const value = item.fields[name];
    if (value === null || value === false || value === "") return [];
    const words = value === true ? [name] : textOf(value).split(",").map((word) => word.trim()).filter(Boolean);
    return words.map((word) => ({ text: word.slice(0, LONGEST_LABEL), hue: hueOf(word) }));
  }).slice(0, MOST_LABELS);
}
