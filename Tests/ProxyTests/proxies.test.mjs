import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { LiveList, connect } from "../../Clients/JavaScript/arrange.js";
import { CHROMIUM, startBrowser } from "../../Clients/JavaScript/tests/support/browser.mjs";
import { SITE, TOKEN, call, connectHTTP2, events, startBoth, whole } from "./support.mjs";

/** The address of the clients, which the server gets to know by headers. */
const CLIENT = "192.0.2.1";
/** The most bytes of a body. */
const MOST_BODY = 1_048_576;
/** How long the tests of a proxy may take, in milliseconds. */
const LONGEST_MS = 300_000;

for (const configuration of ["nginx.conf", "haproxy.cfg", "haproxy-tls.cfg"]) {
  describe(`behind Examples/proxy/${configuration}`, { concurrency: false, timeout: LONGEST_MS }, () => {
    let both;
    before(async () => {
      both = await startBoth(configuration);
      assert.equal((await call("PUT", "/v1/collections/board", { body: {} })).status, 201);
    });
    after(() => both?.stop());

    it("the page is served in HTTP/1.1 and HTTP/2, and only encrypted", async () => {
      const page = await call("GET", "/", { token: "" });
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<title>/);
      const second = await connectHTTP2();
      assert.equal(second.protocol, "h2");
      const answer = await second.call("GET", "/");
      assert.equal(answer.status, 200);
      assert.match(await whole(answer.stream), /<title>/);
      second.close();
      const plain = await fetch("http://lists.example/v1/collections", { redirect: "manual" });
      assert.ok([301, 302].includes(plain.status), `${plain.status}`);
      assert.equal(plain.headers.get("location"), `${SITE}/v1/collections`);
    });

    it("calls have their conditions, tags and errors", async () => {
      const path = "/v1/collections/board/items";
      const once = { body: { id: "a" }, headers: { "idempotency-key": "1" } };
      const made = await call("POST", path, once);
      assert.equal(made.status, 200, await made.clone().text());
      assert.equal((await (await call("POST", path, once)).json()).replayed, true);
      const tag = made.headers.get("etag");
      assert.equal((await call("GET", "/v1/collections/board", { headers: { "if-none-match": tag } })).status, 304);
      assert.equal((await call("POST", path, { body: { id: "b" }, headers: { "if-match": tag } })).status, 200);
      const late = await call("POST", path, { body: { id: "c" }, headers: { "if-match": tag } });
      assert.equal(late.status, 412);
      assert.match(late.headers.get("content-type"), /^application\/problem\+json/);
      assert.equal((await late.json()).code, "ABORTED");
      const second = await connectHTTP2();
      const moved = await second.call("POST", "/v1/collections/board/items/b/move", { body: { first: true } });
      assert.equal(moved.status, 200);
      assert.equal(JSON.parse(await whole(moved.stream)).changed, true);
      second.close();
    });

    it("bodies may have a mebibyte, and no more", async () => {
      const items = Array.from({ length: 1000 }, (_, at) => ({ id: `large-${at}`, fields: { title: "" } }));
      const body = () => JSON.stringify({ operations: [{ insert_items: { items } }] });
      const each = Math.floor((MOST_BODY - body().length) / items.length);
      for (const item of items) item.fields.title = "x".repeat(each);
      assert.equal((await call("PUT", "/v1/collections/large", { body: {} })).status, 201);
      assert.equal((await call("POST", "/v1/collections/large/apply", { body: body() })).status, 200);
      // A connection may be closed before the whole body was sent.
      const refused = await call("POST", "/v1/collections/large/apply", { body: body() + " ".repeat(MOST_BODY) })
        .then(({ status }) => status, () => 413);
      assert.equal(refused, 413);
    });

    it("events come as they happen, and go on after the last one", async () => {
      const path = "/v1/collections/board/changes";
      const [cut, second] = [new AbortController(), await connectHTTP2()];
      const answers = [
        (await call("GET", path, { signal: cut.signal })).body.pipeThrough(new TextDecoderStream()),
        (await second.call("GET", path)).stream,
      ];
      const streams = answers.map((parts) => events(parts));
      for (const stream of streams) assert.equal((await stream.next()).value.event, "list");
      let last;
      for (const id of ["e1", "e2"]) {
        const { version } = await (await call("POST", "/v1/collections/board/items", { body: { id } })).json();
        for (const stream of streams) {
          const { value } = await stream.next();
          assert.equal(value.event, "batch");
          assert.equal(value.data.version, version);
          last = value.id;
        }
      }
      cut.abort();
      second.close();
      await call("POST", "/v1/collections/board/items", { body: { id: "e3" } });
      const [again, headers] = [new AbortController(), { "last-event-id": last }];
      const rest = await call("GET", path, { signal: again.signal, headers });
      const { value } = await events(rest.body.pipeThrough(new TextDecoderStream())).next();
      assert.equal(value.event, "batch");
      assert.equal(value.data.batch.item_inserts[0].item.id, "e3");
      again.abort();
      const polled = await call("GET", `${path}?wait=25&token=${encodeURIComponent(last)}`);
      assert.equal((await polled.json()).messages[0].batch.item_inserts[0].item.id, "e3");
    });

    it("a list follows the server by WebSocket", async () => {
      const client = connect("wss://lists.example/arrange", { token: TOKEN });
      try {
        await client.apply("board", [{ insertItems: { items: [{ id: "w" }] } }]);
        const list = new LiveList(client, "board");
        const shown = () => list.sections.flatMap(({ items }) => items.map(({ id }) => id));
        while (!shown().includes("w")) await new Promise((resolve) => setTimeout(resolve, 10));
        await call("DELETE", "/v1/collections/board/items/w");
        while (shown().includes("w")) await new Promise((resolve) => setTimeout(resolve, 10));
        list.close();
      } finally {
        client.close();
      }
    });

    it("the console shows a list, live", { skip: CHROMIUM ? false : "there is no Chromium" }, async () => {
      const browser = await startBrowser(["--ignore-certificate-errors"]);
      try {
        const page = await browser.open(SITE);
        await page.until("document.readyState === 'complete' && location.protocol === 'https:'");
        await page.value(`sessionStorage.setItem("arrange.token", "${TOKEN}"); location.hash = "#/list/board"`);
        await page.value("location.reload()");
        await page.until(`document.querySelector('.row[data-id="a"]')`);
        await call("POST", "/v1/collections/board/items", { body: { id: "seen", fields: { title: "Seen" } } });
        await page.until(`document.querySelector('.row[data-id="seen"]')`);
        assert.deepEqual(page.errors, []);
      } finally {
        await browser.close();
      }
    });

    it("the client is the one that the proxy names", async () => {
      assert.equal((await call("GET", "/metrics", { token: "" })).status, 401);
      assert.equal((await call("GET", "/metrics")).status, 200);
      const forged = {
        "x-forwarded-for": "198.51.100.9", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http",
        forwarded: "for=198.51.100.9;host=evil.example",
      };
      assert.equal((await call("GET", "/v1/collections/board", { headers: forged })).status, 200);
      assert.equal((await call("GET", "/v1/collections/board", { headers: forged, token: "wrong" })).status, 401);
      const foreign = { ...forged, origin: "https://evil.example" };
      assert.equal((await call("GET", "/v1/collections/board", { headers: foreign })).status, 403);
      assert.equal((await call("GET", "/v1/collections/board", { headers: { origin: SITE } })).status, 200);
      const lines = await both.audited();
      assert.ok(lines.length >= 3, JSON.stringify(lines));
      for (const line of lines) assert.equal(line.peer, CLIENT, JSON.stringify(line));
    });
  });
}
