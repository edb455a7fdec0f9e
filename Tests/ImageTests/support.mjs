// The container image, run by bubblewrap as a service for containers would do it. Scripts/check-image unpacks it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const { BUNDLE, CALLER, IMAGE } = process.env;
/** How long all tests of a file may take, in milliseconds. */
export const LONGEST_MS = 300_000;
/** How long the server may take to start, in milliseconds. */
const START_MS = 30_000;

/** Whether the test runs as root, and the server then as another user of this machine. */
export const asRoot = CALLER === "0";
/** What the image runs, and where. */
export const { process: runtime } = JSON.parse(await readFile(join(BUNDLE, "config.json"), "utf8"));
export const { uid, gid } = runtime.user;

/** How a command is run as the user of the image, with a root and paths for paths in it. `more` are further flags. */
function confined(root, mounts, environment, cwd, more = []) {
  const user = asRoot ? ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--"] : [];
  return [
    ...user, "bwrap", "--unshare-user", "--uid", `${uid}`, "--gid", `${gid}`, "--unshare-pid", "--unshare-ipc",
    "--unshare-uts", "--die-with-parent", ...more,
    "--clearenv", ...environment.flatMap(([name, value]) => ["--setenv", name, value]),
    "--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev",
    ...mounts.flatMap(({ path, at, writable }) => [writable ? "--bind" : "--ro-bind", path, at]), "--chdir", cwd, "--",
  ];
}

/** Runs a command as the user of the image, with the programs of this machine. It fails unless that ends with status 0. */
export async function runHere(command, { mounts, environment }) {
  const [program, ...flags] = [...confined("/", mounts, environment, "/"), ...command];
  const child = spawn(program, flags, { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (bytes) => (log += bytes));
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`${command.join(" ")}: status ${status}\n${log}`);
}

/**
 * Runs the image, with other `flags` than its own, more variables, and mounts: objects with the `path` here, the path `at`
 * which it is there, and whether it is `writable`. Everything else is read-only. `ready` is the address that answers 200
 * when the server is ready.
 */
export async function run({ flags: given, environment = [], mounts, ready }) {
  const variables = [...runtime.env.map((pair) => pair.split(/=(.*)/s, 2)), ...environment];
  const [program, ...flags] = [
    ...confined(join(BUNDLE, "rootfs"), mounts, variables, runtime.cwd, ["--as-pid-1", "--info-fd", "3"]),
    ...(given ? [runtime.args[0], ...given] : runtime.args),
  ];
  const begun = performance.now();
  const child = spawn(program, flags, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  let log = "", info = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (bytes) => (log += bytes));
  child.stdio[3].on("data", (bytes) => (info += bytes));
  const ended = once(child, "exit");
  const end = Date.now() + START_MS;
  while ((await fetch(ready).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill("SIGKILL");
      throw new Error(`the container does not serve:\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    milliseconds: Math.round(performance.now() - begun),
    /** The process of the server, which is the first one in the container. */
    pid: JSON.parse(info)["child-pid"],
    log: () => log,
    /** Stops it as a service for containers does: its status, or its log if a signal ended it. */
    async stop() {
      if (child.exitCode === null) process.kill(this.pid, "SIGTERM");
      const [status] = await ended;
      return status ?? log;
    },
  };
}

/** A request with a JSON body, if there is one. */
export function call(origin, path, { method = "GET", body, headers = {} } = {}) {
  const all = body ? { "content-type": "application/json", ...headers } : headers;
  return fetch(`${origin}${path}`, { method, headers: all, body: body && JSON.stringify(body) });
}
