// WebSocket for tests: Node 20 has none unless it is asked for.

import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";

/** What the server's proof of the handshake is made with (RFC 6455). */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/**
 * The part of WebSocket that the client uses. Messages can be sent in several fragments, and the bytes of a message
 * divided without regard to frames.
 */
export class TestWebSocket {
  binaryType = "";
  onopen = () => {};
  onmessage = () => {};
  onclose = () => {};
  #socket;
  #input = Buffer.alloc(0);
  #parts = [];

  constructor(url, protocol) {
    const { hostname, port, pathname } = new URL(url);
    const key = randomBytes(16).toString("base64");
    const headers = {
      Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
      "Sec-WebSocket-Protocol": protocol, ...TestWebSocket.headers,
    };
    const opening = request({ hostname, port, path: pathname, headers });
    opening.on("error", () => this.onclose({ reason: "" }));
    opening.on("response", ({ statusCode }) => this.onclose({ reason: `HTTP ${statusCode}` }));
    opening.on("upgrade", (response, socket, head) => {
      const proof = createHash("sha1").update(key + GUID).digest("base64");
      if (response.headers["sec-websocket-accept"] !== proof) throw new Error("the handshake is wrong");
      if (response.headers["sec-websocket-protocol"] !== protocol) throw new Error("the protocol is another one");
      this.#socket = socket;
      socket.on("data", (bytes) => this.#take(bytes));
      socket.on("error", () => {});
      socket.on("end", () => socket.destroy());
      socket.on("close", () => this.onclose({ reason: "" }));
      this.onopen();
      this.#take(head);
    });
    opening.end();
  }

  /** Headers of the handshake in addition. */
  static headers = {};

  /** Into how many messages, and a message into how many fragments, what is sent is divided. */
  static messages = 1;
  static fragments = 1;

  send(bytes) {
    for (const message of divided(bytes, TestWebSocket.messages)) {
      const fragments = divided(message, TestWebSocket.fragments);
      fragments.forEach((part, index) => this.#write(index ? 0 : BINARY, part, index === fragments.length - 1));
    }
  }

  close() {
    this.#write(CLOSE, Buffer.alloc(0), true);
    this.#socket?.end();
  }

  #write(opcode, payload, isLast) {
    const { length } = payload;
    const head = length < 126 ? [length] : length < 65536 ? [126, length >> 8, length & 255] : [127, 0, 0, 0, 0];
    if (length > 65535) head.push(length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255);
    head[0] |= 128;
    const mask = randomBytes(4);
    const masked = Buffer.from(payload, 0, length).map((byte, index) => byte ^ mask[index & 3]);
    this.#socket?.write(Buffer.concat([Buffer.from([(isLast ? 128 : 0) | opcode, ...head]), mask, masked]));
  }

  #take(bytes) {
    this.#input = Buffer.concat([this.#input, bytes]);
    for (;;) {
      const input = this.#input;
      if (input.length < 2) return;
      const short = input[1] & 127;
      const start = { 126: 4, 127: 10 }[short] ?? 2;
      if (input.length < start) return;
      const length =
        short === 126 ? input.readUInt16BE(2) : short === 127 ? Number(input.readBigUInt64BE(2)) : short;
      if (input.length < start + length) return;
      const payload = input.subarray(start, start + length);
      const opcode = input[0] & 15;
      this.#input = input.subarray(start + length);
      if (opcode === PING) this.#write(PONG, payload, true);
      if (opcode === CLOSE) this.#socket.end();
      if (opcode > BINARY) continue;
      this.#parts.push(Uint8Array.from(payload));
      if (input[0] < 128) continue;
      const message = Buffer.concat(this.#parts.splice(0));
      this.onmessage({ data: message.buffer.slice(message.byteOffset, message.byteOffset + message.length) });
    }
  }
}

/** Bytes in so many parts, of which some may be empty. */
function divided(bytes, count) {
  const size = Math.ceil(bytes.length / count) || 1;
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}
