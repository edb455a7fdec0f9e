// How the items of a list look in this browser: which fields are shown, which are labels, and what colours the cards.

import { labelled, openDialog } from "../shared/dialogs.js";
import { button, h } from "../shared/dom.js";
import { quoted } from "../shared/format.js";
import { titleField } from "../shared/values.js";
import { lookOf, storeLook } from "./look.js";

/** The most fields to choose from, and the most items that are looked at for them. */
const MOST_FIELDS = 60;
const MOST_ITEMS = 2000;
const CHOICES = [["field", "Shown with its name"], ["label", "Shown as a label"], ["hidden", "Not shown"]];

/** The names of the fields that items have, except what gives them their title, the most frequent first. */
export function fieldsOf(items) {
  const counts = new Map();
  for (const item of items.slice(0, MOST_ITEMS)) {
    const title = titleField(item);
    for (const name of Object.keys(item.fields)) if (name !== title) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_FIELDS).map(([name]) => name);
}

/** Opens the dialog. `items` are those of the list that are known; `done` gets the look. */
export function openLookDialog(list, title, items, done) {
  const look = lookOf(list);
  const names = [...new Set([...fieldsOf(items), ...look.hidden, ...look.labels.filter((name) => lookOfField(items, name))])];
  const choiceOf = (name) => (look.hidden.includes(name) ? "hidden" : look.labels.includes(name) ? "label" : "field");
  const selects = names.map((name) => {
    const options = CHOICES.map(([value, text]) => h("option", { value, text, selected: value === choiceOf(name) }));
    return [name, h("select", { name: `field ${name}` }, options)];
  });
  const colour = h(
    "select",
    { name: "colour" },
    h("option", { value: "", text: "Nothing" }),
    names.map((name) => h("option", { value: `=${name}`, text: name, selected: name === look.colour })),
  );
  const dialog = openDialog({
    title: `How items of ${quoted(title)} look`,
    body: [
      h("p", { class: "hint", text: "In this browser alone. The items stay as they are." }),
      names.length === 0 ? h("p", { class: "small", text: "The items have no fields but their titles." }) : null,
      selects.map(([name, select]) => labelled(name, select)),
      labelled(
        "Colour of the cards",
        colour,
        "Follows from the value of a field: the colour that it names, such as “red”, or one that is always the same for it.",
      ),
      button({
        text: "As it was at first",
        onclick: () => {
          storeLook(list, null);
          dialog.close();
          done(lookOf(list));
        },
      }),
    ],
    submit: "Save",
    onsubmit: () => {
      const chosen = (value) => selects.filter(([, select]) => select.value === value).map(([name]) => name);
      const saved = { hidden: chosen("hidden"), labels: chosen("label"), colour: colour.value === "" ? null : colour.value.slice(1) };
      storeLook(list, saved);
      done(saved);
    },
  });
}

function lookOfField(items, name) {
  return items.some(({ fields }) => name in fields);
}
