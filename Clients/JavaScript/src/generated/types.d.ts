// Generated from Protos by the command generate-protos. Do not edit.

import type { Fields, FieldValue } from "../../arrange.js";

/** What happens if the anchor of a placement does not exist, or is not among the siblings. */
export type AnchorPolicy = "fail" | "first" | "last";

/** A list of fields; if the list is not set, this means something else than an empty list. */
export interface FieldList {
  /** The fields, in ascending order of the bytes of their names. */
  readonly fields: Fields;
}

/** An item or a section at one version. */
export interface Element {
  /** The id of the element. */
  readonly id: string;
  /** The fields, in ascending order of the bytes of their names. */
  readonly fields: Fields;
  /** The version of the collection at which the fields last changed. `ifContentVersion` is compared with it. */
  readonly contentVersion: number;
  /**
   * The order key, at most 255 bytes; empty for rows of views. The keys of the items of a section, and those of the
   * sections of a collection, ascend bytewise in list order. Their format depends on the collection's ordering
   * strategy.
   */
  readonly key: Uint8Array;
  /**
   * The element that this row of a view shows; not set if the element is in a collection, for fixed rows of a view, and
   * for sections that a view makes by flattening or grouping.
   */
  readonly origin?: RowOrigin;
  /**
   * The version of the commit that last placed the element, which is one that inserted or moved it; changes of its
   * fields and rekeys are none. `ifPlacementVersion` is compared with it. Sent together with the order key. 0 for rows of
   * views, and for an element that was last placed before the server knew placement versions.
   */
  readonly placementVersion: number;
  /**
   * The depth of an item of an outline, if the page is one of Fetch: 1 at the top of its section, and one more than that of
   * its parent below. Otherwise 0.
   */
  readonly depth: number;
  /** The numbers of the children of an item of an outline, and of all items below it, if the page is one of Fetch. */
  readonly childCount: number;
  readonly descendantCount: number;
}

/** The element that a row of a view shows. */
export interface RowOrigin {
  /** The name of the collection that the element is in. */
  readonly collection: string;
  /** The id of the section that the row shows, or of the section in which the item was when the row was sent. */
  readonly section: string;
  /** The id of the item that the row shows; empty if the row is a section of the view. */
  readonly item: string;
  /**
   * How deep the item is in an outline, if the view shows what is below items below them: 1 at the top of its section, and one
   * more than that of its parent below. Otherwise 0.
   */
  readonly depth: number;
  /** Whether the item is only shown because of one below it that the filter shows. */
  readonly context: boolean;
}

/** The position of an item. In an outline, `item` is the index among its siblings. */
export interface Path {
  /** The index of the item's section in the collection. */
  readonly section: number;
  /** The index of the item in its section. */
  readonly item: number;
}

/** A position among siblings: the items of a section, or the sections of a collection. */
export interface Placement {
  /** At the start. Must be true. */
  readonly first?: boolean;
  /** At the end. Must be true. */
  readonly last?: boolean;
  /** Directly before the element with this id, the anchor. */
  readonly before?: string;
  /** Directly after the element with this id, the anchor. */
  readonly after?: string;
  /**
   * At this index. For a move, it is the index of the first moved element after the move. An index past the end is
   * refused with OUT_OF_RANGE.
   */
  readonly at?: number;
  /** What happens if the anchor does not exist, or is not among the siblings. */
  readonly ifAnchorMissing: AnchorPolicy;
}

/** A version of a collection, as a request names it. */
export interface VersionReference {
  /** The version. */
  readonly version?: number;
  /** The name of a version, see Versions/Set. If there is no such name, the call ends with NOT_FOUND. */
  readonly name?: string;
}

/** A description of a collection, or of a view, without its content. */
export interface CollectionInfo {
  /** The name of the collection or of the stored view; empty for a view that was given in the request. */
  readonly name: string;
  /** The name of the ordering strategy, such as "lexorank"; empty for a view. See Strategies/List. */
  readonly strategy: string;
  /** Fields of the collection itself, such as a title, in ascending order of the bytes of their names. */
  readonly fields: Fields;
  /**
   * The number of commits so far; for a view, a number that grows with each change of its content and of its
   * definition.
   */
  readonly version: number;
  /**
   * The random id of the collection's history; new after a restore, so that versions of different histories are never
   * compared. The same for all views.
   */
  readonly epoch: bigint;
  /** When the collection was created, in microseconds since 1970-01-01T00:00:00Z. */
  readonly createdAtUs: number;
  /** The number of sections. */
  readonly sectionCount: number;
  /** The number of items of all sections together. */
  readonly itemCount: number;
  /** Whether this is a view: it is read and subscribed to like a collection, but can't be written to. */
  readonly isView: boolean;
  /**
   * Why a view in a list of collections can't be shown, such as that one of its collections was deleted; empty if it
   * can be shown. The view can still be redefined or deleted.
   */
  readonly problem: string;
  /**
   * The history to which the version belongs; 0 if unknown, as for version 0, for views, and in lists of collections.
   * Copies of a collection that have the same version and the same history are identical up to that version. If an
   * older copy of the data is restored, later versions belong to another history.
   */
  readonly history: bigint;
  /**
   * The approximate size of the collection in the store, in bytes: its newest checkpoint and the retained commits. Only
   * in the responses of Get and List; 0 for views, and if it is unknown, as for a collection that was not used since
   * the start of the server.
   */
  readonly storedBytes: number;
  /** The limits of an outline; not set if the collection is flat. Servers before version 0.7.0 have no outlines. */
  readonly outline?: OutlineSettings;
}

/** What makes a collection an outline, whose items can have children. */
export interface OutlineSettings {
  /**
   * The largest depth of an item, 1 to 256; one at the top of its section has the depth 1. 0: 64. Other values are refused
   * with OUT_OF_RANGE.
   */
  readonly maxDepth: number;
  /** The largest number of children of an item, 1 to 1000000; 0: 100000. Other values are refused with OUT_OF_RANGE. */
  readonly maxChildren: number;
}

/** What happens if the parent of a place does not exist. */
export type ParentPolicy = "fail" | "nearest_ancestor" | "last";

/** What happens with items that contain the place to which they are to be moved. */
export type CyclePolicy = "fail" | "skip" | "beside";

/** What becomes of the children of an item that is removed. */
export type DescendantPolicy = "unspecified" | "remove" | "promote" | "refuse";

/**
 * One edit of a collection. A transaction is a list of operations, applied all or nothing.
 *
 * An operation sees the results of the previous operations of the same transaction. An operation names each element
 * once: an id that occurs twice is refused with INVALID_ARGUMENT.
 */
export interface Operation {
  readonly insertItems?: InsertItems;
  readonly moveItems?: MoveItems;
  readonly updateItems?: UpdateItems;
  readonly removeItems?: RemoveItems;
  readonly reorderItems?: ReorderItems;
  readonly adoptItems?: AdoptItems;
  readonly insertSections?: InsertSections;
  readonly moveSections?: MoveSections;
  readonly updateSections?: UpdateSections;
  readonly removeSections?: RemoveSections;
  readonly reorderSections?: ReorderSections;
}

/** An item or a section to insert. */
export interface NewElement {
  /**
   * The id; empty: the server makes one, a UUIDv7, which the result contains. An id that is taken is refused with
   * ALREADY_EXISTS.
   */
  readonly id: string;
  /** The fields, in any order. */
  readonly fields: Fields;
}

/** An existing item or section, optionally required to have a certain content and a certain place. */
export interface ElementReference {
  /** The id of the element. An element that does not exist is refused with NOT_FOUND. */
  readonly id: string;
  /**
   * The content version that the element must have, see `Element.contentVersion`; otherwise the transaction ends
   * with ABORTED. When left out: any content version.
   */
  readonly ifContentVersion?: number;
  /**
   * The id of the section that the item must be in, such as the one in which a person saw it; otherwise the transaction
   * ends with ABORTED, and the message says where the item is. When left out: any section. Refused with
   * INVALID_ARGUMENT for sections.
   */
  readonly ifSection?: string;
  /**
   * The placement version that the element must have, see `Element.placementVersion`; otherwise the transaction ends
   * with ABORTED, and the message says where the element is. When left out: any placement version.
   */
  readonly ifPlacementVersion?: number;
  /**
   * The id of the item that must be the parent; empty: the item must be at the top of its section. Otherwise the
   * transaction ends with ABORTED, and the message says where the item is. When left out: any parent. Refused with
   * INVALID_ARGUMENT for sections.
   */
  readonly ifParent?: string;
}

/** New values for some fields of an existing item or section. */
export interface ElementUpdate {
  /** The id of the element. An element that does not exist is refused with NOT_FOUND. */
  readonly id: string;
  /**
   * The content version that the element must have, see `Element.contentVersion`; otherwise the transaction ends
   * with ABORTED. When left out: any content version.
   */
  readonly ifContentVersion?: number;
  /** Fields to set, in any order. */
  readonly set: Fields;
  /** Names of fields to remove, except those in `set`. At most 64. Names of fields that do not exist are ignored. */
  readonly remove: readonly string[];
  /** Whether all fields that `set` does not name are removed. */
  readonly replaceAll: boolean;
}

/** Inserts items so that they follow each other in the given order. */
export interface InsertItems {
  /** The items, at least one. */
  readonly items: readonly NewElement[];
  /**
   * The id of the section, which must exist, except for the default section, which has the empty id.
   * When left out: the section of the anchor, and without an anchor the default section.
   */
  readonly section?: string;
  /** The position in the section, or among the children of the parent. When left out: at the end. */
  readonly to?: Placement;
  /**
   * The id of the item below which the items go, in an outline; empty: the top of the section. When left out: the
   * parent of the anchor, and without an anchor the top of the section. The section follows from a parent, so that
   * `section` can only be named as well to say where the items go if the parent is missing. Refused with
   * FAILED_PRECONDITION if the collection is flat.
   */
  readonly parent?: string;
  /** What happens if the parent does not exist. */
  readonly ifParentMissing: ParentPolicy;
}

/**
 * Moves items, possibly from several sections, so that they follow each other in the given order. In an outline, what
 * is below an item goes along.
 */
export interface MoveItems {
  /** The items, at least one. */
  readonly items: readonly ElementReference[];
  /**
   * The id of the section, which must exist, except for the default section, which has the empty id.
   * When left out: the section of the anchor, and without an anchor the section of the first item.
   */
  readonly section?: string;
  /** The position in the section, or among the children of the parent. When left out: at the end. */
  readonly to?: Placement;
  /**
   * The id of the item below which the items go, in an outline; empty: the top of the section. When left out: the
   * parent of the anchor, and without an anchor that of the first item, or the top of the section that is named. The
   * section follows from a parent, so that `section` can only be named as well to say where the items go if the parent
   * is missing. Refused with FAILED_PRECONDITION if the collection is flat.
   */
  readonly parent?: string;
  /** What happens if the parent does not exist. */
  readonly ifParentMissing: ParentPolicy;
  /** What happens with items that contain the place, so that they can't go there. */
  readonly ifCycle: CyclePolicy;
}

/** Changes fields of items. */
export interface UpdateItems {
  /** The items with their new fields, at least one. */
  readonly items: readonly ElementUpdate[];
}

/** Removes items. */
export interface RemoveItems {
  /** The items, at least one. */
  readonly items: readonly ElementReference[];
  /** What becomes of the children of the items, except those that are named as well. Has to be said if there are any. */
  readonly descendants: DescendantPolicy;
}

/**
 * Adopts items that were placed elsewhere, such as by an offline client, with the order keys that they got there.
 * Existing items are moved and keep their fields, others are inserted.
 *
 * No item is refused because of its position. The positions of all items of the operation are determined together,
 * before any of them gets another key, so that their order in the request does not matter:
 *
 * An item whose key belongs to the collection's strategy and lies between the keys of `after` and `before` is placed
 * by its key. It keeps the key if no other element has it. Otherwise it is placed directly after the element that has
 * the same key, after items of the operation that were placed there in the same way, and gets another key; of equal
 * keys, the item with the smaller bytes of the id comes first. Neighbours in the list count with their current keys,
 * items of the operation with the keys in the request.
 *
 * Any other item is placed directly after `after`, or else directly before `before`, and gets another key. Items that
 * were placed after it follow it. Items with the same position are in the order of their keys; or, without keys of
 * the strategy, in the order in which they name each other in `before`; or else in the order of the bytes of their
 * ids.
 *
 * An item whose neighbours are both gone, and whose key does not determine a position, is placed at the end; for the
 * strategy "dense" at the index that its key contains.
 *
 * The result contains the keys.
 */
export interface AdoptItems {
  /** The items, at least one. */
  readonly items: readonly AdoptedItem[];
  /** The id of the section of all the items, which must exist, except for the default section, which has the empty id. */
  readonly section: string;
  /**
   * The id of the item below which the items go, in an outline; empty, or left out: the top of the section. The section
   * follows from a parent, so that `section` can only be named as well to say where the items go if the parent is
   * missing. Refused with FAILED_PRECONDITION if the collection is flat.
   */
  readonly parent?: string;
  /** What happens if the parent does not exist. */
  readonly ifParentMissing: ParentPolicy;
  /** What happens with items that contain the place, so that they can't go there. */
  readonly ifCycle: CyclePolicy;
}

/** An item that was placed elsewhere, with the order key that it got there. */
export interface AdoptedItem {
  /** The id. Required, because whoever places items elsewhere also makes their ids. */
  readonly id: string;
  /** The fields if the item does not exist yet, in any order. */
  readonly fields: Fields;
  /** The order key. For the strategy "dense" it is the index as eight bytes, most significant first. */
  readonly key: Uint8Array;
  /** The id of the item after which it was placed; empty if it was placed at the start of the section. */
  readonly after: string;
  /** The id of the item before which it was placed; empty if it was placed at the end of the section. */
  readonly before: string;
}

/**
 * Puts the named items of one section, or children of one item, into the given order. They take the positions that they
 * occupy together now; other items do not move and keep their keys. As few other keys as possible are written, and the
 * result contains all of them.
 */
export interface ReorderItems {
  /** The id of the section of all the items; empty: the default section. */
  readonly section: string;
  /** The ids of the items in their new order, at least one. */
  readonly items: readonly string[];
  /**
   * The id of the item whose children the items are; empty: they are at the top of the section. The section follows from
   * a parent: only one of the two is named.
   */
  readonly parent: string;
}

/** Inserts sections so that they follow each other in the given order. */
export interface InsertSections {
  /** The sections, at least one. */
  readonly sections: readonly NewElement[];
  /** The position in the collection. When left out: at the end. */
  readonly to?: Placement;
}

/** Moves sections with their items so that they follow each other in the given order. */
export interface MoveSections {
  /** The sections, at least one. An empty id names the default section. */
  readonly sections: readonly ElementReference[];
  /** The position in the collection. When left out: at the end. */
  readonly to?: Placement;
}

/** Changes fields of sections. */
export interface UpdateSections {
  /** The sections with their new fields, at least one. An empty id names the default section. */
  readonly sections: readonly ElementUpdate[];
}

/** Removes sections with their items. */
export interface RemoveSections {
  /** The sections, at least one. An empty id names the default section. */
  readonly sections: readonly ElementReference[];
  /**
   * Whether the operation ends with FAILED_PRECONDITION if a section has items. Otherwise the items are removed with
   * their section.
   */
  readonly onlyIfEmpty: boolean;
}

/**
 * Puts the named sections into the given order. They take the positions that they occupy together now; other sections
 * do not move and keep their keys. As few other keys as possible are written, and the result contains all of them.
 */
export interface ReorderSections {
  /** The ids of the sections in their new order, at least one. An empty id names the default section. */
  readonly sections: readonly string[];
}

/** The side of a gap to which rows are placed. */
export type PlaceAim = "automatic" | "after_previous" | "before_next";

/** What placing a row does to its item. */
export type PlaceEffect = "unspecified" | "place" | "group_field" | "section" | "sort_fields" | "collection" | "parent";

/** Why a row is not shown after it was placed. */
export type HiddenBecause = "shown" | "filter" | "cap" | "window";

/** Whose permissions a view uses to read its collections. */
export type ViewRights = "reader" | "definer";

/** What is shown of an outline because of the items that a filter shows. */
export type FilterContext = "matches" | "ancestors" | "descendants";

