// The text of a list as a file that can be imported again.

import { Double } from "/client/arrange.js";
import { inputText, kindOf } from "../shared/values.js";

/** Yields texts with the number of items in each. `pages` are those of a Fetch, all of one version. */
export async function* exportText(pages, format) {
  if (format === "csv") yield* csv(pages);
  else yield* jsonLines(pages);
}

async function* jsonLines(pages) {
  let isFirst = true;
  let last = null;
  for await (const { collection, sections } of pages) {
    const lines = [];
    let items = 0;
    if (isFirst && Object.keys(collection.fields).length > 0) {
      lines.push(`{"list":{"fields":${fieldsJSON(collection.fields)}}}`);
    }
    isFirst = false;
    for (const slice of sections) {
      const { section } = slice;
      if (section.id !== last && (slice.itemCount === 0 || Object.keys(section.fields).length > 0)) {
        lines.push(`{"section":{"id":${JSON.stringify(section.id)},"fields":${fieldsJSON(section.fields)}}}`);
      }
      last = section.id;
      for (const [item, parent] of withParents(slice)) {
        const below = parent === undefined ? "" : `"parent":${JSON.stringify(parent)},`;
        const place = `"section":${JSON.stringify(section.id)},${below}`;
        lines.push(`{"id":${JSON.stringify(item.id)},${place}"fields":${fieldsJSON(item.fields)}}`);
        items += 1;
      }
    }
    yield { text: lines.map((line) => `${line}\n`).join(""), items };
  }
}

/** The items of a run, each with the id of its parent; empty for none, undefined in a list that is no outline. */
function withParents({ items, ancestors }) {
  const trail = [...ancestors];
  return items.map((item) => {
    if (item.depth === 0) return [item, undefined];
    trail.length = item.depth - 1;
    const parent = trail.at(-1) ?? "";
    trail.push(item.id);
    return [item, parent];
  });
}

/** The columns are known once all items are there, so that the whole list is held. */
async function* csv(pages) {
  const rows = [];
  const names = new Set();
  for await (const { sections } of pages) {
    for (const slice of sections) {
      for (const [item, parent] of withParents(slice)) {
        for (const name of Object.keys(item.fields)) names.add(name);
        rows.push([slice.section.id, item, parent]);
      }
    }
  }
  const isOutline = rows.some(([, , parent]) => parent !== undefined);
  const own = ["id", "section", ...(isOutline ? ["parent"] : [])];
  const columns = [...names].filter((name) => !own.includes(name));
  const lines = [[...own, ...columns].map(cell).join(",")];
  for (const [section, item, parent] of rows) {
    const values = columns.map((name) => (name in item.fields ? valueCell(item.fields[name]) : ""));
    lines.push([cell(item.id), cell(section), ...(isOutline ? [cell(parent)] : []), ...values].join(","));
  }
  yield { text: `${lines.join("\n")}\n`, items: rows.length };
}

function valueCell(value) {
  return kindOf(value) === "string" && value === "" ? '""' : cell(inputText(value));
}

function cell(text) {
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The JSON of fields, in the form that `arrange import` reads. */
function fieldsJSON(fields) {
  const pairs = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${valueJSON(value)}`);
  return `{${pairs.join(",")}}`;
}

function valueJSON(value) {
  switch (kindOf(value)) {
    case "int":
      return String(value);
    case "double": {
      const text = String(value instanceof Double ? value.value : value);
      return /[.e]/.test(text) ? text : `${text}.0`;
    }
    case "time":
      return `{"$timestamp":${value.microseconds}}`;
    case "bytes":
      return JSON.stringify({ $bytes: btoa(String.fromCharCode(...value)) });
    default:
      return JSON.stringify(value);
  }
}
