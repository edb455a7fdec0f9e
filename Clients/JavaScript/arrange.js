// The client of Arrange for browsers and Node. See README.md, and arrange.d.ts for all of it.

export { Double, Timestamp } from "./src/codec.js";
export { ArrangeError } from "./src/errors.js";
export { applyBatch } from "./src/fold.js";
export { Client, connect } from "./src/client.js";
export { LiveList } from "./src/live.js";
