// What can be done with lists as a whole: make, import, export, delete.

import { labelled, notify, openDialog } from "../shared/dialogs.js";
import { debounce, h, loadStyle } from "../shared/dom.js";
import { counted, quoted } from "../shared/format.js";
import { caller, inWords, server } from "../shared/service.js";
import { textOf, titleOf } from "../shared/values.js";

/** The sections of a new board. */
const BOARD = ["To do", "Doing", "Done"];

/** Has the page of the lists read them again. */
function changed() {
  dispatchEvent(new Event("lists-changed"));
}

/** A select of the strategies that the server has, and what the chosen one is good for. */
async function strategyField() {
  const { strategies, defaultStrategy } = await server().strategies();
  const select = h(
    "select",
    { name: "strategy" },
    strategies.map(({ name }) => h("option", { value: name, text: name, selected: name === defaultStrategy })),
  );
  const field = labelled("Ordering strategy", select, " ");
  const hint = field.querySelector(".hint");
  const show = () => {
    const { summary } = strategies.find(({ name }) => name === select.value);
    hint.textContent = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}${summary.endsWith(".") ? "" : "."}`;
  };
  select.addEventListener("change", show);
  show();
  return field;
}

/** The pause in typing after which it is asked whether a name may be used, in milliseconds. */
const PAUSE = 250;

/** Says below the input for the name of a new list whether the caller may make a list of that name. */
function watchName(input, field) {
  const problem = h("span", { class: "hint refused", role: "status" });
  field.append(problem);
  input.addEventListener("input", debounce(PAUSE, async () => {
    const name = input.value.trim();
    const known = name === "" ? null : await caller(name);
    if (input.value.trim() !== name) return;
    problem.textContent = known && !known.permissions.has("create") ? `You may not make a list called ${quoted(name)}.` : "";
  }));
  return field;
}

/** Opens the dialog that makes a list. */
export async function createList() {
  let strategy;
  try {
    strategy = await strategyField();
  } catch (error) {
    notify(inWords(error), { kind: "error" });
    return;
  }
  const name = h("input", { name: "name", type: "text", maxlength: "128", autocomplete: "off", autofocus: true });
  const title = h("input", { name: "title", type: "text", maxlength: "4000", autocomplete: "off" });
  const start = h(
    "select",
    { name: "start" },
    h("option", { value: "board", text: `A board: ${BOARD.join(", ")}` }),
    h("option", { value: "empty", text: "Nothing: I add sections myself" }),
    h("option", { value: "outline", text: "An outline: items with items below them" }),
  );
  openDialog({
    title: "New list",
    body: [
      watchName(name, labelled("Name", name, "Programs use it, such as “board” or “team/sprint”. It can’t be changed later.")),
      labelled("Title", title, "Shown in place of the name; may be empty."),
      labelled("Begin with", start),
      strategy,
    ],
    submit: "Create list",
    onsubmit: async (data) => {
      const list = data.get("name").trim();
      if (list === "") throw new Error("Give the list a name, such as “board”.");
      const text = data.get("title").trim();
      try {
        const outline = data.get("start") === "outline" ? {} : undefined;
        await server().create(list, { strategy: data.get("strategy"), fields: text ? { title: text } : {}, outline });
        if (data.get("start") === "board") {
          const sections = BOARD.map(
            (section) => ({ id: section.toLowerCase().replaceAll(" ", "-"), fields: { title: section } }),
          );
          await server().apply(list, [{ insertSections: { sections } }]);
        }
      } catch (error) {
        throw new Error(inWords(error));
      }
      location.hash = `#/list/${encodeURIComponent(list)}`;
    },
  });
}

/** Shows who follows a list or a view. */
export async function openFollowers(info) {
  try {
    const [{ showFollowers }] = await Promise.all([import("../panels/followers.js"), loadStyle("panels")]);
    const { element, close } = showFollowers(info.name);
    openDialog({ title: `Who follows ${quoted(titleOf({ id: info.name, fields: info.fields }))}`, body: element }).closed.then(close);
  } catch (error) {
    notify(`The followers can’t be shown: ${error.message}`, { kind: "error" });
  }
}

/** Asks, and then deletes a list or a view. */
export function deleteList(info) {
  const title = titleOf({ id: info.name, fields: info.fields });
  openDialog({
    title: `Delete ${quoted(title)}?`,
    body: h("p", {
      text: info.isView
        ? "The view is deleted. The lists that it shows stay as they are."
        : `The list is deleted with its ${counted(info.itemCount, "item")} and its history, for everybody and for good. ` +
          "Export it first if you may need it again.",
    }),
    submit: info.isView ? "Delete view" : "Delete list",
    danger: true,
    onsubmit: async () => {
      try {
        await (info.isView ? server().deleteView(info.name) : server().delete(info.name));
      } catch (error) {
        throw new Error(inWords(error));
      }
      notify(`Deleted ${quoted(title)}.`);
      changed();
    },
  });
}

