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

/** Pages that show lists can forbid whatever is not theirs. */
const POLICY = "default-src 'self'; script-src 'self' 'nonce-page'; connect-src *";

/** Serves the files of a folder, that of the client when left out, and one page. A `link` is a path and the folder there. */
export async function serve(root = CLIENT, link = ["/node_modules/", "/usr/share/nodejs"]) {
  const site = { page: "", policy: POLICY };
  const server = createServer(({ url }, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname);
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "text/html; charset=utf-8");
    if (site.policy) response.setHeader("Content-Security-Policy", site.policy);
    if (extname(path) !== ".js") return response.end(site.page);
    const [before, after] = path.split(link[0]);
    const file = createReadStream(after ? join(link[1], after) : join(root, before));
    return file.on("error", () => response.writeHead(404).end()).pipe(response);
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

/** Starts Chromium, with more flags if they are given, and opens pages. */
export async function startBrowser(flags = []) {
  const directory = await mkdtemp(join(tmpdir(), "arrange-browser-"));
  const child = spawn(CHROMIUM, [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
    "--force-prefers-reduced-motion", "--remote-debugging-port=0", `--user-data-dir=${directory}`, ...flags, "about:blank",
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
      const call = waiting.get(id);
      waiting.delete(id);
      if (error) call?.reject(new Error(error.message));
      else call?.resolve(result);
    } else if (method === "Runtime.exceptionThrown") {
      pages.get(sessionId)?.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === "Inspector.targetCrashed") {
      end("a page crashed");
    } else if (method === "Input.dragIntercepted") {
      pages.get(sessionId)?.dragged(params.data);
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      pages.get(sessionId)?.errors.push(params.entry.text);
    }
  });
  // A browser that ends answers nothing any more.
  let ending = "";
  function end(reason) {
    ending = reason;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }
  socket.addEventListener("close", () => end("Chromium has ended"));
  const command = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    if (ending) return reject(new Error(ending));
    waiting.set(++number, { resolve, reject });
    return socket.send(JSON.stringify({ id: number, method, params, sessionId }));
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
      await page.command("Inspector.enable");
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

  /** Drags what the browser itself drags (`draggable`) from one point to another. */
  async dragAndDrop(from, to) {
    await this.command("Input.setInterceptDrags", { enabled: true });
    const lifted = new Promise((resolve) => (this.dragged = resolve));
    await this.mouse("mousePressed", from);
    for (const distance of [10, 20]) {
      const [x, y] = [from.x + distance, from.y + distance];
      // It is answered when the drag is over.
      this.command("Input.dispatchMouseEvent", { type: "mouseMoved", x, y, button: "left", buttons: 1 }).catch(() => {});
    }
    const data = await lifted;
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await this.command("Input.dispatchDragEvent", { type, ...to, data });
    }
    await this.mouse("mouseReleased", to);
  }

  touch(type, ...points) {
    return this.command("Input.dispatchTouchEvent", { type, touchPoints: points });
  }

  /** Presses a key; with `modifiers`, 1 for Alt and 8 for Shift. */
  async key(key, modifiers = 0) {
    const code = {
      " ": 32, Escape: 27, End: 35, Home: 36, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39, Tab: 9,
    }[key];
    const event = { key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: code, modifiers };
    await this.command("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.command("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }
}
