import type { TransportFactory, WebSocketConstructor } from "./arrange.js";

/**
 * A transport for where WebSockets may be blocked, such as behind a proxy that does not know them: it tries a WebSocket, and
 * where none opens, calls are made over HTTP, and lists are followed as streams of events. Everything else is as with a
 * WebSocket.
 *
 *     const client = connect("wss://lists.example/arrange", { transport: eventStreams() });
 *
 * Definitions of views can't be read in this way: `view`, `views` and `parseView` then fail with UNIMPLEMENTED.
 */
export function eventStreams(options?: EventStreamOptions): TransportFactory;

export interface EventStreamOptions {
  /** What opens WebSockets; that of the platform when left out. */
  WebSocket?: WebSocketConstructor;
  /** What makes requests; that of the platform when left out. */
  fetch?: typeof fetch;
  /** How long a WebSocket may take to open, in milliseconds, less than `connectTimeoutMs`; 2,500 when left out. */
  patienceMs?: number;
}
