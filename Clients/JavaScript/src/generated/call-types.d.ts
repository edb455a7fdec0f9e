// Generated from Protos by the command generate-protos. Do not edit.

import type { CallOptions, Init, Options, StreamOptions } from "../../arrange.js";
import type { ApplyResponse, BackupResponse, ChangeStrategyResponse, CollectionInfo, CompareResponse, DescribeResponse, DiffResponse, EmptyBinResponse, EraseResponse, ExplainResponse, FollowersResponse, GetOverlayResponse, HealthCheckResponse, HistoryResponse, ListBinResponse, ListCollectionsResponse, ListOverlaysResponse, ListStrategiesResponse, ListVersionsResponse, ListViewsResponse, NamedVersion, Operation, OverlayInfo, ParseViewResponse, PlaceRowsResponse, RemovedElement, RestoreResponse, RotateKeysResponse, ServerInfoResponse, VerifyKeysResponse, VersionReference, View, ViewInfo } from "./types.js";

/** The calls whose functions need no more than the interface says. */
export interface Calls {
  /**
   * Creates an empty collection.
   *
   * Without a `strategy` the collection gets the server's default one. Ends with ALREADY_EXISTS if the name is taken,
   * and with INVALID_ARGUMENT for a strategy that the server does not have.
   */
  create(name: string, options?: Options<"CreateCollectionRequest", "name">): Promise<CollectionInfo>;

  /** Describes a collection or a stored view, without its content. */
  get(name: string, options?: CallOptions): Promise<CollectionInfo>;

  /**
   * Lists the collections and stored views, in ascending order of the bytes of their names, one page per call.
   *
   * For the next page, pass `nextPageToken` of the response as `pageToken`. The version and the size of views are 0,
   * because views would have to be evaluated to know them.
   */
  collections(options?: Options<"ListCollectionsRequest">): Promise<ListCollectionsResponse>;

  /**
   * Changes the fields of the collection itself. Its content and its version do not change.
   *
   * Fields that `set` does not name keep their values, unless `remove` names them or `replaceAll` is set.
   */
  update(name: string, options?: Options<"UpdateCollectionRequest", "name">): Promise<CollectionInfo>;

  /** Permanently deletes a collection with its content and its history. */
  delete(name: string, options?: CallOptions): Promise<void>;

  /**
   * Returns the changes from one version of a collection to another, as one batch.
   *
   * How long it takes depends on the number of changes between the two, not on the size of the collection. Ends with
   * OUT_OF_RANGE if one of the versions is not kept, and with RESOURCE_EXHAUSTED if the commits between have more than
   * 100000 changes, or if the batch does not fit a frame: then read both versions.
   */
  diff(collection: string, from: Init<VersionReference>, to?: Init<VersionReference>, options?: Options<"DiffRequest", "collection" | "from" | "to">): Promise<DiffResponse>;

  /**
   * Takes a collection back to the content of an earlier version, in one commit with as few moves as possible.
   *
   * Nothing of the history is lost: it is a commit like any other. What comes back has its id and its fields, also if it was
   * transferred to another collection, which keeps it. Other writes to the collection wait meanwhile. Limits of sections
   * are not checked. Ends with OUT_OF_RANGE if the version is not kept, with ABORTED if the collection does not have the
   * required version, and with RESOURCE_EXHAUSTED if the commit would write more than 67108864 bytes, if the collection
   * would have more elements than it may have, or if the commits in between have more than 100000 changes.
   */
  restore(collection: string, to: Init<VersionReference>, options?: Options<"RestoreRequest", "collection" | "to">): Promise<RestoreResponse>;

