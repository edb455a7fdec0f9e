// Ctrl-K: everything that can be gone to or done from here, found by a few letters.

import { openDialog } from "../shared/dialogs.js";
import { fill, h, icon } from "../shared/dom.js";
import { providedCommands } from "../shared/palette.js";
import { server } from "../shared/service.js";
import { titleOf } from "../shared/values.js";
import { folded } from "../board/finding.js";

/** The most lists that are asked for, and the most entries that are shown. */
const MOST_LISTS = 500;
const MOST_SHOWN = 30;

const PAGES = [
  { icon: "columns", text: "All lists", hint: "page", run: () => (location.hash = "#/") },
  { icon: "view", text: "New view", hint: "page", run: () => (location.hash = "#/new-view") },
  { icon: "key", text: "Strategies", hint: "page", run: () => (location.hash = "#/strategies") },
  { icon: "export", text: "Sinks", hint: "page", run: () => (location.hash = "#/sinks") },
  { icon: "stream", text: "Server", hint: "page", run: () => (location.hash = "#/server") },
];

/** How well an entry suits some words: 0 where it does not, more where its text begins with them. */
export function suits({ text, hint = "" }, words) {
  const name = folded(text);
  const all = `${name} ${folded(hint)}`;
  if (!words.every((word) => all.includes(word))) return 0;
  const start = words[0] ?? "";
  return name.startsWith(start) ? 3 : name.includes(` ${start}`) ? 2 : 1;
}

async function lists() {
  const { collections } = await server().collections({ pageSize: MOST_LISTS });
  return collections.map((info) => {
    const title = titleOf({ id: info.name, fields: info.fields });
    return {
      icon: info.isView ? "view" : "columns",
      text: title,
      hint: `${info.isView ? "view" : "list"}${title === info.name ? "" : ` ${info.name}`}`,
      run: () => (location.hash = `#/list/${encodeURIComponent(info.name)}`),
    };
  });
}

export function openPalette() {
  let known = PAGES;
  let entries = [];
  let at = 0;
  const list = h("ul", { class: "palette-list", role: "listbox", id: "palette-list", "aria-label": "Found" });
  const input = h("input", {
    type: "text",
    role: "combobox",
    "aria-label": "Go to a list or an item, or do something",
    "aria-expanded": "true",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
    placeholder: "A list, an item, or what to do",
    autocomplete: "off",
    autofocus: true,
  });
  const choose = (index) => {
    at = Math.max(0, Math.min(index, entries.length - 1));
    [...list.children].forEach((option, each) => option.setAttribute("aria-selected", String(each === at)));
    const option = list.children[at];
    if (entries.length > 0 && option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const show = () => {
    const words = folded(input.value).split(/\s+/).filter(Boolean);
    entries = [...providedCommands(input.value), ...known]
      .map((entry) => [entry, suits(entry, words)])
      .filter(([, rank]) => rank > 0)
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST_SHOWN)
      .map(([entry]) => entry);
    fill(list, entries.length > 0
      ? entries.map((entry, index) => h(
        "li",
        { class: "palette-entry", role: "option", id: `palette-${index}`, onclick: () => run(entry) },
        icon(entry.icon),
        h("span", { class: "palette-text", text: entry.text }),
        entry.hint ? h("span", { class: "hint", text: entry.hint }) : null,
      ))
      : h("li", { class: "palette-entry muted", role: "option", "aria-disabled": "true", text: "Nothing found" }));
    choose(0);
  };
  const dialog = openDialog({ title: "Go to, or do", body: [input, list] });
  const run = async (entry) => {
    dialog.close();
    // The dialog gives the focus back first, and the entry may then take it.
    await dialog.closed;
    entry.run();
  };
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (to !== undefined) choose(to);
    else if (event.key === "Enter" && !event.isComposing) {
      if (entries[at]) run(entries[at]);
    } else return;
    event.preventDefault();
  });
  show();
  lists().then((found) => {
    known = [...PAGES, ...found];
    if (dialog.isConnected) show();
  }, () => {});
}
