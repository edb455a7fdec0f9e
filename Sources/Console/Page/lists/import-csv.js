// Reads comma-separated values. The first record names the columns.

/** Names of columns, in lower case, that give titles where there is no column `title`; the first one counts. */
const TITLES = ["title", "name", "summary", "task name", "task", "subject", "content", "card name", "issue title"];
/** Names of columns, in lower case, that give sections. */
const SECTIONS = [
  "section",
  "section/column",
  "section name",
  "list",
  "list name",
  "column",
  "bucket",
  "bucket name",
  "status",
];
const DELIMITERS = [",", ";", "\t"];

/** Reads records into a list. */
export function readCSV(text, list) {
  const delimiter = guessDelimiter(text);
  const [header, ...records] = readRecords(text, delimiter);
  const rows = records.filter((record) => record.cells.some((cell) => cell.trim() !== ""));
  const names = header.cells.map((name) => name.trim());
  const lower = names.map((name) => name.toLowerCase());
  const id = lower.indexOf("id");
  const section = lower.findIndex((name) => SECTIONS.includes(name));
  const title = lower.includes("title") ? -1 : TITLES.map((name) => lower.indexOf(name)).find((index) => index >= 0) ?? -1;
  for (const row of rows) {
    while (row.cells.length > names.length && row.cells.at(-1).trim() === "") row.cells.pop();
    if (row.cells.length > names.length) {
      throw new Error(
        `line ${row.line}: the record has ${row.cells.length} cells, but the first line names ${names.length} columns`,
      );
    }
  }
  const used = new Set();
  const columns = names.map((known, index) => {
    const isField = known !== "" && index !== id && index !== section;
    const name = isField ? unusedName(index === title ? "title" : known, used, names) : known;
    return { name, index, convert: converter(name === "title" ? [] : rows.map((row) => row.cells[index] ?? "")) };
  });
  const fields = columns.filter(({ name, index }) => name !== "" && index !== id && index !== section);
  for (const { name, index } of columns) {
    if (name === "" && rows.some((row) => (row.cells[index] ?? "") !== "")) {
      throw new Error(`column ${index + 1} has no name, but values; name it in the first line`);
    }
  }
  for (const row of rows) {
    const filled = fields.filter(({ index }) => (row.cells[index] ?? "") !== "");
    // Object.fromEntries takes any name, also that of a property which all objects inherit.
    const item = Object.fromEntries(filled.map(({ name, index, convert }) => [name, convert(row.cells[index])]));
    list.add(section >= 0 ? row.cells[section] ?? "" : "", id >= 0 ? row.cells[id] || null : null, item, row.line);
  }
}

/** A name of a field; where it is there already, with the first number that makes it another one. */
function unusedName(base, used, names) {
  let name = base;
  for (let number = 2; used.has(name) || (number > 2 && names.includes(name)); number += 1) name = `${base} ${number}`;
  used.add(name);
  return name;
}

/** What divides the first line into most cells. */
function guessDelimiter(text) {
  const line = text.slice(0, text.indexOf("\n") >>> 0);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}

/** Records with the lines on which they begin. Cells in quotes may have delimiters, line ends and doubled quotes. */
function* readRecords(text, delimiter) {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record = { cells: [], line };
    for (;;) {
      let cell = "";
      if (text[at] === '"') {
        const start = line;
        for (at += 1; ; at += 1) {
          if (at >= text.length) throw new Error(`line ${start}: the quoted cell that begins here has no closing quote`);
          if (text[at] === '"') {
            if (text[at + 1] !== '"') break;
            at += 1;
          }
          if (text[at] === "\n") line += 1;
          cell += text[at];
        }
        at += 1;
      } else {
        let end = at;
        while (end < text.length && text[end] !== delimiter && text[end] !== "\n") end += 1;
        cell = text.slice(at, end);
        at = end;
      }
      record.cells.push(cell);
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (at < text.length && text[at] !== "\n") throw new Error(`line ${line}: behind a closing quote stands something else`);
    at += 1;
    line += 1;
    yield record;
  }
}

/** How the cells of a column become values: all whole numbers, numbers, booleans, or text, so that no character is lost. */
function converter(cells) {
  const filled = cells.filter((cell) => cell !== "");
  const all = (test) => filled.length > 0 && filled.every(test);
  if (all((cell) => /^(true|false)$/i.test(cell))) return (cell) => cell.toLowerCase() === "true";
  if (all((cell) => /^(0|-?[1-9][0-9]{0,17})$/.test(cell))) return (cell) => BigInt(cell);
  if (all((cell) => String(Number(cell)) === cell && Number.isFinite(Number(cell)))) return (cell) => Number(cell);
  return (cell) => cell;
}
