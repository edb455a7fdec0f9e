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