/** The order of groups that are not declared. */
export type GroupOrder = "ascending" | "descending" | "best_item";

/** The direction in which items are sorted. */
export type SortDirection = "ascending" | "descending";

/** The position of items without a value, in either direction. */
export type MissingValues = "last" | "first";

/** The relation of a field's value to another value. */
export type ComparisonOperator = "unspecified" | "equal" | "not_equal" | "less" | "less_or_equal" | "greater" | "greater_or_equal";

/**
 * A request to store a view under a name. An existing view of the name gets the new definition, and its subscribers get
 * the resulting changes.
 */
export interface DefineViewRequest {
  /** The name of the view: an id, which must not be the name of a collection. Required. */
  readonly name: string;
  /** The definition of the view. Required. */
  readonly view?: View;
}

/** A request for a stored view. */
export interface GetViewRequest {
  /** The name of the view. Required. */
  readonly name: string;
}

/** A request for a page of the list of stored views. */
export interface ListViewsRequest {
  /**
   * The maximum number of views in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The
   * page may have fewer so that it fits a frame.
   */
  readonly pageSize: number;
  /** `nextPageToken` of the previous page; empty: the first page. At most 1024 bytes. */
  readonly pageToken: Uint8Array;
}

/**
 * One page of the list of stored views, in ascending order of the bytes of their names; fewer than requested if they
 * are large, so that the page fits a frame.
 */
export interface ListViewsResponse {
  /** The views of the page. */
  readonly views: readonly ViewInfo[];
  /** The token for the next page; empty if this is the last one. */
  readonly nextPageToken: Uint8Array;
}

/** A request to delete a stored view. Its collections are not affected; subscriptions to it end. */
export interface DeleteViewRequest {
  /** The name of the view. Required. */
  readonly name: string;
}

/** The view was deleted. */
export interface DeleteViewResponse {
}

/** A request to move rows of a view, or to insert items. */
export interface PlaceRowsRequest {
  /** The name of a stored view; empty if `view` is set. */
  readonly name: string;
  /** A view that is given in the request, in place of a name; not set if `name` is that of a stored view. */
  readonly view?: View;
  /**
   * The ids of the rows to move, in their new order, each once; at most 1000. They may be of several sections, and no
   * longer be shown.
   */
  readonly rows: readonly string[];
  /**
   * The id of the view's section that has the gap; it counts where neither `previous` nor `next` is given. Empty: the
   * default section.
   */
  readonly section: string;
  /** The id of the row that was seen before the gap; empty: nothing was seen there. */
  readonly previous: string;
  /**
   * The id of the row that was seen after the gap; empty: nothing was seen there. Without `previous` and `next`, the gap
   * is at the end of the section.
   */
  readonly next: string;
  /** The side of the gap to which the rows are placed, if items are hidden in it. */
  readonly aim: PlaceAim;
  /**
   * The resume token of the list as it was seen; empty: unknown. At most 1024 bytes. With it, the gap is found again
   * although the rows on both sides are gone.
   */
  readonly seen: Uint8Array;
  /** The effects that are allowed besides PLACE_EFFECT_PLACE and PLACE_EFFECT_GROUP_FIELD. */
  readonly allow: readonly PlaceEffect[];
  /** Whether nothing is changed, and only the answer wanted. */
  readonly dryRun: boolean;
  /** Makes a retry safe, as in ApplyRequest; 1 to 64 bytes, best random; empty: no request id. */
  readonly requestId: Uint8Array;
  /** The items to insert, in place of `rows`; at most 1000. */
  readonly items: readonly NewElement[];
  /**
   * The stack on which the placing becomes a step, so that Collections/Undo can undo it, see `ApplyRequest.stack`. Placings
   * in an overlay are no steps.
   */
  readonly stack: Uint8Array;
  /** Joins consecutive commits of a stack to one step, see `ApplyRequest.group`. */
  readonly group: Uint8Array;
  /**
   * The id of the row of that item; empty: the top of the section. The gap is among its children. When left out: the
   * parent that the rows have, if the gap permits that, and otherwise that of a neighbour. Refused with
   * FAILED_PRECONDITION where the part does not show what is below what.
   */
  readonly parent?: string;
}

/** What was done, or would be. */
export interface PlaceRowsResponse {
  /** The commits, by collection; none if the rows were where they belong, and for a request with `dryRun`. */
  readonly applied: readonly PlacedCommit[];
  /** What became of each row or item, in the order of the request; none for a repeated request. */
  readonly effects: readonly RowEffect[];
  /** Whether the neighbours were no longer beside each other in this order, so that the place is a guess. */
  readonly ambiguous: boolean;
  /** The name of the overlay in which the rows are placed; empty if it is their collection. */
  readonly overlay: string;
}

/** A commit that placed rows. */
export interface PlacedCommit {
  /** The name of the collection; empty for a view with VIEW_RIGHTS_DEFINER. */
  readonly collection: string;
  /** The version of the collection after the commit, or that of the overlay if an overlay was written. */
  readonly version: number;
  /** The history to which the version belongs, see `CollectionInfo.history`. */
  readonly history: bigint;
  /** Whether it was made by an earlier request with the same request id. */
  readonly replayed: boolean;
}

/** What became of a row. */
export interface RowEffect {
  /** The id of the row, or of the inserted item. */
  readonly row: string;
  /** The position in the view before; not set if it was not shown. */
  readonly from?: Path;
  /** The position in the view afterwards, where sections count as before; not set if it is hidden. */
  readonly to?: Path;
  /** The fields that are written, in ascending order of the bytes of their names. */
  readonly set: Fields;
  /** The names of the fields that are removed. */
  readonly removed: readonly string[];
  /** Why the row is not shown. */
  readonly hidden: HiddenBecause;
  /**
   * The number of items of its section that are between the rows on both sides and that the view does not show; counted
   * among at most 1000 items, and 0 in a sorted part. Of an outline, its siblings are counted, and 0 where the part does not
   * show what is below what.
   */
  readonly hiddenBetween: number;
  /** The item and where it is afterwards; not set for a view with VIEW_RIGHTS_DEFINER. */
  readonly origin?: RowOrigin;
  /**
   * The id of that item; empty: the top of its section. Only if it is another one than before, and not for a view with
   * VIEW_RIGHTS_DEFINER.
   */
  readonly parent?: string;
}

export interface ParseViewRequest {
  /** The text, at most 32768 bytes; ignored if `view` is set. */
  readonly text: string;
  /** A view to write as text; not set for a text to read. */
  readonly view?: View;
  /**
   * The path of a member of the view whose place in the text is asked for, as errors of other calls name it:
   * "view.parts[1].query.collection". At most 1024 bytes.
   */
  readonly locate: string;
}

export interface ParseViewResponse {
  /** The view; not set where the text has an error. */
  readonly view?: View;
  /** The view as text in the canonical form; empty where the text has an error. */
  readonly text: string;
  /** What is wrong with the text. */
  readonly error?: ViewTextError;
  /** Where the member `locate` begins, or else the nearest one that it is a part of; not set where neither is in the text. */
  readonly located?: ViewTextPlace;
}

/** An error in the text of a view. */
export interface ViewTextError {
  /** One sentence that says what is wrong. */
  readonly message: string;
  /** Where that is; not set for an error of the text as a whole. */
  readonly place?: ViewTextPlace;
  /** The path of the member of the view that is refused; "view" where the text can't be read as a view. */
  readonly field: string;
}

/** A place in a text. Both numbers are counted from 1. */
export interface ViewTextPlace {
  readonly line: number;
  /** In Unicode scalars. */
  readonly column: number;
}

/** A stored view. */
export interface ViewInfo {
  /** The name of the view. */
  readonly name: string;
  /** The definition of the view. */
  readonly definition?: View;
  /** When the name was first given to a view, in microseconds since 1970-01-01T00:00:00Z. */
  readonly createdAtUs: number;
  /**
   * The name of the principal that last defined the view; empty if that was the server's configuration, or a server of
   * a version that did not store definers.
   */
  readonly definer: string;
}

/**
 * The definition of a view: parts, whose sections follow each other. An invalid definition is refused with
 * INVALID_ARGUMENT, unless another code is named below.
 */
export interface View {
  /** The parts, 1 to 32. */
  readonly parts: readonly ViewPart[];
  /** The rows to which the view is limited. Not set if everything is shown. */
  readonly window?: ViewWindow;
  /** Whose permissions are used to read the collections. */
  readonly rights: ViewRights;
  /**
   * Whether rows of a view with VIEW_RIGHTS_DEFINER can be placed: by those who have the permissions that this needs on the
   * view, with the permissions of the definer on its collections. Refused in other views, whose rows can always be placed.
   * Servers before 0.4.0 ignore it, and refuse to place rows in such a view.
   */
  readonly mayMove: boolean;
}

/** A range of rows of one section. A view with a window consists of this section only. */
export interface ViewWindow {
  /** The index of the section among all sections of the view. */
  readonly section: number;
  /** The index of the first item. */
  readonly start: number;
  /** The index after the last item; not below `start`. Indices past the end of the section are left out. */
  readonly end: number;
  /**
   * The row with which the window moves; not set if the window is a range of indices. If it is set, `section`, `start`
   * and `end` must be 0. Servers of versions without this field then show no rows.
   */
  readonly around?: WindowAnchor;
}

/**
 * A row and its neighbours in the same section.
 *
 * The window follows the row wherever it moves, also into another section. While the row is not shown, the window stays
 * around the nearest row that is left in the section, by the previous order; of two rows at the same distance, the
 * later one. If no row of the section is left, the window is around the row that now has the same index, or else the
 * last row. If the section no longer exists, the window continues at the start of the nearest following section or at
 * the end of the nearest preceding section, whichever is nearer; at the same distance, the later one. If there is no
 * section, nothing is shown until the row is shown again.
 */
export interface WindowAnchor {
  /** The id of the row. Required. */
  readonly item: string;
  /** The maximum number of rows before it, 0 to 5000. */
  readonly before: number;
  /** The maximum number of rows after it, 0 to 5000. */
  readonly after: number;
}

/** The position of a view's window at one version. */
export interface WindowPlace {
  /**
   * The id of the row that a window with an anchor is around: the requested row if it is shown, and otherwise the
   * nearest row that is left of those that were around it; empty if there is none, and for a window without an anchor.
   */
  readonly anchor: string;
  /**
   * The index of the shown section among all sections of the view, without regard to the window.
   *
   * This and the following numbers are 0 if no section is shown, and for a view with VIEW_RIGHTS_DEFINER, which does
   * not disclose them.
   */
  readonly section: number;
  /** The index, in the section, of the first row in the window. */
  readonly firstItem: number;
  /** The number of rows of the section, in the window or not. */
  readonly sectionItems: number;
}

/** A part of a view. Its sections follow those of the previous part. */
export interface ViewPart {
  /**
   * The prefix of the ids of the part's sections and items, which is followed by a slash: a letter or a digit and then
   * letters, digits, "-" and "_", at most 32 bytes. Each part has a different name. If a part has no name, a view of
   * several parts gives it the first free one of "1", "2" and so on; a view of one part does not change the ids.
   */
  readonly name: string;
  /** A section that is given in the view, such as the rows of a menu. */
  readonly fixed?: FixedSection;
  /** Items of a collection. */
  readonly query?: ViewQuery;
}

/** A section with fixed content. All fixed sections of a view have at most 1000 items together. */
export interface FixedSection {
  /** The section itself. Required. */
  readonly section?: ViewRow;
  /** The items, in list order. */
  readonly items: readonly ViewRow[];
}

/** A section or an item that is given in the view. */
export interface ViewRow {
  /** The id. For a section, the empty id is that of the default section. */
  readonly id: string;
  /** The fields, in any order. */
  readonly fields: Fields;
}

/** The rows that are shown of a collection. */
export interface ViewQuery {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The sections whose items are shown, in this order. Not set if all are shown, in the order of the collection. */
  readonly sections?: ChosenSections;
  /** The collection's own sections, including empty ones. Must be true. */
  readonly ownSections?: boolean;
  /** One section, which is given here. */
  readonly flat?: ViewRow;
  /** One section for each value of a field. */
  readonly grouped?: Grouping;
  /** The condition for items to be shown. Not set if all are shown. */
  readonly filter?: Filter;
  /**
   * The order of the items of a section: by the first sort descriptor, items that are equal in it by the second, and so
   * on; finally by the order of the collection. At most 8.
   */
  readonly sort: readonly SortDescriptor[];
  /** The maximum number of items that each section shows. When left out: all. */
  readonly cap?: number;
  /**
   * The fields that are shown of items, and of the collection's own sections. Not set if all are shown. Other fields
   * can still be used in the filter, the order and the grouping. The section of a group always has the field by which
   * it is grouped. A change of fields that are not shown does not change the view.
   */
  readonly only?: ShownFields;
  /**
   * The fields whose sums the sections have, each once, at most 8 and each at most 118 bytes long. For a field "points" each
   * section has the fields "sum points", the sum of all numbers: an integer if all of them are and it has 64 bits, and
   * otherwise the double nearest to it; "counted points", how many items have a number; and "uncounted points", how many
   * have none. They are about all items of the section, also behind the cap. Servers of versions without this field ignore
   * it.
   */
  readonly sums: readonly string[];
  /**
   * The order of the items in place of that of the collection: in sections, among items that are equal in the sort
   * descriptors, and wherever the order of the collection counts. Not set for the order of the collection.
   *
   * NOT_FOUND if there is no such overlay when the view is shown. Servers of versions without this field ignore it.
   */
  readonly overlay?: ShownOverlay;
  /**
   * What is shown of an outline besides the items that the filter shows; only with a filter. A flat collection has nothing above
   * or below its items. Servers of versions without this field ignore it.
   */
  readonly context: FilterContext;
}

/** An overlay in whose order a part of a view shows its collection. See `Overlays`. */
export interface ShownOverlay {
  /** The name. Required. A shared overlay can't be called "mine". */
  readonly name: string;
  /** Whether it is the reader's own one, and not one that is shared. The view is then different for each principal. */
  readonly own: boolean;
}

/** The fields that a part of a view shows of its collection. */
export interface ShownFields {
  /** The names of the fields, each once; at most 64. Empty if rows show only their ids. */
  readonly fields: readonly string[];
}

/** Sections of a collection. */
export interface ChosenSections {
  /** Ids; at most 256. A section that does not exist is left out until it does. */
  readonly sections: readonly string[];
}

/** Sections by the value of a field. Items without the field, or with null in it, form a group of their own. */
export interface Grouping {
  /** The name of the field. Required. */
  readonly field: string;
  /**
   * Groups that exist even if they are empty, in this order; at most 256. Null is the group of items without the field,
   * or with null in it.
   */
  readonly declared: readonly FieldValue[];
  /** The order of the groups that are not declared, which come after the declared ones. */
  readonly order: GroupOrder;
  /**
   * The second field: there is a section for each pair of values. Not set in a grouping by one field. Servers of versions
   * without this field ignore it.
   *
   * Sections are ordered by the first value, and those with the same first value by the second. Pairs of declared groups
   * exist even if they are empty; at most 256. Neither `order` can be GROUP_ORDER_BEST_ITEM.
   */
  readonly by?: SecondGrouping;
  /**
   * Whether `field` is that of the parent of each item of an outline. Items at the top of a section, and those of a flat collection,
   * form the group without a value. Servers of versions without this field ignore it.
   */
  readonly ofParent: boolean;
}

/** The second field of a grouping by two. */
export interface SecondGrouping {
  /** The name of the field. Required. */
  readonly field: string;
  /** Groups that exist even if they are empty, as in `Grouping.declared`. */
  readonly declared: readonly FieldValue[];
  /** The order of the groups that are not declared, which come after the declared ones. */
  readonly order: GroupOrder;
}

/**
 * A field by which items are sorted, and how.
 *
 * Values of different kinds are grouped, in this order, whatever the direction: numbers, texts, booleans (false, true),
 * times, byte strings. Numbers compare by their exact values, whether they are integers or not; texts and byte strings
 * by their bytes. Items that compare as equal keep the order of the list, even in descending order.
 */
