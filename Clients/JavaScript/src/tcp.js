// TCP, TLS and Unix sockets, in Node.

import * as net from "node:net";
import * as tls from "node:tls";

/** The port of a server. */
const PORT = 7411;

/** Milliseconds that a closed connection waits for its last bytes to be sent. */
const LINGER_MS = 2000;

/** Errors that another attempt would meet again. */
const PERMANENT = /^(EACCES|EPERM|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_OSSL)/;

/**
 * @param {URL} url
 * @param {import("../arrange").TLSOptions | undefined} options
 * @param {import("../arrange").TransportHandlers} handlers
 * @returns {import("../arrange").Transport}
 */
export function connect({ protocol, hostname, port: given, pathname }, options, { opened, data, closed }) {
  const host = hostname.replace(/^\[|\]$/g, "");
  const port = Number(given || PORT);
  const isSecure = protocol === "arranges:";
  const socket = isSecure
    ? tls.connect({ host, port, servername: net.isIP(host) ? "" : host, ...options })
    : protocol === "unix:"
      ? net.connect(pathname)
      : net.connect({ host, port });
  socket.setNoDelay?.(true);
  /** @type {import("../arrange").TransportError | undefined} */
  let failure;
  socket.on(isSecure ? "secureConnect" : "connect", opened);
  socket.on("data", (bytes) => data(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)));
  socket.on("error", (error) => {
    const { code = "", message } = /** @type {Error & { code?: string }} */ (error);
    failure = { message: explained(code, message), isPermanent: PERMANENT.test(code) };
  });
  socket.on("close", () => closed(failure));
  return {
    // What is sent while it closes is lost, and an error about that would hide why it closes.
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    close: () => {
      socket.end();
      const timer = setTimeout(() => socket.destroy(), LINGER_MS);
      /** @type {any} */ (timer).unref();
    },
  };
}

/**
 * @param {string} code
 * @param {string} message
 */
function explained(code, message) {
  if (code === "ECONNREFUSED" || code === "ENOENT") return "connection refused; is arranged running?";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "cannot resolve the host; check the name";
  if (code === "ECONNRESET") return "connection reset";
  return message;
}
