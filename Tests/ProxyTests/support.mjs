// A server behind a proxy, with a configuration of Examples/proxy, and requests to it. Scripts/check-proxies gives both a
// network and files of their own.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect as connectSecurely } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { startServer } from "../../Clients/JavaScript/tests/support/server.mjs";

export const SITE = "https://lists.example";
export const TOKEN = "let-me-in-0123456789";
const EXAMPLES = fileURLToPath(new URL("../../Examples/proxy", import.meta.url));
const PRIVATE = "/etc/ssl/private";

/** How long a proxy may take to reach the server, in milliseconds. */
const START_MS = 30_000;

/** What nginx has around a site, with all files in a folder. */
const nginxAround = (folder, site) => `
user root;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${site};
}
`;

/** Starts the server and a proxy in front of it. */
export async function startBoth(configuration) {
  const folder = await mkdtemp(join(tmpdir(), "arrange-proxy-"));
  const audit = join(folder, "audit.log");
  const digest = createHash("sha256").update(TOKEN).digest("hex");
  const principals = { ann: { roles: ["admin"], tokens: [{ sha256: digest }] } };
  await writeFile(join(folder, "access.yaml"), JSON.stringify({ principals }));
  const secure = configuration.includes("tls");
  const files = secure ? ["--tls-certificate", `${PRIVATE}/node.pem`, "--tls-key", `${PRIVATE}/node.key`] : [];
  const server = await startServer({ args: [
    "--http", secure ? "tls:127.0.0.1:7412" : "127.0.0.1:7412", ...files, "--http-behind-proxy", "127.0.0.0/8",
    "--access", join(folder, "access.yaml"), "--audit-log", audit,
  ] });
  const site = join(EXAMPLES, configuration);
  let command = ["/usr/sbin/haproxy", "-f", site];
  if (configuration.includes("nginx")) {
    await writeFile(join(folder, "nginx.conf"), nginxAround(folder, site));
    command = ["/usr/sbin/nginx", "-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
  }
  const child = spawn(command[0], command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (bytes) => (log += bytes));
  const ended = once(child, "exit");
  async function stop() {
    // nginx leaves its workers behind when it is killed.
    child.kill("SIGTERM");
    await server.stop();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
  const end = Date.now() + START_MS;
  while ((await fetch(`${SITE}/readyz`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`${command.join(" ")}:\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    /** The lines of the audit log. */
    audited: async () => (await readFile(audit, "utf8")).trim().split("\n").map((line) => JSON.parse(line)),
    stop,
  };
}

/** A request by HTTP/1.1 with the token, and a JSON body if there is one. */
export function call(method, path, { body, headers = {}, token = TOKEN, signal } = {}) {
  const all = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers };
  if (body !== undefined) all["content-type"] = "application/json";
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  return fetch(`${SITE}${path}`, { method, body: text, headers: all, signal, redirect: "manual" });
}

/** A connection of HTTP/2. */
export async function connectHTTP2() {
  const session = connectSecurely(SITE, { ca: await readFile(`${PRIVATE}/ca.pem`) });
  await once(session, "connect");
  return {
    protocol: session.alpnProtocol,
    /** A request, whose answer has a status, headers, and text that comes bit by bit. */
    async call(method, path, { body, headers = {} } = {}) {
      const all = { ":method": method, ":path": path, authorization: `Bearer ${TOKEN}`, ...headers };
      if (body !== undefined) all["content-type"] = "application/json";
      const stream = session.request(all);
      stream.setEncoding("utf8");
      stream.end(body === undefined ? undefined : JSON.stringify(body));
      const [answer] = await once(stream, "response");
      return { status: answer[":status"], headers: answer, stream };
    },
    close: () => session.destroy(),
  };
}

/** The whole text of a stream. */
export async function whole(stream) {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}

/** The events of a stream of text, without those that have no data. */
export async function* events(parts) {
  let text = "";
  for await (const part of parts) {
    text += part;
    for (;;) {
      const at = text.indexOf("\n\n");
      if (at < 0) break;
      const lines = text.slice(0, at).split("\n").filter((line) => line && !line.startsWith(":"));
      text = text.slice(at + 2);
      const event = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)));
      if (event.data !== undefined) yield { ...event, data: JSON.parse(event.data) };
    }
  }
}
