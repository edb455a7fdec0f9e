// Reads lists as Markdown: headings are sections, list items are items, `- [x]` gives the field `done`.

import { parseJSON, valueOfJSON } from "./json.js";

const HEADING = /^(#{1,6})\s+(.*?)\s*#*\s*$/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const REMARK = /^(.*?)\s*<!-- arrange (\{.*\}) -->\s*$/;

/** Reads headings, items and the text below them. */
export function readMarkdown(text, list) {
  const lines = withoutFrontMatter(text.split("\n"));
  const levels = lines.map((line) => HEADING.exec(line)?.[1].length ?? 0).filter((level) => level > 0);
  const hasTitle = levels[0] === 1 && levels.length > 1 && levels.slice(1).every((level) => level > 1);
  let section = "";
  let notes = list.fields;
  let isFirst = true;
  let isCode = false;
  const depths = [];
  const add = (line) => {
    if (line !== "" || notes.notes !== undefined) notes.notes = notes.notes === undefined ? line : `${notes.notes}\n${line}`;
  };
  const before = text.split("\n").length - lines.length;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? null : HEADING.exec(line);
    const found = isCode ? null : ITEM.exec(line);
    if (heading) {
      const { title, remark } = takeRemark(heading[2]);
      depths.length = 0;
      if ((isFirst && hasTitle) || remark.list) {
        Object.assign(list.fields, { title }, remark.fields);
        notes = list.fields;
      } else {
        section = remark.id ?? list.slug(title);
        notes = list.section(section, { ...(title ? { title } : {}), ...remark.fields }).fields;
      }
      isFirst = false;
    } else if (found) {
      const { title, remark } = takeRemark(found[3]);
      const indent = found[1].replace(/\t/g, "    ").length;
      while (depths.length > 0 && depths.at(-1) >= indent) depths.pop();
      const fields = { title };
      if (found[2]) fields.done = found[2] !== " ";
      if (depths.length > 0) fields.level = BigInt(depths.length);
      depths.push(indent);
      list.add(section, remark.id ?? null, Object.assign(remark.exact ? {} : fields, remark.fields), before + index + 1);
      notes = list.section(section).items.at(-1).fields;
    } else if (/^\s*(<!--.*-->|([-*_]\s*){3,})\s*$/.test(line) && !isCode) {
      continue;
    } else {
      add(isCode ? line : line.trim());
    }
  }
  trimNotes(list);
}

function withoutFrontMatter(lines) {
  if (lines[0]?.trim() !== "---") return lines;
  const end = lines.indexOf("---", 1);
  return end > 0 ? lines.slice(end + 1) : lines;
}

/** Takes what `arrange export` writes into a comment off the end of a line. */
function takeRemark(text) {
  const found = REMARK.exec(text);
  if (!found) return { title: text, remark: { fields: {} } };
  const remark = parseJSON(found[2]);
  const fields = Object.fromEntries(Object.entries(remark.fields ?? {}).map(([name, value]) => [name, valueOfJSON(value)]));
  return { title: found[1], remark: { ...remark, fields } };
}

function trimNotes(list) {
  const all = [
    list.fields,
    ...list.sections.flatMap((section) => [section.fields, ...section.items.map((item) => item.fields)]),
  ];
  for (const fields of all) {
    if (typeof fields.notes !== "string") continue;
    fields.notes = fields.notes.replace(/\n{3,}/g, "\n\n").trim();
    if (fields.notes === "") delete fields.notes;
  }
}
