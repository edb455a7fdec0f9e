// The line above a board in which one searches.
//
// A list that is held as a whole hides what is not found, and stays as it is otherwise. Of a larger one, the server shows what it
// finds as a view, which can't be edited.

import { button, debounce, h } from "../shared/dom.js";
import { count, counted } from "../shared/format.js";
import { inWords } from "../shared/service.js";
import { filterOf, matcher } from "./finding.js";
import { openSource } from "./open.js";

/** The pause in typing after which the server searches, in milliseconds. */
const PAUSE = 300;
/** The fields in which a large list is searched, beside those that its rows on the screen have. */
const USUAL = ["title", "name", "text"];

export class Finder {
  constructor(page) {
    this.page = page;
    this.input = h("input", {
      type: "search",
      "aria-label": "Find on the board",
      placeholder: "Words, or field:value",
      autocomplete: "off",
    });
    this.state = h("span", { class: "hint", role: "status" });
    this.element = h(
      "div",
      { class: "finder", role: "search", hidden: true },
      this.input,
      this.state,
      button({ icon: "close", label: "End the search", kind: "quiet", onclick: () => this.close() }),
    );
    this.search = debounce(PAUSE, () => this.ask());
    this.input.addEventListener("input", () => (page.source.isWhole ? this.apply() : this.search()));
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.close();
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  open(text) {
    this.element.hidden = false;
    if (text !== undefined) this.input.value = text;
    this.input.focus();
    this.input.select();
    if (text !== undefined) this.input.dispatchEvent(new Event("input"));
  }

  close() {
    this.element.hidden = true;
    this.input.value = "";
    this.search.cancel();
    if (this.page.source.isWhole) this.apply();
    else this.ask();
    this.page.findButton.focus();
  }

  /** Hides what is not found on the board that is shown. */
  apply() {
    const { source } = this.page.board;
    if (!source.isWhole) return;
    const filter = matcher(this.input.value);
    if (filter || source.filter) source.setFilter(filter);
    this.show();
  }

  /** Says how many items are found. */
  show() {
    const { source } = this.page.board;
    const isSearching = this.input.value.trim() !== "";
    this.state.textContent = isSearching ? `${count(source.shownCount)} of ${counted(this.page.source.itemCount, "item")}` : "";
  }

  /** Has the server search, and shows what it finds in place of the list; without a search, the list. */
  async ask() {
    const { page } = this;
    const ticket = (this.ticket = {});
    const text = this.input.value.trim();
    if (text === "") {
      this.state.textContent = "";
      this.leave();
      return;
    }
    const rows = [...page.board.columns.values()].flatMap((column) => column.rows);
    const names = rows.flatMap(({ fields }) => Object.keys(fields).filter((name) => typeof fields[name] === "string"));
    const filter = filterOf(text, [...new Set([...USUAL, ...names])]);
    this.state.textContent = "Searching…";
    try {
      const found = await openSource(
        { parts: [{ query: { collection: page.name, ownSections: true, filter } }], rights: "reader" },
      );
      if (this.ticket !== ticket || page.isClosed) {
        found.close();
        return;
      }
      const before = this.found;
      this.found = found;
      page.showBoard(found, "What was found, in fields with text. It can’t be edited here.");
      before?.close();
      found.onChange(() => this.show());
      this.show();
    } catch (error) {
      if (this.ticket === ticket) this.state.textContent = inWords(error);
    }
  }

  /** Shows the list again. */
  leave() {
    const { found, page } = this;
    this.found = null;
    if (!found) return;
    if (page.board.source === found && !page.isClosed) page.showBoard(page.source);
    found.close();
  }
}
