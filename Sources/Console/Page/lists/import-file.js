// Reads files as lists: CSV, JSON lines, JSON, Markdown, board exports of Trello, and plain lines.

import { readCSV } from "./import-csv.js";
import { readJSON, readJSONLines, readTrello } from "./import-json.js";
import { readMarkdown } from "./import-markdown.js";

/** The largest file that is read, in bytes: 32 MiB. */
export const LARGEST_FILE = 32 * 1024 * 1024;
/** The longest id, and the longest name of a field, in bytes. */
const LONGEST_NAME = 128;
/** The most fields of an element, and the most bytes that they take together: 64 KiB. */
const MOST_FIELDS = 64;
const MOST_FIELD_BYTES = 64 * 1024;

const encoder = new TextEncoder();
const bytesOf = (text) => encoder.encode(text).length;

/** About as many bytes as an element takes in a message. */
export function sizeOf({ id, fields }) {
  return Object.entries(fields).reduce((sum, [name, value]) => sum + bytesOf(name) + sizeOfValue(value), bytesOf(id));
}

function sizeOfValue(value) {
  if (typeof value === "string") return bytesOf(value);
  return value instanceof Uint8Array ? value.length : 8;
}

/** Checks what a server would refuse, as long as the place in the file is known. */
function checkElement(id, fields) {
  const isName = (text) => text !== "" && bytesOf(text) <= LONGEST_NAME && !/\p{Cc}/u.test(text);
  if (id !== "" && !isName(id)) {
    throw new Error(`an id has at most ${LONGEST_NAME} bytes and no control characters; this one is “${id.slice(0, 40)}”`);
  }
  const names = Object.keys(fields);
  if (names.length > MOST_FIELDS) throw new Error(`there are ${names.length} fields; an element has at most ${MOST_FIELDS}`);
  for (const name of names) {
    if (!isName(name)) throw new Error(`a field’s name has 1 to ${LONGEST_NAME} bytes and no control characters`);
  }
  const size = sizeOf({ id: "", fields });
  if (size > MOST_FIELD_BYTES) {
    throw new Error(`the fields of an element take at most ${MOST_FIELD_BYTES} bytes together, these take ${size}`);
  }
}

/**
 * Collects sections and items in the order in which they are met.
 *
 * `fields` are those of the list, `left` says in words what was not taken from the file.
 */
export class ImportedList {
  constructor(format) {
    this.format = format;
    this.fields = {};
    this.sections = [];
    this.left = [];
    this.byId = new Map();
    this.ids = new Set();
    /** The lines in the file on which items begin. */
    this.lines = new Map();
  }

  get itemCount() {
    return this.sections.reduce((sum, section) => sum + section.items.length, 0);
  }

  /** The section with an id, which is made where it is not there. */
  section(id, fields) {
    let section = this.byId.get(id);
    if (!section) {
      checkElement(id, {});
      section = { id, fields: {}, items: [] };
      this.byId.set(id, section);
      this.sections.push(section);
    }
    if (fields) {
      checkElement(id, fields);
      section.fields = { ...section.fields, ...fields };
    }
    return section;
  }

  /** Adds an item; without an id the server makes one. `line` is where it begins in the file. */
  add(sectionId, id, fields, line) {
    const item = { id: id ?? "", fields };
    try {
      if (id) {
        if (this.ids.has(id)) throw new Error(`the id “${id}” comes twice; ids have to be unique in a list`);
        this.ids.add(id);
      }
      checkElement(item.id, fields);
      this.section(sectionId).items.push(item);
    } catch (error) {
      throw line === undefined ? error : new Error(`line ${line}: ${error.message}`);
    }
    if (line !== undefined) this.lines.set(item, line);
  }

  /** A new id of a section, made of a title. */
  slug(title) {
    const slug = title.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join("-").slice(0, 60) || "section";
    let id = slug;
    for (let number = 2; this.byId.has(id); number += 1) id = `${slug}-${number}`;
    return id;
  }
}

/** The format of a file, by its name or else by how it begins. */
export function guessFormat(name, text) {
  const ending = /\.([^.]+)$/.exec(name.toLowerCase())?.[1];
  if (ending === "csv" || ending === "tsv") return "csv";
  if (ending === "jsonl" || ending === "ndjson") return "jsonl";
  if (ending === "md" || ending === "markdown") return "markdown";
  const start = text.trimStart();
  if (start.startsWith("[")) return "json";
  if (start.startsWith("{")) {
    try {
      const whole = JSON.parse(text);
      return Array.isArray(whole.lists) && Array.isArray(whole.cards) ? "trello" : "json";
    } catch {
      return "jsonl";
    }
  }
  if (/^(#{1,6} |[-*+] |\d+[.)] )/m.test(start.slice(0, 4000))) return "markdown";
  return /[,;\t]/.test(start.split("\n")[0]) ? "csv" : "lines";
}

/** Reads a file. Throws an error that says what is wrong, and where. */
export async function readFile(file) {
  if (file.size > LARGEST_FILE) {
    throw new Error("The file is larger than 32 MiB. Import it with the command: arrange import LIST FILE.");
  }
  let text;
  try {
    text = new TextDecoder(await encodingOf(file), { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error("The file is not text in UTF-8 or UTF-16. Save it as CSV, JSON, Markdown or plain text in UTF-8.");
  }
  if (text.trim() === "") throw new Error("The file is empty.");
  if (text.includes("\0")) {
    throw new Error("The file is not text: it has zero bytes. Save it as CSV, JSON, Markdown or plain text in UTF-8.");
  }
  const format = guessFormat(file.name, text);
  const list = new ImportedList(format);
  const readers = { csv: readCSV, jsonl: readJSONLines, json: readJSON, markdown: readMarkdown, trello: readTrello };
  (readers[format] ?? readLines)(text.replace(/\r\n?/g, "\n"), list);
  return list;
}

async function encodingOf(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function readLines(text, list) {
  text.split("\n").forEach((line, index) => {
    const title = line.trim();
    if (title !== "") list.add("", null, { title }, index + 1);
  });
}
