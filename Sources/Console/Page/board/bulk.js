// Several items edited at once.

import { openDialog } from "../shared/dialogs.js";
import { button, h } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { equalValues, kindOf, titleField } from "../shared/values.js";
import { FieldForm } from "./editing.js";

/**
 * Fields of several items: `common` has those that all of them have with the same value, `mixed` the names and kinds of the others;
 * the kind is that of the first value.
 */
export function fieldsOfAll(items) {
  const common = {};
  const mixed = new Map();
  const names = new Set(items.flatMap(({ fields }) => Object.keys(fields)));
  for (const name of names) {
    const values = items.map(({ fields }) => fields[name]);
    const first = values.find((value) => value !== undefined);
    const isCommon = values.every((value) => value !== undefined && equalValues(value, first));
    if (isCommon) common[name] = first;
    else mixed.set(name, kindOf(first));
  }
  return { common, mixed };
}

/** Opens the form for several items. What is not touched stays as each of them has it. */
export function openBulk(actions, items) {
  const { common, mixed } = fieldsOfAll(items);
  const title = items.map(titleField).find(Boolean) ?? "title";
  const form = new FieldForm(common, mixed.has(title) ? null : title);
  for (const [name, kind] of mixed) form.mix(name, kind);
  openDialog({
    title: `Edit ${counted(items.length, "item")}`,
    body: [
      h("p", { class: "hint", text: "What you leave as it is stays as each item has it. A field that you take away is taken from all." }),
      form.element,
      button({ icon: "add", text: "Field", onclick: () => form.add() }),
    ],
    submit: "Save",
    onsubmit: () => {
      const changes = form.changes();
      if (Object.keys(changes).length > 0) actions.editItems(items, changes);
    },
  });
}
