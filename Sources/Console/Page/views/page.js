// The editor of views: their text with errors at their place, and what they show.

import { labelled, notify, openDialog, showFailure } from "../shared/dialogs.js";
import { button, debounce, fill, h } from "../shared/dom.js";
import { counted, decoded } from "../shared/format.js";
import { keep, kept } from "../shared/kept.js";
import { inWords, server } from "../shared/service.js";
import { Board } from "../board/board.js";
import { openSource } from "../board/open.js";

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

/** A view as text. */
async function textOf(view) {
  return (await server().parseView({ view })).text;
}

/** The offset of a line and a column of a text. Both are counted from 1, columns in code points. */
export function offsetOf(text, { line, column }) {
  const lines = text.split("\n").slice(0, line);
  const before = [...lines.pop()].slice(0, column - 1).join("");
  return lines.reduce((sum, { length }) => sum + length + 1, before.length);
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
      this.mark(null);
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
      const text = this.name === null ? await this.firstText() : await textOf((await server().view(this.name)).definition);
      this.text.value = kept(this.key) ?? text;
      if (this.text.value !== text) this.offerFirst(text);
    } catch (error) {
      showFailure(this.place, { message: inWords(error) }, () => this.start());
      return;
    }
    if (this.isClosed) return;
    this.build();
    this.resize();
    this.mark(null);
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
    const lists = (await server().collections({ pageSize: 100 })).collections.filter((info) => !info.isView && !info.outline);
    const named = lists.slice(0, MOST_NAMED).map((info) => info.name).join(", ");
    if (named) this.known = ` Lists here: ${named}${lists.length > MOST_NAMED ? " and others" : ""}.`;
    const name = of ? decoded(of) : lists[0]?.name;
    if (name === undefined) return "# There is no list yet: make one first.\n";
    return textOf({ parts: [{ query: { collection: name, ownSections: true } }] });
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

  /** Has the server read the text, and marks what is wrong in it. Returns the view; null where there is none, or another text. */
  async parse() {
    const text = this.text.value;
    const { view, error } = await server().parseView({ text }).catch((error) => ({ error }));
    if (this.text.value !== text || this.isClosed) return null;
    if (error) this.failAt(error.place, error instanceof Error ? inWords(error) : error.message);
    else this.mark(null);
    return error ? null : view;
  }

  /** Shows what is wrong, with its place: { line, column }, which may be missing. */
  failAt(place, message) {
    if (place) this.fail(offsetOf(this.text.value, place), `Line ${place.line}, column ${place.column}: ${message}`);
    else this.fail(null, message);
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
    const ticket = (this.ticket = {});
    const view = await this.parse();
    if (!view) return;
    const isOld = () => this.ticket !== ticket || this.isClosed;
    try {
      const source = await openSource({ ...view, rights: "reader" });
      if (isOld()) {
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
      if (isOld()) return;
      const text = this.text.value;
      const asked = error.field ? server().parseView({ text, locate: error.field }) : null;
      const place = await asked?.then(({ located }) => located, () => undefined);
      if (!isOld() && this.text.value === text) this.failAt(place, inWords(error));
    }
  }

  showSize() {
    const { itemCount, sections } = this.source;
    this.state.className = "editor-state right";
    this.state.textContent = `Shows ${counted(itemCount, "item")} in ${counted(sections.length, "section")}.`;
  }

  // Saving

  async save() {
    const view = await this.parse();
    if (!view) {
      this.text.focus();
      return;
    }
    if (this.name !== null) {
      await this.define(this.name, view).catch((error) => notify(error.message, { kind: "error" }));
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
        await this.define(text, view);
      },
    });
  }

  async define(name, view) {
    try {
      await server().defineView(name, view);
    } catch (error) {
      throw new Error(inWords(error));
    }
    keep(this.key, undefined);
    notify(`Saved the view “${name}”.`);
    location.hash = `#/list/${encodeURIComponent(name)}`;
  }
}
