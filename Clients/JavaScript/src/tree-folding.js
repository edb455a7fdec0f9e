// Which items and sections of an outline are collapsed.

import { invalid } from "./errors.js";

/** The most ids that a server takes. */
export const MOST_FOLDED = 10_000;

export class Folding {
  #items;
  #sections;

  /** @param {{ lazy?: boolean, items?: Iterable<string>, sections?: Iterable<string> }} [nodes] */
  constructor(nodes = {}) {
    const { lazy = false, items = [], sections = [] } = nodes;
    this.lazy = lazy;
    this.#items = new Set(items);
    this.#sections = new Set(sections);
    const count = this.#items.size + this.#sections.size;
    if (count > MOST_FOLDED) throw invalid(`at most ${MOST_FOLDED} ids can be named, not ${count}`, "folding");
  }

  get items() {
    return [...this.#items];
  }

  get sections() {
    return [...this.#sections];
  }

  /** @param {{ readonly id: string, readonly isItem: boolean }} node */
  hides({ id, isItem }) {
    return (isItem ? this.#items : this.#sections).has(id) !== this.lazy;
  }

  /** @param {{ readonly id: string, readonly isItem: boolean }} node */
  toggling({ id, isItem }) {
    return new Folding({
      lazy: this.lazy,
      items: isItem ? difference(this.#items, [id]) : this.#items,
      sections: isItem ? this.#sections : difference(this.#sections, [id]),
    });
  }

  /** @param {Folding} before */
  toggled(before) {
    if (before.lazy !== this.lazy) throw invalid("a folding can't become lazy, or not lazy", "folding");
    return {
      toggledItems: difference(this.#items, before.#items),
      toggledSections: difference(this.#sections, before.#sections),
    };
  }
}

/**
 * What is in one set alone.
 *
 * @param {Set<string>} a
 * @param {Iterable<string>} b
 */
function difference(a, b) {
  const left = new Set(a);
  for (const id of b) if (!left.delete(id)) left.add(id);
  return [...left];
}
