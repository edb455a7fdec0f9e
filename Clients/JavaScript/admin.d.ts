import type {
  CallOptions, Client, ServerAccessRequest, ServerAccessResponse, ServerLogRequest, ServerLogResponse,
} from "./arrange.js";

/**
 * Tells who may do what on a server: the roles and principals of the access file that is in force, without anything secret.
 *
 *     const { principals } = await serverAccess(client, { containing: "backend" });
 *
 * Fails with PERMISSION_DENIED without the permission `admin`.
 */
export function serverAccess(
  client: Client,
  options?: Partial<ServerAccessRequest> & CallOptions,
): Promise<ServerAccessResponse>;

/**
 * Reads the newest lines of the log of a server, or those after a line that was read.
 *
 *     const { lines, last } = await serverLog(client, { severity: "warning" });
 *     const { lines: newer } = await serverLog(client, { after: last });
 *
 * Fails with PERMISSION_DENIED without the permission `admin`.
 */
export function serverLog(client: Client, options?: Partial<ServerLogRequest> & CallOptions): Promise<ServerLogResponse>;
