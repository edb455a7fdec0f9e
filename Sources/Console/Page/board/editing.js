// Editing in place: all fields of an item, and titles of new ones.

import { notify, showProblem } from "../shared/dialogs.js";
import { append, button, fill, h } from "../shared/dom.js";
import { quoted } from "../shared/format.js";
import { inWords, isMissing } from "../shared/service.js";
import { equalValues, inputText, kindOf, KINDS, parseValue, textOf, titleField, titleOf } from "../shared/values.js";
import { updateRow } from "./rows.js";

/** From how many characters on a text gets several lines, and how many go on a line. */
const LONG_TEXT = 26;
const MOST_LINES = 8;
const GONE = "This item has been removed by now, and can’t be saved. Copy what you need, then cancel.";

/** Turns a row into a form with all fields of its item. */
export function editRow(board, actions, row) {
  if (row.classList.contains("editing")) return true;
  let { item } = row;
  const form = new FieldForm(item.fields, titleField(item) ?? "title");
  const keys = new AbortController();
  const close = () => {
    keys.abort();
    row.classList.remove("editing");
    row.editor = null;
    row.item = null;
    const column = board.columnOf(row);
    const shown = column?.rows.find(({ id }) => id === item.id);
    // The row of an item that is not in the window, or gone, was there for the form alone.
    if (column && !shown) {
      column.drop(item.id);
      board.hadFocus = true;
      board.keepFocus();
      return;
    }
    updateRow(row, board.source.locate?.(item.id)?.item ?? shown ?? item, board.isEditable);
    if (row.isConnected) board.focusItem(item.id);
  };
  const save = async () => {
    try {
      const changes = form.changes();
      if (Object.keys(changes).length > 0) await actions.editItem(item, changes);
      close();
    } catch (error) {
      await refused(error).catch((problem) => showProblem(form.problem, inWords(problem)));
    }
  };
  /** After a conflict the form goes on from what the item is now, so that the next save is made with that in view. */
  const refused = async (error) => {
    if (error.code !== "ABORTED" && !isMissing(error)) throw error;
    const latest = await board.source.read(item.id);
    if (!latest) {
      showProblem(form.problem, GONE);
      return;
    }
    const differences = form.rebase(latest.fields);
    item = latest;
    const now = differences.length === 0 ? "" : ` It now has ${differences.join(", ")}.`;
    showProblem(
      form.problem,
      `Somebody else changed this in the meantime.${now} Save again to have it as it is here, or cancel.`,
    );
  };
  row.editor = {
    left: () => {
      if (board.source.isWhole && !board.source.locate(item.id)) showProblem(form.problem, GONE);
    },
    closed: () => notify(
      `The section of ${quoted(titleOf(item))} was removed. You had typed: ${form.typed()}`,
      { kind: "error", isKept: true },
    ),
  };
  row.classList.add("editing");
  fill(
    row,
    h(
      "div",
      { class: "row-editor", role: "group", "aria-label": `Edit ${titleOf(item)}` },
      form.element,
      footer(form, save, close, actions, item),
    ),
  );
  row.addEventListener("keydown", (event) => formKeys(event, save, close), { signal: keys.signal });
  form.focus();
  return true;
}

function footer(form, save, close, actions, item) {
  return h(
    "div",
    { class: "editor-foot" },
    button({ text: "Save", kind: "primary", onclick: save }),
    button({ text: "Cancel", onclick: () => close() }),
    button({ icon: "add", text: "Field", onclick: () => form.add() }),
    button({
      icon: "remove",
      label: "Remove item",
      kind: "quiet",
      onclick: () => {
        close();
        actions.removeItems([item.id]);
      },
    }),
  );
}

