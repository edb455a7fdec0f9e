// The codec: random messages against protoc, and input that has to be refused.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Double, Timestamp } from "../arrange.js";
import { decode, encode, learn, wordsOf } from "../src/codec.js";
import * as common from "../src/generated/messages.js";
import * as rare from "../src/generated/rare-messages.js";
import { seeded } from "./support/random.mjs";

const PROTOS = fileURLToPath(new URL("../../../Protos", import.meta.url));

/** Random messages of each kind that are compared with protoc. */
const MESSAGES_OF_EACH = 40;

learn(rare.SCHEMA);
// Some have fields that only the second file knows, which has them once more.
const names = [...new Set([common, rare].flatMap(({ SCHEMA }) => SCHEMA.split("\n")).map((line) => line.split(" ")[0]))]
  .filter((name) => /^[A-Z]/.test(name) && name !== "Field" && name !== "Value");

/** The fields of a message, as the schema has them. */
function fieldsOf(message) {
  let number = 0;
  return wordsOf(message).map((word) => {
    const [, given, name, star, mark, , kind = "s"] = /^(\d*)(\w+?)(\*?)([?|]?)(:(#?\w+))?$/.exec(word);
    number = Number(given) || number + 1;
    return { name, number, isRepeated: star !== "", isChoice: mark === "|", kind };
  });
}

const TEXTS = ["", "a", "ä", "日本語", "😀", "x".repeat(63), "x".repeat(64), "é".repeat(100), "a\nb\tc\"\\"];
const SMALL = [0, 1, 2, 127, 128, 16383, 16384, 2 ** 31 - 1];
const WIDE = [-1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53 - 1), 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n];

function randomValue(random) {
  return random.pick([
    () => null,
    () => random.chance(0.5),
    () => random.pick([...SMALL, ...WIDE]),
    () => random.pick([0.5, -1.25, 1e300, 5e-324, 0.1]),
    () => random.pick(TEXTS),
    () => Uint8Array.from({ length: random.below(300) }, () => random.below(256)),
    () => new Timestamp(random.pick([...SMALL, ...WIDE])),
  ])();
}

function randomFields(random) {
  const fields = Object.create(null);
  for (let count = random.below(4); count > 0; count--) {
    fields[random.pick(["title", "done", "__proto__", "7", "ünter"])] = randomValue(random);
  }
  return fields;
}

function randomOne(random, kind) {
  if (kind.startsWith("#")) return random.pick(wordsOf(kind));
  switch (kind) {
    case "b": return random.chance(0.5);
    case "u": return random.pick(SMALL);
    case "i": return random.pick([...SMALL, -1, 2 ** 53 - 1, -(2 ** 53 - 1)]);
    case "n": return random.pick([...SMALL, ...WIDE]);
    case "d": return random.pick([0, 0.5, -1.25, 3, 1e300]);
    case "f": return random.pick([0, 1, 0xffffffff]);
    case "q": return random.pick([0n, 1n, 2n ** 64n - 1n]);
    case "s": return random.pick(TEXTS);
    case "r":
    case "y": return Uint8Array.from({ length: random.below(300) }, () => random.below(256));
    case "Value": return randomValue(random);
    default: return randomMessage(random, kind);
  }
}

/** A message with all defaults that a decoder fills in. */
function randomMessage(random, name) {
  const result = {};
  let isChosen = false;
  for (const { name: field, isRepeated, isChoice, kind } of fieldsOf(name)) {
    if (kind === "Field") result[field] = randomFields(random);
    else if (isRepeated) result[field] = Array.from({ length: random.below(3) }, () => randomOne(random, kind));
    else if (random.chance(0.6) && !(isChoice && isChosen)) {
      result[field] = randomOne(random, kind);
      isChosen ||= isChoice;
    }
  }
  return result;
}

const FILES = readdirSync(join(PROTOS, "arrange/v1")).map((name) => `arrange/v1/${name}`);

/** Runs protoc. */
function protoc(input, ...args) {
  const { stdout, stderr, status } = spawnSync("protoc", args, { input, maxBuffer: 2 ** 28 });
  assert.equal(status, 0, `protoc ${args}: ${stderr}`);
  return stdout;
}

function decoded(name, bytes) {
  return String(protoc(bytes, `-I${PROTOS}`, `--decode=arrange.v1.${name}`, ...FILES));
}

/** A varint. */
function varint(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  return Uint8Array.from([...bytes, number]);
}

/**
 * What protoc writes for messages after it has read them as text; all at once, since it takes some time to start. They
 * are the fields of one message, which has a repeated field for each kind.
 */
async function rewritten(messages) {
  const directory = await mkdtemp(join(tmpdir(), "arrange-codec-"));
  try {
    const imports = FILES.map((file) => `import "${file}";`).join("\n");
    const fields = names.map((name, index) => `repeated arrange.v1.${name} f${index + 1} = ${index + 1};`).join("\n");
    await writeFile(join(directory, "all.proto"), `syntax = "proto3";\n${imports}\nmessage All {\n${fields}\n}\n`);
    const options = [`-I${PROTOS}`, `-I${directory}`];
    const input = Buffer.concat(messages.flatMap(({ name, bytes }) => {
      return [varint((names.indexOf(name) + 1) * 8 + 2), varint(bytes.length), bytes];
    }));
    const text = protoc(input, ...options, "--decode=All", "all.proto");
    const output = new Uint8Array(protoc(text, ...options, "--encode=All", "all.proto"));
    const result = [];
    let at = 0;
    const number = () => {
      let value = 0;
      for (let scale = 1, byte = 128; byte > 127; scale *= 128) value += ((byte = output[at++]) & 127) * scale;
      return value;
    };
    while (at < output.length) {
      const name = names[(number() - 2) / 8 - 1];
      const length = number();
      result.push({ name, bytes: output.subarray(at, at + length) });
      at += length;
    }
    return { text: String(text), messages: result };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What of a message a decoder has to give back. */
function comparable(value) {
  if (value instanceof Uint8Array) return `bytes ${value}`;
  if (value instanceof Timestamp) return `time ${value.microseconds}`;
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "number") return Number.isSafeInteger(value) ? `${value}` : value;
  if (Array.isArray(value)) return value.map(comparable);
  if (value && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).filter(([, one]) => one !== undefined).map(([key, one]) => [`.${key}`, comparable(one)]),
    );
  }
  return value;
}