export interface SortDescriptor {
  /** The name of the field. Required. */
  readonly field: string;
  /** Whether the order is ascending or descending. */
  readonly direction: SortDirection;
  /** The position of items without the field, or with null in it; in either direction. */
  readonly missing: MissingValues;
  /** Whether numbers come after texts, in either direction. */
  readonly numbersLast: boolean;
  /**
   * Whether runs of digits in texts compare as numbers: "item 9" comes before "item 10". If nothing else differs, fewer
   * leading zeros come first.
   */
  readonly natural: boolean;
  /**
   * Whether texts that differ only in case are equal: those with the same lowercase mapping, which depends on no
   * locale.
   */
  readonly ignoresCase: boolean;
  /** Whether texts that begin with one of the digits 0 to 9 come after all other texts, in either direction. */
  readonly digitsLast: boolean;
}

/**
 * A condition on the fields of an item, as steps of a stack machine: each step pushes the result of a condition, or
 * combines the topmost results. Exactly one result must be left at the end. A condition on a field that an item does
 * not have, or whose value is of another kind, is false.
 */
export interface Filter {
  /** The steps in postfix order: operands before operators. 1 to 256. */
  readonly steps: readonly FilterStep[];
}

/** One step of a filter. */
export interface FilterStep {
  /** The field with this name exists; its value may be null. */
  readonly exists?: string;
  /** The field's value compares as given with another value. */
  readonly comparison?: Comparison;
  /** The field is a text that begins with another one. */
  readonly hasPrefix?: TextMatch;
  /** The field is a text that contains another one. */
  readonly contains?: TextMatch;
  /** The field's value equals one of a set. */
  readonly isOneOf?: Membership;
  /** All of the given number of topmost results hold; true for 0. */
  readonly allOf?: number;
  /** At least one of the given number of topmost results holds; false for 0. */
  readonly anyOf?: number;
  /** The topmost result does not hold. Must be true. */
  readonly negate?: boolean;
  /** The field is a text that is, or is not, the name of the reader. The view is then different for each principal. */
  readonly principal?: PrincipalComparison;
}

/** A comparison of a field's value with another one: numbers by their exact values, texts by their bytes. */
export interface Comparison {
  /** The name of the field. Required. */
  readonly field: string;
  /** The relation that must hold. Required. */
  readonly operator: ComparisonOperator;
  /** The value with which the field's value is compared. Required. */
  readonly value?: FieldValue;
  /** Whether texts are compared without regard to case. */
  readonly ignoresCase: boolean;
}

/** A comparison of a field's value with the name of the principal that reads the view, byte by byte. */
export interface PrincipalComparison {
  /** The name of the field. Required. */
  readonly field: string;
  /** The relation that must hold: COMPARISON_OPERATOR_EQUAL or COMPARISON_OPERATOR_NOT_EQUAL. Required. */
  readonly operator: ComparisonOperator;
}

/** A text to find in a field's value. */
export interface TextMatch {
  /** The name of the field. Required. */
  readonly field: string;
  /** The text to find. */
  readonly text: string;
  /** Whether texts are compared without regard to case. */
  readonly ignoresCase: boolean;
}

/** A set of values, one of which a field's value must equal. */
export interface Membership {
  /** The name of the field. Required. */
  readonly field: string;
  /** The values. At most 256. */
  readonly values: readonly FieldValue[];
}

/** What a subscription is doing. */
export type FollowerState = "unspecified" | "current" | "waiting_for_credit" | "waiting_for_room";

/** The form of a batch. */
export type BatchProfile = "exact" | "uikit" | "tree";

/** Why a subscriber gets a snapshot in place of a batch. */
export type SnapshotReason = "unspecified" | "first" | "too_many_changes" | "too_large" | "history_trimmed" | "epoch_changed" | "view_changed" | "past";

/** A request for the subscriptions that are currently open. */
export interface FollowersRequest {
  /** The name of a collection or of a stored view; empty: all. */
  readonly collection: string;
  /**
   * The maximum number of followers in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The
   * counts include the followers that are left out.
   */
  readonly limit: number;
}

/** The subscriptions that are open on a server. */
export interface FollowersResponse {
  /** The followers, in ascending order of the names that they follow; those of one name with the oldest first. */
  readonly followers: readonly Follower[];
  /** The number of followers of each name that has any, in ascending order of the names; at most 1000 names. */
  readonly counts: readonly FollowerCount[];
}

/** The number of followers of one name. */
export interface FollowerCount {
  /** The name of a collection or of a stored view; empty for views that were given in the requests. */
  readonly collection: string;
  /** The number of open subscriptions. */
  readonly followers: number;
}

/** One open subscription. */
export interface Follower {
  /** The name of the collection or of the stored view; empty for a view that was given in the request. */
  readonly collection: string;
  /** The principal of its connection; "anonymous" if the server has no access file. */
  readonly principal: string;
  /** The name that its client gave itself in `Hello.clientName`; can be empty. */
  readonly client: string;
  /** The network address of its connection, without the port; "unix" for a socket of the server's machine. */
  readonly address: string;
  /** When it was opened, in microseconds since 1970-01-01T00:00:00Z. */
  readonly sinceUs: number;
  /** The version of the collection that was last sent to it; 0 before its first snapshot, and for views. */
  readonly version: number;
  /** What the subscription is doing. */
  readonly state: FollowerState;
}

/** A request to subscribe to the changes of a list. */
export interface SubscribeRequest {
  /** The name of a collection or of a stored view; empty if `view` is set. */
  readonly collection: string;
  /**
   * The last `resumeToken` received; empty: the stream begins with a snapshot. At most 1024 bytes. A token of another
   * server, of another history of the collection, or of a version that is no longer kept leads to a snapshot. Bytes
   * that are not a token, and a token that was altered, are refused with INVALID_ARGUMENT.
   */
  readonly resumeToken: Uint8Array;
  /** The form of the batches. */
  readonly profile: BatchProfile;
  /**
   * The maximum number of changes in a batch, 0 to 100000; beyond it a snapshot is sent, with 0 for every change.
   * Other values are refused with OUT_OF_RANGE. When left out: 100.
   */
  readonly reloadThreshold?: number;
  /**
   * The shortest time between two batches, in microseconds; 0: no minimum. At most one hour; more is refused with
   * OUT_OF_RANGE.
   */
  readonly shortestIntervalUs: number;
  /**
   * The maximum size of a batch together with `ownRequestIds`, and the approximate maximum size of a page of a
   * snapshot, in bytes: 4096 to the size of a frame; 0: the size of a frame. A value below 4096 or above 16777216 is
   * refused with OUT_OF_RANGE. If a batch would be larger, a snapshot is sent.
   */
  readonly largestBatchBytes: number;
  /**
   * Whether elements are sent with their order keys and placement versions, and batches with those of placed elements.
   * Rows of views have neither.
   */
  readonly orderKeys: boolean;
  /**
   * How often progress is sent if the version advances without a visible change, in microseconds; 0: 10 seconds. At
   * most one hour; more is refused with OUT_OF_RANGE.
   */
  readonly progressIntervalUs: number;
  /**
   * The first bytes of the request ids of the subscriber's own transactions; empty: no request ids are named. At most
   * 64 bytes. Batches name the request ids of their commits that begin with these bytes.
   */
  readonly ownRequestPrefix: Uint8Array;
  /** A view that is given in the request, in place of a name; not set if `collection` is the name of the list. */
  readonly view?: View;
  /** Whether batches name the authors of their commits. */
  readonly nameAuthors: boolean;
  /**
   * The version with which the stream begins, for which the caller needs the permission `history` as well; not set: the
   * newest. Such a stream does not follow the collection: it ends with OK after the snapshot of that version, or, with
   * `playTo`, after the changes up to that version. Elements have no order keys and no placement versions. With a
   * `resumeToken` of such a stream it continues after the message of the token. Ends with OUT_OF_RANGE if the version is
   * not kept: the message names the oldest one that is. Views are refused with FAILED_PRECONDITION. A server that does not
   * know this field sends a snapshot of the newest version, whose reason is not SNAPSHOT_REASON_PAST.
   */
  readonly at?: VersionReference;
  /**
   * The version up to which the changes after `at` are sent, one commit at a time, at intervals of
   * `shortestIntervalUs`: as a batch, as progress if nothing visible changed, or as a snapshot if there are more changes
   * than the threshold. Only with `at`, and not below it; otherwise refused with INVALID_ARGUMENT. Not set: no changes.
   */
  readonly playTo?: VersionReference;
  /**
   * What is collapsed of an outline; not set: nothing. Only with BATCH_PROFILE_TREE; otherwise refused with
   * INVALID_ARGUMENT. A stream that resumes with a token of one with another folding begins with a snapshot, whose reason is
   * SNAPSHOT_REASON_VIEW_CHANGED.
   */
  readonly folding?: Folding;
}

/** One message of a subscription. */
export interface SubscribeResponse {
  /** The version of the list after the message is applied. */
  readonly version: number;
  /** The random id of the collection's history; the same for all views. */
  readonly epoch: bigint;
  /** The token to resume from after this message; empty for all pages of a snapshot but the last. */
  readonly resumeToken: Uint8Array;
  /**
   * A page of a snapshot. No other message comes between the pages of one snapshot. If the server no longer has the
   * version of the previous pages, the snapshot starts again with page 0, and the previous pages are void.
   */
  readonly snapshot?: SnapshotPage;
  /** The changes since the previous message, or since the resume token. */
  readonly batch?: ChangeBatch;
  /**
   * The version advanced from that of the previous message to that of this one without a visible change. A
   * subscription that resumes with a token of the newest version gets this message at once, with the token's version.
   */
  readonly progress?: Progress;
  /** The changes of an outline since the previous message, or since the resume token. */
  readonly tree?: TreeBatch;
  /**
   * The subscriber's own request ids among those of the commits in the message. Snapshots have none, nor does a batch
   * between two definitions of a view.
   */
  readonly ownRequestIds: readonly Uint8Array[];
  /**
   * The authors of the commits in the message, in the order of the first commit of each; at most 16, further authors
   * are left out. Empty if `nameAuthors` is not set. Snapshots have none, nor does a batch between two definitions of
   * a view.
   */
  readonly authors: readonly CommitAuthor[];
  /**
   * The position of the view's window after the message; not set if the list is not a view with a window. Changes
   * outside the window that move it within its section, without changing its rows, are reported with the next message,
   * at the latest with progress.
   */
  readonly window?: WindowPlace;
}

/** An author of commits in a batch. */
export interface CommitAuthor {
  /** The name of the principal; "anonymous" for callers without credentials; empty if unknown. */
  readonly principal: string;
  /** The number of its commits in the message. */
  readonly commits: number;
}

/** The version advanced, and nothing visible changed. */
export interface Progress {
}

/** A page of a snapshot: a part of a list at one version. */
export interface SnapshotPage {
  /** Why a snapshot is sent; the same on all of its pages. */
  readonly reason: SnapshotReason;
  /** The number of the page, from 0. A second page 0 starts the snapshot again. */
  readonly page: number;
  /** Whether this is the last page. */
  readonly last: boolean;
  /** The size of the whole list. */
  readonly size?: ListSize;
  /** The sections of the page, in list order. If `firstItem` is not 0, the section continues from the previous page. */
  readonly sections: readonly SnapshotSection[];
}

/** A section and some of its items, as part of a snapshot. */
export interface SnapshotSection {
  /** The section's index. */
  readonly index: number;
  /** The section itself. Required. */
  readonly section?: Element;
  /** The index, in the section, of the first of `items`; of an outline the number of the section's rows before. */
  readonly firstItem: number;
  /**
   * The items, in list order; those of an outline in the order in which they are shown, each behind its parent and behind
   * what is below its previous sibling.
   */
  readonly items: readonly Element[];
  /** Of an outline: how deep each of `items` is, from 1 at the top of the section. */
  readonly depths: readonly number[];
  /**
   * The collapsed ones among `items`, and the section itself if it is collapsed, with how much is below them; those below
   * which nothing is are left out.
   */
  readonly hidden: readonly HiddenRows[];
}

/** How much is below a row of a snapshot that is collapsed. */
export interface HiddenRows {
  /** The index in `items`; -1 for the section. */
  readonly row: number;
  /** The number of children, or of the items at the top of the section. */
  readonly children: number;
  /** The number of items at all depths below it. */
  readonly descendants: number;
}

/** The number of sections and items of a list. */
export interface ListSize {
  /** The number of sections. */
  readonly sections: number;
  /** The number of items of all sections together. */
  readonly items: number;
}

/**
 * One coalesced set of changes that takes a list from one version, OLD, to another, NEW. Documentation/batches.md
 * describes how it is applied.
 *
 * The position of a section is its index. The position of an item is two numbers in succession: the index of its
 * section, and its index in the section. Deletes and the sources of moves are positions in OLD, all others are
 * positions in NEW. Elements that no list names keep their order and fill the remaining positions. All lists are in
 * ascending order: deletes by their position in OLD, all others by their position in NEW.
 */
export interface ChangeBatch {
  /** The form of the batch. */
  readonly profile: BatchProfile;
  /** The version before. It equals the version after if only the definition of a view changed. */
  readonly fromVersion: number;
  /** The number of commits in the batch. */
  readonly commits: number;
  /** The size of the whole list before the batch, to be compared before anything is applied. */
  readonly before?: ListSize;
  /** The size of the whole list after the batch. */
  readonly after?: ListSize;
  /** The OLD indices of sections that are deleted with all their items. */
  readonly sectionDeletes: readonly number[];
  /** Sections that are inserted with all their items. */
  readonly sectionInserts: readonly SectionInsert[];
  /** Two numbers for each moved section: its OLD index and its NEW index. */
  readonly sectionMoves: readonly number[];
  /** Sections whose fields changed. */
  readonly sectionUpdates: readonly SectionUpdate[];
  /** The OLD positions of deleted items, two numbers for each. */
  readonly itemDeletes: readonly number[];
  /** Inserted items. */
  readonly itemInserts: readonly ItemInsert[];
  /** Four numbers for each moved item: its OLD position and its NEW position. */
  readonly itemMoves: readonly number[];
  /** Items whose fields changed. */
  readonly itemUpdates: readonly ItemUpdate[];
  /**
   * Sections that were touched but kept their position relative to the others, with their OLD and NEW indices as in
   * `sectionMoves`. They need no action when the batch is applied; they make the composition of batches exact. Batches
   * of the profile BATCH_PROFILE_UIKIT, and of views with VIEW_RIGHTS_DEFINER, have none.
   */
  readonly sectionsUnmoved: readonly number[];
  /**
   * Items that were touched but kept their position relative to the others, with their OLD and NEW positions as in
   * `itemMoves`. See `sectionsUnmoved`.
   */
  readonly itemsUnmoved: readonly number[];
  /**
   * The NEW indices of existing sections that were placed, even at the position where they were before. The keys are in
   * `sectionKeys`. This and the following three lists are empty if `orderKeys` is not set in the request. New and
   * updated elements contain their keys. A batch can consist of keys only.
   *
   * A rekey changes the keys of elements that do not move. Batches do not report this: the keys of elements that were
   * not placed are those of the time when they were sent, and can be out of order with the others until the next
   * snapshot.
   */
  readonly keyedSections: readonly number[];
  /** The order keys of `keyedSections`, one for each. */
  readonly sectionKeys: readonly Uint8Array[];
  /**
   * The NEW positions of existing items that were placed, two numbers for each, even at the position where they were
   * before. The keys are in `itemKeys`.
   */
  readonly keyedItems: readonly number[];
  /** The order keys of `keyedItems`, one for each. */
  readonly itemKeys: readonly Uint8Array[];
  /** The placement versions of `keyedSections`, one for each; empty from servers that do not know them. */
  readonly sectionPlacements: readonly number[];
  /** The placement versions of `keyedItems`, one for each; empty from servers that do not know them. */
  readonly itemPlacements: readonly number[];
}

/** A section that is inserted. */
export interface SectionInsert {
  /** The NEW index. */
  readonly at: number;
  /** The section is new. */
  readonly section?: Element;
  /** The OLD index of the section, which is among the deletes. The receiver takes the section from its own list. */
  readonly keptFrom?: number;
  /** The section's items, in list order. */
  readonly items: readonly ItemRun[];
}