  /**
   * Removes items for good: from the collection, if it still has them, from its bin, and from what is kept of its history. The
   * response comes when the files of the server have nothing of their content any more.
   *
   * The history begins anew with the commit that the call makes: no earlier version can be read, nothing of before can be undone or
   * put back, a client that resumes from before gets the whole collection, and a transaction of before that is sent again is carried
   * out again. Other items keep their present content. Ends with NOT_FOUND, and erases nothing, if neither the collection nor its
   * history has one of the items, and with FAILED_PRECONDITION if a version has a name, because it would not stay
   * readable: `deleteNames` deletes the names.
   *
   * The ids of the items are not erased everywhere: an overlay of the collection may still name them. What else has the
   * content: backups that were made before, collections to which the items were transferred, and clients.
   */
  erase(collection: string, items: readonly string[], options?: Options<"EraseRequest", "collection" | "items">): Promise<EraseResponse>;

  /**
   * Reads the commits between two versions of a collection.
   *
   * Both versions are included; without a last version, the commits up to the newest are read. The response may have
   * fewer commits than requested, so that it fits a frame. To continue, call again from the version after the last
   * commit. A commit that is larger than a frame is returned in parts: if the last commit is a part, call again from
   * its version with `fromChange`.
   */
  history(collection: string, options?: Options<"HistoryRequest", "collection">): Promise<HistoryResponse>;

  /**
   * Changes the ordering strategy of a collection, in one commit.
   *
   * Nothing moves: only order keys change, and subscribers get no update. Repeating the call has no further effect,
   * unless `renewKeys` or `ifVersion` is set.
   *
   * Ends with INVALID_ARGUMENT for a strategy that the server does not have, and with ABORTED if the collection does
   * not have the required version.
   */
  changeStrategy(collection: string, strategy: string, options?: Options<"ChangeStrategyRequest", "collection" | "strategy">): Promise<ChangeStrategyResponse>;

  /**
   * Gives some elements of a collection new order keys: one step of renewing all keys of a collection while it is in
   * use.
   *
   * One call is one step, and one commit in which nothing moves. Repeat the call with the `generation` of the response
   * until `remaining` is 0. Ends with FAILED_PRECONDITION if the strategy has no generations of keys; of the built-in
   * strategies, "lexorank" has them.
   */
  rotateKeys(collection: string, options?: Options<"RotateKeysRequest", "collection">): Promise<RotateKeysResponse>;

  /**
   * Explains what a transaction would write, without carrying it out, with statistics of the order keys.
   *
   * Nothing is written. Without operations, only the statistics are returned.
   */
  explain(collection: string, operations?: readonly Init<Operation>[], options?: CallOptions): Promise<ExplainResponse>;

  /**
   * Checks all stored order keys of a collection.
   *
   * ChangeStrategy with `renewKeys` repairs them.
   */
  verifyKeys(collection: string, options?: CallOptions): Promise<VerifyKeysResponse>;

  /**
   * Lists the ordering strategies that the server has, with the default one.
   *
   * The strategies are in ascending order of the bytes of their names.
   */
  strategies(options?: CallOptions): Promise<ListStrategiesResponse>;

  /**
   * Describes the server: its version, statistics and limits, and the nodes if it is one of several; and the caller: who it is,
   * and what it may do.
   *
   * Without the permission `admin` the statistics are 0, and there are no nodes.
   */
  serverInfo(options?: Options<"ServerInfoRequest">): Promise<ServerInfoResponse>;

  /**
   * Returns whether the server, or one service of it, can currently serve.
   *
   * Ends with NOT_FOUND if the server does not have the service.
   */
  health(options?: Options<"HealthCheckRequest">): Promise<HealthCheckResponse>;

  /**
   * Sends whether the server, or one service of it, can serve: the current state, and then each change of it.
   *
   * For a service that the server does not have, the state is SERVING_STATUS_SERVICE_UNKNOWN. A client without credit
   * gets only the latest state when it has credit again, not each state in between. The stream ends only with the
   * connection or the server; the client libraries then continue it on the next connection.
   */
  watchHealth(options?: StreamOptions<"HealthCheckRequest">): AsyncIterableIterator<HealthCheckResponse>;

  /** Returns the serialised descriptor set of this specification, as the server was built with it. */
  describe(options?: CallOptions): Promise<DescribeResponse>;

