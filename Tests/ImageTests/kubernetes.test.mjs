// The pods of Examples/kubernetes, run with the image: with the flags, variables and volumes that the manifests say, where
// secrets are as Kubernetes mounts them. Scripts/check-kubernetes checks the manifests themselves.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

import { BUNDLE, LONGEST_MS, asRoot, call, gid, run, runHere, uid } from "./support.mjs";

const TOKEN = "let-me-in-0123456789";
/** The address of the pod. */
const POD = "192.0.2.1";
const HEADERS = {
  authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https",
  "x-forwarded-host": "lists.example",
};
/** All documents of the manifests, by the names of the files. */
const MANIFESTS = JSON.parse(await readFile(process.env.MANIFESTS, "utf8"));

/** What is known of a pod that runs. */
const FIELDS = { "metadata.name": "arrange-0", "metadata.namespace": "lists", "status.podIP": POD };

/** The variables of a container, and a function that puts them into a text. `replaced` are values for the test. */
function variables(container, secrets, replaced) {
  const known = new Map();
  const expand = (text) => text.replace(/\$\(([A-Z_]+)\)/g, (whole, name) => known.get(name) ?? whole);
  for (const { name, value, valueFrom } of container.env ?? []) {
    const found = valueFrom?.fieldRef ? FIELDS[valueFrom.fieldRef.fieldPath]
      : valueFrom?.secretKeyRef ? secrets[valueFrom.secretKeyRef.name][valueFrom.secretKeyRef.key] : expand(value);
    assert.ok(found !== undefined, `${name} has no value`);
    known.set(name, replaced[name] ?? found);
  }
  return { environment: [...known], expand };
}

describe("the pods of Examples/kubernetes", { concurrency: false, timeout: LONGEST_MS }, () => {
  const folders = [];
  const secrets = {};
  /** A folder that is the server's. */
  async function folder() {
    const path = await mkdtemp(join(tmpdir(), "arrange-pod-"));
    if (asRoot) await chown(path, uid, gid);
    folders.push(path);
    return path;
  }
  before(async () => {
    const sha256 = createHash("sha256").update(TOKEN).digest("hex");
    const access = JSON.stringify({ principals: { ann: { roles: ["admin"], tokens: [{ sha256 }] } } });
    const work = await folder();
    await promisify(execFile)("openssl", [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=nodes",
      "-keyout", join(work, "key"), "-out", join(work, "crt"),
    ]);
    const [crt, key] = await Promise.all(["crt", "key"].map((name) => readFile(join(work, name), "utf8")));
    secrets["arrange-access"] = { "access.yaml": access };
    secrets["arrange-nodes"] = { "tls.crt": crt, "tls.key": key };
    secrets["arrange-postgres"] = { password: process.env.PGPASSWORD ?? "", "ca.crt": crt };
  });
  after(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))));

  /** A volume as it is mounted: secrets are links to files in a folder that can be replaced at once. */
  async function volume({ secret, emptyDir }) {
    const path = await folder();
    if (!secret) {
      assert.ok(emptyDir, "the volume is of a kind that the test does not know");
      return path;
    }
    const values = secrets[secret.secretName];
    assert.ok(values, `the README names no secret ${secret.secretName}`);
    await mkdir(join(path, "..1"));
    await symlink("..1", join(path, "..data"));
    for (const { key, path: name } of secret.items ?? Object.keys(values).map((key) => ({ key, path: key }))) {
      await writeFile(join(path, "..1", name), values[key]);
      await chmod(join(path, "..1", name), 0o440);
      await symlink(join("..data", name), join(path, name));
    }
    if (asRoot) for (const name of await readdir(join(path, "..1"))) await chown(join(path, "..1", name), 0, gid);
    return path;
  }

  /** Runs a container that ends before the others start, with this machine's programs, and its folders below another one. */
  async function prepare({ command, args, env, volumeMounts }, paths) {
    const { environment, expand } = variables({ env }, secrets, {});
    const below = await folder();
    const mounts = [];
    const moved = new Map();
    for (const { name, mountPath, readOnly } of volumeMounts) {
      const at = join(below, mountPath);
      await mkdir(at, { recursive: true });
      mounts.push({ path: paths[name], at, writable: !readOnly });
      moved.set(mountPath, at);
    }
    const script = args.map((text) => [...moved].reduce((now, [from, to]) => now.replaceAll(from, to), expand(text)));
    await runHere([...command, ...script], { mounts, environment: [...environment, ["PATH", process.env.PATH]] });
  }

  /** A pod of a controller in a file: its address, and a function that starts its server with the volumes of the pod. */
  async function pod(file, kind, replaced = {}) {
    const { spec } = MANIFESTS[file].find((document) => document.kind === kind);
    const { template, volumeClaimTemplates = [] } = spec;
    const paths = {};
    for (const { metadata } of volumeClaimTemplates) paths[metadata.name] = await folder();
    for (const { name, ...what } of template.spec.volumes) paths[name] = await volume(what);
    const mounted = async ({ volumeMounts }) => {
      const mounts = volumeMounts
        .map(({ name, mountPath: at, readOnly }) => ({ path: paths[name], at, writable: !readOnly }));
      // Kubernetes makes these.
      for (const { at } of mounts) await mkdir(join(BUNDLE, "rootfs", at), { recursive: true });
      return mounts;
    };
    for (const container of template.spec.initContainers ?? []) await prepare(container, paths);
    const [container] = template.spec.containers;
    const { environment, expand } = variables(container, secrets, replaced);
    const port = container.ports.find(({ name }) => name === container.readinessProbe.httpGet.port).containerPort;
    const origin = `http://${POD}:${port}`;
    const start = async () => run({
      flags: container.args.map(expand), environment, mounts: await mounted(container),
      ready: `${origin}${container.startupProbe.httpGet.path}`,
    });
    return { origin, start, live: container.livenessProbe.httpGet.path };
  }

  /** Makes a list, stops the pod, starts it again, and reads the list. */
  async function lives({ origin, start, live }) {
    let container = await start();
    try {
      assert.equal((await call(origin, live)).status, 200);
      assert.equal((await call(origin, "/v1/collections/board", { method: "PUT", body: {}, headers: HEADERS })).status, 201);
      const item = { method: "POST", body: { id: "kept" }, headers: HEADERS };
      const made = await call(origin, "/v1/collections/board/items", item);
      assert.equal(made.status, 200, await made.text());
      assert.equal((await call(origin, "/v1/collections", { headers: { ...HEADERS, authorization: "" } })).status, 401);
    } finally {
      assert.equal(await container.stop(), 0);
    }
    container = await start();
    try {
      const { sections } = await (await call(origin, "/v1/collections/board", { headers: HEADERS })).json();
      assert.deepEqual(sections.flatMap(({ items }) => items.map(({ id }) => id)), ["kept"]);
      assert.doesNotMatch(container.log(), /"level":"(warning|error|critical)"/);
    } finally {
      assert.equal(await container.stop(), 0);
    }
  }

  const replaced = { ARRANGE_HTTP_BEHIND_PROXY: `${POD}/32` };
  it("files.yaml: one server with files", async () => lives(await pod("files.yaml", "StatefulSet", replaced)));

  const journal = process.env.JOURNAL;
  it("nodes.yaml: a node over PostgreSQL", { skip: journal ? false : "PostgreSQL can't be started here" }, async () =>
    lives(await pod("nodes.yaml", "Deployment", { ...replaced, ARRANGE_JOURNAL: journal })));
});
