// Modules of the page without a browser: views, files, metrics, and going back in history.
import assert from "node:assert/strict";
import { File } from "node:buffer";
import { register } from "node:module";
import { test } from "node:test";

register("./hooks.mjs", import.meta.url);
const page = new URL("../../../Sources/Console/Page/", import.meta.url);
const load = (name) => import(new URL(name, page).href);

const { offsetOf } = await load("views/page.js");
const { ImportedList, guessFormat, readFile } = await load("lists/import-file.js");
const { readCSV } = await load("lists/import-csv.js");
const { readTrello, readJSON, readJSONLines } = await load("lists/import-json.js");
const { readMarkdown } = await load("lists/import-markdown.js");
const { parseMetrics, buckets, quantile } = await load("server/metrics.js");
const { describeCommit } = await load("board/describe.js");
const { quoted } = await load("shared/format.js");
const { inverse } = await load("panels/inverse.js");

test("a place in a text is found by its line and column", () => {
  const text = "🧀 a\nb where c\n";
  assert.equal(offsetOf(text, { line: 1, column: 1 }), 0);
  assert.equal(offsetOf(text, { line: 1, column: 3 }), 3);
  assert.equal(offsetOf(text, { line: 2, column: 9 }), 13);
  assert.equal(offsetOf(text, { line: 3, column: 1 }), text.length);
});

test("formats are told by names and beginnings", () => {
  assert.equal(guessFormat("a.csv", "x"), "csv");
  assert.equal(guessFormat("a.txt", "- [ ] one\n"), "markdown");
  assert.equal(guessFormat("a.json", '{"lists":[],"cards":[]}'), "trello");
  assert.equal(guessFormat("a", '{"id":"a"}\n{"id":"b"}'), "jsonl");
  assert.equal(guessFormat("a", "one\ntwo"), "lines");
});

test("CSV keeps what numbers would lose", () => {
  const list = new ImportedList("csv");
  readCSV('id;name;zip;n;ok\na;"A; ""b""\nc";007;12;TRUE\nb;B;8;;false\n', list);
  const [first, second] = list.sections[0].items;
  assert.deepEqual(first, { id: "a", fields: { title: 'A; "b"\nc', zip: "007", n: 12n, ok: true } });
  assert.deepEqual(second, { id: "b", fields: { title: "B", zip: "8", ok: false } });
  assert.throws(() => readCSV("a,b\n1,2,3\n", new ImportedList("csv")), /line 2: the record has 3 cells/);
});

test("CSV takes any names of columns", () => {
  const read = (text) => {
    const list = new ImportedList("csv");
    readCSV(text, list);
    return list.sections.flatMap(({ items }) => items.map(({ fields }) => Object.entries(fields)));
  };
  assert.deepEqual(read("title,title,n\n1,b,2\n"), [[["title", "1"], ["title 2", "b"], ["n", 2n]]]);
  assert.deepEqual(read("a,a,a 2\nx,y,z\n"), [[["a", "x"], ["a 3", "y"], ["a 2", "z"]]]);
  assert.deepEqual(read("__proto__,toString\nx,y\n"), [[["__proto__", "x"], ["toString", "y"]]]);
  assert.deepEqual(read(",\n,\n"), []);
});