  /**
   * Stores a view under a name, or redefines the view of that name.
   *
   * The subscribers of a redefined view get the resulting changes. Ends with ALREADY_EXISTS if a collection has the
   * name, with NOT_FOUND if a collection of the view does not exist, and with INVALID_ARGUMENT for an invalid
   * definition.
   */
  defineView(name: string, view: Init<View>, options?: CallOptions): Promise<ViewInfo>;

  /**
   * Returns a stored view.
   *
   * Ends with NOT_FOUND if there is no stored view of the name.
   */
  view(name: string, options?: CallOptions): Promise<ViewInfo>;

  /**
   * Lists the stored views, in ascending order of the bytes of their names, one page per call.
   *
   * For the next page, pass `nextPageToken` of the response as `pageToken`.
   */
  views(options?: Options<"ListViewsRequest">): Promise<ListViewsResponse>;

  /**
   * Deletes a stored view. Its collections are not affected.
   *
   * Subscriptions to the view end with NOT_FOUND. The call ends with NOT_FOUND if there is no stored view of the name.
   */
  deleteView(name: string, options?: CallOptions): Promise<void>;

  /**
   * Reads the text of a view, or writes a view as text. Looks at no collection and needs no permission. An error in the text
   * is part of the response.
   */
  parseView(options?: Options<"ParseViewRequest">): Promise<ParseViewResponse>;

  /**
   * Moves rows of a view into a gap between other rows, or inserts items there.
   *
   * Of all states of the underlying lists in which the view shows exactly the old rows with the dragged ones in the gap,
   * the one with the least effect is taken. If that needs effects that are not allowed, nothing changes: the call ends
   * with FAILED_PRECONDITION, and the field of the error lists them, such as "allow[section,sort]": "section", "sort" and
   * "collection", separated by commas.
   * In a part that shows an overlay, rows are placed in the overlay, and nothing else changes: what needs another effect
   * ends with FAILED_PRECONDITION.
   * Needs the permission `read` for the view, `move` for the collection of the gap unless that shows the caller's own
   * overlay, and `write` where fields are written or items inserted. In a view with VIEW_RIGHTS_DEFINER, which needs
   * `View.mayMove`, the caller needs these permissions for the view, and its definer for the collections; the response then
   * names rows alone: no collection, no version, and no field that is written.
   */
  placeRows(options?: Options<"PlaceRowsRequest">): Promise<PlaceRowsResponse>;

  /**
   * Creates an overlay without entries.
   *
   * Ends with ALREADY_EXISTS if there is one of the name, with NOT_FOUND if there is no such collection, and with
   * RESOURCE_EXHAUSTED if the principal has 1000 overlays of the collection, or it has 1000 shared ones.
   */
  createOverlay(collection: string, overlay: string, options?: Options<"CreateOverlayRequest", "collection" | "overlay">): Promise<OverlayInfo>;

  /**
   * Returns the entries of an overlay in their sequence, a page per call.
   *
   * Ends with NOT_FOUND if there is no such overlay.
   */
  overlay(collection: string, overlay: string, options?: Options<"GetOverlayRequest", "collection" | "overlay">): Promise<GetOverlayResponse>;

  /** Lists the shared overlays of a collection and those of one principal. */
  overlays(collection: string, options?: Options<"ListOverlaysRequest", "collection">): Promise<ListOverlaysResponse>;

  /**
   * Removes entries, so that the items are where the collection has them. Items without an entry are left alone.
   *
   * Ends with NOT_FOUND if there is no such overlay.
   */
  resetOverlay(collection: string, overlay: string, options?: Options<"ResetOverlayRequest", "collection" | "overlay">): Promise<OverlayInfo>;

  /**
   * Deletes an overlay. Subscriptions to views that show it end with NOT_FOUND, and so does the call if there is no such
   * overlay.
   */
  deleteOverlay(collection: string, overlay: string, options?: Options<"DeleteOverlayRequest", "collection" | "overlay">): Promise<void>;

