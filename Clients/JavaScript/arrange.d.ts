// The client of Arrange for browsers and Node.
//
// Numbers: all integers are numbers, and a message with one beyond 2^53 is refused, except for these. `epoch`,
// `history`, `ifHistory` and `fieldsBefore` use all 64 bits, and are always BigInt. Fields of elements are numbers where
// they fit, and BigInt beyond 2^53. `Timestamp.microseconds` is the same.

import type { Calls } from "./src/generated/call-types.js";
import type {
  ApplyResponse, ChangeBatch, CommitAuthor, Element, FetchResponse, Messages, Operation, PlaceAim, PlaceEffect, Placement,
  Processed, SnapshotReason, TransactionStep, TransactResponse, UndoResponse, VersionReference, View, WindowPlace,
} from "./src/generated/types.js";

export * from "./src/generated/types.js";

// MARK: Values

/**
 * The value of a field of an element. An integer is stored as int64, another number as a double; a `Double` is stored as
 * one although it is an integer. A double that is an integer is read as a number, so that written back it is an int64.
 */
export type FieldValue = null | boolean | number | bigint | string | Uint8Array | Timestamp;

/** The fields of an element, by their names. The object inherits nothing. */
export type Fields = { readonly [name: string]: FieldValue };

/** Microseconds since 1970-01-01T00:00:00Z. In requests a `Date` is as good. */
export class Timestamp {
  constructor(microseconds: number | bigint);
  readonly microseconds: number | bigint;
  toDate(): Date;
  toJSON(): string;
}

/** A number that is stored as a double although it is an integer. */
export class Double {
  constructor(value: number);
  readonly value: number;
}

/** A message as requests take it: whatever is left out has its default value. */
export type Init<T> = T extends string | number | bigint | boolean | Uint8Array | undefined
  ? T
  : T extends Fields
    ? { readonly [name: string]: FieldValue | Double | Date | undefined }
    : T extends FieldValue
      ? T | Double | Date
      : T extends readonly (infer Item)[]
        ? readonly Init<Item>[]
        : { readonly [Key in keyof T]?: Init<T[Key]> };

// MARK: Errors

/** The canonical gRPC codes. */
export type StatusCode =
  | "OK" | "CANCELLED" | "UNKNOWN" | "INVALID_ARGUMENT" | "DEADLINE_EXCEEDED" | "NOT_FOUND" | "ALREADY_EXISTS"
  | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "FAILED_PRECONDITION" | "ABORTED" | "OUT_OF_RANGE" | "UNIMPLEMENTED"
  | "INTERNAL" | "UNAVAILABLE" | "DATA_LOSS" | "UNAUTHENTICATED";

export interface ErrorDetails {
  /** The path of the field that was refused, such as `operations[2].insert_items.items[0].id`. */
  field: string | undefined;
  /** A word that tells the cases of a code apart, such as `name_taken`. */
  reason: string | undefined;
  /** Whether the call took effect. */
  processed: Processed;
  /** Another attempt makes sense after so many milliseconds; 0: nothing is known about that. */
  retryAfterMs: number;
  /** With what a stream goes on. */
  resumeToken: Uint8Array | undefined;
}

/**
 * The error of everything here that fails; `message` says what to do. Its `name` is that of the class; where a signal was
 * aborted, `AbortError`, or the name of the signal's reason.
 */
export class ArrangeError extends Error implements ErrorDetails {
  constructor(code: StatusCode, message: string, details?: Partial<ErrorDetails>);
  code: StatusCode;
  field: string | undefined;
  reason: string | undefined;
  processed: Processed;
  retryAfterMs: number;
  resumeToken: Uint8Array | undefined;
}

// MARK: Connecting

/**
 * A client of a server. It connects when it is first used, and again when the connection is lost; one is enough for a
 * program.
 *
 * @param url `ws://HOST:7412/arrange` or `wss://…`, in Node also `arrange://HOST:7411` for TCP, `arranges://HOST:PORT` for
 * TCP with TLS, and `unix:PATH`. Without it, in a page: `/arrange` where the page is from. A service of several nodes has a
 * list of addresses, or one text with commas between them: when a node can't be reached, or leaves, the client connects to
 * the next one at once, and the pauses of `RetryPolicy` are between rounds over all of them.
 */
