// Generated from Protos by the command generate-protos. Do not edit.

import type { CallOptions, Init, Options, StreamOptions } from "../../arrange.js";
import type { BackupResponse, ChangeStrategyResponse, CollectionInfo, CompareResponse, DescribeResponse, ExplainResponse, FollowersResponse, HealthCheckResponse, HistoryResponse, ListCollectionsResponse, ListStrategiesResponse, ListViewsResponse, Operation, RotateKeysResponse, ServerInfoResponse, VerifyKeysResponse, View, ViewInfo } from "./types.js";

/** The calls whose functions need no more than the interface says. */
export interface Calls {
  /** Makes an empty collection. Ends with ALREADY_EXISTS where the name is taken. */
  create(name: string, options?: Options<"CreateCollectionRequest", "name">): Promise<CollectionInfo>;

  /** What there is to know about a collection without reading its content. */
  get(name: string, options?: CallOptions): Promise<CollectionInfo>;

  /**
   * The collections and stored views in ascending order of the bytes of their names, in pages. Of views neither the version
   * nor the size is told, for which they would have to be evaluated: both are 0.
   */
  collections(options?: Options<"ListCollectionsRequest">): Promise<ListCollectionsResponse>;

  /** Changes the fields of the collection itself. Its content and its version stay as they are. */
  update(name: string, options?: Options<"UpdateCollectionRequest", "name">): Promise<CollectionInfo>;

  /** Removes a collection with its content and its history, for good. */
  delete(name: string, options?: CallOptions): Promise<void>;

  /** Reads the commits between two versions. */
  history(collection: string, options?: Options<"HistoryRequest", "collection">): Promise<HistoryResponse>;

  /**
   * Gives a collection another ordering strategy, in one commit. Nothing moves: only order keys change, and who is
   * subscribed is told nothing. It may be repeated without harm.
   */
  changeStrategy(collection: string, strategy: string, options?: Options<"ChangeStrategyRequest", "collection" | "strategy">): Promise<ChangeStrategyResponse>;

  /**
   * Gives some elements order keys of another generation, in one commit in which nothing moves. Called until nothing
   * remains it renews the keys of a whole collection while it is used. Ends with FAILED_PRECONDITION where the
   * strategy has no generations; of those that are built in, "lexorank" has.
   */
  rotateKeys(collection: string, options?: Options<"RotateKeysRequest", "collection">): Promise<RotateKeysResponse>;

  /** Tells what a transaction would write, without carrying it out, and how the order keys are. */
  explain(collection: string, operations?: readonly Init<Operation>[], options?: CallOptions): Promise<ExplainResponse>;

  /** Looks at all stored order keys. What is wrong is mended by ChangeStrategy with `renew_keys`. */
  verifyKeys(collection: string, options?: CallOptions): Promise<VerifyKeysResponse>;

  /** The strategies that the server has, in ascending order of the bytes of their names. */
  strategies(options?: CallOptions): Promise<ListStrategiesResponse>;

  /** What the server is, what it holds and what it takes. */
  serverInfo(options?: CallOptions): Promise<ServerInfoResponse>;

  /** The state at this moment. */
  health(options?: Options<"HealthCheckRequest">): Promise<HealthCheckResponse>;

  /**
   * The state at this moment, and then each change of it. Ends only when the connection or the server does.
   * A client without credit gets the latest state when it has credit again, not each one in between.
   */
  watchHealth(options?: StreamOptions<"HealthCheckRequest">): AsyncIterableIterator<HealthCheckResponse>;

  /** All files of this specification, as the server was built with them. */
  describe(options?: CallOptions): Promise<DescribeResponse>;

  /**
   * Stores a view. Where there is a view of the name it gets the new definition, and its subscribers see what that changes.
   * Ends with ALREADY_EXISTS where a collection has the name, and with NOT_FOUND where a collection of the view is not there.
   */
  defineView(name: string, view: Init<View>, options?: CallOptions): Promise<ViewInfo>;

  /** A stored view. Ends with NOT_FOUND where there is none of the name. */
  view(name: string, options?: CallOptions): Promise<ViewInfo>;

  /** The stored views in ascending order of the bytes of their names, in pages. */
  views(options?: Options<"ListViewsRequest">): Promise<ListViewsResponse>;

  /** Removes a stored view. Its collections stay as they are; subscriptions to it end with NOT_FOUND. */
  deleteView(name: string, options?: CallOptions): Promise<void>;

  /**
   * The contents of the server, or of some collections, as of one moment: the bytes of a backup file, in pieces. Commits
   * continue meanwhile. It needs the permission `admin`. One backup runs at a time.
   */
  backup(options?: StreamOptions<"BackupRequest">): AsyncIterableIterator<BackupResponse>;

  /**
   * Who follows: the subscriptions that are open on this server at the moment. It shows those of the collections and views
   * that the caller has the permission `manage` for, and leaves the others out. To repeat it every few seconds is fine.
   */
  followers(collection?: string, options?: Options<"FollowersRequest", "collection">): Promise<FollowersResponse>;

  /**
   * Runs ordering strategies, those of this server too, on the same workloads, and reports what each of them wrote. It works
   * on lists of its own and touches no collection. It needs the permission `admin`. It takes one processor for as long as it
   * takes, with low priority; one comparison runs at a time, and it ends when the stream is cancelled.
   */
  compare(plan?: string, options?: StreamOptions<"CompareRequest", "plan">): AsyncIterableIterator<CompareResponse>;
}