/** Successive items of an inserted section: either new items, or items that were also successive in OLD. */
export interface ItemRun {
  /** New items; empty if the items are kept. */
  readonly items: readonly Element[];
  /** The OLD position of the first kept item; not set if the items are new. */
  readonly keptFrom?: Path;
  /** The number of kept items. */
  readonly kept: number;
}

/** An item that is inserted. */
export interface ItemInsert {
  /** The NEW position. */
  readonly at?: Path;
  /** The item is new. */
  readonly item?: Element;
  /**
   * The OLD position of the item, which is among the deletes or in a deleted section. The receiver takes the item
   * from its own list.
   */
  readonly keptFrom?: Path;
}

/** A section whose fields changed. */
export interface SectionUpdate {
  /** The NEW index. */
  readonly at: number;
  /** The section with its new fields. */
  readonly section?: Element;
  /** FNV-1a hash of the fields and the origin before, for the composition of batches. */
  readonly fieldsBefore: bigint;
}

/** An item whose fields changed. */
export interface ItemUpdate {
  /** The NEW position. */
  readonly at?: Path;
  /** The item with its new fields. */
  readonly item?: Element;
  /** FNV-1a hash of the fields and the origin before, for the composition of batches. */
  readonly fieldsBefore: bigint;
}

/**
 * One coalesced set of changes that takes an outline, a collection whose items can have children, from one version, OLD,
 * to another, NEW. An item moves with everything below it; what nobody touched is not named, whatever moved above it.
 *
 * A position is two numbers in succession: a list of siblings, and the index in it. The number of a list is 2 k for the
 * items at the top of the section with the index k, in OLD for positions in OLD and in NEW for positions in NEW, and
 * 2 k + 1 for the children of `owners[k]`, which are the same list in both versions. Where a section has a position
 * itself, the list is -1. Deletes and the sources of moves are positions in OLD, all others are positions in NEW.
 *
 * An item that is in both versions and has another parent is a move, also out of something that is deleted and to
 * something that is inserted. Deletes are in the order in which OLD shows them, all others in that in which NEW shows them.
 */
export interface TreeBatch {
  /** The version before. */
  readonly fromVersion: number;
  /** The number of commits in the batch. */
  readonly commits: number;
  /**
   * The number of sections, and of items at all depths, before the batch; to be compared before anything is applied.
   * Where subtrees are collapsed, only what is shown counts.
   */
  readonly before?: ListSize;
  /** The same after the batch. */
  readonly after?: ListSize;
  /** The items whose children are a list that the batch names, and all items above those. */
  readonly owners: readonly ListOwner[];
  /** The OLD indices of sections that are deleted with everything in them, except for items that move elsewhere. */
  readonly sectionDeletes: readonly number[];
  /** Sections that are inserted. Their `list` is -1, and the first of their rows is the section. */
  readonly sectionInserts: readonly TreeInsert[];
  /** Two numbers for each moved section: its OLD index and its NEW index. */
  readonly sectionMoves: readonly number[];
  /** Sections whose fields changed. */
  readonly sectionUpdates: readonly SectionUpdate[];
  /**
   * Sections that were touched but kept their position relative to the others, as in `sectionMoves`. They need no action
   * when the batch is applied; they make the composition of batches exact.
   */
  readonly sectionsUnmoved: readonly number[];
  /**
   * The OLD positions of deleted items, two numbers for each: of everything that is gone those whose parents are still
   * there.
   */
  readonly deletes: readonly number[];
  /** Inserted items: of everything that is new those whose parents were there before. */
  readonly inserts: readonly TreeInsert[];
  /** Four numbers for each moved item: its OLD position and its NEW position. */
  readonly moves: readonly number[];
  /** Items whose fields changed. */
  readonly updates: readonly TreeUpdate[];
  /**
   * Items that were touched but kept their parent and their position relative to their siblings, as in `moves`. See
   * `sectionsUnmoved`.
   */
  readonly unmoved: readonly number[];
  /** The counts of collapsed items and sections, where they differ from those before. */
  readonly counts: readonly NodeCounts[];
  /**
   * The NEW positions of existing items and sections that were placed, even at the position where they were before, two
   * numbers for each. This and the following two lists are empty if `orderKeys` is not set in the request.
   */
  readonly keyed: readonly number[];
  /** The order keys of `keyed`, one for each. */
  readonly keys: readonly Uint8Array[];
  /** The placement versions of `keyed`, one for each. */
  readonly placements: readonly number[];
}

/** An item whose children are a list that a batch names, or that is above such an item. */
export interface ListOwner {
  /** The id of the item. */
  readonly id: string;
  /** The list of its OLD position; -1 if it was not there. */
  readonly oldList: number;
  /** The index of its OLD position; -1 if it was not there. */
  readonly oldAt: number;
  /** The list of its NEW position; -1 if it is not there. */
  readonly newList: number;
  /** The index of its NEW position; -1 if it is not there. */
  readonly newAt: number;
}

/**
 * An item that is inserted with everything below it that is new and below nothing else that was there. Items that move
 * to one of its lists have their own positions there; the rows fill the others.
 */
export interface TreeInsert {
  /** The list of the NEW position. */
  readonly list: number;
  /** The index of the NEW position. */
  readonly at: number;
  /** The item, and each further item behind its parent and behind what is below its previous sibling. */
  readonly rows: readonly Element[];
  /** How much deeper than the first of them each of the rows is; 0 for the first. */
  readonly depths: readonly number[];
}

/** An item whose fields changed. */
export interface TreeUpdate {
  /** The list of the NEW position. */
  readonly list: number;
  /** The index of the NEW position. */
  readonly at: number;
  /** The item with its new fields. */
  readonly item?: Element;
  /** FNV-1a hash of the fields and the origin before, for the composition of batches. */
  readonly fieldsBefore: bigint;
}

/** How much is below a collapsed item or section. */
export interface NodeCounts {
  /** The list of the NEW position. */
  readonly list: number;
  /** The index of the NEW position. */
  readonly at: number;
  /** The number of children, or of the items at the top of a section. */
  readonly children: number;
  /** The number of items at all depths below it. */
  readonly descendants: number;
}

/**
 * What a subscriber does not want to see of an outline. A collapsed item or section is shown with its counts, and nothing
 * of what is below it.
 */
export interface Folding {
  /**
   * Whether the nodes named are those that are expanded, and all others are collapsed; otherwise those named are
   * collapsed, and all others are expanded.
   */
  readonly lazy: boolean;
  /** The ids of items; at most 10000 together with those of sections. Ids that do not exist have no effect. */
  readonly items: readonly string[];
  /** The ids of sections. */
  readonly sections: readonly string[];
}

/** Why a change was not undone. */
export type KeptReason = "undone" | "changed" | "placed" | "gone" | "id_taken" | "section_gone" | "not_empty" | "full" | "not_stored" | "parent_gone" | "below_itself" | "too_deep";

/** What files have of erased items. */
export type ErasedFiles = "unspecified" | "clean" | "later" | "database";

/** What stays of that which an earlier version does not have. */
export type RestoreKeep = "none" | "later_items";

/** The kind of a change. */
export type ChangeKind = "unspecified" | "section_inserted" | "section_moved" | "section_updated" | "section_removed" | "item_inserted" | "item_moved" | "item_updated" | "item_removed";

/** Why an order key would be written. */
export type KeyWriteReason = "unspecified" | "inserted" | "moved" | "rekeyed";

/** A request to create a collection. */
export interface CreateCollectionRequest {
  /** The name of the collection: an id. Required. */
  readonly name: string;
  /**
   * The name of the ordering strategy, with any parameters that differ from the defaults, such as
   * "lexorank:jitter=40,step=64"; empty: the server's default. At most 128 bytes. A strategy that the server does not
   * have is refused with INVALID_ARGUMENT. See Strategies/List.
   */
  readonly strategy: string;
  /** Fields of the collection itself, such as a title, in any order. */
  readonly fields: Fields;
  /** Makes the collection an outline, with these limits; not set: it is flat. It can't be changed later. */
  readonly outline?: OutlineSettings;
}

/** A request for the description of a collection or of a stored view. */
export interface GetCollectionRequest {
  /** The name of a collection or of a stored view. Required. */
  readonly name: string;
}

/** A request for a page of the list of collections. */
export interface ListCollectionsRequest {
  /**
   * The maximum number of collections in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE.
   * The page may have fewer so that it fits a frame.
   */
  readonly pageSize: number;
  /** `nextPageToken` of the previous page; empty: the first page. At most 1024 bytes. */
  readonly pageToken: Uint8Array;
}

/** One page of the list of collections and stored views, in ascending order of the bytes of their names. */
export interface ListCollectionsResponse {
  /** The collections and stored views of the page. */
  readonly collections: readonly CollectionInfo[];
  /** The token for the next page; empty if this is the last one. */
  readonly nextPageToken: Uint8Array;
}

/** A request to change the fields of a collection itself. Its content and its version do not change. */
export interface UpdateCollectionRequest {
  /** The name of the collection. Required. */
  readonly name: string;
  /** Fields to set, in any order. */
  readonly set: Fields;
  /** Names of fields to remove, except those in `set`; at most 64. Names of fields that do not exist are ignored. */
  readonly remove: readonly string[];
  /** Whether all fields that `set` does not name are removed. */
  readonly replaceAll: boolean;
}

/** A request to delete a collection with its content and its history. */
export interface DeleteCollectionRequest {
  /** The name of the collection. Required. */
  readonly name: string;
}

/** The collection was deleted. */
export interface DeleteCollectionResponse {
}

/** A transaction for one collection. */
export interface ApplyRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /**
   * 1 to 10000 operations, which name at most 100000 elements together. More is refused with OUT_OF_RANGE.
   *
   * Two other limits are checked before anything is changed, and refused with RESOURCE_EXHAUSTED. What a transaction
   * writes has at most 10485760 bytes: the ids and fields that it inserts, for updates the previous fields and the new
   * ones, and the ids and order keys of elements that it moves, rekeys, or removes, also with a section. And the
   * response must fit the largest frame that the caller accepts, see `Hello.largestFrame`.
   */
  readonly operations: readonly Operation[];
  /**
   * Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the
   * first, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id.
   */
  readonly requestId: Uint8Array;
  /** The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version. */
  readonly ifVersion?: number;
  /**
   * The history to which `ifVersion` must belong, as it was received with the version; otherwise the call ends with
   * ABORTED. 0: any history. Without it, the condition can hold for other content: if an older copy of the data is
   * restored, the same version number is used again.
   */
  readonly ifHistory: bigint;
  /**
   * The stack on which the commit becomes a step, so that Undo can undo it: any id that the caller chooses, such as one for
   * each tab or for each account. At most 16 bytes; empty: it can't be undone. Servers before version 0.5.0 ignore it.
   */
  readonly stack: Uint8Array;
  /**
   * Consecutive commits of a stack with the same group are one step, up to 1000 of them, such as a move and the field that
   * it sets, or what somebody types. At most 16 bytes; empty: the commit is a step of its own. Needs `stack`.
   */
  readonly group: Uint8Array;
}

/** The result of a transaction. */
export interface ApplyResponse {
  /** The collection's version after the transaction. */
  readonly version: number;
  /** Whether anything changed. If nothing did, no version was made. */
  readonly changed: boolean;
  /** Whether this is the stored response to an earlier request with the same request id. */
  readonly replayed: boolean;
  /**
   * The number of elements that did not move and were rekeyed. For the strategy "dense" this is the number of ranks
   * that changed.
   */
  readonly rekeyed: number;
  /** For each operation, the elements that it named. */
  readonly operations: readonly OperationResult[];
  /** The history to which the version belongs, see `CollectionInfo.history`. */
  readonly history: bigint;
}

/** The result of one operation. */
export interface OperationResult {
  /** The elements that the operation named, in the order in which it named them. */
  readonly elements: readonly PlacedElement[];
}

/** An element and its position after the whole transaction. */
export interface PlacedElement {
  /** The id; for an element that was inserted without an id, the one that the server made. */
  readonly id: string;
  /** The order key; empty if the element was removed. */
  readonly key: Uint8Array;
  /** The position of an item. */
  readonly item?: Path;
  /** The index of a section. */
  readonly section?: number;
  /** The id of the parent of an item of an outline; empty at the top of its section. */
  readonly parent: string;
  /** Whether the element was left where it is, because it would have been below itself, see `CyclePolicy`. */
  readonly skipped: boolean;
}

/** A transaction for several collections. */
export interface TransactRequest {
  /**
   * What is done, in this order. The limits are those of `ApplyRequest.operations`: 1 to 10000 steps, which name at most
   * 100000 elements together, and at most 10485760 bytes that are written to each collection. A transfer counts in both
   * collections. The request names at most 16 collections; more is refused with OUT_OF_RANGE.
   */
  readonly steps: readonly TransactionStep[];
  /** The versions that collections must have, at most 16; otherwise the call ends with ABORTED. */
  readonly conditions: readonly VersionCondition[];
  /**
   * Makes a retry safe: a second transaction with the same request id changes nothing and gets the response of the
   * first, also after a restart of the server. 1 to 64 bytes, best random; empty: no request id.
   */
  readonly requestId: Uint8Array;
  /** The stack on which the commits become a step, see `ApplyRequest.stack`. */
  readonly stack: Uint8Array;
  /** Joins consecutive commits of a stack to one step, see `ApplyRequest.group`. */
  readonly group: Uint8Array;
}

/** One step of a transaction for several collections. */
export interface TransactionStep {
  /** The name of the collection that the step changes; for a transfer, the one that the items leave. Required. */
  readonly collection: string;
  /** An operation on the collection. */
  readonly operation?: Operation;
  /** Items of the collection go to another one. */
  readonly transferItems?: TransferItems;
}

/**
 * Hands items to another collection, where they follow each other in the given order. They keep their ids, their fields
 * and their content versions. From one outline to another an item goes with everything below it.
 */
export interface TransferItems {
  /** The items, at least one, each named once. Where what is below them goes along, none of them is below another one. */
  readonly items: readonly ElementReference[];
  /** The name of the collection to which the items go; another one than that of the step. Required. */
  readonly target: string;
  /**
   * The id of the section in that collection, which must exist, except for the default section, which has the empty id.
   * When left out: the section of the anchor, and without an anchor the default section.
   */
  readonly section?: string;
  /** The position in the section, or among the children of the parent. When left out: at the end. */
  readonly to?: Placement;
  /**
   * The id of the item below which the items go, if the target is an outline; empty: the top of the section. When left
   * out: the parent of the anchor, and without an anchor the top of the section. The section follows from a parent, so
   * that `section` can only be named as well to say where the items go if the parent is missing. Refused with
   * FAILED_PRECONDITION if the target is flat.
   */
  readonly parent?: string;
  /** What happens if the parent does not exist. */
  readonly ifParentMissing: ParentPolicy;
  /**
   * What becomes of the children of the items, except those that are named as well, in the collection that the items
   * leave: the items then go without them. When left out: everything below the items goes along, for which the target has
   * to be an outline; if it is flat and an item has children, the transaction ends with FAILED_PRECONDITION.
   */
  readonly descendants: DescendantPolicy;
}

/** The version that a collection must have. */
export interface VersionCondition {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The version. */
  readonly ifVersion: number;
  /** The history to which the version must belong, as it was received with the version; 0: any history. */
  readonly ifHistory: bigint;
}

/** The result of a transaction for several collections. */
export interface TransactResponse {
  /** The collections that the request named, in ascending order of the bytes of their names. */
  readonly collections: readonly TransactedCollection[];
  /**
   * For each step, the elements that it named, with their positions after the whole transaction; for a transfer, those in
   * the collection to which the items went.
   */
  readonly steps: readonly OperationResult[];
  /** Whether this is the stored response to an earlier request with the same request id. */
  readonly replayed: boolean;
}

/** A collection after a transaction that named it. */
export interface TransactedCollection {
  /** The name of the collection. */
  readonly name: string;
  /** The version after the transaction. */
  readonly version: number;
  /** Whether anything changed in the collection. If nothing did, no version was made. */
  readonly changed: boolean;
  /** The number of elements that did not move and were rekeyed. */
  readonly rekeyed: number;
  /** The history to which the version belongs, see `CollectionInfo.history`. */
  readonly history: bigint;
}