export function connect(url?: string | readonly string[], options?: ConnectOptions): Client;

export interface ConnectOptions {
  /**
   * The secret that says who the client is, or a function that gives it, for each connection. Of a JWT it is called again 30
   * seconds before that expires (`exp`), or at half of the time that is left where that is later: a connection with the next
   * token takes the place of the one before, and calls and lists go on. It is also called again when the server says that a
   * token has expired, once when it refuses one, and after a pause where the function fails.
   */
  token?: string | (() => string | undefined | Promise<string | undefined>);
  /**
   * Whether the first connection is to the first of several addresses. Otherwise it is to any of them, so that many clients
   * are spread over the nodes.
   */
  startsAtFirst?: boolean;
  /** Whether the token may go to another machine without encryption. */
  sendsTokenInClear?: boolean;
  /** The name of the program, for the server's log: at most 128 bytes. */
  clientName?: string;
  /** The time of a call with all its attempts; 30,000 when left out, see `CallOptions.timeoutMs`. */
  callTimeoutMs?: number;
  /** The time of an attempt to connect, and to be greeted; 5,000 when left out. */
  connectTimeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** The largest frame, in bytes, that the client takes; 1,048,576 when left out. */
  largestFrame?: number;
  /** For `arranges:`; see `tls.connect` of Node. */
  tls?: TLSOptions;
  /** The WebSocket to use; the platform's when left out. */
  WebSocket?: WebSocketConstructor;
  /** What opens connections, in place of that which the URL says. */
  transport?: TransportFactory;
  /** A number from 0 to 1, of which pauses and request ids are made. Two clients must not get the same ones. */
  random?: () => number;
  clock?: Clock;
}

/**
 * When a call that failed is made again. That happens only where it can't do anything twice: with reads, with transactions,
 * which have a request id, and with what the server says that it did not start.
 */
export interface RetryPolicy {
  /**
   * 20 when left out; 1: none is made again. With the pauses below, 20 attempts take 15 to 29 seconds where no server can be
   * reached, such as while all of them are restarted.
   */
  maximumAttempts: number;
  /** The pause before the second attempt, 50 when left out; each further one is twice as long. */
  initialBackoffMs: number;
  /** The longest pause; 2,000 when left out. */
  maximumBackoffMs: number;
  /** The random part of each pause, from 0 to 1; 0.5 when left out. */
  jitter: number;
}

export interface CallOptions {
  /** The time of the call with all its attempts. From 2^31 (24 days), such as `Infinity`, the call has no deadline. */
  timeoutMs?: number;
  /** Cancels the call: it ends at once, and the server stops the work. */
  signal?: AbortSignal;
}

/**
 * `disconnected`: the server can't be reached, and `error` says why. New attempts are made as long as a call or a
 * subscription needs it.
 */
export type ConnectionState = "idle" | "connecting" | "connected" | "disconnected" | "closed";

export type StateListener = (state: ConnectionState, error: ArrangeError | undefined) => void;

/** A collection or a stored view by its name, or a view without a name. */
export type Source = string | Init<View>;

export interface Client extends Calls {
  readonly state: ConnectionState;
  /** Why the server can't be reached. */
  readonly error: ArrangeError | undefined;
  /** What the request ids that the client makes begin with. */
  readonly requestPrefix: Uint8Array;
  /** Calls a function with each new state; what it throws is reported as an error of the page. @returns what ends that */
  onState(listener: StateListener): () => void;
  /** A request id that nobody has, for `apply`, `transact` and `undo`. */
  newRequestId(): Uint8Array;
  /** Calls that have begun end; subscriptions, and calls that still wait for a connection, fail. */
  close(): Promise<void>;
  ping(options?: CallOptions): Promise<void>;

