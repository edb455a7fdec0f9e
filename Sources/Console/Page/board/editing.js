// Editing in place: all fields of an item, and titles of new ones.

import { copyText, linkTo } from "../shared/clipboard.js";
import { notify, showProblem } from "../shared/dialogs.js";
import { append, button, fill, h } from "../shared/dom.js";
import { quoted } from "../shared/format.js";
import { inWords, isMissing } from "../shared/service.js";
import { equalValues, inputText, kindOf, KINDS, parseValue, textOf, titleField, titleOf } from "../shared/values.js";
import { markRow, markUnsaved, updateRow } from "./rows.js";

/** From how many characters on a text gets several lines, and how many go on a line. */
const LONG_TEXT = 26;
const MOST_LINES = 8;
/** What is said where nothing was typed. */
const NOTHING = "nothing";
const GONE = "This item has been removed by now, and can’t be saved. Copy what you need, then cancel.";

/**
 * Turns a row into a form with all fields of its item. With a draft the form goes on from it, and what it was a form of;
 * it then does not take the focus.
 */
export function editRow(board, actions, row, { draft, problem } = {}) {
  if (row.classList.contains("editing")) return true;
  let { item } = row;
  if (draft) item = { ...item, fields: draft.fields, contentVersion: draft.contentVersion };
  const key = `item ${item.id}`;
  const form = new FieldForm(item.fields, titleField(item) ?? "title");
  if (draft) form.restore(draft.rows);
  const keys = new AbortController();
  const noted = () => ({ fields: item.fields, contentVersion: item.contentVersion, rows: form.state() });
  const close = () => {
    keys.abort();
    board.drafts.set(key, undefined);
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
    updateRow(row, board.source.locate?.(item.id)?.item ?? shown ?? item, board.isEditable, board.isWritable, board.look);
    if (row.isConnected) board.focusItem(item.id);
  };
  const save = () => {
    if (board.source.isWhole && !board.source.locate(item.id)) {
      showProblem(form.problem, GONE);
      return;
    }
    try {
      const changes = form.changes();
      const typed = noted();
      close();
      if (Object.keys(changes).length === 0) return;
      actions.editItem(item, changes, { refused: (error) => refused(board, actions, item, typed, error) });
    } catch (error) {
      showProblem(form.problem, inWords(error));
    }
  };
  const cancel = () => {
    const typed = noted();
    const isChanged = form.typed() !== NOTHING;
    close();
    if (!isChanged) return;
    const again = () => {
      const found = board.row(item.id);
      if (found) editRow(board, actions, found, { draft: typed });
      found?.querySelector("input, textarea")?.focus();
    };
    notify(`What you typed in ${quoted(titleOf(item))} was not saved.`, { action: "Edit again", onaction: again });
  };
  row.editor = {
    left: () => {
      if (board.source.isWhole && !board.source.locate(item.id)) showProblem(form.problem, GONE);
    },
    closed: () => {
      board.drafts.set(key, undefined);
      notify(
        `The section of ${quoted(titleOf(item))} was removed. You had typed: ${form.typed()}`,
        { kind: "error", isKept: true },
      );
    },
    /** After a conflict the form goes on from what the item is now, so that the next save is made with that in view. */
    rebase: (latest) => {
      const differences = form.rebase(latest.fields);
      item = latest;
      board.drafts.set(key, noted());
      return differences;
    },
    problem: (text) => showProblem(form.problem, text),
  };
  markRow(row, undefined);
  markUnsaved(row, false);
  row.classList.add("editing");
  fill(
    row,
    h(
      "div",
      { class: "row-editor", role: "group", "aria-label": `Edit ${titleOf(item)}` },
      form.element,
      footer(form, save, cancel, actions, item, board.source.isCollection ? board.source.target : null),
      h(
        "p",
        { class: "hint item-id" },
        "id ",
        h("button", {
          type: "button",
          class: "link mono",
          text: item.id,
          "aria-label": `Copy the id ${item.id}`,
          onclick: () => copyText(item.id, `the id ${item.id}`),
        }),
      ),
    ),
  );
  const { signal } = keys;
  row.addEventListener("keydown", (event) => formKeys(event, save, cancel), { signal });
  for (const type of ["input", "change", "click"]) {
    row.addEventListener(type, () => row.editor && board.drafts.set(key, noted()), { signal });
  }
  if (problem) row.editor.problem(problem);
  if (draft) board.drafts.set(key, noted());
  else form.focus();
  return true;
}

/** The server has not taken an edit: what was typed comes back, with the reason. */
async function refused(board, actions, item, draft, error) {
  let latest = item;
  if (error.code === "ABORTED" || isMissing(error)) latest = await board.source.read(item.id).catch(() => item);
  const row = board.row(item.id);
  if (!latest || !row || row.editor) {
    const why = latest ? inWords(error) : "It has been removed by now.";
    if (latest && !row) board.drafts.set(`item ${item.id}`, draft);
    const typed = draft.rows.filter(({ isChanged }) => isChanged).map(({ name, text }) => `${name} ${quoted(text)}`).join(", ");
    notify(`${quoted(titleOf(item))} was not saved. ${why} You had typed: ${typed}`, { kind: "error", isKept: true });
    return;
  }
  editRow(board, actions, row, { draft });
  if (error.code !== "ABORTED") row.editor.problem(inWords(error));
  else {
    const differences = row.editor.rebase(latest);
    const now = differences.length === 0 ? "" : ` It now has ${differences.join(", ")}.`;
    row.editor.problem(
      `Somebody else changed this in the meantime.${now} Save again to have it as it is here, or cancel.`,
    );
  }
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === row) row.querySelector("input, textarea")?.focus();
}