/** A request to undo a step of a stack, or to make one again. */
export interface UndoRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The id of the stack, as in `ApplyRequest.stack`. Required; at most 16 bytes. */
  readonly stack: Uint8Array;
  /**
   * The version of a commit of the step to undo, or, with `redo`, of the commit that undid the step. When left out: the
   * newest step that can be undone.
   */
  readonly of?: number;
  /** Whether the newest step that was undone is made again. Each new commit of the stack forgets what was undone. */
  readonly redo: boolean;
  /**
   * The newest version of the step, as a response or a dry run has named it in `undoes`; if another step is next, the call
   * ends with ABORTED.
   */
  readonly expect?: number;
  /** Whether nothing is changed, and only the response wanted. */
  readonly dryRun: boolean;
  /** Makes a retry safe, as in `ApplyRequest.requestId`. */
  readonly requestId: Uint8Array;
}

/** What was undone. */
export interface UndoResponse {
  /** The collection's version afterwards. */
  readonly version: number;
  /** Whether anything changed, or would change in a dry run. If nothing did, no version was made. */
  readonly changed: boolean;
  /** Whether this is the stored response to an earlier request with the same request id. */
  readonly replayed: boolean;
  /** The versions of the commits of the step, in ascending order; none if there is no step. */
  readonly undoes: readonly number[];
  /** The changes that were undone, at most 1000 of them, and fewer if they would not fit a frame. */
  readonly undone: readonly UndoneChange[];
  /** The changes that were kept, at most 1000 of them, and fewer if they would not fit a frame. */
  readonly kept: readonly UndoneChange[];
  /** The numbers of all changes that were undone, and that were kept. */
  readonly undoneCount: number;
  readonly keptCount: number;
  /** Whether there are steps to undo, and steps to make again, afterwards; for a dry run, now. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The number of elements that were not part of this and were rekeyed. */
  readonly rekeyed: number;
  /** The history to which the version belongs, see `CollectionInfo.history`. */
  readonly history: bigint;
  /**
   * If the step is a transaction over several collections: all of them that took part, in ascending order of the bytes of
   * their names. `changed` says whether anything changed in any of them.
   */
  readonly collections: readonly TransactedCollection[];
}

/** A change of a step, and what became of it. */
export interface UndoneChange {
  /** What the step had done. */
  readonly kind: ChangeKind;
  /** The id of the element. */
  readonly id: string;
  /** The name of the field, if the step had changed fields; each field is a change. */
  readonly field: string;
  /** Why the change was kept; KEPT_REASON_UNDONE if it was undone. */
  readonly reason: KeptReason;
  /** The version of the newest commit since the step that is the reason; 0 if there is none. */
  readonly byVersion: number;
  /** The name of the principal that made that commit; empty if unknown. */
  readonly by: string;
  /** The collection in which the change was made, if the step is a transaction over several collections; else empty. */
  readonly collection: string;
}

/** A request to read a part of a collection or of a view. */
export interface FetchRequest {
  /** The name of a collection or of a stored view; empty if `view` is set. */
  readonly collection: string;
  /** A range of the items of one section. */
  readonly section?: SectionWindow;
  /** An item and its neighbours. */
  readonly around?: AroundWindow;
  /**
   * The maximum number of items in the response, 1 to 5000; 0: 1000. Other values are refused with OUT_OF_RANGE. The
   * page may have fewer so that it fits a frame.
   */
  readonly pageSize: number;
  /**
   * `nextPageToken` of the previous page, which then determines `window`; empty: the first page. At most 1024 bytes.
   * If the version of the token is no longer kept, the call ends with ABORTED.
   */
  readonly pageToken: Uint8Array;
  /** A view that is given in the request, in place of a name; not set if `collection` is the name of the list. */
  readonly view?: View;
  /**
   * The version to read, for which the caller needs the permission `history` as well; not set: the newest. Its elements
   * have no order keys and no placement versions. To read its next pages, send this again with `pageToken`. A view of
   * several collections needs a name that a version of each of them has; a view with the rights of its definer, or with an
   * overlay, is refused with FAILED_PRECONDITION.
   */
  readonly at?: VersionReference;
}

/** A range of the items of one section. */
export interface SectionWindow {
  /** The id of the section; empty: the default section. */
  readonly section: string;
  /** The index of the first item. */
  readonly start: number;
  /**
   * The index after the last item; not below `start`. Indices past the end of the section are left out of the
   * response. When left out: the end of the section.
   */
  readonly end?: number;
}

/** An item and its neighbours in the same section. */
export interface AroundWindow {
  /** The id of the item. Required. */
  readonly item: string;
  /** The maximum number of items before it. */
  readonly before: number;
  /** The maximum number of items after it. */
  readonly after: number;
}

/** One page of a read. All pages of one read are of one version. */
export interface FetchResponse {
  /** The collection or the view, at the version that is read. A view that was given in the request has an empty name. */
  readonly collection?: CollectionInfo;
  /** The sections of the page, in list order. */
  readonly sections: readonly SectionSlice[];
  /** The token for the next page; empty if this is the last one. */
  readonly nextPageToken: Uint8Array;
  /** The position of the view's window; not set if the list is not a view with a window. */
  readonly window?: WindowPlace;
  /**
   * Whether this is the version that `FetchRequest.at` names. A server that does not know that field answers with the
   * newest version, and without this.
   */
  readonly past: boolean;
}

/** A section and a run of its items. */
export interface SectionSlice {
  /** The section's index in the collection. */
  readonly index: number;
  /** The section itself. Required. */
  readonly section?: Element;
  /** The number of items of the whole section, those below others included. */
  readonly itemCount: number;
  /** The index, in the section, of the first item of the run. */
  readonly firstItem: number;
  /** The items of the run, in list order; those of an outline with their depths, and each before the items below it. */
  readonly items: readonly Element[];
  /** The ids of the ancestors of the first item of the run, from the top down, so that pages of an outline can be joined. */
  readonly ancestors: readonly string[];
}

/** A request for the changes from one version to another. */
export interface DiffRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The version that the changes begin with. Required. */
  readonly from?: VersionReference;
  /** The version to which the changes lead, which may be the earlier one; not set: the newest. */
  readonly to?: VersionReference;
  /** The form of the batch; BATCH_PROFILE_TREE for outlines, and only for those, otherwise refused with FAILED_PRECONDITION. */
  readonly profile: BatchProfile;
}

/** The changes from one version to another. */
export interface DiffResponse {
  /** The version that the changes begin with. */
  readonly fromVersion: number;
  /** The version to which they lead. */
  readonly toVersion: number;
  /** The changes; not set for an outline. `commits` of the batch is the number of commits between the two versions. */
  readonly batch?: ChangeBatch;
  /** The changes of an outline. */
  readonly tree?: TreeBatch;
}

/** A request to take a collection back to an earlier content. */
export interface RestoreRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The version whose content the collection gets. Required. */
  readonly to?: VersionReference;
  /** What stays of that which the version does not have. */
  readonly keep: RestoreKeep;
  /**
   * Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.
   * 1 to 64 bytes, best random; empty: no request id.
   */
  readonly requestId: Uint8Array;
  /** The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version. */
  readonly ifVersion?: number;
  /**
   * The history to which `ifVersion` must belong; otherwise the call ends with ABORTED. 0: any history. See
   * `ApplyRequest.ifHistory`.
   */
  readonly ifHistory: bigint;
  /**
   * Whether nothing is changed, and the response says what would change. The conditions and the request id are then not
   * looked at.
   */
  readonly dryRun: boolean;
  /** The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`. */
  readonly stack: Uint8Array;
}

/** A request to erase items. */
export interface EraseRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The ids of the items, 1 to 100. */
  readonly items: readonly string[];
  /** Whether the names of versions are deleted; otherwise the call ends with FAILED_PRECONDITION if there are any. */
  readonly deleteNames: boolean;
}

/** Items that were erased. */
export interface EraseResponse {
  /** Those that the collection still had. The others were in its history only. */
  readonly removed: readonly string[];
  /** The oldest version that can be read from now on: the one that the call made. */
  readonly oldestKept: number;
  /** The names of versions that were deleted. */
  readonly deletedNames: readonly string[];
  /** Whether the files of the server have the content. */
  readonly files: ErasedFiles;
  /** Whether the service has other nodes, which may have the content in memory until they read the collection again, or end. */
  readonly otherNodes: boolean;
}

/** A collection that was taken back. */
export interface RestoreResponse {
  /**
   * The version whose content it has. In the stored response to a request that named the version: the one that has the name
   * now, or 0 if none has it any more.
   */
  readonly restored: number;
  /** The collection's version afterwards. */
  readonly version: number;
  /** Whether anything changed, or would change. If nothing did, no version was made. */
  readonly changed: boolean;
  /** Whether this is the stored response to an earlier request with the same request id. */
  readonly replayed: boolean;
  /** The history to which the version belongs, see `CollectionInfo.history`. */
  readonly history: bigint;
  /** What would change; only set with `dryRun`, and not for an outline. */
  readonly changes?: ChangeBatch;
  /** What would change in an outline; only set with `dryRun`. */
  readonly tree?: TreeBatch;
}

/** A request for commits of a collection. */
export interface HistoryRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /**
   * The first version; 0 stands for 1. Versions that are no longer kept are left out, see
   * `HistoryResponse.oldestKept`.
   */
  readonly from: number;
  /** The last version, which is included. When left out: the newest. */
  readonly to?: number;
  /**
   * The maximum number of commits in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The
   * response may have fewer so that it fits a frame.
   */
  readonly limit: number;
  /**
   * The first change of the first commit to return, counted from 0: to continue a commit that was returned in part, see
   * `Commit.changeCount`.
   */
  readonly fromChange: number;
}

/**
 * The commits between two versions; fewer than requested if they are large, so that the response fits a frame.
 *
 * To continue, ask again from the version after the last one. A commit that is larger than a frame is returned in
 * parts: if the last one is a part, ask again from its version with `fromChange`.
 */
export interface HistoryResponse {
  /** The oldest version whose commit is still kept. */
  readonly oldestKept: number;
  /** The newest version. */
  readonly version: number;
  /** The commits, in ascending order of versions, without gaps. */
  readonly commits: readonly Commit[];
}

/** A durable transaction, in readable form. */
export interface Commit {
  /** The version that it made. */
  readonly version: number;
  /** When it was made, in microseconds since 1970-01-01T00:00:00Z. */
  readonly timeUs: number;
  /** The request id of the transaction; empty if it had none. */
  readonly requestId: Uint8Array;
  /** The number of elements that did not move and were rekeyed. */
  readonly rekeyed: number;
  /** The changes, in the order in which they were made. */
  readonly changes: readonly Change[];
  /** The number of changes of the commit that precede these, in other parts of it. */
  readonly firstChange: number;
  /**
   * The number of changes of the whole commit if it is larger than a frame and returned in parts; 0 if `changes` has
   * all changes. If the sum of `firstChange` and the number of `changes` is less, request the rest with `from` set to
   * `version` and `fromChange` set to that sum.
   */
  readonly changeCount: number;
  /**
   * The name of the principal that made the commit; "anonymous" for a caller without credentials; empty if unknown, as
   * in commits of servers of version 0.1.
   */
  readonly author: string;
  /**
   * The id that the commits of one transaction for several collections have in common, 16 bytes; empty for commits of
   * Apply.
   */
  readonly transaction: Uint8Array;
  /** The stack on which it is a step, and the group that joins it to others, see `ApplyRequest.stack`; empty if it has none. */
  readonly stack: Uint8Array;
  readonly group: Uint8Array;
  /** The versions of the commits that it undoes, in ascending order; none if it was not made by Undo. */
  readonly undoes: readonly number[];
  /** Whether it makes again what was undone: `undoes` is the commit that had undone it. */
  readonly redo: boolean;
}

/** One change of one element. Its paths are those at the moment of the change. */
export interface Change {
  /** What changed. */
  readonly kind: ChangeKind;
  /** The id of the element. */
  readonly id: string;
  /** The previous path; for a section `item` is 0, and for an item with a parent `section`. Not set for an insert. */
  readonly from?: Path;
  /** The new path; for a section `item` is 0, and for an item with a parent `section`. Not set for a removal. */
  readonly to?: Path;
  /** The previous fields; not set if they did not change or there were none. */
  readonly before?: FieldList;
  /** The new fields; not set if they did not change or there are none. */
  readonly after?: FieldList;
  /** Whether the previous fields were not kept, because the transaction removed more than 4 MiB of content. */
  readonly fieldsLeftOut: boolean;
  /**
   * The name of the collection from which an inserted item was transferred, or to which a removed one was; empty if it was
   * not, and if the caller may not see that collection.
   */
  readonly transferred: string;
  /** The ids of the previous and of the new parent of an item of an outline; empty at the top of its section. */
  readonly fromParent: string;
  readonly toParent: string;
}

/** A request to change the ordering strategy of a collection. */
export interface ChangeStrategyRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /**
   * The strategy, with any parameters that differ from the defaults, such as "lexorank:jitter=40". Required. At most
   * 128 bytes. A strategy that the server does not have is refused with INVALID_ARGUMENT.
   */
  readonly strategy: string;
  /** Whether all elements get new keys even if the collection already has this strategy. */
  readonly renewKeys: boolean;
  /** The version that the collection must have; otherwise the call ends with ABORTED. When left out: any version. */
  readonly ifVersion?: number;
  /**
   * The history to which `ifVersion` must belong; otherwise the call ends with ABORTED. 0: any history. See
   * `ApplyRequest.ifHistory`.
   */
  readonly ifHistory: bigint;
}

/** The result of a change of strategy. */
export interface ChangeStrategyResponse {
  /** The current strategy of the collection. */
  readonly strategy: string;
  /** The collection's version after the change. */
  readonly version: number;
  /** Whether the strategy or any key changed. */
  readonly changed: boolean;
  /** The number of elements that were rekeyed. */
  readonly rekeyed: number;
}

/** A request for one step of giving a whole collection new order keys, a few at a time, while it is in use. */
export interface RotateKeysRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** `generation` of the previous step's response. When left out: a new generation, or the one in progress. */
  readonly generation?: number;
  /**
   * The maximum number of elements to rekey in this step, and so in one commit, 1 to 10000; 0: 1000. Other values are
   * refused with OUT_OF_RANGE.
   */
  readonly limit: number;
}

/** The result of one step of giving a collection new order keys. */
export interface RotateKeysResponse {
  /** The collection's version after the step. */
  readonly version: number;
  /** The number of elements that were rekeyed in this step. */
  readonly rekeyed: number;
  /** An upper bound of the number of remaining elements; 0 if all have new keys. */
  readonly remaining: number;
  /** The generation to pass to the next step. */
  readonly generation: number;
}

/** A request to find out what a transaction would write. */
export interface ExplainRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The operations of the transaction, as for Apply; without operations the response has only the statistics. */
  readonly operations: readonly Operation[];
}

/** What a transaction would write, and statistics of the collection's order keys. */
export interface ExplainResponse {
  /** The strategy of the collection. */
  readonly strategy: string;
  /** The version to which the transaction was applied. */
  readonly version: number;
  /** The size of the commit in the journal, in bytes; 0 if nothing would change. */
  readonly journalBytes: number;
  /**
   * The number of elements that do not move and would be rekeyed. For the strategy "dense" this is the number of ranks
   * that would change.
   */
  readonly rekeyed: number;
  /**
   * The order keys that would be written, in the order of writing: the first 1000, or fewer so that the response fits a
   * frame.
   */
  readonly writes: readonly KeyWrite[];
  /** The number of order keys that would be written. */
  readonly writeCount: number;
  /**
   * The room next to placed elements: for each of the first 100 operations that place something, the room before and
   * after the first element that it names; for fewer operations if the response would not fit a frame.
   */
  readonly gaps: readonly Gap[];
  /** Statistics of the collection's order keys. */
  readonly statistics?: KeyStatistics;
}

/** An order key that would be written. */
export interface KeyWrite {
  /** The id of the element. */
  readonly id: string;
  /** Why the key would be written. */
  readonly reason: KeyWriteReason;
  /** The previous key in readable form; empty if there was none. */
  readonly before: string;
  /** The new key in readable form. */
  readonly after: string;
}