test("JSON that would lose something is refused with its place", () => {
  const deep = `[{"a":${"[".repeat(70)}${"]".repeat(70)}}]`;
  for (const [read, text, message] of [
    [readJSONLines, '{"t":1}\n{"t":9223372036854775808}', "line 2, column 6: the number 9223372036854775808 does not fit"],
    [readJSONLines, '{"a":1,"a":2}', "line 1, column 8: the name “a” comes twice in the object"],
    [readJSONLines, '{"title":1e999}', "line 1, column 10: the number 1e999 is too large"],
    [readJSONLines, '{"title":"\\ud800"}', "line 1, column 10: half of a surrogate pair is missing"],
    [readJSONLines, '{"a":1} {"a":2}', "line 1, column 9: there is something after the end"],
    [readJSONLines, '{"a":\n"b\nc"}', "line 2, column 1: the text has a control character"],
    [readJSONLines, '{"a":1}\n{"": 2}', "line 2: a field’s name has 1 to 128 bytes"],
    [readJSONLines, `{"title":"${"x".repeat(70000)}"}`, "line 1: the fields of an element take at most 65536 bytes"],
    [readJSON, deep, "line 1, column 69: the JSON is nested deeper than 64 levels"],
    [readJSON, '[{"id":"a"},\n{"id":"a"}]', "line 2: the id “a” comes twice"],
    [readJSON, '[{"a":1},]', "line 1, column 10: this is not a JSON value"],
  ]) {
    assert.throws(() => read(text, new ImportedList("json")), (error) => error.message.startsWith(message), text.slice(0, 80));
  }
});

test("JSON keeps names, escapes and nested numbers", () => {
  const list = new ImportedList("jsonl");
  readJSONLines('{"__proto__":1,\n"t":"a\\"\\\\","n":[9007199254740993,1.0,{"x":null}]}\n\n{"id":7}', list);
  const [first, second] = list.sections[0].items;
  assert.deepEqual(
    Object.entries(first.fields),
    [["__proto__", 1n], ["t", 'a"\\'], ["n", '[9007199254740993,1.0,{"x":null}]']],
  );
  assert.equal(second.id, "7");
  assert.equal(list.lines.get(second), 4);
});

test("files that are no text are refused", async () => {
  await assert.rejects(readFile(new File(["MZ\0\0"], "a.txt")), /is not text/);
  await assert.rejects(readFile(new File([new Uint8Array([0x50, 0x4b, 3, 4, 0xff])], "a.csv")), /is not text/);
});

test("integers of JSON keep all their digits", () => {
  const list = new ImportedList("json");
  readJSON('{"sections":[{"id":"s","items":[{"id":"a","fields":{"n":9007199254740993,"d":1.0,"x":0.5}}]}]}', list);
  const { fields } = list.sections[0].items[0];
  assert.equal(fields.n, 9007199254740993n);
  assert.equal(fields.d.value, 1);
  assert.equal(fields.x, 0.5);
});

test("a board of Trello loses what is archived, and says so", () => {
  const list = new ImportedList("trello");
  readTrello(
    JSON.stringify({
      name: "Board",
      lists: [{ id: "2", name: "Done", pos: 2 }, { id: "1", name: "To do", pos: 1 }],
      cards: [
        { id: "b", name: "B", idList: "1", pos: 2 },
        { id: "a", name: "A", idList: "1", pos: 1, due: "2026-01-31T00:00:00.000Z" },
        { id: "c", name: "C", idList: "1", pos: 3, closed: true },
      ],
    }),
    list,
  );
  assert.deepEqual(
    list.sections.map(({ id, items }) => [id, items.map((item) => item.id)]),
    [["to-do", ["a", "b"]], ["done", []]],
  );
  assert.deepEqual(list.left, ["1 archived cards"]);
});

test("Markdown has titles, levels and notes", () => {
  const list = new ImportedList("markdown");
  readMarkdown("# All\n\nAbout it.\n\n## To do\n- [x] one\n  - two\n    a note\n\n## Later\n", list);
  assert.deepEqual({ ...list.fields }, { title: "All", notes: "About it." });
  assert.deepEqual(
    list.sections.map(({ id, items }) => [id, items.map(({ fields }) => fields)]),
    [["to-do", [{ title: "one", done: true }, { title: "two", level: 1n, notes: "a note" }]], ["later", []]],
  );
});

test("quantiles of histograms lie within their buckets", () => {
  const before = parseMetrics('x_bucket{le="0.1"} 0\nx_bucket{le="1"} 0\nx_bucket{le="+Inf"} 0\n');
  const after = parseMetrics('x_bucket{le="0.1"} 90\nx_bucket{le="1"} 100\nx_bucket{le="+Inf"} 100\n');
  assert.equal(quantile(0.45, buckets(after, "x"), buckets(before, "x")), 0.05);
  assert.equal(quantile(0.95, buckets(after, "x"), buckets(before, "x")), 0.55);
  assert.ok(Number.isNaN(quantile(0.5, buckets(before, "x"), buckets(before, "x"))));
});