/** Whether all of a message is in another one, which has defaults in addition. */
function assertContains(all, part, path) {
  if (part && typeof part === "object" && !Array.isArray(part)) {
    for (const key of Object.keys(part)) assertContains(all?.[key], part[key], `${path}${key}`);
  } else if (Array.isArray(part)) {
    assert.equal(all?.length, part.length, path);
    part.forEach((one, index) => assertContains(all[index], one, `${path}[${index}]`));
  } else {
    assert.deepEqual(all, part, path);
  }
}

test("all messages are what protoc makes of them, and are read from what protoc writes", seeded(async (random) => {
  const all = names.flatMap((name) => Array.from({ length: MESSAGES_OF_EACH }, () => {
    const message = randomMessage(random, name);
    return { name, message, bytes: encode(name, message) };
  }));
  const theirs = await rewritten(all);
  assert.equal(theirs.messages.length, all.length);
  const again = all.map(({ name, message, bytes }, index) => {
    const read = decode(name, theirs.messages[index].bytes);
    assert.equal(theirs.messages[index].name, name);
    assertContains(comparable(read), comparable(message), `${name} `);
    // Both are encodings of one message, whatever the order of their fields.
    assert.deepEqual(comparable(decode(name, bytes)), comparable(read), name);
    return { name, bytes: encode(name, read) };
  });
  assert.equal((await rewritten(again)).text, theirs.text);
}));

test("a truncated message is refused, or is another message", seeded((random) => {
  for (let count = 0; count < 2000; count++) {
    const name = random.pick(names);
    const bytes = encode(name, randomMessage(random, name));
    const cut = bytes.slice(0, random.below(bytes.length + 1));
    try {
      decode(name, cut);
    } catch (error) {
      assert.equal(error.code, "INTERNAL");
    }
  }
}));

test("damaged messages are refused with an error of the library, or read", seeded((random) => {
  for (let count = 0; count < 5000; count++) {
    const name = random.pick(names);
    const bytes = encode(name, randomMessage(random, name));
    for (let changes = 1 + random.below(3); changes > 0 && bytes.length; changes--) {
      bytes[random.below(bytes.length)] = random.below(256);
    }
    try {
      decode(name, bytes);
    } catch (error) {
      assert.equal(error.code, "INTERNAL", String(error.stack));
    }
  }
}));

const refusals = {
  "a field that ends too early": ["Path", [0x08]],
  "a length beyond the end": ["Element", [0x0a, 5, 97]],
  "a length beyond the message that it is in": ["ItemInsert", [0x0a, 2, 0x08, 0x80, 0x01]],
  "a wrong wire type": ["Path", [0x0a, 1, 1]],
  "a group": ["Path", [0x0b]],
  "a field with the number 0": ["Path", [0x00, 1]],
  "a number of 11 bytes": ["Path", [0x08, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]],
  "a number beyond 64 bits": ["Path", [0x08, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2]],
  "a number beyond 2^53": ["Path", [0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]],
  "a text that is not UTF-8": ["Element", [0x0a, 1, 0xff]],
  "a text with U+0000": ["Element", [0x0a, 1, 0]],
  "a message field twice": ["ItemInsert", [0x0a, 0, 0x0a, 0]],
  "two messages of a oneof": ["ItemInsert", [0x12, 0, 0x1a, 0]],
  "a field without a value": ["Element", [0x12, 3, 0x0a, 1, 97]],
};

