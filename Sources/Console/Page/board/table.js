// A list as a table: a row for each item, a column for each field. It can be sorted for the eye; the order of the list stays.

import { openDialog, notify } from "../shared/dialogs.js";
import { button, fill, h } from "../shared/dom.js";
import { quoted } from "../shared/format.js";
import { inWords } from "../shared/service.js";
import { kindOf, textOf, titleField, titleOf } from "../shared/values.js";
import { FieldForm } from "./editing.js";
import { fieldsOf } from "./look-dialog.js";

/** The rows that are shown at first, and how many more at a time; and the most columns for fields. */
const ROWS = 200;
const MOST_COLUMNS = 12;

const texts = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Compares two values of fields for sorting: numbers and times by size, everything else as text; what is missing comes last. */
export function compareValues(one, other) {
  const isMissing = (value) => value === undefined || value === null || value === "";
  if (isMissing(one) || isMissing(other)) return Number(isMissing(one)) - Number(isMissing(other));
  const size = (value) => {
    const kind = kindOf(value);
    if (kind === "int" || kind === "double") return Number(value?.value ?? value);
    return kind === "time" ? Number(value.microseconds) : undefined;
  };
  const [first, second] = [size(one), size(other)];
  return first === undefined || second === undefined ? texts.compare(textOf(one), textOf(other)) : first - second;
}

export class Table {
  /** The column by which is sorted: { key, by } with 1 up and -1 down; null: as the list is. */
  sorting = null;
  most = ROWS;

  constructor(page) {
    this.page = page;
    this.board = page.board;
    this.source = page.source;
    this.head = h("tr");
    this.body = h("tbody");
    this.more = button({ text: "Show more", onclick: () => ((this.most += ROWS), this.show()) });
    this.element = h(
      "div",
      { class: "table-view", tabindex: "0", role: "region", "aria-label": "Items as a table" },
      h("table", { class: "sample items" }, h("thead", {}, this.head), this.body),
      this.more,
    );
    this.stop = this.source.onChange(() => this.schedule());
    this.show();
  }

  close() {
    this.stop();
    cancelAnimationFrame(this.frame);
    this.element.remove();
  }

  schedule() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.show();
    });
  }

  /** The items that are shown, with the titles of their sections. */
  get entries() {
    return this.source.list.flatMap((section) => (
      this.source.shownOf(section.items).map((item) => ({ item, section: titleOf(section) }))
    ));
  }

  show() {
    const entries = this.entries;
    const { look } = this.board;
    const all = fieldsOf(entries.map(({ item }) => item)).filter((name) => !look.hidden.includes(name));
    const names = all.slice(0, MOST_COLUMNS);
    const columns = [
      ["Title", "title", ({ item }) => titleOf(item)],
      ["Section", "section", ({ section }) => section],
      ...names.map((name) => [name, `field ${name}`, ({ item }) => item.fields[name]]),
    ];
    const value = columns.find(([, key]) => key === this.sorting?.key)?.[2];
    if (value) entries.sort((one, other) => this.sorting.by * compareValues(value(one), value(other)));
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.place : undefined;
    const corner = this.board.isEditable ? h("td", { class: "table-select" }) : null;
    fill(this.head, corner, columns.map(([text, key]) => this.heading(text, key)));
    fill(this.body, entries.slice(0, this.most).map((entry) => this.row(entry, names)));
    this.more.hidden = entries.length <= this.most;
    if (focused) this.element.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  heading(text, key) {
    const by = this.sorting?.key === key ? this.sorting.by : 0;
    const sort = button({
      text,
      kind: "quiet",
      data: { place: `sort ${key}` },
      onclick: () => {
        this.sorting = by === 0 ? { key, by: 1 } : by === 1 ? { key, by: -1 } : null;
        this.show();
      },
    });
    return h("th", { scope: "col", "aria-sort": by === 0 ? null : by > 0 ? "ascending" : "descending" }, sort);
  }

  row({ item, section }, names) {
    const { board } = this;
    const title = titleOf(item);
    const place = `item ${item.id}`;
    const box = h("input", {
      type: "checkbox",
      "aria-label": `Select ${title}`,
      checked: board.selection.has(item.id),
      data: { place: `select ${item.id}` },
      onchange: () => board.select([item.id], box.checked),
    });
    const label = board.isWritable
      ? h("button", { type: "button", class: "link", data: { place }, text: title, onclick: () => this.edit(item) })
      : h("span", { text: title });
    return h(
      "tr",
      { data: { id: item.id }, class: board.selection.has(item.id) ? "selected" : "" },
      board.isEditable ? h("td", { class: "table-select" }, box) : null,
      h("th", { scope: "row" }, label),
      h("td", { text: section }),
      names.map((name) => {
        const value = item.fields[name];
        const isNumber = ["int", "double"].includes(kindOf(value ?? ""));
        return h("td", { class: isNumber ? "number" : "", text: value === undefined ? "" : textOf(value) });
      }),
    );
  }

  /** `draft` and `why`: goes on from what was typed, which the server has not taken. */
  edit(item, draft, why) {
    const form = new FieldForm(item.fields, titleField(item) ?? "title");
    if (draft) form.restore(draft);
    openDialog({
      title: `Edit ${titleOf(item)}`,
      body: [
        why ? h("p", { class: "problem", role: "alert", text: why }) : null,
        form.element,
        button({ icon: "add", text: "Field", onclick: () => form.add() }),
      ],
      submit: "Save",
      onsubmit: () => {
        const changes = form.changes();
        if (Object.keys(changes).length === 0) return;
        const typed = form.state();
        this.page.actions.editItem(item, changes, { refused: (error) => this.refused(item, typed, error) });
      },
    });
  }

  refused(item, typed, error) {
    const now = this.source.locate(item.id)?.item;
    const why = error.code === "ABORTED"
      ? "Somebody else changed this in the meantime. Save again to have it as it is here, or cancel."
      : inWords(error);
    if (now && !document.querySelector("dialog")) this.edit(now, typed, why);
    else {
      const said = typed.filter(({ isChanged }) => isChanged).map(({ name, text }) => `${name} ${quoted(text)}`).join(", ");
      notify(`${quoted(titleOf(item))} was not saved. ${why} You had typed: ${said}`, { kind: "error", isKept: true });
    }
  }

  /** The selection changed elsewhere. */
  showSelection() {
    for (const row of this.body.children) {
      const isSelected = this.board.selection.has(row.dataset.id);
      row.classList.toggle("selected", isSelected);
      const box = row.querySelector("input");
      if (box) box.checked = isSelected;
    }
  }
}