/** The room before and after an element that an operation places. */
export interface Gap {
  /** The id of the element, the first one that the operation names. */
  readonly id: string;
  /** The room before the element. */
  readonly before?: GapRoom;
  /** The room after the element. */
  readonly after?: GapRoom;
}

/** The number of elements that fit into a gap before neighbours must be rekeyed. 10000 stands for that many or more. */
export interface GapRoom {
  /** How many fit if each goes after the previous one. */
  readonly following: number;
  /** How many fit if each goes between the last two, which takes the most room. */
  readonly nested: number;
}

/** Statistics of the order keys of a collection, of sections and items together. */
export interface KeyStatistics {
  /** The number of keys. */
  readonly keyCount: number;
  /** The total length of all keys, in bytes; 0 if they follow from ranks and are not stored. */
  readonly totalBytes: number;
  /** The length of the longest key, in bytes. */
  readonly longestBytes: number;
}

/** A request to check the order keys of a collection. */
export interface VerifyKeysRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
}

/** The problems of the stored order keys of a collection. */
export interface VerifyKeysResponse {
  /** The strategy of the collection. */
  readonly strategy: string;
  /** The version that was checked. */
  readonly version: number;
  /** The number of keys that were checked. */
  readonly checked: number;
  /** The number of keys that have a problem. */
  readonly problemCount: number;
  /** The first 100 problems, in list order, or fewer so that the response fits a frame. */
  readonly problems: readonly KeyProblem[];
  /**
   * Whether the server does not have the strategy, so that keys were only compared with each other, and not checked for
   * whether the strategy makes such keys.
   */
  readonly orderOnly: boolean;
}

/** An order key that has a problem. */
export interface KeyProblem {
  /** The id of the element. */
  readonly id: string;
  /** The position of an item. */
  readonly item?: Path;
  /** The index of a section. */
  readonly section?: number;
  /** The order key. */
  readonly key: Uint8Array;
  /** The problem, as a sentence. */
  readonly explanation: string;
}

/** Whether a call that ended with an error took effect. */
export type Processed = "unknown" | "not_started" | "done";

/** The first message of a client: the body of the frame HELLO. */
export interface Hello {
  /** The number 0x47525241, whose bytes read "ARRG" on the wire. It identifies clients of other protocols. */
  readonly magic: number;
  /**
   * The lowest version of the wire that the client supports. This is version 1. If the server supports no version of
   * the range from `versionMin` to `versionMax`, it refuses the connection with UNIMPLEMENTED and names its own
   * range.
   */
  readonly versionMin: number;
  /** The highest version of the wire that the client supports. */
  readonly versionMax: number;
  /** The name of the program, for logs, such as "arrange-cli/1.0". At most 128 bytes. */
  readonly clientName: string;
  /**
   * An id of the client that stays the same when it reconnects, for logs and to tell a subscriber which changes are its
   * own; can be empty. At most 128 bytes.
   */
  readonly clientId: string;
  /**
   * The secret that identifies the caller: a token of the server's access file, or a JWT; empty if the caller is
   * anonymous, or is identified in another way, such as by a client certificate. At most 12288 bytes. An invalid token
   * is refused with UNAUTHENTICATED, also by a server without an access file, for which no token is valid.
   */
  readonly token: string;
  /** The maximum size of a frame that the client accepts, in bytes: 16384 or more; 0: 1048576. */
  readonly largestFrame: number;
}

/** The answer of a server to Hello: the body of the frame WELCOME. */
export interface Welcome {
  /** The version of the wire that both sides use from now on: the highest that both support. */
  readonly version: number;
  /** The id of this run of the server, with its version, for logs. */
  readonly serverId: string;
  /** The maximum size of a frame that the server accepts from now on, in bytes: 1048576 to 16777216. */
  readonly largestFrame: number;
  /** The maximum number of unary calls that may be open at the same time on this connection. */
  readonly mostCalls: number;
  /** The maximum number of server streams that may be open at the same time on this connection. */
  readonly mostSubscriptions: number;
  /**
   * The time without a byte from the client after which the server sends PING, in milliseconds; 0: it sends none. A
   * client that needs to know whether the server can be reached may send PING too.
   */
  readonly keepaliveMs: number;
  /**
   * The further time without a byte after which the server closes the connection, in milliseconds. To it is added the
   * time in which a reader of 16 KiB per second reads what was sent before the PING.
   */
  readonly keepaliveTimeoutMs: number;
}

/** The metadata of the frame OPEN: values that are sent with a call in addition to its request. */
export interface Metadata {
  /** The entries, at most 64. Names that a server does not know are ignored. */
  readonly entries: readonly MetadataEntry[];
}

/** One name and value. */
export interface MetadataEntry {
  /** Lower-case ASCII letters, digits, '-', '_' and '.'; 1 to 128 bytes. */
  readonly name: string;
  /** The value. */
  readonly value: Uint8Array;
}

/** Why a call or a connection ended with an error: the body of END and of GOAWAY. */
export interface Status {
  /** A sentence for people; programs never need it to distinguish cases. */
  readonly message: string;
  /**
   * Details for programs. Names in use:
   * field         the path of the field that was refused, such as "operations[3].items[0].id"
   * reason        a word that distinguishes the cases of one status code, such as "name_taken"
   * resume_token  a token from which the server stream can be resumed; with UNAVAILABLE, if there is one
   */
  readonly details: readonly StatusDetail[];
  /** The time after which a retry makes sense, in milliseconds; 0: unknown. */
  readonly retryAfterMs: number;
  /** Whether the call took effect. */
  readonly processed: Processed;
}

/** One name and value of the details of a status. */
export interface StatusDetail {
  /** The name, see `Status.details`. */
  readonly name: string;
  /** The value. */
  readonly value: Uint8Array;
}

/** The values of `Frame.type`. The description of the wire above `Frame` says which side may send each type, and when. */
export type FrameType = "unspecified" | "hello" | "welcome" | "open" | "data" | "end" | "cancel" | "credit" | "ping" | "pong" | "goaway";

/** The bits of `Frame.flags`. */
export type FrameFlag = "none" | "ignore_if_unknown";

/**
 * The wire of Arrange.
 *
 * A connection is a reliable stream of bytes: TCP, TLS over TCP, or a Unix socket. In both directions it
 * carries Frame messages, each preceded by its length as a varint: the standard delimited stream of
 * protobuf, which the official runtimes read and write with a helper of their own (`parseDelimitedFrom`,
 * `ParseDelimitedFromZeroCopyStream`, `readLengthPrefixed`, ...). There is nothing else on the wire.
 *
 * Which frames each side may send, and when
 *
 * type     sender   stream    when
 * HELLO    client   0         the first frame, once
 * WELCOME  server   0         the answer to HELLO, once; the first frame that a server sends, unless it
 * refuses the connection with GOAWAY
 * OPEN     client   new id    after HELLO; a client need not wait for WELCOME
 * DATA     server   open      in streams of kind "server stream", within the credit
 * END      server   open      exactly once for each OPEN, as its last frame
 * CANCEL   client   any used  after OPEN; without effect once END is sent
 * CREDIT   client   any used  after OPEN; without effect once END is sent
 * PING     either   0         after HELLO (client), after WELCOME (server)
 * PONG     either   0         the answer to PING, with the PING's `sequence`
 * GOAWAY   either   0         at any time; a later one, about a violation, may follow that of a server that
 * drains
 *
 * A frame that the table does not allow is a violation, as is a frame that can't be parsed or is too large.
 * A server answers a violation with a GOAWAY that describes it, and closes the connection. A frame of an
 * unknown type is a violation too, unless its `flags` say that it is to be ignored.
 *
 * Streams
 *
 * A stream is one call. A client numbers its streams itself, with ids that only ever increase, from 1 to
 * 4294967295; gaps are allowed. An id that is not higher than every earlier one is a violation. A client
 * that has used all numbers opens another connection.
 *
 * Unary call:     OPEN ->              <- END
 * Server stream:  OPEN (credit) ->     <- DATA* <- END      CREDIT -> as the client consumes
 *
 * An END with status 0 carries the response of a unary call in `body`, and nothing for a server stream. An
 * END with another status carries a Status (connection.proto) in `body`.
 *
 * Credit is the number of DATA frames, counted from the start of the stream, that the client has room for.
 * It is absolute: a client grants 2, consumes one, grants 3. Credit is never withdrawn, so a number that is
 * not higher than an earlier one has no effect. 18446744073709551615 stands for unlimited credit. A server
 * sends no DATA beyond the credit. Credit on a unary call has no meaning.
 *
 * GOAWAY from a server means: calls above `sequence` were not started, and no new ones will be. Calls that
 * the client has already sent are refused with UNAVAILABLE. Open calls finish, server streams end with a
 * token to resume from, and the server closes the connection after the last END. GOAWAY from a client means:
 * there will be no further OPEN; the server closes the connection after the last END. A client that instead
 * closes its side of the stream of bytes still gets the answers to its unary calls; its server streams are
 * cancelled.
 *
 * CANCEL ends the work, not only the answer. The stream still gets its END: with status CANCELLED, or with
 * the actual result if the work could no longer be stopped. `Status.processed` says which. The stream counts
 * towards the limits until the work has stopped.
 *
 * `timeoutUs` is the time that is left for the call, measured from the arrival of the OPEN. When it has
 * passed, the server stops the work and ends the stream with DEADLINE_EXCEEDED. 0 stands for no deadline.
 *
 * Limits
 *
 * Before HELLO    a frame has at most 16384 bytes, and HELLO must be complete within 5 seconds.
 * After HELLO     a frame has at most 1048576 bytes, or the number that WELCOME announces, which is never
 * less and at most 16777216. The length counts the bytes after the length prefix.
 * Streams         at most 256 unary calls and 4096 server streams are open at the same time on one
 * connection. A further OPEN ends with RESOURCE_EXHAUSTED. So does the OPEN of a server
 * stream if the requests of all open server streams would have more than 2097152 bytes
 * together.
 * Partial frames  a frame must be complete within 30 seconds of its first byte.
 * Idle time       see Welcome in connection.proto.
 *
 * The length prefix is a varint of at most four bytes in its shortest form.
 */
export interface Frame {
  /** The stream that the frame belongs to; 0 is the connection itself. */
  readonly stream: number;
  /**
   * One of `FrameType`. Not declared as the enum, so that runtimes that treat enums as closed can detect an unknown
   * type.
   */
  readonly type: number;
  /** Bits of `FrameFlag`. Unknown bits are ignored. */
  readonly flags: number;
  /**
   * OPEN: the full name of the method, such as "arrange.v1.Collections/Apply", without a leading slash. A method that
   * the server does not know ends with UNIMPLEMENTED.
   */
  readonly method: string;
  /** OPEN: the time that is left for the call, in microseconds; 0: no deadline. */
  readonly timeoutUs: number;
  /**
   * END: one of the canonical gRPC status codes, 0 (OK) to 16 (UNAUTHENTICATED). GOAWAY: the same, for the connection
   * as a whole.
   */
  readonly status: number;
  /**
   * OPEN, CREDIT: the number of DATA frames of this stream that the client has room for, counted from the start of the
   * stream.
   */
  readonly credit: number;
  /**
   * DATA: the number of the frame among the DATA frames of its stream, counted from 1.
   * PING, PONG: any number that the sender of the PING chooses.
   * GOAWAY: the highest stream id that was accepted; the calls of streams above it were not started, and can safely be
   * made again on another connection.
   */
  readonly sequence: number | bigint;
  /** OPEN: a Metadata message (connection.proto); can be empty. */
  readonly metadata: Uint8Array;
  /**
   * HELLO: a Hello. WELCOME: a Welcome. OPEN: the request. DATA: one message of the server stream. END: the response,
   * or a Status if `status` is not 0. GOAWAY: a Status.
   */
  readonly body: Uint8Array;
}

/** Whether a server can serve. */
export type ServingStatus = "unknown" | "serving" | "not_serving" | "service_unknown";

/** A request for the state of the server, or of one service of it. */
export interface HealthCheckRequest {
  /**
   * The full name of a service, such as "arrange.v1.Collections"; empty: the server as a whole. For a service that the
   * server does not have, Check ends with NOT_FOUND, and Watch sends SERVING_STATUS_SERVICE_UNKNOWN.
   */
  readonly service: string;
}

/** The state of the server, or of one service of it. */
export interface HealthCheckResponse {
  /** Whether the server, or the service, can serve. */
  readonly status: ServingStatus;
  /**
   * The collections that can currently be read but not written, because their ordering strategy does not answer. They
   * are those of the server as a whole, whatever the service is.
   */
  readonly slowStrategies: readonly SlowStrategy[];
}

/**
 * A collection that can currently be read but not written, because its ordering strategy, from a loaded library, has
 * not answered for some seconds.
 */
export interface SlowStrategy {
  /** The name of the collection. */
  readonly collection: string;
  /** The name of the strategy. */
  readonly strategy: string;
}

/** A request to create an overlay. */
export interface CreateOverlayRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /**
   * The name of the overlay, an id. "mine" is shown by the clause `overlay mine` of a view, and can't be that of a shared
   * one. Required.
   */
  readonly overlay: string;
  /** Whether it is shared and belongs to no principal. */
  readonly shared: boolean;
  /** Whose it is; empty for the caller. Must be empty for a shared one. */
  readonly principal: string;
}

/** An overlay. */
export interface OverlayInfo {
  /** The name of the collection. */
  readonly collection: string;
  /** The name of the overlay. */
  readonly overlay: string;
  /** Whether it is shared. */
  readonly shared: boolean;
  /** Whose it is; empty if it is shared. */
  readonly principal: string;
  /** When it was created, in microseconds since 1970-01-01T00:00:00Z. */
  readonly createdAtUs: number;
  /** The version, which grows with each change. */
  readonly version: number;
  /** The number of entries. */
  readonly entries: number;
}

/** A request for the entries of an overlay. */
export interface GetOverlayRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The name of the overlay. Required. */
  readonly overlay: string;
  /** Whether it is shared. */
  readonly shared: boolean;
  /** Whose it is; empty for the caller. */
  readonly principal: string;
  /** The index of the first entry of the page. */
  readonly first: number;
  /** The maximum number of entries, 1 to 1000; 0 for 1000. A page has fewer if they do not fit into a frame. */
  readonly limit: number;
}

/** A page of the entries of an overlay. */
export interface GetOverlayResponse {
  /** The overlay. */
  readonly info?: OverlayInfo;
  /** The entries, in their sequence. */
  readonly entries: readonly OverlayEntry[];
}

/** An item that was placed in an overlay. */
export interface OverlayEntry {
  /** The id of the item. */
  readonly item: string;
  /** The section of the collection in which it was placed. The entry counts only while the item is there. */
  readonly section: string;
  /** The items that were before it, the nearest first, at most 8; none if it was placed at the start. */
  readonly predecessors: readonly string[];
}

/** A request for the overlays of a collection. */
export interface ListOverlaysRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** Whose overlays are listed besides the shared ones; empty for those of the caller. */
  readonly principal: string;
}

/** The overlays of a collection. */
export interface ListOverlaysResponse {
  /** The shared ones, and then those of the principal; each in ascending order of the bytes of their names. */
  readonly overlays: readonly OverlayInfo[];
}

/** A request to remove entries of an overlay. */
export interface ResetOverlayRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The name of the overlay. Required. */
  readonly overlay: string;
  /** Whether it is shared. */
  readonly shared: boolean;
  /** Whose it is; empty for the caller. */
  readonly principal: string;
  /** The items whose entries are removed, 1 to 1000; none if `all` is set. */
  readonly items: readonly string[];
  /** Whether all entries are removed. */
  readonly all: boolean;
}

/** A request to delete an overlay. */
export interface DeleteOverlayRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The name of the overlay. Required. */
  readonly overlay: string;
  /** Whether it is shared. */
  readonly shared: boolean;
  /** Whose it is; empty for the caller. */
  readonly principal: string;
}

/** The response to the deletion of an overlay. */
export interface DeleteOverlayResponse {
}

/** A request for the descriptor set of the specification. */
export interface DescribeRequest {
}

/** The descriptor set of the specification. */
export interface DescribeResponse {
  /** A serialised google.protobuf.FileDescriptorSet of all files, imports included. */
  readonly fileDescriptorSet: Uint8Array;
}

