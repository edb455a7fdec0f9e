// The rows of items: how an item looks.

import { button, fill, h, icon } from "../shared/dom.js";
import { equalValues, kindOf, textOf, titleField, titleOf } from "../shared/values.js";
import { hueOf, labelsOf, PLAIN } from "./look.js";
import { depthOf } from "./tree-rows.js";

/** From how many characters on the text of a field takes lines of its own. */
const LONG_TEXT = 40;

/** Makes the row of an item. Its content comes with `updateRow`. */
export function makeRow(id, isEditable) {
  return h("li", { class: isEditable ? "row" : "row fixed", tabindex: "-1", data: { id } });
}

/** Shows an item in its row, with a look. Nothing is done where the row shows the same already. */
export function updateRow(row, item, isEditable, isWritable = isEditable, look = PLAIN) {
  const before = row.item;
  if (before === item) return;
  row.item = item;
  if (row.classList.contains("editing") || (before && showSame(before, item))) return;
  const marks = row.querySelectorAll(":scope > :is(.row-mark, .row-selected, .row-unsaved)");
  const title = titleOf(item);
  const isDone = item.fields.done === true;
  row.classList.toggle("is-done", isDone);
  // In a view of an outline rows are indented by their depths.
  const depth = depthOf(item);
  row.classList.toggle("context", item.origin?.context === true);
  row.style.setProperty("--depth", String(Math.max(0, depth - 1)));
  if (depth > 0) row.ariaLevel = String(depth);
  else row.removeAttribute("aria-level");
  const hue = look.colour === null ? null : hueOf(item.fields[look.colour]);
  if (hue === null) delete row.dataset.hue;
  else row.dataset.hue = hue;
  fill(
    row,
    isEditable ? lead(item, title, isWritable) : null,
    h("div", { class: "row-body" }, labelList(item, look), h("div", { class: "row-title", text: title }), fieldList(item, look)),
    isWritable
      ? button({ icon: "edit", label: `Edit ${title}`, kind: "row-edit quiet", tabindex: "-1", "data-action": "edit" })
      : null,
    [...marks],
  );
}

function showSame(one, other) {
  if (depthOf(one) !== depthOf(other) || one.origin?.context !== other.origin?.context) return false;
  const names = Object.keys(one.fields);
  return names.length === Object.keys(other.fields).length && names.every(
    (name) => Object.hasOwn(other.fields, name) && equalValues(one.fields[name], other.fields[name]),
  );
}

function lead(item, title, isWritable) {
  const parts = [h("span", { class: "grip", "aria-hidden": "true" }, icon("grip"))];
  if (typeof item.fields.done === "boolean") {
    const box = h("input", {
      type: "checkbox",
      "aria-label": `Done: ${title}`,
      tabindex: "-1",
      checked: item.fields.done,
      disabled: !isWritable,
      "data-action": "done",
    });
    parts.push(h("span", { class: "row-done" }, box));
  }
  return h("div", { class: "row-lead" }, parts);
}

/** The fields of an item that are shown as labels; null where there are none. */
function labelList(item, look) {
  const labels = labelsOf(item, look);
  if (labels.length === 0) return null;
  return h("ul", { class: "row-labels", "aria-label": "Labels" }, labels.map(({ text, hue }) => (
    h("li", { class: "label", data: { hue }, text })
  )));
}

/** The other fields of an item, except the title, the box and what is hidden; null where there are none. */
function fieldList(item, look) {
  const title = titleField(item);
  const shown = Object.entries(item.fields).filter(([name, value]) => (
    name !== title && !(name === "done" && kindOf(value) === "bool") && value !== ""
    && !look.hidden.includes(name) && !look.labels.includes(name)
  ));
  if (shown.length === 0) return null;
  return h(
    "dl",
    { class: "row-fields" },
    shown.map(([name, value]) => {
      const text = textOf(value);
      const isLong = text.length > LONG_TEXT || text.includes("\n");
      return h("div", { class: isLong ? "long" : "" }, h("dt", { text: name }), h("dd", { text }));
    }),
  );
}

/** Shows the mark of a change, such as "moved by ann", or none. */
export function markRow(row, text) {
  if (row.mark === text) return;
  row.mark = text;
  row.classList.toggle("marked", Boolean(text));
  let mark = row.querySelector(":scope > .row-mark");
  if (!text) mark?.remove();
  else if (mark) mark.textContent = text;
  else row.append(h("span", { class: "row-mark", text }));
}

/** Shows whether the server has not answered yet what was done to an item. */
export function markUnsaved(row, isUnsaved) {
  if (row.classList.contains("unsaved") === isUnsaved || row.classList.contains("editing")) return;
  row.classList.toggle("unsaved", isUnsaved);
  row.querySelector(":scope > .row-unsaved")?.remove();
  if (isUnsaved) row.append(h("span", { class: "row-unsaved", text: "not saved yet" }));
}

/** Shows whether a row is selected; screen readers get it as text. */
export function selectRow(row, isSelected) {
  if (row.classList.contains("selected") === isSelected) return;
  row.classList.toggle("selected", isSelected);
  row.querySelector(":scope > .row-selected")?.remove();
  if (isSelected) row.append(h("span", { class: "row-selected unseen", text: "selected" }));
}

/** Makes the controls of one row reachable with the tabulator, and those of the row before no more. */
export function makeCurrent(row, before) {
  if (before && before !== row) {
    before.tabIndex = -1;
    for (const control of before.querySelectorAll("[data-action]")) control.tabIndex = -1;
  }
  if (!row) return;
  row.tabIndex = 0;
  for (const control of row.querySelectorAll("[data-action]")) control.tabIndex = 0;
}