  /**
   * Changes the content: all operations or none, in one commit. When it is over, the change is on disk. `ifVersion` is the
   * version that the collection has to have, and `ifHistory` the history that the version is one of; otherwise the call
   * fails with ABORTED. Where `requestId` is left out, one is made.
   */
  apply(
    collection: string,
    operations: readonly Init<Operation>[],
    options?: Options<"ApplyRequest", "collection" | "operations">,
  ): Promise<ApplyResponse>;
  /**
   * Changes several collections: all steps or none, in one commit for each collection that changes. A step is an `operation`
   * on its `collection`, or hands items over to another one:
   * `{ collection: "board", transferItems: { items: [{ id: "write" }], target: "archive" } }`. Where `requestId` is left
   * out, one is made.
   */
  transact(
    steps: readonly Init<TransactionStep>[],
    options?: Options<"TransactRequest", "steps">,
  ): Promise<TransactResponse>;
  /**
   * Undoes the newest step of a stack, or with `redo` makes one again, and nothing that others did since; `kept` of the
   * response says what was kept, why and whose it is. A step is a commit of `apply` or `transact` with the option `stack`,
   * an id of 1 to 16 bytes that the caller chooses; `group` joins several. Where `requestId` is left out, one is made.
   */
  undo(
    collection: string,
    stack: Uint8Array,
    options?: Options<"UndoRequest", "collection" | "stack">,
  ): Promise<UndoResponse>;
  /**
   * A page of a list: of everything, of a range of a `section`, or of what is `around` an item; with `at`, of an earlier
   * version of a collection, such as `{ at: { version: 41 } }`.
   */
  fetch(source: Source, options?: Options<"FetchRequest", "collection" | "view">): Promise<FetchResponse>;
  /** All pages of a list, of one version. */
  pages(
    source: Source,
    options?: Options<"FetchRequest", "collection" | "view" | "pageToken">,
  ): AsyncIterableIterator<FetchResponse>;

  /** Follows a list; see `ListUpdate`. Leaving the loop ends the subscription. */
  updates(source: Source, options?: UpdateOptions): AsyncIterableIterator<ListUpdate>;
}

/** The fields of a request, without those that are given before, and the options of the call. */
export type Options<Name extends keyof Messages, Given extends string = never> = CallOptions &
  Omit<Init<Messages[Name]>, Given>;

/** The same for a stream, which has no deadline. */
export type StreamOptions<Name extends keyof Messages, Given extends string = never> = { signal?: AbortSignal } & Omit<
  Init<Messages[Name]>,
  Given
>;

// MARK: Following a list

/** A section of a list: its element with its items. */
export type Section = Element & {
  /** In their order. Sections, items and lists of them are never changed, but replaced where something is different. */
  readonly items: readonly Element[];
};

export interface UpdateOptions {
  /** That of the last update that was applied: begins with what changed since. */
  resumeToken?: Uint8Array;
  /**
   * An earlier version of a collection: the loop gets that list, and then ends. Where the server can't read earlier
   * versions, it fails with UNIMPLEMENTED.
   */
  at?: Init<VersionReference>;
  /** With `at`: what changed after it up to this version, one commit at a time. */
  playTo?: Init<VersionReference>;
  /** `exact`, with as few moves as possible, when left out; `uikit`: without the moves that UITableView can't make. */
  profile?: "exact" | "uikit";
  /** The most changes of a batch, 100 when left out; where there are more, the whole list comes. */
  reloadThreshold?: number;
  shortestIntervalMs?: number;
  largestBatchBytes?: number;
  /** Whether elements come with their order keys. */
  orderKeys?: boolean;
  /** How often there is an update when the version moves on and nothing visible changes; 10,000 when left out. */
  progressIntervalMs?: number;
  /** What the subscriber's own request ids begin with; those of the client when left out. */
  ownRequestPrefix?: Uint8Array;
  /** Whether batches say who made their commits. */
  nameAuthors?: boolean;
  /** After so many attempts to reconnect in succession it ends; without limit when left out. */
  reconnectionAttempts?: number;
  signal?: AbortSignal;
}

/**
 * The next step of a list. When the connection is lost, the loop just waits; it goes on with exactly what it missed. A slow
 * loop gets fewer and larger batches.
 */
