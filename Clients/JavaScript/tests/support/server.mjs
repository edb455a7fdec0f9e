// A real server for a test, on a free port with a data directory of its own.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** How long a server may take to start, in milliseconds. */
const START_MS = 30_000;

/** The program: ARRANGED, or what was built last. */
export function program() {
  const found = [process.env.ARRANGED, ".build/release/arranged", ".build/debug/arranged"]
    .filter((path) => path !== undefined)
    .map((path) => (path.startsWith("/") ? path : join(ROOT, path)))
    .find((path) => existsSync(path));
  if (!found) throw new Error("there is no arranged: build it, or set ARRANGED to its path");
  return found;
}

/** Starts a server. `stop` ends it, `restart` starts it again with its data at the same port. */
export async function startServer({ args = [], scheme = "", listen = [] } = {}) {
  const directory = await mkdtemp(join(tmpdir(), "arrange-javascript-"));
  let child;
  let port = 0;
  let httpPort = 0;
  async function start() {
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith("ARRANGE")),
    );
    // After a restart at the ports that it had.
    const own = args.map((one, index) => (httpPort && args[index - 1] === "--http" ? `127.0.0.1:${httpPort}` : one));
    const all = ["--data", join(directory, "data"), "--listen", [`${scheme}127.0.0.1:${port}`, ...listen].join(), ...own];
    const started = spawn(program(), all, { env: environment });
    child = started;
    let log = "";
    port = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`arranged did not start:\n${log}`)), START_MS);
      const read = (bytes) => {
        log += bytes;
        const found = / listens on (?:tls:)?127\.0\.0\.1:(\d+)/.exec(log);
        httpPort = Number(/ speaks HTTP address=127\.0\.0\.1:(\d+)/.exec(log)?.[1]);
        if (found) resolve(Number(found[1]));
        if (found) clearTimeout(timer);
      };
      started.stdout.on("data", read);
      started.stderr.on("data", read);
      started.on("exit", (code) => reject(new Error(`arranged ended with ${code}:\n${log}`)));
    });
  }
  function end(signal) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    child.kill(signal);
    return ended;
  }
  await start();
  return {
    get port() {
      return port;
    },
    /** The port of its HTTP listener, with the argument `--http 127.0.0.1:0`. */
    get httpPort() {
      return httpPort;
    },
    get url() {
      return `arrange://127.0.0.1:${port}`;
    },
    kill: () => end("SIGKILL"),
    drain: () => end("SIGTERM"),
    start,
    async stop() {
      await end("SIGKILL");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