/** Reads a list in pages of one version, and hands it to the browser as a file. */
export async function exportList(name, format) {
  const notice = notify(`Exporting ${quoted(name)}…`);
  try {
    const { exportText } = await import("./export.js");
    const parts = [];
    let items = 0;
    for await (const part of exportText(server().pages(name, { pageSize: 1000 }), format)) {
      parts.push(part.text);
      items += part.items;
    }
    const url = URL.createObjectURL(new Blob(parts, { type: format === "csv" ? "text/csv" : "application/x-ndjson" }));
    const link = h("a", { href: url, download: `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}.${format}` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    notice.close();
    notify(`Exported ${counted(items, "item")}.`);
  } catch (error) {
    notify(inWords(error), { kind: "error" });
  }
}

// Import

/** Takes files that are dropped anywhere on the page. Returns an object whose `read` imports a file. */
export function watchDrops(signal) {
  let depth = 0;
  let sheet = null;
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  const hide = () => {
    depth = 0;
    sheet?.remove();
    sheet = null;
  };
  const on = (name, body) => addEventListener(
    name,
    (event) => holdsFiles(event) && (event.preventDefault(), body(event)),
    { signal },
  );
  on("dragenter", () => {
    depth += 1;
    if (sheet) return;
    sheet = h("div", { class: "drop-file", text: "Drop the file to import it" });
    document.body.append(sheet);
  });
  on("dragover", () => {});
  on("dragleave", () => {
    depth -= 1;
    if (depth <= 0) hide();
  });
  on("drop", (event) => {
    hide();
    read(event.dataTransfer.files[0]);
  });
  const read = async (file) => {
    if (!file) return;
    try {
      const { readFile } = await import("./import-file.js");
      openImport(file, await readFile(file), await strategyField());
    } catch (error) {
      notify(`${quoted(file.name)} can’t be imported: ${inWords(error)}`, { kind: "error" });
    }
  };
  return { read };
}

const FORMATS = {
  csv: "CSV",
  jsonl: "JSON lines",
  json: "JSON",
  markdown: "Markdown",
  trello: "a Trello board",
  lines: "plain text, an item for each line",
};

function openImport(file, list, strategy) {
  const base = file.name.replace(/\.[^.]+$/, "").toLowerCase().replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 100) || "list";
  const name = h(
    "input",
    { name: "name", type: "text", value: base, maxlength: "128", autocomplete: "off", autofocus: true },
  );
  const progress = h(
    "progress",
    { max: String(Math.max(1, list.itemCount)), value: "0", hidden: true, "aria-label": "Items imported" },
  );
  openDialog({
    title: `Import ${file.name}`,
    wide: true,
    body: [
      h(
        "p",
        {
          text:
            `Read as ${FORMATS[list.format]}: ${counted(list.itemCount, "item")} in ` +
            `${counted(list.sections.length, "section")}.`,
        },
      ),
      list.left.length > 0 ? h("p", { class: "hint", text: `Left out: ${list.left.join(", ")}.` }) : null,
      sampleTable(list),
      watchName(name, labelled("Name of the new list", name)),
      strategy,
      progress,
    ],
    submit: "Import",
    onsubmit: async (data) => {
      const target = data.get("name").trim();
      if (target === "") throw new Error("Give the list a name, such as “board”.");
      progress.hidden = false;
      const { sendList } = await import("./import-send.js");
      const done = await sendList(target, data.get("strategy"), list, (number) => {
        progress.value = number;
      });
      notify(`Imported ${counted(done, "item")}.`);
      location.hash = `#/list/${encodeURIComponent(target)}`;
    },
  });
}

/** The first items, so that one sees whether the file was understood. */
function sampleTable(list) {
  const items = list.sections.flatMap(
    ({ id, fields, items: all }) => all.slice(0, 3).map((item) => ({ section: titleOf({ id, fields }), item })),
  ).slice(0, 5);
  if (items.length === 0) return null;
  const names = [...new Set(items.flatMap(({ item }) => Object.keys(item.fields)))].slice(0, 4);
  return h(
    "table",
    { class: "sample" },
    h("thead", {}, h("tr", {}, ["section", ...names].map((text) => h("th", { scope: "col", text })))),
    h(
      "tbody",
      {},
      items.map(({ section, item }) =>
        h(
          "tr",
          {},
          h("td", { text: section }),
          names.map((field) => h("td", { text: field in item.fields ? textOf(item.fields[field]).slice(0, 80) : "" })),
        ),
      ),
    ),
  );
}