  /**
   * Gives a version a name. A name that is in use refers to the new version from then on.
   *
   * Ends with OUT_OF_RANGE if the version is not kept, and with RESOURCE_EXHAUSTED if the collection has 100 names.
   */
  setVersion(collection: string, versionName: string, version?: Init<VersionReference>, options?: CallOptions): Promise<NamedVersion>;

  /** Lists the versions with names, the newest first. */
  versions(collection: string, options?: CallOptions): Promise<ListVersionsResponse>;

  /**
   * Deletes a name. Commits that were kept because of it are trimmed with the next checkpoint.
   *
   * Ends with NOT_FOUND if there is no such name.
   */
  deleteVersion(collection: string, versionName: string, options?: CallOptions): Promise<void>;

  /**
   * Lists the removed items and sections that the collection does not have again, the newest first.
   *
   * An item that was removed with its section is not listed by itself, unless the collection has the section again. An
   * element that was removed several times is listed for each of them. For the next page, pass `nextPageToken` of the response as `pageToken`; a page can have
   * fewer elements than wanted, or none, and still not be the last one.
   */
  bin(collection: string, options?: Options<"ListBinRequest", "collection">): Promise<ListBinResponse>;

  /**
   * Puts removed elements back, in one commit: with their ids and fields, at their old neighbours.
   *
   * An item goes behind the item that was before it, or else behind the next one further up that is still in the section;
   * else before the item that was after it; else to the start of the section. Sections likewise, with those of their
   * items that the collection does not have again. Ends with NOT_FOUND if an element is not in the bin, with ALREADY_EXISTS if the
   * collection has its id again, and with FAILED_PRECONDITION if the section of an item is not there and not put back as
   * well, or would exceed its limit.
   */
  putBack(collection: string, elements: readonly Init<RemovedElement>[], options?: Options<"PutBackRequest", "collection" | "elements">): Promise<ApplyResponse>;

  /**
   * Removes everything from the bin for good, in a commit that changes nothing else. With it goes the whole history up to
   * now: earlier versions can't be read any more. The commits are removed from the store once the next checkpoint is
   * complete, which begins at once.
   *
   * Ends with FAILED_PRECONDITION if a version has a name, because it would not stay readable.
   */
  emptyBin(collection: string, options?: CallOptions): Promise<EmptyBinResponse>;

  /**
   * Sends a backup of the server, or of some collections and views, as of one moment: the bytes of a backup file.
   *
   * The file is sent in pieces, in order. Commits continue meanwhile. A backup can't be resumed: if the connection is
   * lost, the client libraries end it with UNAVAILABLE.
   *
   * Ends with PERMISSION_DENIED without the permission `admin`, with RESOURCE_EXHAUSTED if another backup is running,
   * and with NOT_FOUND if one of the names does not exist.
   */
  backup(options?: StreamOptions<"BackupRequest">): AsyncIterableIterator<BackupResponse>;

  /**
   * Lists the subscriptions that are currently open on this server.
   *
   * Without a name, these are the subscriptions to all collections and views. Only those to collections and views for
   * which the caller has the permission `manage` are included. At most `limit` followers are listed; the counts include
   * the others. It is fine to repeat this call every few seconds.
   */
  followers(collection?: string, options?: Options<"FollowersRequest", "collection">): Promise<FollowersResponse>;

  /**
   * Compares ordering strategies by running them on the same workloads, and reports what each of them wrote.
   *
   * The plan is YAML; without one, the standard plan is used. The first messages report the progress; when all
   * operations are done, messages with the pieces of the report follow, which is JSON. The comparison includes the
   * strategies of this server. It uses lists of its own and does not touch collections. It occupies one processor, with
   * low priority, until it is done. Cancelling the stream ends the comparison. It can't be resumed: if the connection
   * is lost, the client libraries end it with UNAVAILABLE.
   *
   * Ends with PERMISSION_DENIED without the permission `admin`, with RESOURCE_EXHAUSTED if another comparison is
   * running, and with INVALID_ARGUMENT for an invalid plan.
   */
  compare(plan?: string, options?: StreamOptions<"CompareRequest", "plan">): AsyncIterableIterator<CompareResponse>;
}