for (const [what, [name, bytes]] of Object.entries(refusals)) {
  test(`refuses ${what}`, () => {
    assert.throws(() => decode(name, Uint8Array.from(bytes)), { name: "ArrangeError", code: "INTERNAL" });
  });
}

test("unknown fields are skipped", () => {
  const path = decode("Path", Uint8Array.from([
    0x08, 1, 0x78, 255, 1, 0x79, 1, 2, 3, 4, 5, 6, 7, 8, 0x7a, 2, 1, 2, 0x7d, 1, 2, 3, 4, 0x10, 2,
  ]));
  assert.deepEqual({ ...path }, { section: 1, item: 2 });
});

test("of a scalar twice the last one counts, also in a oneof", () => {
  assert.equal(decode("Path", Uint8Array.from([0x08, 1, 0x08, 2])).section, 2);
  const placement = decode("Placement", Uint8Array.from([0x1a, 1, 97, 0x28, 3]));
  assert.deepEqual([placement.before, placement.at], [undefined, 3]);
});

test("lists of numbers are read packed and one by one", () => {
  const packed = decode("ChangeBatch", Uint8Array.from([0x32, 2, 1, 2]));
  const single = decode("ChangeBatch", Uint8Array.from([0x30, 1, 0x30, 2]));
  assert.deepEqual([packed.sectionDeletes, single.sectionDeletes], [[1, 2], [1, 2]]);
});

test("an unknown value of an enum is its number", () => {
  assert.equal(decode("ChangeBatch", Uint8Array.from([0x08, 99])).profile, 99);
});

test("values of fields keep their kinds", () => {
  const fields = {
    none: null, yes: true, int: -5, wide: 2n ** 60n, half: 0.5, text: "ä", bytes: Uint8Array.of(1, 2),
    time: new Timestamp(1_700_000_000_000_001), date: new Date(1_700_000_000_000), one: new Double(1),
  };
  const read = decode("Element", encode("NewElement", { fields }));
  assert.deepEqual({ ...read.fields }, {
    ...fields, date: new Timestamp(1_700_000_000_000_000), one: 1,
  });
  const text = decoded("NewElement", encode("NewElement", { fields: { one: new Double(1), two: 2 } }));
  assert.match(text, /double_value: 1\n/);
  assert.match(text, /int_value: 2\n/);
});

const mistakes = {
  "an unknown field": [{ operations: [{}, { moveItem: {} }] }, "operations[1].moveItem"],
  "an unknown field that is undefined is none": [{ colection: undefined }, undefined],
  "a number for a text": [{ collection: 5 }, "collection"],
  "a text for a number": [{ ifVersion: "5" }, "ifVersion"],
  "a negative version": [{ ifVersion: -1 }, "ifVersion"],
  "a number beyond 2^53": [{ ifVersion: 2 ** 53 }, "ifVersion"],
  "a fraction": [{ operations: [{ moveItems: { to: { at: 0.5 } } }] }, "operations[0].moveItems.to.at"],
  "a number for 64 bits": [{ ifHistory: 5 }, "ifHistory"],
  "a value that can't be": [
    { operations: [{ insertItems: { items: [{ fields: { a: Symbol("x") } }] } }] },
    "operations[0].insertItems.items[0].fields.a",
  ],
  "two places": [{ operations: [{ moveItems: { to: { first: true, at: 1 } } }] }, "operations[0].moveItems.to.at"],
  "half of a surrogate pair": [{ collection: "\ud800" }, "collection"],
  "an unknown word": [
    { operations: [{ moveItems: { to: { ifAnchorMissing: "middle" } } }] },
    "operations[0].moveItems.to.ifAnchorMissing",
  ],
  "no list": [{ operations: 5 }, "operations"],
};

for (const [what, [message, field]] of Object.entries(mistakes)) {
  test(`says where ${what} is`, () => {
    if (field === undefined) return encode("ApplyRequest", message);
    return assert.throws(() => encode("ApplyRequest", message), (error) => {
      assert.equal(error.code, "INVALID_ARGUMENT");
      assert.equal(error.field, field);
      assert.ok(error.message.startsWith(`${field}: `), error.message);
      return true;
    });
  });
}

test("what follows a refused or a large message is encoded as ever", () => {
  assert.throws(() => encode("Path", { section: "x" }));
  const large = encode("NewElement", { id: "x".repeat(300_000), fields: { a: "y".repeat(70_000) } });
  assert.equal(decode("Element", large).id.length, 300_000);
  assert.deepEqual([...encode("Path", { section: 1 })], [8, 1]);
});