export type ListUpdate = {
  /** The version of the list with the update. */
  readonly version: number;
  /** The random id of the collection's history. */
  readonly epoch: bigint;
  /** With what to go on after the update, also in another program. */
  readonly resumeToken: Uint8Array;
  /** The request ids of the client's own transactions that a batch contains. */
  readonly ownRequestIds: readonly Uint8Array[];
  readonly authors: readonly CommitAuthor[];
  /** Where the window of a view is. */
  readonly window?: WindowPlace;
} & (
  | { readonly type: "list"; readonly sections: readonly Section[]; readonly reason: SnapshotReason }
  | { readonly type: "batch"; readonly batch: ChangeBatch; readonly from: number; readonly commits: number }
  | { readonly type: "progress" }
);

/** The list with the changes of a batch: what did not change is shared with the list before. Throws if they do not fit. */
export function applyBatch(sections: readonly Section[], batch: ChangeBatch): Section[];

export interface LiveListOptions {
  /**
   * Where the list is kept while the page is closed, such as `localStorage`, with the moves that the server has not
   * answered: the next page makes them. What another user has left there is removed and not shown.
   */
  storage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem?(key: string): void;
  };
  /** The key in it; made of the names of the server and the list when left out. A view without a name needs one. */
  storageKey?: string;
  /**
   * Who uses the page. When left out: the subject of the token where that is a JWT, or a hash of the token. A page needs it
   * that says who its user is in another way, such as with a cookie, and one whose token can't be had without a network.
   */
  storageUser?: string;
  /**
   * The stack of which moves and other changes made here are steps, at most 16 bytes, so that `client.undo` takes them
   * back; see Documentation/undo.md. Without one, they are no steps.
   */
  stack?: Uint8Array;
  /** As in `UpdateOptions`; 2,000 when left out, since reading a long list again takes longer than changing it. */
  reloadThreshold?: number;
  /** As in `UpdateOptions`; 16 when left out, since screens show no more. */
  shortestIntervalMs?: number;
  orderKeys?: boolean;
  nameAuthors?: boolean;
}

/** What changed in a list. Positions of the batch are those of the list that `sections` had before, and has now. */
export type ListChange =
  | {
      readonly type: "batch";
      readonly batch: ChangeBatch;
      readonly authors: readonly CommitAuthor[];
      readonly ownRequestIds: readonly Uint8Array[];
    }
  /** The list was replaced: read all of it. `stored`: it is what was stored, and the server's changes follow. */
  | { readonly type: "reload"; readonly reason: SnapshotReason | "stored" };

export interface ListEvents {
  /**
   * The list that is shown changed. Moves of `move` and `moveSections` are no such change, neither when they are made nor
   * when the server has them, unless others changed something with them, or the whole list came again; transactions of
   * `apply` are one, with their request ids.
   */
  change: ListChange;
  /** The server can't be reached any more, or can again. The list stays, and can be moved in. */
  connection: { readonly state: "connected" | "disconnected"; readonly error: ArrangeError | undefined };
  /** There are other changes that the server's list does not have; see `isPending`. */
  pending: {};
  /** The server refused a move, or another change of an `EditableList`, which was undone before. */
  refused: RefusedMove;
  /** In an `EditableList` with a `stack`: whether there is something to undo, or to make again, is another thing now. */
  steps: { readonly canUndo: boolean; readonly canRedo: boolean };
  /** The list is not followed any more. */
  end: { readonly error: ArrangeError | undefined };
}

/** A move, or another change, that the server refused. */
export interface RefusedMove {
  readonly requestId: Uint8Array;
  readonly error: ArrangeError;
  /** The ids of what was moved, or changed otherwise. */
  readonly items: readonly string[];
  /** Where to, as it was given to `move`; empty for what was no move. */
  readonly to: Destination;
  /** The operations of what was no move. */
  readonly operations: readonly Init<Operation>[] | undefined;
  /**
   * With these effects allowed, the rows of the view can go there: `move(items, to, { allow })`. Empty where that is not the
   * cause. Somebody has to be asked before, since they change more than a place.
   */
  readonly allow: readonly PlaceEffect[];
}

