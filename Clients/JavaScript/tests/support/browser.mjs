// A page in Chromium, driven over its DevTools protocol.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const CLIENT = fileURLToPath(new URL("../..", import.meta.url));

/** The program, where there is one. */
export const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

const TYPES = { ".js": "text/javascript", ".html": "text/html; charset=utf-8" };

/** Serves the client's files, and one page. */
export async function serve() {
  const site = { page: "" };
  const server = createServer(({ url }, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname);
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "text/html; charset=utf-8");
    // Pages that show lists can forbid whatever is not theirs.
    response.setHeader("Content-Security-Policy", "default-src 'self'; script-src 'self' 'nonce-page'; connect-src *");
    if (extname(path) !== ".js") return response.end(site.page);
    return createReadStream(join(CLIENT, path)).on("error", () => response.writeHead(404).end()).pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  site.origin = `http://127.0.0.1:${server.address().port}`;
  site.close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return site;
}

/** Starts Chromium, and opens pages. */
export async function startBrowser() {
  const directory = await mkdtemp(join(tmpdir(), "arrange-browser-"));
  const child = spawn(CHROMIUM, [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
    "--force-prefers-reduced-motion", "--remote-debugging-port=0", `--user-data-dir=${directory}`, "about:blank",
  ], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  const address = await new Promise((resolve, reject) => {
    child.stderr.on("data", (bytes) => {
      log += bytes;
      const found = /DevTools listening on (ws:\S+)/.exec(log);
      if (found) resolve(found[1]);
    });
    child.on("exit", () => reject(new Error(`Chromium ended:\n${log}`)));
  });
  const socket = new WebSocket(address);
  await once(socket, "open");
  let number = 0;
  const waiting = new Map();
  const pages = new Map();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, method, params, sessionId } = JSON.parse(data);
    if (id) {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    } else if (method === "Runtime.exceptionThrown") {
      pages.get(sessionId)?.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      pages.get(sessionId)?.errors.push(params.entry.text);
    }
  });
  const command = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    socket.send(JSON.stringify({ id: number, method, params, sessionId }));
  });
  return {
    async open(url) {
      const { targetId } = await command("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await command("Target.attachToTarget", { targetId, flatten: true });
      const page = new Page((method, params) => command(method, params, sessionId));
      pages.set(sessionId, page);
      await page.command("Runtime.enable");
      await page.command("Log.enable");
      await page.command("Page.enable");
      await page.command("Page.navigate", { url });
      return page;
    },
    async close() {
      const ended = once(child, "exit");
      socket.close();
      child.kill("SIGKILL");
      await ended;
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

class Page {
  /** What the page could not do. */
  errors = [];

  constructor(command) {
    this.command = command;
  }

  /** The value of an expression. */
  async value(expression) {
    const { result, exceptionDetails } = await this.command("Runtime.evaluate", {
      expression, awaitPromise: true, returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    while (!(await this.value(`Boolean(${expression})`))) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** The middle of the element that a selector finds, or a point at some fraction of its height. */
  place(selector, fraction = 0.5) {
    return this.value(`(() => {
      const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return { x: left + width / 2, y: top + height * ${fraction} };
    })()`);
  }

  mouse(type, { x, y }) {
    return this.command("Input.dispatchMouseEvent", {
      type, x, y, button: type === "mouseMoved" ? "none" : "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1,
    });
  }

  touch(type, ...points) {
    return this.command("Input.dispatchTouchEvent", { type, touchPoints: points });
  }

  async key(key) {
    const code = { " ": 32, Escape: 27, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39 }[key];
    const event = { key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: code };
    await this.command("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.command("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }
}
