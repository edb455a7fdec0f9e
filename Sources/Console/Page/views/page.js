// The editor of views: their text with errors at their place, and what they show.

import { labelled, notify, openDialog, showFailure } from "../shared/dialogs.js";
import { button, debounce, fill, h } from "../shared/dom.js";
import { counted, decoded } from "../shared/format.js";
import { keep, kept } from "../shared/kept.js";
import { inWords, server } from "../shared/service.js";
import { Board } from "../board/board.js";
import { openSource } from "../board/open.js";
import { parseView, placeOf } from "./parser.js";
import { printView } from "./printer.js";
import { positionOf, ViewTextError } from "./scanner.js";

/** The pause in typing after which the result is shown, in milliseconds. */
const PAUSE = 350;
/** The most lists that are named. */
const MOST_NAMED = 8;

/** Clauses that people can put in. */
const EXAMPLES = [
  ["where", " where not done"],
  ["sort", " sort title natural"],
  ["group", " group status"],
  ["flat", ' flat all { title: "All" }'],
  ["cap", " cap 3"],
  ["only", " only title"],
  ["fixed section", '\nmenu: fixed menu { title: "Menu" } (search, settings)'],
];

/** Shows the editor in an element; without a name for a new view. Returns a function that closes it. */
export function show(place, name = null) {
  const editor = new ViewEditor(place, name);
  editor.start();
  return () => editor.close();
}

class ViewEditor {
  constructor(place, name) {
    this.place = place;
    this.name = name;
    this.known = "";
    this.text = h(
      "textarea",
      {
        spellcheck: "false",
        autocapitalize: "off",
        autocomplete: "off",
        "aria-label": "Text of the view",
        "aria-describedby": "view-state",
      },
    );
    this.back = h("pre", { class: "editor-back", "aria-hidden": "true" });
    this.state = h("p", { class: "editor-state", id: "view-state", role: "status" });
    this.preview = h("div", { class: "preview-board", role: "region", "aria-label": "What the view shows" });
    this.update = debounce(PAUSE, () => this.show());
    this.text.addEventListener("input", () => {
      keep(this.key, this.text.value);
      this.resize();
      this.check();
      this.update();
    });
  }

  /** Under which name the text is kept until it is saved. */
  get key() {
    return `view ${this.name ?? location.hash}`;
  }

  async start() {
    fill(this.place, h("p", { class: "loading", text: "Loading…" }));
    try {
      const text = this.name === null ? await this.firstText() : printView((await server().view(this.name)).definition);
      this.text.value = kept(this.key) ?? text;
      if (this.text.value !== text) this.offerFirst(text);
    } catch (error) {
      showFailure(this.place, { message: inWords(error) }, () => this.start());
      return;
    }
    if (this.isClosed) return;
    this.build();
    this.resize();
    this.check();
    this.show();
  }

  /** Says that the text is not the saved one, but what was typed before; and how to get back. */
  offerFirst(text) {
    notify("What you had typed here before is here again.", {
      action: "Discard",
      onaction: () => {
        this.text.value = text;
        this.text.dispatchEvent(new Event("input"));
        keep(this.key, undefined);
      },
    });
  }

  /** A view that shows something at once: the list that was chosen, or the first one. */
  async firstText() {
    const of = /\?of=(.+)$/.exec(location.hash)?.[1];
    const lists = (await server().collections({ pageSize: 100 })).collections.filter((info) => !info.isView);
    const named = lists.slice(0, MOST_NAMED).map((info) => info.name).join(", ");
    if (named) this.known = ` Lists here: ${named}${lists.length > MOST_NAMED ? " and others" : ""}.`;
    const name = of ? decoded(of) : lists[0]?.name;
    if (name === undefined) return "# There is no list yet: make one first.\n";
    return printView({ parts: [{ query: { collection: name, ownSections: true } }] });
  }