/** How rows are placed in a view. */
export interface PlaceOptions {
  /** What may happen to the items besides what a place in the view always takes. */
  allow?: readonly PlaceEffect[];
  /** To which row in the gap they go, where others are hidden in it. */
  aim?: PlaceAim;
  /** In a view of an outline the row below which they go; "" is the top of the section. */
  parent?: string;
  /** The rows to name, where others go along with them; see `moveRows` of `@arrange/client/rows`. */
  rows?: readonly string[];
}

/** A list on a screen: it is always ready to be shown, says what changes, and moves at once. */
export class LiveList {
  constructor(client: Client, source: Source, options?: LiveListOptions);
  readonly client: Client;
  readonly source: Source;
  /** The list as it is to be shown, with changes that the server has not answered yet. */
  readonly sections: readonly Section[];
  /** Whether the list has come. */
  readonly isLoaded: boolean;
  /** Settled when the list has come, from the storage or from the server; rejected if it can't. */
  readonly loaded: Promise<void>;
  /** The version of the server's list; undefined before it has come. */
  readonly version: number | undefined;
  /** Where the window of a view is. */
  readonly window: WindowPlace | undefined;
  /** Whether there are moves, or other changes, that the server's list does not have yet. */
  readonly hasPendingMoves: boolean;
  /** @returns what ends it */
  on<Name extends keyof ListEvents>(name: Name, listener: (event: ListEvents[Name]) => void): () => void;

  /** Whether an item, or a section, was moved or changed otherwise and the server's list does not have that yet. */
  isPending(id: string): boolean;

  /** Where an item is. */
  path(id: string): { section: number; item: number } | undefined;

  /**
   * Moves items at once, and sends the move. No change is reported, since who calls this shows it already; what it returns
   * says what changed. Throws where the server would refuse.
   *
   * Rows of a view are shown in the gap at once, and the server decides what that does to their items (`client.placeRows`).
   * If it takes more than is allowed, the move is undone, and `refused` names the effects that would do.
   */
  move(items: string | readonly string[], to: Destination, options?: PlaceOptions): LocalMove;
  /** Moves sections in the same way. */
  moveSections(sections: string | readonly string[], to: Init<Placement>): LocalMove;
  /** Changes the collection in another way: like `client.apply`. */
  apply(
    operations: readonly Init<Operation>[],
    options?: Options<"ApplyRequest", "collection" | "operations">,
  ): Promise<ApplyResponse>;

  /** Nothing changes, except by moves, until `resume`: what was missed then comes in a few batches. Calls nest. */
  pause(): void;
  resume(): void;
  /** Follows the list no more. */
  close(): void;
}

/** Where items go: a place, and the section; that of the anchor or of the first item when left out. */
export type Destination = Init<Placement> & { readonly section?: string };

export interface LocalMove {
  readonly requestId: Uint8Array;
  /** What changed; undefined where everything was in its place, and nothing was sent. */
  readonly batch: ChangeBatch | undefined;
}

// MARK: What the client runs on

/** The time in milliseconds, and timers. */
export interface Clock {
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Opens a connection to an address. The handlers are called later, never before it returns. */
export type TransportFactory = (handlers: TransportHandlers, url: string) => Transport | Promise<Transport>;

export interface TransportHandlers {
  opened(): void;
  data(bytes: Uint8Array): void;
  closed(error?: TransportError): void;
}

export interface Transport {
  send(bytes: Uint8Array): void;
  /** Closes the connection when everything was sent. */
  close(): void;
}

export interface TransportError {
  message: string;
  /** Whether another attempt would fail in the same way. */
  isPermanent?: boolean;
}

export interface TLSOptions {
  ca?: string | Uint8Array;
  cert?: string | Uint8Array;
  key?: string | Uint8Array;
  servername?: string;
  rejectUnauthorized?: boolean;
}

/** The part of WebSocket that is used. */
export type WebSocketConstructor = new (
  url: string,
  protocol: string,
) => {
  binaryType: string;
  onopen: any;
  onmessage: any;
  onclose: any;
  readonly readyState: number;
  readonly OPEN: number;
  send(bytes: Uint8Array): void;
  close(): void;
};