function formKeys(event, save, close) {
  const isLines = event.target.value?.includes?.("\n") ? !event.ctrlKey && !event.metaKey : event.shiftKey;
  if (event.key === "Escape") close();
  else if (event.key === "Enter" && event.target.matches("input, textarea") && !isLines) save();
  else {
    event.stopPropagation();
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** Inputs for fields, which can be added and taken away. */
export class FieldForm {
  constructor(fields, title) {
    this.before = fields;
    this.rows = [];
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.list = h("div", { class: "block" });
    this.element = h("div", { class: "block" }, this.list, this.problem);
    const names = Object.keys(fields);
    const order = names.includes(title) ? [title, ...names.filter((name) => name !== title)] : [title, ...names];
    for (const name of order) {
      this.append(name, fields[name] ?? (name in fields ? null : ""), name in fields || name === title);
    }
  }

  append(name, value, isKnown) {
    const row = { name, isKnown, kind: kindOf(value), value };
    const label = isKnown ? name : "value of the new field";
    row.nameInput = isKnown
      ? null
      : h("input", { type: "text", "aria-label": "Name of the field", placeholder: "name", maxlength: "128" });
    row.kindInput = h(
      "select",
      { class: "field-kind", "aria-label": `Kind of ${label}` },
      Object.entries(KINDS).map(([kind, text]) => h("option", { value: kind, text, selected: kind === row.kind })),
    );
    row.input = makeInput(row.kind, value, label);
    row.show = (kind, shown) => {
      row.kind = kind;
      const input = makeInput(kind, shown, label);
      row.input.replaceWith(input);
      row.input = input;
    };
    row.kindInput.addEventListener("change", () => {
      const kind = row.kindInput.value;
      row.show(kind, kind === "bool" ? false : row.input.value);
    });
    const remove = button({
      icon: "close",
      label: `Take away the field ${name || "that is new"}`,
      kind: "quiet",
      onclick: () => {
        row.isGone = true;
        row.element.remove();
        this.focus();
      },
    });
    row.element = h(
      "div",
      { class: "field-row" },
      row.nameInput ?? h("span", { class: "hint field-name", text: name, "aria-hidden": "true" }),
      row.input,
      remove,
      isKnown ? null : row.kindInput,
    );
    this.rows.push(row);
    append(this.list, [row.element]);
    return row;
  }

  add() {
    this.append("", "", false).nameInput.focus();
  }

  focus() {
    const input = this.rows.find((row) => !row.isGone)?.input;
    input?.focus();
    input?.select?.();
  }

  /** The fields that differ from those before; undefined for those that go. Throws where one can't be read. */
  changes() {
    const changes = {};
    const names = new Set();
    for (const row of this.rows) {
      const name = nameOf(row);
      if (row.isGone) {
        if (row.name in this.before) changes[row.name] = undefined;
        continue;
      }
      if (name === "" && row.input.value === "") continue;
      if (name === "") throw new Error("Give the new field a name.");
      if (names.has(name)) throw new Error(`The field ${quoted(name)} is there twice. Give one of them another name.`);
      names.add(name);
      const value = parseValue(row.kind, textIn(row));
      if (name in this.before ? !equalValues(value, this.before[name]) : value !== "") changes[name] = value;
    }
    return changes;
  }

  /**
   * Takes over fields that somebody else has saved, where they were not touched here. Returns in words what the others are
   * now, which are kept as they are here.
   */
  rebase(fields) {
    const differences = [];
    const names = new Set();
    for (const row of this.rows) {
      const name = nameOf(row);
      names.add(name);
      const was = this.before[name];
      const is = fields[name];
      if (isSame(was, is)) continue;
      if (row.isGone || row.nameInput || textIn(row) !== textFor(was)) {
        differences.push(is === undefined ? `no ${name}` : `${name} ${quoted(textOf(is))}`);
      } else row.show(kindOf(is ?? ""), is ?? "");
    }
    this.before = fields;
    for (const [name, value] of Object.entries(fields)) if (!names.has(name)) this.append(name, value, true);
    return differences;
  }

  /** What is in the inputs that differ from the fields before. */
  typed() {
    const changed = this.rows.filter((row) => !row.isGone && textIn(row) !== textFor(this.before[nameOf(row)]));
    return changed.map((row) => `${nameOf(row)} ${quoted(textIn(row))}`).join(", ") || "nothing";
  }
}

function nameOf(row) {
  return row.nameInput ? row.nameInput.value.trim() : row.name;
}

function textIn(row) {
  return row.kind === "bool" ? String(row.input.checked) : row.input.value;
}

/** What an input holds that shows a value; undefined is a field that is not there. */
function textFor(value) {
  return value === undefined ? "" : inputText(value);
}

function isSame(one, other) {
  return one === undefined || other === undefined ? one === other : equalValues(one, other);
}

function makeInput(kind, value, label) {
  const text = typeof value === "string" ? value : inputText(value);
  if (kind === "bool") return h("input", { type: "checkbox", "aria-label": label, checked: text === "true" });
  if (kind === "null") {
    return h("input", { type: "text", "aria-label": label, value: "", disabled: true, placeholder: "no value" });
  }
  if (kind === "string" && (text.length > LONG_TEXT || text.includes("\n"))) {
    const lines = text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / LONG_TEXT), 0);
    return h("textarea", { "aria-label": label, rows: String(Math.min(MOST_LINES, lines)), value: text });
  }
  return h(
    "input",
    { type: "text", "aria-label": label, value: text, inputmode: kind === "int" || kind === "double" ? "decimal" : null },
  );
}

/** Turns the foot of a column into a form for new items, which stays open for the next one. */
export function addItems(board, actions, column) {
  const input = h(
    "input",
    { type: "text", "aria-label": `Title of the new item in ${column.title}`, placeholder: "Title", maxlength: "4000" },
  );
  const close = () => {
    fill(column.foot, button({ icon: "add", text: "Add item", kind: "quiet", "data-action": "add-item" }));
    column.foot.querySelector("button").focus();
  };
  const add = async () => {
    const title = input.value.trim();
    if (title === "") return close();
    input.value = "";
    if (await actions.addItem(column.id, title) === null) {
      // The next title may be in the form already, or the form is closed.
      if (input.isConnected && input.value === "") input.value = title;
      else notify(`${quoted(title)} was not added.`, { kind: "error", isKept: true });
      return undefined;
    }
    column.scroller.scrollTop = column.scroller.scrollHeight;
    return undefined;
  };
  const form = h(
    "form",
    { class: "add-form", onsubmit: (event) => (event.preventDefault(), add()) },
    input,
    h(
      "div",
      { class: "group" },
      h("button", { type: "submit", class: "button primary", text: "Add" }),
      button({ text: "Close", onclick: close }),
    ),
  );
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close();
  });
  fill(column.foot, form);
  input.focus();
  return true;
}