/** How severe the event of a line of the log is, in ascending order. */
export type LogSeverity = "trace" | "debug" | "info" | "notice" | "warning" | "error" | "critical";

/** A request for who may do what. */
export interface ServerAccessRequest {
  /** Only principals whose names contain this text, in capital or small letters; empty: all. */
  readonly containing: string;
  /**
   * The maximum number of principals in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The count
   * includes those that are left out.
   */
  readonly limit: number;
}

/** Who may do what on a server. */
export interface ServerAccessResponse {
  /** Whether the server has no access file, so that everybody may do everything. All else is empty then. */
  readonly unrestricted: boolean;
  /** The path of the access file on the server. */
  readonly file: string;
  /** The roles of the file, in ascending order of their names. */
  readonly roles: readonly AccessRole[];
  /**
   * The principals of the file with such names, in ascending order of them. "anonymous" stands for callers without credentials,
   * where the file says what they may do.
   */
  readonly principals: readonly AccessPrincipal[];
  /** The number of principals with such names. */
  readonly principalCount: number;
  /** The limits of principals without limits of their own. */
  readonly limits: readonly AccessLimit[];
  /** The signed tokens that the file accepts, if it accepts any. */
  readonly issuer?: AccessIssuer;
}

/** A role of an access file. */
export interface AccessRole {
  /** The name of the role. */
  readonly name: string;
  /** What it allows and denies, in the order of the file. */
  readonly grants: readonly AccessGrant[];
}

/** What a role allows and denies on the names that a pattern matches. */
export interface AccessGrant {
  /** The pattern, such as "board/**". */
  readonly pattern: string;
  /** The permissions that it grants, as words of an access file. */
  readonly may: readonly string[];
  /** The permissions that it denies, whatever else grants them. */
  readonly never: readonly string[];
  /** Its line in the access file, counted from 1. */
  readonly line: number;
}

/** A principal of an access file. */
export interface AccessPrincipal {
  /** The name of the principal. */
  readonly name: string;
  /** The names of its roles, in the order of the file. "admin" is the built-in role with all permissions. */
  readonly roles: readonly string[];
  /** Its tokens, in the order of the file. */
  readonly tokens: readonly AccessTokenInfo[];
  /** The subjects and alternative names of its certificates. */
  readonly certificates: readonly string[];
  /** Its users, by their ids, where it connects to a Unix socket. */
  readonly users: readonly number[];
  /** Its own limits; for others those of the file hold, and then those of the server. */
  readonly limits: readonly AccessLimit[];
}

/** A token of an access file, without what is secret. */
export interface AccessTokenInfo {
  /** When it expires, in microseconds since 1970-01-01T00:00:00Z. When left out: it doesn't. */
  readonly expiresUs?: number;
}

/** A limit of principals. */
export interface AccessLimit {
  /** What is limited, as the access file calls it, such as "connections". */
  readonly name: string;
  /** The maximum. */
  readonly value: number;
}

/** The signed tokens (JWT) that an access file accepts. */
export interface AccessIssuer {
  /** What their claim `iss` must be. */
  readonly issuer: string;
  /** What their claim `aud` must be or contain. */
  readonly audience: string;
  /** The claim with the name of the principal. */
  readonly principalClaim: string;
  /** The claim with the names of roles; empty if tokens grant none. */
  readonly rolesClaim: string;
}

/** A request for lines of the log. */
export interface ServerLogRequest {
  /**
   * The number of a line: the lines after it are read, the oldest first. 0: the newest lines. A number that the server has not
   * reached, as after its restart, is the same as 0.
   */
  readonly after: number;
  /** The maximum number of lines in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. */
  readonly limit: number;
  /**
   * Only lines of this severity and above. Lines below the level of the server's log are not written, so they are never
   * there.
   */
  readonly severity: LogSeverity;
}

/** Lines of the log. */
export interface ServerLogResponse {
  /** The lines, the oldest first. */
  readonly lines: readonly LogLine[];
  /** The number of the newest line that was looked at, for `after` of the next request. */
  readonly last: number;
  /** How many lines after `after` the server no longer had, of whatever severity. 0 in an answer with the newest lines. */
  readonly missed: number;
  /** The id of this run of the server, as in `Welcome`: the lines of another run have numbers of their own. */
  readonly serverId: string;
}

/** One line of the log. */
export interface LogLine {
  /** Its number: the first line since the start of the server has the number 1. */
  readonly number: number;
  /** How severe its event is. */
  readonly severity: LogSeverity;
  /** The line as it was written, in the format of the server's log, without the line feed. */
  readonly text: string;
}

/** A request to compare ordering strategies. */
export interface CompareRequest {
  /**
   * The plan in YAML, in the format of `arrange compare --config`; empty: the standard plan. At most 262144 bytes. A
   * plan that names libraries or files is refused with INVALID_ARGUMENT, since they would be those of the server.
   */
  readonly plan: string;
  /** Whether the report is sent as a page of HTML as well, as `arrange compare --html` writes it. */
  readonly page: boolean;
}

/** The progress of a comparison, or a piece of its report. */
export interface CompareResponse {
  /** The number of completed operations. */
  readonly done: number;
  /** The number of all operations. */
  readonly total: number;
  /**
   * A piece of the report; empty while the comparison runs. All pieces together are the JSON of `arrange compare
   * --json`.
   */
  readonly report: Uint8Array;
  /** A piece of the page, if it was asked for. The pieces follow those of `report`. */
  readonly page: Uint8Array;
}

/** A request for a backup. */
export interface BackupRequest {
  /** The names of the collections and views to include, at most 1000. Empty for all. */
  readonly collections: readonly string[];
}

/** A piece of a backup. All pieces in their order are the backup file. */
export interface BackupResponse {
  /** The bytes of the piece. */
  readonly data: Uint8Array;
}

/** A request for the description of the server. */
export interface ServerInfoRequest {
  /**
   * Names of collections and views, whether they exist or not: the response says what the caller may do with each of them. At
   * most 100.
   */
  readonly names: readonly string[];
}

/** A description of a server, with its statistics and limits. */
export interface ServerInfoResponse {
  /** The version of the program, such as "1.0.0". */
  readonly version: string;
  /** The id of this run of the server, as in `Welcome`; it changes with each restart. */
  readonly serverId: string;
  /** How long the server has been running, in microseconds. */
  readonly uptimeUs: number;
  /** Statistics of the server; all 0 if the caller does not have the permission `admin`. */
  readonly counts?: ServerCounts;
  /** The limits for requests. */
  readonly limits?: ServerLimits;
  /**
   * The nodes of the service, in ascending order of their names and then of their ids. Empty if the server is not one
   * of several nodes, or if the caller does not have the permission `admin`.
   */
  readonly nodes: readonly NodeInfo[];
  /**
   * What the server can do that earlier versions can't, where a client could not tell otherwise: an earlier server ignores
   * fields that it does not know. "undo": Collections/Undo, and `stack` in transactions. "past": reading and
   * comparing kept versions. "versions": names of versions. "restore": Collections/Restore. "bin": the service Bin.
   * "caller": `caller` in this message.
   */
  readonly features: readonly string[];
  /** Who has made the call, and what that principal may do. Not set by servers without the feature "caller". */
  readonly caller?: CallerInfo;
}

/** The caller of a server, and what it may do there at the moment of the call. */
export interface CallerInfo {
  /** The name of the principal; "anonymous" for a caller without credentials. */
  readonly principal: string;
  /**
   * What has identified the caller: "certificate"; "token", one of the access file; "jwt"; "user", that of the process at the
   * other end of a Unix socket; or "nothing". Others can be added.
   */
  readonly identifiedBy: string;
  /** When the credentials expire, in microseconds since 1970; the connection then ends. When left out: they don't expire. */
  readonly expiresUs?: number;
  /** Whether the server has no access file, so that everybody may do everything. */
  readonly unrestricted: boolean;
  /** The permissions on the server as a whole, as words of an access file: "admin", "metrics". Others can be added. */
  readonly permissions: readonly string[];
  /** The permissions on each name of the request, in the order of the request. */
  readonly names: readonly NamePermissions[];
}

/** What a caller may do with a name. */
export interface NamePermissions {
  /** The name. */
  readonly name: string;
  /**
   * The permissions, as words of an access file in their order there, such as "read" and "move"; others can be added. Empty:
   * whatever has this name does not exist for the caller. They are the same whether anything has the name. A view may need
   * permissions on the collections that it shows as well.
   */
  readonly permissions: readonly string[];
}

/** One of the nodes that serve the collections of one database together, as the answering node knows it. */
export interface NodeInfo {
  /** The id of the node: random, drawn at each start of the node. */
  readonly id: string;
  /** The name of the node, for people. */
  readonly name: string;
  /** The address at which other nodes reach it, as host:port. */
  readonly address: string;
  /**
   * The slots that it owns, as ranges in ascending order. The name of each collection and stored view belongs to one
   * slot, and only the owner of the slot writes it.
   */
  readonly slots: readonly SlotRange[];
  /** The remaining time of its lease, in milliseconds; 0 if it has run out, and other nodes may take its slots. */
  readonly leaseMs: number;
  /** Whether this is the answering node. */
  readonly isSelf: boolean;
  /**
   * The number of collections of other owners that it follows, for subscriptions and views; 0 if it is not the
   * answering node.
   */
  readonly replicas: number;
  /** The time since it last heard from the database, in milliseconds; 0 if it is not the answering node. */
  readonly lagMs: number;
  /**
   * Why the answering node could not reach it at its last attempt, such as that nothing listens at its address; empty if it
   * could, or has not tried. Calls for its collections then wait.
   */
  readonly problem: string;
}

/** Successive slots. */
export interface SlotRange {
  /** The first slot. */
  readonly first: number;
  /** The last slot, which is included. */
  readonly last: number;
}

/** Statistics of the server. */
export interface ServerCounts {
  /** The number of collections. */
  readonly collections: number;
  /** The number of collections whose content is in memory; the others are loaded when they are used. */
  readonly openCollections: number;
  /** The number of connections, including the caller's own. */
  readonly connections: number;
  /** The number of calls in progress, including this one. */
  readonly activeCalls: number;
  /** The number of commits since the start of the server, in all collections. */
  readonly commits: number;
  /**
   * The memory used by the buffers of all connections, in bytes: incomplete frames, requests in progress, and responses
   * that were not read.
   */
  readonly connectionBytes: number;
  /** The number of connections refused since the start of the server because there were too many. */
  readonly refusedConnections: number;
  /**
   * The number of connections closed since the start of the server because all connections together used too much
   * memory.
   */
  readonly connectionsEndedForMemory: number;
  /** The number of log lines dropped since the start of the server because standard error was not read. */
  readonly droppedLogLines: number;
  /** The size of the store on disk, in bytes. */
  readonly storeBytes: number;
  /**
   * The part of the store that is free, in bytes: it is reused, or returned to the file system while the server is
   * idle.
   */
  readonly freeBytes: number;
  /** The part of the store that is in the logs in front of the database, in bytes. */
  readonly logBytes: number;
}

/** The limits for requests. */
export interface ServerLimits {
  /** The maximum size of a frame, in bytes. */
  readonly largestFrame: number;
  /** The maximum number of operations in one transaction. */
  readonly operationsPerTransaction: number;
  /** The maximum number of elements that the operations of one transaction may name in total. */
  readonly elementsPerTransaction: number;
  /** The maximum number of items in one page of Collections/Fetch. */
  readonly fetchPageSize: number;
  /** The maximum number of collections in one page of Collections/List. */
  readonly listPageSize: number;
  /** The maximum number of commits in one response of Collections/History. */
  readonly historyCommits: number;
  /** The maximum length of an id, in bytes. */
  readonly idLength: number;
  /** The maximum number of fields of one element. */
  readonly fieldsPerElement: number;
  /** The maximum number of bytes that the fields of one element may take in total, in their stored form. */
  readonly fieldBytesPerElement: number;
}

/** How commits become messages. */
export type SinkMode = "merged" | "commits";

/** What a delivery is doing. */
export type SinkState = "unspecified" | "caught_up" | "sending" | "waiting" | "paused" | "denied";

/** What a sink delivers, and where. */
export interface SinkSettings {
  /** The address of the receiver of webhooks, with the scheme `https` or `http`. Required, unless `postgres` is set. */
  readonly url: string;
  /**
   * The names of collections, 1 to 32 patterns as in an access file: `*` stands for any run of characters between slashes, and
   * `**` for any run. Required, unless there is a view.
   */
  readonly collections: readonly string[];
  /** How commits become messages. */
  readonly mode: SinkMode;
  /**
   * Where the server finds the keys of signatures, 1 to 8: `env:NAME` for a variable of its environment, or `file:PATH`. Each has
   * keys of Standard Webhooks, separated by white space: `whsec` for HMAC-SHA256, `whsk` for ed25519. A message has a signature of
   * each key. Required with `url`.
   */
  readonly secrets: readonly string[];
  /** Networks whose addresses may be reached although they are private, at most 32: `10.1.0.0/16`, `::1`. */
  readonly allowedAddresses: readonly string[];
  /** The database into which the collections are written; in place of `url`, `secrets` and `allowedAddresses`. */
  readonly postgres?: PostgresMirror;
  /**
   * The name of a stored view that is delivered in place of collections, as its definer would see it. Only with `url`, and with
   * the mode SINK_MODE_MERGED.
   */
  readonly view: string;
}

/** A PostgreSQL database into which a sink writes collections. */
export interface PostgresMirror {
  /**
   * Where the server finds the connection string: `env:NAME` for a variable of its environment, or `file:PATH`. Or the string
   * itself, `postgresql://USER@HOST:PORT/DATABASE`, without a password. Required.
   */
  readonly connection: string;
  /**
   * The schema of the tables, which is made if it does not exist: 1 to 63 lowercase letters, digits and `_`, not a digit first. It
   * has no lists of a server and no other mirror. Required.
   */
  readonly schema: string;
  /** Whether each move of an item is also added to the table `moves`. */
  readonly moves: boolean;
}

/** A request to create a sink. */
export interface CreateSinkRequest {
  /** The name of the sink, an id of at most 64 bytes. Required. */
  readonly name: string;
  /** What it delivers. Required. */
  readonly settings?: SinkSettings;
  /** Whether it is created paused. */
  readonly paused: boolean;
}

/** A sink. */
export interface SinkInfo {
  /** The name. */
  readonly name: string;
  /** What it delivers. */
  readonly settings?: SinkSettings;
  /** When it was created, in microseconds since 1970-01-01T00:00:00Z. */
  readonly createdAtUs: number;
  /** The principal with whose rights it delivers; empty for the server itself. */
  readonly definer: string;
  /** Whether it is paused for all collections. */
  readonly paused: boolean;
  /** Why it is paused; empty if it is not. */
  readonly pauseReason: string;
}

/** A request for the description of a sink. */
export interface GetSinkRequest {
  /** The name. Required. */
  readonly name: string;
}

/** A request for the list of sinks. */
export interface ListSinksRequest {
  /** What the names of the sinks contain; empty for all of them. */
  readonly containing: string;
}

/** All sinks. */
export interface ListSinksResponse {
  /** The sinks. */
  readonly sinks: readonly SinkInfo[];
}

/** A request to replace the settings of a sink. */
export interface UpdateSinkRequest {
  /** The name. Required. */
  readonly name: string;
  /** What it delivers from now on. Required. */
  readonly settings?: SinkSettings;
}

/** A request to pause a sink. */
export interface PauseSinkRequest {
  /** The name. Required. */
  readonly name: string;
}

/** A request to resume a sink. */
export interface ResumeSinkRequest {
  /** The name. Required. */
  readonly name: string;
}

/** A request to deliver something again. */
export interface ReplaySinkRequest {
  /** The name of the collection, or of the view of the sink. Required. */
  readonly collection: string;
  /** The name of the sink. Required. */
  readonly sink: string;
  /** The version after which commits are delivered again. When left out: the whole list is delivered. A view has none. */
  readonly after?: number;
}

/** A request to send a test. */
export interface TestSinkRequest {
  /** The name of the sink. Required. */
  readonly name: string;
}

