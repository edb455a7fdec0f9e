// From an address to the bytes that go there: WebSocket in pages, TCP in Node.

import { invalid } from "./errors.js";

/** The subprotocol of WebSocket. */
const SUBPROTOCOL = "arrange.v1";

/** The most bytes of a message: the server takes no larger WebSocket frames, and a browser may send a message in one. */
const MOST_MESSAGE_BYTES = 65536;

/** Hosts to which a token may go without protection. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * @param {string | undefined} url
 * @param {import("../arrange").ConnectOptions} options
 * @returns {{ address: string, href: string, open: import("../arrange").TransportFactory }}
 */
export function target(url = "/arrange", options) {
  /** @type {URL} */
  let parsed;
  try {
    const page = globalThis.location?.href;
    parsed = new URL(new URL(url, page).href.replace(/^http/, "ws"));
    // Pages have no TCP.
    if (!options.transport && !(page ? /^wss?:/ : /^(wss?|arranges?|unix):/).test(parsed.href)) throw parsed;
  } catch {
    throw invalid(`"${url}" is no server; use ws://HOST/arrange or arrange://HOST:PORT`, "url");
  }
  const { host, hostname, pathname, protocol: scheme } = parsed;
  const isSafe = /[^w]s:|x:/.test(scheme) || LOOPBACK.test(hostname) || options.sendsTokenInClear;
  if (options.token && !isSafe) throw invalid(`the token would go to ${host} without TLS`, "token");
  return {
    address: host || pathname,
    href: parsed.href,
    // Pages do not have the modules of Node, and do not load the one for TCP.
    open:
      options.transport ??
      (scheme[0] === "w"
        ? webSocket(parsed.href, options.WebSocket ?? globalThis.WebSocket)
        : async (handlers) => (await import("./tcp.js")).connect(parsed, options.tls, handlers)),
  };
}

/**
 * @param {string} url
 * @param {import("../arrange").WebSocketConstructor | undefined} WebSocket
 * @returns {import("../arrange").TransportFactory}
 */
export function webSocket(url, WebSocket) {
  if (!WebSocket) throw invalid("use arrange://HOST:PORT", "url");
  return ({ opened, data, closed }) => {
    const socket = new WebSocket(url, SUBPROTOCOL);
    socket.binaryType = "arraybuffer";
    socket.onopen = opened;
    // A text is no frame either.
    socket.onmessage = (/** @type {{ data: any }} */ message) => data(new Uint8Array(message.data));
    socket.onclose = (/** @type {{ reason: string }} */ { reason }) => closed({ message: reason });
    return {
      send: (bytes) => {
        // What is sent while it closes is lost; some implementations throw, or keep it.
        for (let at = 0; socket.readyState === socket.OPEN && at < bytes.length; at += MOST_MESSAGE_BYTES) {
          socket.send(bytes.subarray(at, at + MOST_MESSAGE_BYTES));
        }
      },
      close: () => socket.close(),
    };
  };
}
