// What is searched for on a board: words, each in any field of an item, or in the one that is named.

import { textOf, titleOf } from "../shared/values.js";

/** The most words of a search, and the longest of them, in characters. */
const MOST_WORDS = 12;
const LONGEST_WORD = 200;
/** The most fields in which the server searches a large list. */
const MOST_FIELDS = 8;

/** A text as it is compared: without case and accents. */
export function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words of a search: [{ field, text }]. `points:3` and `owner:"Ann B"` name a field. */
export function wordsOf(search) {
  const parts = search.match(/(?:[^\s":]+:)?"[^"]*"?|\S+/g) ?? [];
  return parts.slice(0, MOST_WORDS).map((part) => {
    const [, field, rest] = /^([^\s":]+):(.*)$/s.exec(part) ?? [null, undefined, part];
    return { field, text: rest.replaceAll('"', "").slice(0, LONGEST_WORD), whole: part.replaceAll('"', "") };
  });
}

/** The texts of items, folded, by the items. */
const texts = new WeakMap();

function textsOf(item) {
  if (!texts.has(item)) {
    const fields = new Map(Object.entries(item.fields).map(([name, value]) => [folded(name), folded(textOf(value))]));
    const all = [folded(titleOf(item)), folded(item.id), ...fields.values()].join("\n");
    texts.set(item, { fields, all });
  }
  return texts.get(item);
}

/** A function that tells of an item whether it is found; null where nothing is searched for. */
export function matcher(search) {
  const words = wordsOf(search).map(({ field, text, whole }) => (
    { field: field && folded(field), text: folded(text), whole: folded(whole) }
  ));
  if (words.length === 0) return null;
  return (item) => {
    const { fields, all } = textsOf(item);
    return words.every(({ field, text, whole }) => (
      field !== undefined && fields.has(field) ? fields.get(field).includes(text) : all.includes(whole)
    ));
  };
}

/** The same search as a filter of a view, in some fields of text, for a list that the page does not hold. */
export function filterOf(search, names) {
  const words = wordsOf(search);
  const steps = words.flatMap(({ field, text, whole }) => {
    const isNamed = field !== undefined && names.includes(field);
    const fields = isNamed ? [field] : names.slice(0, MOST_FIELDS);
    const matches = fields.map((name) => ({ contains: { field: name, text: isNamed ? text : whole, ignoresCase: true } }));
    return matches.length > 1 ? [...matches, { anyOf: matches.length }] : matches;
  });
  return { steps: words.length > 1 ? [...steps, { allOf: words.length }] : steps };
}