/** What became of a test. */
export interface TestSinkResponse {
  /** Whether the receiver has answered with a status of 2xx, or the database can be written. */
  readonly delivered: boolean;
  /** The HTTP status of the answer; 0 if there was none, and for databases. */
  readonly status: number;
  /** What went wrong; empty if it was delivered. */
  readonly error: string;
  /** How long it took, in microseconds. */
  readonly durationUs: number;
}

/** A request to delete a sink. */
export interface DeleteSinkRequest {
  /** The name. Required. */
  readonly name: string;
}

/** A request for the state of the deliveries of a sink. */
export interface SinkStatusRequest {
  /** The name. Required. */
  readonly name: string;
  /** The maximum number of collections in the answer, 1 to 1000; 0 for 100. */
  readonly limit: number;
}

/** The state of the deliveries of a sink. */
export interface SinkStatusResponse {
  /** The sink. */
  readonly sink?: SinkInfo;
  /** The number of collections that it delivers. */
  readonly collectionCount: number;
  /** The number of collections of which not everything is delivered. */
  readonly lagging: number;
  /** The number of collections whose last delivery has failed, or for which the server has paused the sink. */
  readonly failing: number;
  /** The deliveries that the receiver has accepted since the start of the server, of each node since its start. */
  readonly deliveries: number;
  /** The deliveries that have failed since the start of the server, each attempt counted. */
  readonly failures: number;
  /** The collections that lag most. */
  readonly collections: readonly SinkProgress[];
  /** The number of nodes that have not answered, whose collections are missing. */
  readonly missingNodes: number;
}

/** How far a sink has delivered a collection, or its view. */
export interface SinkProgress {
  /** The name of the collection, or of the view. */
  readonly collection: string;
  /** The version that the receiver has; 0 if it has none. Of a view: the number of the state that the receiver has. */
  readonly delivered: number;
  /** The newest version. Of a view: the number of the next state, as long as it is not known that nothing has changed. */
  readonly newest: number;
  /** What the delivery is doing. */
  readonly state: SinkState;
  /** How long it has lagged behind, in microseconds; 0 if it does not. */
  readonly lagUs: number;
  /** The failed attempts since the last success. */
  readonly attempts: number;
  /** When the next attempt is made, in microseconds since 1970-01-01T00:00:00Z; 0 if none is planned. */
  readonly nextAttemptUs: number;
  /** The last error since the last success, or why it is paused; empty if there is none. */
  readonly error: string;
}

/** How the keys of a strategy are stored. */
export type KeyForm = "unspecified" | "stored" | "rank";

/** A request for the list of strategies. */
export interface ListStrategiesRequest {
}

/** The ordering strategies that a server has. */
export interface ListStrategiesResponse {
  /** The strategies, in ascending order of the bytes of their names. */
  readonly strategies: readonly Strategy[];
  /** The name of the default strategy of new collections. */
  readonly defaultStrategy: string;
}

/** An ordering strategy that a server has. */
export interface Strategy {
  /** The name by which collections choose it, such as "lexorank". */
  readonly name: string;
  /** The version of its key format, which is stored with every collection that uses it. */
  readonly version: number;
  /** Whether keys are stored with the elements or follow from their ranks. */
  readonly keyForm: KeyForm;
  /** The length of the longest order key that it makes, in bytes; at most 255. */
  readonly maximumKeyLength: number;
  /** One sentence to help users choose. */
  readonly summary: string;
  /** Its parameters. "NAME:PARAMETER=NUMBER,PARAMETER=NUMBER" chooses the strategy with parameters. */
  readonly parameters: readonly StrategyParameter[];
}

/** A parameter of an ordering strategy. */
export interface StrategyParameter {
  /** The name of the parameter. */
  readonly name: string;
  /** One sentence to help users choose. */
  readonly summary: string;
  /** The smallest value. */
  readonly minimum: number;
  /** The largest value. */
  readonly maximum: number;
  /** The default value. */
  readonly standard: number;
}

/** A request to give a version a name. */
export interface SetVersionRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The name of the version: an id that is not a number. Required. */
  readonly versionName: string;
  /** The version; not set: the newest. */
  readonly version?: VersionReference;
}

/** A version with a name. */
export interface NamedVersion {
  /** The name. */
  readonly name: string;
  /** The version. */
  readonly version: number;
  /** When the name was given to it, in microseconds since 1970-01-01T00:00:00Z. */
  readonly setAtUs: number;
  /** The name of the principal that gave it; "anonymous" for a caller without credentials. */
  readonly author: string;
}

/** A request for the versions of a collection that have names. */
export interface ListVersionsRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
}

/** The versions of a collection that have names. */
export interface ListVersionsResponse {
  /** They are sorted by version, the newest first, and then in ascending order of the bytes of their names. */
  readonly versions: readonly NamedVersion[];
}

/** A request to delete the name of a version. */
export interface DeleteVersionRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The name of the version. Required. */
  readonly versionName: string;
}

/** The name was deleted. */
export interface DeleteVersionResponse {
}

/** A request for a page of the bin. */
export interface ListBinRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /**
   * The maximum number of elements in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The
   * page may have fewer so that it fits a frame.
   */
  readonly pageSize: number;
  /** `nextPageToken` of the previous page; empty: the first page. At most 1024 bytes. */
  readonly pageToken: Uint8Array;
}

/** A page of the bin. */
export interface ListBinResponse {
  /** The removed elements, the newest first. */
  readonly elements: readonly BinElement[];
  /** The token for the next page; empty if this is the last one. */
  readonly nextPageToken: Uint8Array;
}

/** A removed element. */
export interface BinElement {
  /** The id. */
  readonly id: string;
  /** Whether it is a section. */
  readonly isSection: boolean;
  /** The fields that it had. */
  readonly fields: Fields;
  /** The id of the section that an item was in; empty for the default section, and for a section. */
  readonly section: string;
  /** The number of items that were removed with a section, or with an item that they were below. */
  readonly items: number;
  /** The version of the commit that removed it. */
  readonly removedBy: number;
  /** When it was removed, in microseconds since 1970-01-01T00:00:00Z. */
  readonly removedAtUs: number;
  /** The name of the principal that removed it; "anonymous" for a caller without credentials; empty if unknown. */
  readonly author: string;
  /** The id of the item that an item of an outline was below; empty at the top of the section, and for a section. */
  readonly parent: string;
}

/** A request to put removed elements back. */
export interface PutBackRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
  /** The elements, 1 to 1000, each named once. */
  readonly elements: readonly RemovedElement[];
  /**
   * Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.
   * 1 to 64 bytes, best random; empty: no request id.
   */
  readonly requestId: Uint8Array;
  /** The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`. */
  readonly stack: Uint8Array;
}

/** An element of the bin, as a request names it. */
export interface RemovedElement {
  /** The id of the element; empty for the default section. */
  readonly id: string;
  /** Whether it is a section. */
  readonly isSection: boolean;
  /** The version of the commit that removed it, see `BinElement.removedBy`. */
  readonly removedBy: number;
}

/** A request to empty the bin. */
export interface EmptyBinRequest {
  /** The name of the collection. Required. */
  readonly collection: string;
}

/** The bin was emptied. */
export interface EmptyBinResponse {
  /** The oldest version that can be read from now on: the one that the call made. */
  readonly oldestKept: number;
}

/** All messages by their names. */
export interface Messages {
  Field: unknown;
  FieldList: FieldList;
  Element: Element;
  RowOrigin: RowOrigin;
  Path: Path;
  Placement: Placement;
  VersionReference: VersionReference;
  CollectionInfo: CollectionInfo;
  OutlineSettings: OutlineSettings;
  Operation: Operation;
  NewElement: NewElement;
  ElementReference: ElementReference;
  ElementUpdate: ElementUpdate;
  InsertItems: InsertItems;
  MoveItems: MoveItems;
  UpdateItems: UpdateItems;
  RemoveItems: RemoveItems;
  AdoptItems: AdoptItems;
  AdoptedItem: AdoptedItem;
  ReorderItems: ReorderItems;
  InsertSections: InsertSections;
  MoveSections: MoveSections;
  UpdateSections: UpdateSections;
  RemoveSections: RemoveSections;
  ReorderSections: ReorderSections;
  DefineViewRequest: DefineViewRequest;
  GetViewRequest: GetViewRequest;
  ListViewsRequest: ListViewsRequest;
  ListViewsResponse: ListViewsResponse;
  DeleteViewRequest: DeleteViewRequest;
  DeleteViewResponse: DeleteViewResponse;
  PlaceRowsRequest: PlaceRowsRequest;
  PlaceRowsResponse: PlaceRowsResponse;
  PlacedCommit: PlacedCommit;
  RowEffect: RowEffect;
  ParseViewRequest: ParseViewRequest;
  ParseViewResponse: ParseViewResponse;
  ViewTextError: ViewTextError;
  ViewTextPlace: ViewTextPlace;
  ViewInfo: ViewInfo;
  View: View;
  ViewWindow: ViewWindow;
  WindowAnchor: WindowAnchor;
  WindowPlace: WindowPlace;
  ViewPart: ViewPart;
  FixedSection: FixedSection;
  ViewRow: ViewRow;
  ViewQuery: ViewQuery;
  ShownOverlay: ShownOverlay;
  ShownFields: ShownFields;
  ChosenSections: ChosenSections;
  Grouping: Grouping;
  SecondGrouping: SecondGrouping;
  SortDescriptor: SortDescriptor;
  Filter: Filter;
  FilterStep: FilterStep;
  Comparison: Comparison;
  PrincipalComparison: PrincipalComparison;
  TextMatch: TextMatch;
  Membership: Membership;
  Value: unknown;
  FollowersRequest: FollowersRequest;
  FollowersResponse: FollowersResponse;
  FollowerCount: FollowerCount;
  Follower: Follower;
  SubscribeRequest: SubscribeRequest;
  SubscribeResponse: SubscribeResponse;
  CommitAuthor: CommitAuthor;
  Progress: Progress;
  SnapshotPage: SnapshotPage;
  SnapshotSection: SnapshotSection;
  HiddenRows: HiddenRows;
  ListSize: ListSize;
  ChangeBatch: ChangeBatch;
  SectionInsert: SectionInsert;
  ItemRun: ItemRun;
  ItemInsert: ItemInsert;
  SectionUpdate: SectionUpdate;
  ItemUpdate: ItemUpdate;
  TreeBatch: TreeBatch;
  ListOwner: ListOwner;
  TreeInsert: TreeInsert;
  TreeUpdate: TreeUpdate;
  NodeCounts: NodeCounts;
  Folding: Folding;
  CreateCollectionRequest: CreateCollectionRequest;
  GetCollectionRequest: GetCollectionRequest;
  ListCollectionsRequest: ListCollectionsRequest;
  ListCollectionsResponse: ListCollectionsResponse;
  UpdateCollectionRequest: UpdateCollectionRequest;
  DeleteCollectionRequest: DeleteCollectionRequest;
  DeleteCollectionResponse: DeleteCollectionResponse;
  ApplyRequest: ApplyRequest;
  ApplyResponse: ApplyResponse;
  OperationResult: OperationResult;
  PlacedElement: PlacedElement;
  TransactRequest: TransactRequest;
  TransactionStep: TransactionStep;
  TransferItems: TransferItems;
  VersionCondition: VersionCondition;
  TransactResponse: TransactResponse;
  TransactedCollection: TransactedCollection;
  UndoRequest: UndoRequest;
  UndoResponse: UndoResponse;
  UndoneChange: UndoneChange;
  FetchRequest: FetchRequest;
  SectionWindow: SectionWindow;
  AroundWindow: AroundWindow;
  FetchResponse: FetchResponse;
  SectionSlice: SectionSlice;
  DiffRequest: DiffRequest;
  DiffResponse: DiffResponse;
  RestoreRequest: RestoreRequest;
  EraseRequest: EraseRequest;
  EraseResponse: EraseResponse;
  RestoreResponse: RestoreResponse;
  HistoryRequest: HistoryRequest;
  HistoryResponse: HistoryResponse;
  Commit: Commit;
  Change: Change;
  ChangeStrategyRequest: ChangeStrategyRequest;
  ChangeStrategyResponse: ChangeStrategyResponse;
  RotateKeysRequest: RotateKeysRequest;
  RotateKeysResponse: RotateKeysResponse;
  ExplainRequest: ExplainRequest;
  ExplainResponse: ExplainResponse;
  KeyWrite: KeyWrite;
  Gap: Gap;
  GapRoom: GapRoom;
  KeyStatistics: KeyStatistics;
  VerifyKeysRequest: VerifyKeysRequest;
  VerifyKeysResponse: VerifyKeysResponse;
  KeyProblem: KeyProblem;
  Hello: Hello;
  Welcome: Welcome;
  Metadata: Metadata;
  MetadataEntry: MetadataEntry;
  Status: Status;
  StatusDetail: StatusDetail;
  Frame: Frame;
  HealthCheckRequest: HealthCheckRequest;
  HealthCheckResponse: HealthCheckResponse;
  SlowStrategy: SlowStrategy;
  CreateOverlayRequest: CreateOverlayRequest;
  OverlayInfo: OverlayInfo;
  GetOverlayRequest: GetOverlayRequest;
  GetOverlayResponse: GetOverlayResponse;
  OverlayEntry: OverlayEntry;
  ListOverlaysRequest: ListOverlaysRequest;
  ListOverlaysResponse: ListOverlaysResponse;
  ResetOverlayRequest: ResetOverlayRequest;
  DeleteOverlayRequest: DeleteOverlayRequest;
  DeleteOverlayResponse: DeleteOverlayResponse;
  DescribeRequest: DescribeRequest;
  DescribeResponse: DescribeResponse;
  ServerAccessRequest: ServerAccessRequest;
  ServerAccessResponse: ServerAccessResponse;
  AccessRole: AccessRole;
  AccessGrant: AccessGrant;
  AccessPrincipal: AccessPrincipal;
  AccessTokenInfo: AccessTokenInfo;
  AccessLimit: AccessLimit;
  AccessIssuer: AccessIssuer;
  ServerLogRequest: ServerLogRequest;
  ServerLogResponse: ServerLogResponse;
  LogLine: LogLine;
  CompareRequest: CompareRequest;
  CompareResponse: CompareResponse;
  BackupRequest: BackupRequest;
  BackupResponse: BackupResponse;
  ServerInfoRequest: ServerInfoRequest;
  ServerInfoResponse: ServerInfoResponse;
  CallerInfo: CallerInfo;
  NamePermissions: NamePermissions;
  NodeInfo: NodeInfo;
  SlotRange: SlotRange;
  ServerCounts: ServerCounts;
  ServerLimits: ServerLimits;
  SinkSettings: SinkSettings;
  PostgresMirror: PostgresMirror;
  CreateSinkRequest: CreateSinkRequest;
  SinkInfo: SinkInfo;
  GetSinkRequest: GetSinkRequest;
  ListSinksRequest: ListSinksRequest;
  ListSinksResponse: ListSinksResponse;
  UpdateSinkRequest: UpdateSinkRequest;
  PauseSinkRequest: PauseSinkRequest;
  ResumeSinkRequest: ResumeSinkRequest;
  ReplaySinkRequest: ReplaySinkRequest;
  TestSinkRequest: TestSinkRequest;
  TestSinkResponse: TestSinkResponse;
  DeleteSinkRequest: DeleteSinkRequest;
  SinkStatusRequest: SinkStatusRequest;
  SinkStatusResponse: SinkStatusResponse;
  SinkProgress: SinkProgress;
  ListStrategiesRequest: ListStrategiesRequest;
  ListStrategiesResponse: ListStrategiesResponse;
  Strategy: Strategy;
  StrategyParameter: StrategyParameter;
  SetVersionRequest: SetVersionRequest;
  NamedVersion: NamedVersion;
  ListVersionsRequest: ListVersionsRequest;
  ListVersionsResponse: ListVersionsResponse;
  DeleteVersionRequest: DeleteVersionRequest;
  DeleteVersionResponse: DeleteVersionResponse;
  ListBinRequest: ListBinRequest;
  ListBinResponse: ListBinResponse;
  BinElement: BinElement;
  PutBackRequest: PutBackRequest;
  RemovedElement: RemovedElement;
  EmptyBinRequest: EmptyBinRequest;
  EmptyBinResponse: EmptyBinResponse;
}