function footer(form, save, cancel, actions, item, list) {
  return h(
    "div",
    { class: "editor-foot" },
    button({ text: "Save", kind: "primary", onclick: save }),
    button({ text: "Cancel", onclick: () => cancel() }),
    button({ icon: "add", text: "Field", onclick: () => form.add() }),
    list
      ? button({
        icon: "link",
        label: "Copy link",
        kind: "quiet",
        onclick: () => copyText(linkTo(list, item.id), "the link to the item"),
      })
      : null,
    button({
      icon: "remove",
      label: "Remove item",
      kind: "quiet",
      onclick: () => {
        cancel();
        actions.removeItems([item.id]);
      },
    }),
  );
}

function formKeys(event, save, cancel) {
  event.stopPropagation();
  // Keys that choose among the words of an input method are none of the form's.
  if (event.isComposing) return;
  const isLines = event.target.value?.includes?.("\n") ? !event.ctrlKey && !event.metaKey : event.shiftKey;
  if (event.key === "Escape") cancel();
  else if (event.key === "Enter" && event.target.matches("input, textarea") && !isLines) save();
  else return;
  event.preventDefault();
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
    const order = title === null ? names : names.includes(title) ? [title, ...names.filter((name) => name !== title)] : [title, ...names];
    for (const name of order) {
      this.append(name, fields[name] ?? (name in fields ? null : ""), name in fields || name === title);
    }
  }

  /** A field that several items have with different values. It is left alone unless something is typed. */
  mix(name, kind) {
    const row = this.append(name, "", true);
    row.isMixed = true;
    row.kindInput.value = kind;
    row.show(kind, "");
    if (kind === "bool") row.input.indeterminate = true;
    else row.input.placeholder = "different values";
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

  /** `name` and `value` are those of a field that is suggested. */
  add(name = "", value = "") {
    const { nameInput, input } = this.append("", value, false);
    nameInput.value = name;
    (name === "" ? nameInput : input).focus();
  }

  /** What is in the inputs, for `restore`. */
  state() {
    return this.rows.map((row) => ({
      name: nameOf(row),
      isNew: Boolean(row.nameInput),
      kind: row.kind,
      text: textIn(row),
      isGone: Boolean(row.isGone),
      isChanged: !row.isGone && textIn(row) !== textFor(this.before[nameOf(row)]),
    }));
  }

  /** Goes on from what was in the inputs of another form of the same fields. */
  restore(rows) {
    for (const { name, isNew, kind, text, isGone } of rows) {
      const row = (!isNew && this.rows.find((each) => each.name === name)) || this.append(isNew ? "" : name, "", !isNew);
      if (row.nameInput) row.nameInput.value = name;
      row.kindInput.value = kind;
      row.show(kind, text);
      if (!isGone) continue;
      row.isGone = true;
      row.element.remove();
    }
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
        if (row.name in this.before || row.isMixed) changes[row.name] = undefined;
        continue;
      }
      if (name === "" && row.input.value === "") continue;
      if (row.isMixed && (row.kind === "bool" ? row.input.indeterminate : textIn(row) === "")) continue;
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
    return changed.map((row) => `${nameOf(row)} ${quoted(textIn(row))}`).join(", ") || NOTHING;
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

/** Turns the foot of a column into a form for new items, which stays open for the next one. `text`: goes on from it. */
export function addItems(board, actions, column, text) {
  const key = `add ${column.id}`;
  const input = h(
    "input",
    { type: "text", "aria-label": `Title of the new item in ${column.title}`, placeholder: "Title", maxlength: "4000" },
  );
  const close = () => {
    board.drafts.set(key, undefined);
    fill(column.foot, button({ icon: "add", text: "Add item", kind: "quiet", "data-action": "add-item" }));
    column.foot.querySelector("button").focus();
  };
  const add = () => {
    const title = input.value.trim();
    if (title === "") return close();
    input.value = "";
    board.drafts.set(key, "");
    actions.addItem(column.id, title, (error) => {
      // The next title may be in the form already, or the form is closed.
      const isFree = input.isConnected && input.value === "";
      if (isFree) input.value = title;
      const typed = isFree ? "" : ` You had typed: ${quoted(title)}`;
      notify(`${quoted(title)} was not added. ${inWords(error)}${typed}`, { kind: "error", isKept: true });
    });
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
  input.addEventListener("input", () => board.drafts.set(key, input.value));
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape" && !event.isComposing) close();
  });
  fill(column.foot, form);
  if (text === undefined) input.focus();
  else input.value = text;
  return true;
}
