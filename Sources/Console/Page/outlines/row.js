// The rows of an outline: how an item or a section looks.

import { button, fill, h } from "../shared/dom.js";
import { count, counted } from "../shared/format.js";
import { kindOf, textOf, titleField, titleOf } from "../shared/values.js";

/** The most characters of a field in a row. */
const MOST_FIELD = 60;

/** Fills the row of a node. `isWritable`: whether its box can be ticked. */
export function showRow(place, node, isOpen, isWritable) {
  const { element, isItem, descendants } = node;
  const title = titleOf(element);
  const isDone = element.fields.done === true;
  const isHidden = descendants > 0 && !isOpen;
  place.classList.add("tree-row");
  place.classList.toggle("is-done", isDone);
  place.classList.toggle("is-section", !isItem);
  place.parentElement.setAttribute("aria-label", isHidden ? `${title}, ${counted(descendants, "item")} below it` : title);
  fill(
    place,
    kindOf(element.fields.done) === "bool" && isItem ? box(title, isDone, isWritable) : null,
    h("span", { class: "tree-title", text: title }),
    isHidden ? h("span", { class: "badge", text: count(descendants) }) : null,
    h("span", { class: "tree-fields", text: fieldsOf(element) }),
    button({ icon: "more", label: `Menu of ${title}`, kind: "quiet tree-menu", tabindex: "-1", "data-action": "menu" }),
  );
}

function box(title, isDone, isWritable) {
  return h("input", {
    type: "checkbox",
    "aria-label": `Done: ${title}`,
    tabindex: "-1",
    checked: isDone,
    disabled: !isWritable,
    "data-action": "done",
  });
}

/** The fields beside the title, in one line. */
function fieldsOf(element) {
  const title = titleField(element);
  return Object.entries(element.fields)
    .filter(([name, value]) => name !== title && !(name === "done" && kindOf(value) === "bool") && value !== "")
    .map(([name, value]) => `${name}: ${shortened(textOf(value))}`)
    .join(" · ");
}

const shortened = (text) => (text.length > MOST_FIELD ? `${text.slice(0, MOST_FIELD - 1)}…` : text);
