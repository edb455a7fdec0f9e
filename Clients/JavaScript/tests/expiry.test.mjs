// Tokens that expire, with a real server: nothing is lost, and nothing is done twice.

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { applyBatch, connect } from "../arrange.js";
import { order } from "./support/feed.mjs";
import { startServer } from "./support/server.mjs";

/** How many tokens expire. */
const EXPIRIES = Number(process.env.EXPIRIES ?? 1000);

/** How many clients have tokens that expire. */
const CLIENTS = 120;

/** The most whole seconds of a token. */
const TOKEN_SECONDS = 3;

/** The time between transactions, in milliseconds. */
const PAUSE_MS = 40;

const base64 = (value) => Buffer.from(value).toString("base64url");

/** An issuer of tokens, and the access file that trusts it. */
async function issuer(directory) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  await writeFile(join(directory, "key.pem"), publicKey.export({ type: "spki", format: "pem" }));
  const access = join(directory, "access.yaml");
  await writeFile(access, `
roles: { all: [ { on: "**", may: [all] } ] }
principals: { people: { roles: [all] } }
anonymous: [all]
jwt: { keys: key.pem, issuer: us, audience: arrange }
`);
  const head = base64(JSON.stringify({ alg: "EdDSA", typ: "JWT" }));
  let number = 0;
  const token = () => {
    const exp = Math.floor(Date.now() / 1000) + TOKEN_SECONDS;
    const text = `${head}.${base64(JSON.stringify({ iss: "us", aud: "arrange", sub: "people", exp, jti: `${++number}` }))}`;
    return { text: `${text}.${base64(sign(null, Buffer.from(text), privateKey))}`, exp: exp * 1000 };
  };
  return { access, token };
}

/** Follows the list, and checks that each update begins where the one before ended. */
async function follow(client) {
  const seen = { list: [], version: 0, commits: 0, own: new Set() };
  for await (const update of client.updates("board", { reloadThreshold: 100_000 })) {
    if (update.type === "list") {
      assert.equal(seen.version, 0, "the whole list came again");
      Object.assign(seen, { list: update.sections, commits: update.version });
    }
    if (update.type === "batch") {
      assert.equal(update.from, seen.version);
      seen.list = applyBatch(seen.list, update.batch);
      seen.commits += update.commits;
      for (const id of update.ownRequestIds) {
        assert.ok(!seen.own.has(String(id)), "a transaction came twice");
        seen.own.add(String(id));
      }
    }
    seen.version = update.version;
    if (seen.list[0]?.items.some(({ id }) => id === "end")) break;
  }
  return seen;
}

test(`${EXPIRIES} tokens expire, and no update is lost`, { timeout: 300_000 }, async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "arrange-expiry-"));
  const { access, token } = await issuer(directory);
  const server = await startServer({ args: ["--access", access] });
  const lasting = connect(server.url);
  const clients = [];
  try {
    await lasting.create("board");
    let expired = 0;
    const counts = { before: 0, after: 0 };
    const follows = [];
    for (let index = 0; index < CLIENTS; index++) {
      // Some functions give the next token before one has expired, others only when it has: the server says so.
      const isEarly = index % 2 === 0;
      let last;
      const client = connect(server.url, {
        token: async () => {
          if (last && !isEarly && Date.now() < last.exp) return last.text;
          if (last) {
            expired++;
            counts[isEarly ? "before" : "after"]++;
          }
          last = token();
          return last.text;
        },
      });
      clients.push(client);
      follows.push(follow(client));
      follows.at(-1).catch(() => {});
    }
    // Each transaction is made by another client.
    const written = [];
    for (let turn = 0; expired < EXPIRIES; turn++) {
      const requestId = clients[turn % CLIENTS].newRequestId();
      const operations = [{ insertItems: { items: [{ id: `${turn}` }], to: turn % 2 ? { first: true } : { last: true } } }];
      written.push(clients[turn % CLIENTS].apply("board", operations, { requestId }));
      written.at(-1).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    const versions = (await Promise.all(written)).map(({ version }) => version);
    assert.equal(new Set(versions).size, versions.length, "a transaction was made twice, or not at all");
    const { version } = await lasting.apply("board", [{ insertItems: { items: [{ id: "end" }] } }]);
    assert.equal(version, versions.length + 1);
    const { sections } = await lasting.fetch("board", { pageSize: 5000 });
    const wanted = sections.map(({ section, items }) => ({ ...section, items }));
    let own = 0;
    for (const seen of await Promise.all(follows)) {
      assert.equal(order(seen.list), order(wanted));
      assert.deepEqual([seen.version, seen.commits], [version, version]);
      own += seen.own.size;
    }
    assert.equal(own, versions.length);
    context.diagnostic(
      `${expired} tokens expired, ${counts.before} before the server said so; ${versions.length} transactions, ` +
        `${CLIENTS} clients, 0 lost updates`,
    );
  } finally {
    await Promise.all([lasting, ...clients].map((client) => client.close()));
    await server.stop();
    await rm(directory, { recursive: true });
  }
});
