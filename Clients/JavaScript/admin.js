// Calls for those who run a server. They need the permission `admin`.

import { coreOf } from "./src/client.js";

/**
 * @param {import("./arrange").Client} client
 * @param {any} [options]
 */
export function serverAccess(client, options) {
  return coreOf(client).call("Server/Access", options);
}

/**
 * @param {import("./arrange").Client} client
 * @param {any} [options]
 */
export function serverLog(client, options) {
  return coreOf(client).call("Server/Log", options);
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {any} settings
 * @param {any} [options]
 */
export function createSink(client, name, settings, options) {
  return coreOf(client).call("Sinks/Create", { ...options, name, settings });
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {any} [options]
 */
export function sink(client, name, options) {
  return coreOf(client).call("Sinks/Get", { ...options, name });
}

/**
 * @param {import("./arrange").Client} client
 * @param {any} [options]
 */
export function sinks(client, options) {
  return coreOf(client).call("Sinks/List", options);
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {any} settings
 * @param {any} [options]
 */
export function updateSink(client, name, settings, options) {
  return coreOf(client).call("Sinks/Update", { ...options, name, settings });
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {any} [options]
 */
export function pauseSink(client, name, options) {
  return coreOf(client).call("Sinks/Pause", { ...options, name });
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {any} [options]
 */
export function resumeSink(client, name, options) {
  return coreOf(client).call("Sinks/Resume", { ...options, name });
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {any} [options]
 */
export function testSink(client, name, options) {
  return coreOf(client).call("Sinks/Test", { ...options, name });
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {any} [options]
 */
export function deleteSink(client, name, options) {
  return coreOf(client).call("Sinks/Delete", { ...options, name });
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {any} [options]
 */
export function sinkStatus(client, name, options) {
  return coreOf(client).call("Sinks/Status", { ...options, name });
}

/**
 * @param {import("./arrange").Client} client
 * @param {string} sink
 * @param {string} collection
 * @param {any} [options]
 */
export function replaySink(client, sink, collection, options) {
  return coreOf(client).call("Sinks/Replay", { ...options, sink, collection });
}
