// What is collapsed of an outline: kept in the browser, for each outline by itself.

import { Folding } from "/client/src/tree-folding.js";

const FOLDED = "arrange.folded.";
/** The most items and sections that are remembered. */
const MOST_FOLDED = 2000;

/** What is collapsed of an outline. */
export function foldingOf(outline) {
  try {
    const { lazy, items, sections } = JSON.parse(localStorage.getItem(FOLDED + outline));
    return new Folding({ lazy: lazy === true, items: texts(items), sections: texts(sections) });
  } catch {
    return new Folding();
  }
}

const texts = (values) => values.filter((value) => typeof value === "string");

export function storeFolding(outline, { lazy, items, sections }) {
  try {
    const isPlain = !lazy && items.length + sections.length === 0;
    if (isPlain || items.length + sections.length > MOST_FOLDED) localStorage.removeItem(FOLDED + outline);
    else localStorage.setItem(FOLDED + outline, JSON.stringify({ lazy, items, sections }));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
