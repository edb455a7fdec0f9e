import type {
  CallOptions, Client, CreateSinkRequest, ListSinksRequest, ListSinksResponse, ReplaySinkRequest, ServerAccessRequest,
  ServerAccessResponse, ServerLogRequest, ServerLogResponse, SinkInfo, SinkSettings, SinkStatusRequest, SinkStatusResponse,
  TestSinkResponse,
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

/**
 * Creates a sink, which delivers the changes of lists, or of a view, as webhooks, or writes lists into a PostgreSQL
 * database. What is left out of the settings has its default.
 *
 *     await createSink(client, "hooks", { url: "https://a.example/", collections: ["**"], secrets: ["env:HOOKS_KEY"] });
 *     const postgres = { connection: "env:MIRROR_URL", schema: "lists", moves: false };
 *     await createSink(client, "lists", { postgres, collections: ["**"] });
 *
 * Fails with ALREADY_EXISTS if there is one of the name.
 */
export function createSink(
  client: Client,
  name: string,
  settings: Partial<SinkSettings>,
  options?: Partial<CreateSinkRequest> & CallOptions,
): Promise<SinkInfo>;

/** Describes a sink. Fails with NOT_FOUND if there is none of the name, as all of the following do. */
export function sink(client: Client, name: string, options?: CallOptions): Promise<SinkInfo>;

/** Lists the sinks that one may manage. */
export function sinks(client: Client, options?: Partial<ListSinksRequest> & CallOptions): Promise<ListSinksResponse>;

/** Replaces the settings of a sink. */
export function updateSink(
  client: Client,
  name: string,
  settings: Partial<SinkSettings>,
  options?: CallOptions,
): Promise<SinkInfo>;

/** Pauses a sink. */
export function pauseSink(client: Client, name: string, options?: CallOptions): Promise<SinkInfo>;

/** Resumes a sink. */
export function resumeSink(client: Client, name: string, options?: CallOptions): Promise<SinkInfo>;

/** Sends a test to the receiver of a sink, and says what became of it. */
export function testSink(client: Client, name: string, options?: CallOptions): Promise<TestSinkResponse>;

/** Deletes a sink. */
export function deleteSink(client: Client, name: string, options?: CallOptions): Promise<SinkInfo>;

/** Says how far a sink has delivered its lists, on all nodes. */
export function sinkStatus(
  client: Client,
  name: string,
  options?: Partial<SinkStatusRequest> & CallOptions,
): Promise<SinkStatusResponse>;

/** Delivers what follows `after`, a version of the list, once more, or the whole list. */
export function replaySink(
  client: Client,
  sink: string,
  collection: string,
  options?: Partial<ReplaySinkRequest> & CallOptions,
): Promise<SinkInfo>;
