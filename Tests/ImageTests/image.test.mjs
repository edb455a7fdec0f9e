// What the image is, and what it does where it is run as its configuration says.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { CHROMIUM, startBrowser } from "../../Clients/JavaScript/tests/support/browser.mjs";
import { IMAGE, LONGEST_MS, asRoot, call, gid, run, runtime, uid } from "./support.mjs";

const TOKEN = "let-me-in-0123456789";
const HERE = "http://127.0.0.1:7412";
/** The address of the container for everybody else. */
const ELSEWHERE = "http://192.0.2.1:7412";

describe("the image", { concurrency: false, timeout: LONGEST_MS }, () => {
  let folder, volume, access;
  const data = () => ({ path: volume, at: "/var/lib/arrange", writable: true });
  const ready = `${HERE}/readyz`;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "arrange-image-"));
    [volume, access] = [await mkdtemp(join(tmpdir(), "arrange-volume-")), join(folder, "access.yaml")];
    const sha256 = createHash("sha256").update(TOKEN).digest("hex");
    await writeFile(access, JSON.stringify({ principals: { ann: { roles: ["admin"], tokens: [{ sha256 }] } } }));
    if (asRoot) for (const path of [folder, volume]) await chown(path, uid, gid);
  });
  after(() => Promise.all([folder, volume].map((path) => rm(path, { recursive: true, force: true }))));

  it("says how it is to be run: not as root, with a volume, and not without protection", async () => {
    const [layout, tag] = IMAGE.split(/:([^:]*)$/);
    const blob = async ({ digest }) => JSON.parse(await readFile(join(layout, "blobs", digest.replace(":", "/")), "utf8"));
    const index = JSON.parse(await readFile(join(layout, "index.json"), "utf8"));
    const named = index.manifests.find(({ annotations }) => annotations["org.opencontainers.image.ref.name"] === tag);
    const { config } = await blob((await blob(named)).config);
    assert.equal(config.User, `${uid}:${gid}`);
    assert.notEqual(uid, 0);
    assert.deepEqual(Object.keys(config.Volumes), ["/var/lib/arrange"]);
    assert.deepEqual(Object.keys(config.ExposedPorts).sort(), ["7411/tcp", "7412/tcp"]);
    assert.equal(config.StopSignal, "SIGTERM");
    assert.ok(!config.Cmd.includes("--insecure"), config.Cmd.join(" "));
    assert.deepEqual(runtime.args, [...config.Entrypoint, ...config.Cmd]);
  });

  it("as it is, answers probes and serves the page, and permits nobody anything", async (t) => {
    const container = await run({ mounts: [data()], ready });
    try {
      t.diagnostic(`ready ${container.milliseconds} ms after the start, with bubblewrap and an empty volume`);
      assert.equal((await call(ELSEWHERE, "/livez")).status, 200);
      assert.equal((await call(ELSEWHERE, "/readyz")).status, 200);
      assert.match(await (await call(ELSEWHERE, "/")).text(), /<title>/);
      assert.equal((await call(ELSEWHERE, "/metrics")).status, 401);
      for (const origin of [HERE, ELSEWHERE]) {
        const refused = await call(origin, "/v1/collections/board", { method: "PUT", body: {} });
        assert.equal(refused.status, 403, await refused.text());
      }
    } finally {
      assert.equal(await container.stop(), 0);
    }
  });

  it("behind an ingress, serves who has a token, keeps data in its volume, and stops when it is asked to", async () => {
    const options = {
      mounts: [data(), { path: access, at: "/etc/arrange/access.yaml" }],
      environment: [["ARRANGE_HTTP_BEHIND_PROXY", "192.0.2.0/24"]], ready,
    };
    const headers = {
      authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https",
      "x-forwarded-host": "lists.example",
    };
    let container = await run(options);
    try {
      const status = await readFile(`/proc/${container.pid}/status`, "utf8");
      if (asRoot) assert.match(status, new RegExp(`^Uid:\t${uid}\t${uid}\t`, "m"));
      assert.match(status, /^CapEff:\t0+$/m);
      assert.equal((await call(ELSEWHERE, "/metrics", { headers })).status, 200);
      assert.equal((await call(ELSEWHERE, "/v1/collections/board", { method: "PUT", body: {}, headers })).status, 201);
      const path = "/v1/collections/board/items";
      assert.equal((await call(ELSEWHERE, path, { method: "POST", body: { id: "kept" }, headers })).status, 200);
      // Tokens are not for connections that others can read.
      const plain = { ...headers, "x-forwarded-proto": "http" };
      assert.equal((await call(ELSEWHERE, path, { method: "POST", body: { id: "no" }, headers: plain })).status, 403);
    } finally {
      assert.equal(await container.stop(), 0);
    }
    container = await run(options);
    try {
      const { sections } = await (await call(ELSEWHERE, "/v1/collections/board", { headers })).json();
      assert.deepEqual(sections.flatMap(({ items }) => items.map(({ id }) => id)), ["kept"]);
    } finally {
      assert.equal(await container.stop(), 0);
    }
  });

  it("on the network of its machine, has the console", { skip: CHROMIUM ? false : "no Chromium" }, async () => {
    const container = await run({
      mounts: [data()], flags: ["--data", "/var/lib/arrange", "--http", "127.0.0.1:7412"], ready,
    });
    const browser = await startBrowser();
    try {
      const page = await browser.open(`${HERE}/#/list/board`);
      await page.until(`document.querySelector('.row[data-id="kept"]')`);
      await call(HERE, "/v1/collections/board/items", { method: "POST", body: { id: "seen" } });
      await page.until(`document.querySelector('.row[data-id="seen"]')`);
      assert.deepEqual(page.errors, []);
    } finally {
      await browser.close();
      assert.equal(await container.stop(), 0);
    }
  });
});
