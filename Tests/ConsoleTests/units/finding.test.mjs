// Searching, looks and sorting, without a browser.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

register("./hooks.mjs", import.meta.url);
const page = new URL("../../../Sources/Console/Page/", import.meta.url);
const load = (name) => import(new URL(name, page).href);

const { filterOf, matcher, wordsOf } = await load("board/finding.js");
const { hueOf, HUES, labelsOf, PLAIN } = await load("board/look.js");
const { fieldsOfAll } = await load("board/bulk.js");
const { compareValues } = await load("board/table.js");
const { referenceOf } = await load("panels/compare.js");
const { keptInWords } = await load("board/kept-changes.js");
const { differencesOf } = await load("board/describe.js");
const { suits } = await load("palette/palette.js");
const { applyBatch, Timestamp } = await import("/client/arrange.js");
const { diff } = await import("/client/src/diff.js");

const item = (id, fields = {}) => ({ id, fields });

test("a search is words, of which each may name a field", () => {
  assert.deepEqual(wordsOf('one owner:"Ann B" "two words"').map(({ field, text }) => [field, text]), [
    [undefined, "one"], ["owner", "Ann B"], [undefined, "two words"],
  ]);
  assert.equal(matcher("  "), null);
  const found = (search, fields) => matcher(search)(item("id7", fields));
  assert.ok(found("ID7", {}));
  assert.ok(found("ecole", { title: "École" }));
  assert.ok(found('owner:"ann b" do', { owner: "Ann B", title: "Do it" }));
  assert.ok(!found("owner:ann", { owner: "Bob", title: "ann" }));
  // What no field is called is a text.
  assert.ok(found("http://x", { link: "see http://x" }));
  assert.ok(!found("one two", { title: "one" }));
});

test("a search becomes a filter of the server", () => {
  const contains = (field, text) => ({ contains: { field, text, ignoresCase: true } });
  assert.deepEqual(filterOf("a", ["title"]).steps, [contains("title", "a")]);
  assert.deepEqual(filterOf("a note:b", ["title", "note"]).steps, [
    contains("title", "a"), contains("note", "a"), { anyOf: 2 }, contains("note", "b"), { allOf: 2 },
  ]);
});

test("labels are words, and their colours follow from them", () => {
  assert.equal(hueOf("Red"), "red");
  assert.equal(hueOf(""), null);
  assert.equal(hueOf(false), null);
  assert.ok(HUES.includes(hueOf(17n)));
  assert.equal(hueOf("bug"), hueOf("BUG "));
  const look = { ...PLAIN, labels: ["tags", "urgent", "late"] };
  const labels = labelsOf(item("a", { title: "A", tags: "one, two,", urgent: true, late: false }), look);
  assert.deepEqual(labels.map(({ text }) => text), ["one", "two", "urgent"]);
});

test("several items have fields in common, and others", () => {
  const { common, mixed } = fieldsOfAll([item("a", { x: 1n, y: "a", z: 1.5 }), item("b", { x: 1n, y: "b" })]);
  assert.deepEqual(common, { x: 1n });
  assert.deepEqual([...mixed], [["y", "string"], ["z", "double"]]);
});

test("values are sorted by size, texts by their words, and what is missing is last", () => {
  const sorted = (values) => [...values].sort(compareValues);
  assert.deepEqual(sorted([100n, undefined, 3n, 20.5]), [3n, 20.5, 100n, undefined]);
  assert.deepEqual(sorted(["item 10", "Item 2", null, "a"]), ["a", "Item 2", "item 10", null]);
  const [one, two] = [new Timestamp(1n), new Timestamp(2n)];
  assert.deepEqual(sorted([two, one]), [one, two]);
});

test("a version is a number, a name, or now", () => {
  assert.equal(referenceOf(" Now "), undefined);
  assert.equal(referenceOf(""), undefined);
  assert.deepEqual(referenceOf("41"), { version: 41 });
  assert.deepEqual(referenceOf("before"), { name: "before" });
  assert.deepEqual(referenceOf("now", ["now"]), { name: "now" });
});

test("what an undo leaves is told with the reason and whose it is", () => {
  const kept = { kind: "item_updated", id: "a", field: "title", reason: "changed", by: "ann", byVersion: 12, collection: "" };
  assert.equal(keptInWords(kept, "Write"), "“Write”: its title stays, since ann changed it since (version 12).");
  const reasons = [
    "changed", "placed", "gone", "id_taken", "section_gone", "not_empty", "full", "not_stored", "parent_gone", "below_itself",
    "too_deep",
  ];
  for (const reason of reasons) {
    const text = keptInWords({ ...kept, kind: "item_removed", field: "", reason, by: "", byVersion: 0, collection: "other" }, "x");
    assert.ok(text.startsWith("“x” in “other”: what was removed stays, since ") && !text.includes("undefined"), text);
  }
});

test("every difference between two lists is told once", () => {
  const list = (...sections) => sections.map(([id, ...ids]) => ({ id, fields: {}, items: ids.map((each) => item(each)) }));
  const before = list(["s", "a", "b", "c"], ["t", "d"], ["u"]);
  const after = list(["t", "d", "a"], ["s", "b", "n"], ["v", "x", "y"]);
  after[1].items[0] = item("b", { title: "Changed" });
  const batch = diff(before, after);
  assert.deepEqual(applyBatch(before, batch).map(({ id, items }) => [id, items.map((each) => each.id)]), [
    ["t", ["d", "a"]], ["s", ["b", "n"]], ["v", ["x", "y"]],
  ]);
  const items = new Map(before.flatMap((section) => section.items.map((each) => [each.id, each])));
  const { differences } = differencesOf(before, batch, (id) => items.get(id));
  const kinds = (kind) => differences.filter((each) => each.kind === kind).map(({ text }) => text).sort();
  assert.deepEqual(kinds("added"), ["Added section “v” at 3 with 2 items", "Added “n” in “s” at 2"]);
  assert.deepEqual(kinds("removed"), ["Removed section “u” with 0 items", "Removed “c” from “s”"]);
  assert.equal(kinds("moved").length, 2);
  assert.deepEqual(kinds("edited"), ["Edited “Changed” in “s”: title from nothing to “Changed”"]);
});

test("what begins with what was typed comes first", () => {
  assert.ok(suits({ text: "History" }, ["his"]) > suits({ text: "All history" }, ["his"]));
  assert.ok(suits({ text: "All history" }, ["his"]) > suits({ text: "x", hint: "history" }, ["his"]));
  assert.equal(suits({ text: "History" }, ["bin"]), 0);
  assert.ok(suits({ text: "Anything" }, []) > 0);
});