  build() {
    const insert = (text) => {
      this.text.focus();
      this.text.setRangeText(text, this.text.selectionEnd, this.text.selectionEnd, "end");
      this.text.dispatchEvent(new Event("input"));
    };
    fill(
      this.place,
      h(
        "div",
        { class: "page view-page" },
        h(
          "section",
          { class: "block" },
          h(
            "header",
            { class: "page-head" },
            h("h1", { text: this.name ?? "New view" }),
            button({ text: this.name === null ? "Save…" : "Save", kind: "primary", onclick: () => this.save() }),
          ),
          h("div", { class: "editor" }, this.back, this.text),
          this.state,
          h(
            "div",
            { class: "examples", role: "group", "aria-label": "Put in a clause" },
            EXAMPLES.map(
              ([text, clause]) => button(
                { text, kind: "quiet", "aria-label": `Put in: ${text}`, onclick: () => insert(clause) },
              ),
            ),
          ),
          h(
            "p",
            { class: "hint", text: `Each line is a part: a list, and what to show of it. The result beside it is live.${this.known}` },
          ),
        ),
        this.preview,
      ),
    );
    document.title = `${this.name ?? "New view"} – Arrange`;
  }

  close() {
    this.isClosed = true;
    this.update.cancel();
    this.shut();
  }

  shut() {
    this.board?.close();
    this.source?.close();
    this.board = null;
    this.source = null;
  }

  resize() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight + 2}px`;
  }

  /** Parses the text, and marks what is wrong in it. */
  check() {
    this.parsed = null;
    try {
      this.parsed = parseView(this.text.value);
      this.mark(null);
      return true;
    } catch (error) {
      if (!(error instanceof ViewTextError)) throw error;
      this.fail(error.offset, `Line ${error.line}, column ${error.column}: ${error.message}`);
      return false;
    }
  }

  fail(offset, message) {
    this.mark(offset);
    this.state.className = "editor-state wrong";
    this.state.textContent = message;
    this.text.setAttribute("aria-invalid", "true");
  }

  /** Marks the word at an offset; null: nothing is wrong. */
  mark(offset) {
    const text = this.text.value;
    this.text.removeAttribute("aria-invalid");
    if (offset === null) {
      fill(this.back, text, "\n");
      return;
    }
    const end = offset + (/^([\w.-]+|"[^"\n]*"?|[^\s])/.exec(text.slice(offset))?.[0].length ?? 0);
    fill(this.back, text.slice(0, offset), h("mark", { text: text.slice(offset, end) || " " }), text.slice(end), "\n");
  }

  /** Opens the view beside the text. */
  async show() {
    if (!this.parsed) return;
    const { view, places } = this.parsed;
    const ticket = (this.ticket = {});
    try {
      const source = await openSource(view.rights ? { ...view, rights: "reader" } : view);
      if (this.ticket !== ticket || this.isClosed) {
        source.close();
        return;
      }
      this.shut();
      this.source = source;
      this.board = new Board(source, { isEditable: false });
      source.onChange(() => this.showSize());
      fill(this.preview, this.board.element);
      this.showSize();
    } catch (error) {
      if (this.ticket !== ticket || this.isClosed) return;
      const offset = error.field ? placeOf(error.field, places) : null;
      const { line, column } = positionOf(this.text.value, offset ?? 0);
      this.fail(offset, offset === null ? inWords(error) : `Line ${line}, column ${column}: ${inWords(error)}`);
    }
  }

  showSize() {
    const { itemCount, sections } = this.source;
    this.state.className = "editor-state right";
    this.state.textContent = `Shows ${counted(itemCount, "item")} in ${counted(sections.length, "section")}.`;
  }

  // Saving

  async save() {
    if (!this.check()) {
      this.text.focus();
      return;
    }
    if (this.name !== null) {
      await this.define(this.name).catch((error) => notify(error.message, { kind: "error" }));
      return;
    }
    const name = h("input", { name: "name", type: "text", maxlength: "128", autocomplete: "off", autofocus: true });
    openDialog({
      title: "Save the view",
      body: labelled("Name", name, "Under this name it is read and followed as a list is."),
      submit: "Save",
      onsubmit: async (data) => {
        const text = data.get("name").trim();
        if (text === "") throw new Error("Give the view a name, such as “open”.");
        await this.define(text);
      },
    });
  }

  async define(name) {
    try {
      await server().defineView(name, this.parsed.view);
    } catch (error) {
      throw new Error(inWords(error));
    }
    keep(this.key, undefined);
    notify(`Saved the view “${name}”.`);
    location.hash = `#/list/${encodeURIComponent(name)}`;
  }
}