test("a text in quotes keeps its direction to itself", () => {
  assert.equal(quoted("a"), "“a”");
  assert.equal(quoted("\u05d0b"), "“\u2068\u05d0b\u2069”");
  assert.equal(quoted("\u202ea\u2069b"), "“\u2068\u202eab\u2069”");
  const commit = { changes: [{ kind: "item_updated", id: "a", before: { fields: { title: "\u202ex" } }, after: { fields: {} } }] };
  assert.deepEqual(describeCommit(commit, new Map()), ["Edited “a”: title from “\u2068\u202ex\u2069” to nothing"]);
});

test("random changes are taken back", () => {
  const seed = Number(process.env.ARRANGE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`seed ${seed}`);
  const random = generator(seed);
  for (let round = 0; round < 500; round += 1) {
    const start = [0, 1, 2].map((s) => ({ id: `s${s}`, fields: {}, items: items(random(5), `${s}.`) }));
    const now = start.map((section) => ({ ...section, items: [...section.items] }));
    const changes = [];
    for (let step = random(6) + 1; step > 0; step -= 1) change(now, changes, random, `n${round}.${step}`);
    const operations = inverse({ changes }, start, now);
    assert.deepEqual(applied(now, operations), start);
  }
});

function items(number, prefix) {
  return Array.from({ length: number }, (_, index) => ({ id: prefix + index, fields: { title: `${index}` } }));
}

function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Makes one change of a list, and notes it as the server does. */
function change(sections, changes, random, id) {
  const from = random(sections.length);
  const { items: list } = sections[from];
  const item = random(list.length);
  const to = random(sections.length);
  const before = { fields: list[item]?.fields };
  switch (list.length === 0 ? 0 : random(4)) {
    case 0: {
      const at = random(list.length + 1);
      list.splice(at, 0, { id, fields: { title: id } });
      changes.push({ kind: "item_inserted", id, to: { section: from, item: at }, after: { fields: { title: id } } });
      break;
    }
    case 1: {
      const [moved] = list.splice(item, 1);
      const at = random(sections[to].items.length + 1);
      sections[to].items.splice(at, 0, moved);
      changes.push({ kind: "item_moved", id: moved.id, from: { section: from, item }, to: { section: to, item: at } });
      break;
    }
    case 2: {
      const [gone] = list.splice(item, 1);
      changes.push({ kind: "item_removed", id: gone.id, from: { section: from, item }, before });
      break;
    }
    default: {
      const place = { section: from, item };
      list[item] = { ...list[item], fields: { title: id } };
      changes.push(
        { kind: "item_updated", id: list[item].id, from: place, to: place, before, after: { fields: { title: id } } },
      );
    }
  }
}

/** What the operations make of a list. */
function applied(sections, operations) {
  const result = sections.map((section) => ({ ...section, items: [...section.items] }));
  const take = (id) => {
    for (const section of result) {
      const index = section.items.findIndex((item) => item.id === id);
      if (index >= 0) return section.items.splice(index, 1)[0];
    }
    return null;
  };
  const put = (item, { section, to }) => {
    const { items: list } = result.find(({ id }) => id === section);
    list.splice(to.first ? 0 : list.findIndex(({ id }) => id === to.after) + 1, 0, item);
  };
  for (const { insertItems, moveItems, updateItems, removeItems } of operations) {
    if (insertItems) put(insertItems.items[0], insertItems);
    if (moveItems) put(take(moveItems.items[0].id), moveItems);
    if (removeItems) take(removeItems.items[0].id);
    if (!updateItems) continue;
    for (const section of result) {
      section.items = section.items.map(
        (item) => (item.id === updateItems.items[0].id ? { ...item, fields: updateItems.items[0].set } : item),
      );
    }
  }
  return result;
}
