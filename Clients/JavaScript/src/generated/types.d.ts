// Generated from Protos by the command generate-protos. Do not edit.

import type { Fields, FieldValue } from "../../arrange.js";

/** What happens when the anchor of a placement has vanished. */
export type AnchorPolicy = "fail" | "first" | "last";

/** A list of fields whose absence means something else than an empty list. */
export interface FieldList {
  /** In ascending order of the bytes of their names. */
  readonly fields: Fields;
}

/** An item or a section as it is at one version. */
export interface Element {
  readonly id: string;
  /** In ascending order of the bytes of their names. */
  readonly fields: Fields;
  /** The collection's version at which the fields changed last. What `if_content_version` is compared with. */
  readonly contentVersion: number;
  /**
   * The order key: keys of the items of a section, and of the sections of a collection, ascend bytewise in
   * list order. At most 255 bytes. What they look like is the business of the collection's ordering strategy.
   * Rows of views have none.
   */
  readonly key: Uint8Array;
  /** In a view, what the row shows; not set for what the view gives itself, and for sections that it makes. */
  readonly origin?: RowOrigin;
}

/** The element that a row of a view shows. */
export interface RowOrigin {
  /** The collection that the element is in. */
  readonly collection: string;
  /** The section that the row shows, or in which the item was when the row was sent. */
  readonly section: string;
  /** The item that the row shows; empty where the row is a section of the view. */
  readonly item: string;
}

/** The place of an item: the index of its section in the collection and its index in the section. */
export interface Path {
  readonly section: number;
  readonly item: number;
}

/** Where elements go among their siblings: the items of a section, or the sections of a collection. */
export interface Placement {
  /** To the start. Has to be true. */
  readonly first?: boolean;
  /** To the end. Has to be true. */
  readonly last?: boolean;
  /** Directly before the element with this id, the anchor. */
  readonly before?: string;
  /** Directly after the element with this id, the anchor. */
  readonly after?: string;
  /**
   * To this index. For a move it is the index that the first moved element has afterwards. An index beyond
   * the end is refused with OUT_OF_RANGE.
   */
  readonly at?: number;
  /** What happens when the anchor does not exist, or is not among the siblings. */
  readonly ifAnchorMissing: AnchorPolicy;
}

/** What there is to know about a collection, or about a view, without reading its content. */
export interface CollectionInfo {
  /** Empty for a view that was given with the request. */
  readonly name: string;
  /** The name of the ordering strategy, such as "lexorank"; empty for a view. See Strategies/List. */
  readonly strategy: string;
  /** Fields of the collection itself, such as a title, in ascending order of the bytes of their names. */
  readonly fields: Fields;
  /** The number of commits so far; for a view, a number that grows with each change of what it shows and of its definition. */
  readonly version: number;
  /**
   * The random id of the collection's history: another one after a restore, so that versions of different
   * histories are never compared. The same for all views.
   */
  readonly epoch: bigint;
  /** When the collection was made, in microseconds since 1970-01-01T00:00:00Z. */
  readonly createdAtUs: number;
  readonly sectionCount: number;
  /** In all sections together. */
  readonly itemCount: number;
  /** Whether this is a view: it is read and subscribed to as a collection is, and can't be written to. */
  readonly isView: boolean;
  /**
   * In a list, why a view can't be shown, such as that a collection of it was deleted; it can be defined anew or deleted all
   * the same. Empty where nothing is wrong.
   */
  readonly problem: string;
  /**
   * The history that the version is one of. Up to a version that two of them have with the same history they are the same;
   * where an older copy of the data was put back, versions from there on have another one. 0 where it is not known, as for
   * version 0, views, and in lists.
   */
  readonly history: bigint;
  /**
   * About how many bytes the collection takes in the store: its newest checkpoint and the commits that are kept. Only in the
   * answers of Get and List; 0 for views, and where it is not known, as for a collection that has not been used since the
   * start of the server.
   */
  readonly storedBytes: number;
}

export type ViewRights = "reader" | "definer";

export type GroupOrder = "ascending" | "descending" | "best_item";

export type SortDirection = "ascending" | "descending";

export type MissingValues = "last" | "first";

export type ComparisonOperator = "unspecified" | "equal" | "not_equal" | "less" | "less_or_equal" | "greater" | "greater_or_equal";

export interface DefineViewRequest {
  /** The name of the view: an id. */
  readonly name: string;
  /** Required. */
  readonly view?: View;
}

export interface GetViewRequest {
  readonly name: string;
}

export interface ListViewsRequest {
  /**
   * The most views in the response, 1 to 1000; 0: 100. Others are refused with OUT_OF_RANGE. A page may have fewer so that
   * it fits a frame.
   */
  readonly pageSize: number;
  /** `next_page_token` of the page before; empty: the first page. At most 1024 bytes. */
  readonly pageToken: Uint8Array;
}

export interface ListViewsResponse {
  readonly views: readonly ViewInfo[];
  /** What to ask for the next page with; empty on the last one. */
  readonly nextPageToken: Uint8Array;
}

export interface DeleteViewRequest {
  readonly name: string;
}

export interface DeleteViewResponse {
}

/** A stored view. */
export interface ViewInfo {
  readonly name: string;
  readonly definition?: View;
  /** When the name was given to a view first, in microseconds since 1970-01-01T00:00:00Z. */
  readonly createdAtUs: number;
  /**
   * The name of the principal that defined it last; empty where that is the configuration of the server, or where it was
   * defined by a version that did not note it.
   */
  readonly definer: string;
}

/**
 * What a view shows: parts, whose sections follow each other. What is refused in it is refused with INVALID_ARGUMENT where
 * nothing else is said.
 */
export interface View {
  /** 1 to 32. */
  readonly parts: readonly ViewPart[];
  /** Not set: everything is shown. */
  readonly window?: ViewWindow;
  /** With whose rights the view reads its collections. */
  readonly rights: ViewRights;
}

/** Some items of one section. The view has just this section then. */
export interface ViewWindow {
  /** The index of the section among all sections of the view. */
  readonly section: number;
  /** The index of the first item. */
  readonly start: number;
  /** The index after the last item; not below `start`. What the section does not have is left out. */
  readonly end: number;
  /**
   * The row that the window moves with. Where this is set, `section`, `start` and `end` are 0. Servers of versions
   * without this field show no rows then.
   */
  readonly around?: WindowAnchor;
}

/**
 * A row and its neighbours in the same section.
 *
 * The window follows the row wherever it moves, also into another section. While the row is not shown, the window stays
 * around the nearest row that is left in the section, by the order before; of two at the same distance, the later one.
 * Where no row of the section is left, it is around the row that has come to the same index, or else the last one. Where
 * the section is gone, it goes on at the beginning of the nearest one behind it, or at the end of the nearest one before it,
 * whichever is nearer, the later of two. Where there is none, nothing is shown until the row is.
 */
export interface WindowAnchor {
  /** The id of the row. */
  readonly item: string;
  /** The most rows before it and after it; each 0 to 5000. */
  readonly before: number;
  readonly after: number;
}

/** Where the window of a view is. */
export interface WindowPlace {
  /**
   * The id of the row that a window with an anchor is around: the one that was asked for, or the one that stands in for it
   * while it is not shown. Empty where there is neither, and for windows without an anchor.
   */
  readonly anchor: string;
  /**
   * The index of the section among all sections of the view. This and what follows is 0 where no section is shown, and in a
   * view with VIEW_RIGHTS_DEFINER.
   */
  readonly section: number;
  /** The index, in the section, of the first row in the window. */
  readonly firstItem: number;
  /** How many rows the section has, in the window or not. */
  readonly sectionItems: number;
}

/** Sections that follow those of the part before. */
export interface ViewPart {
  /**
   * What the ids of the part's sections and items begin with, followed by a slash: a letter or a digit and then letters,
   * digits, "-" and "_", at most 32 bytes; each part has another name. Where a part has no name, a view of several parts
   * gives it the first free one of "1", "2" and so on, and a view of one part leaves the ids as they are.
   */
  readonly name: string;
  /** A section that is given in the view, such as the rows of a menu. */
  readonly fixed?: FixedSection;
  /** Items of a collection. */
  readonly query?: ViewQuery;
}

/** A section that is always the same. All fixed sections of a view have at most 1000 items together. */
export interface FixedSection {
  /** Required. */
  readonly section?: ViewRow;
  readonly items: readonly ViewRow[];
}

/** A section or an item that is given in the view. */
export interface ViewRow {
  /** For a section, empty is the id of the default section. */
  readonly id: string;
  /** In any order. */
  readonly fields: Fields;
}

/** What is shown of a collection. */
export interface ViewQuery {
  readonly collection: string;
  /** The sections whose items are shown, in this order. Not set: all, in the order of the collection. */
  readonly sections?: ChosenSections;
  /** The collection's own, also where they are empty. Has to be true. */
  readonly ownSections?: boolean;
  /** This one. */
  readonly flat?: ViewRow;
  /** One for each value of a field. */
  readonly grouped?: Grouping;
  /** Which items are shown. Not set: all. */
  readonly filter?: Filter;
  /**
   * In which order the items of a section are: by the first of these, where they are equal in it by the second, and so on;
   * in the end by the order of the collection. At most 8.
   */
  readonly sort: readonly SortDescriptor[];
  /** The most items that each section shows. When left out: all. */
  readonly cap?: number;
  /**
   * The fields of items, and of the collection's own sections, that are shown. Not set: all. Filter, sort and grouping may
   * be by others; the section of a group has the field that it is grouped by, whether it is among these or not. A change of
   * other fields alone changes nothing in the view.
   */
  readonly only?: ShownFields;
}

/** Fields that are shown. */
export interface ShownFields {
  /** Names, each once; at most 64. None: rows show their ids alone. */
  readonly fields: readonly string[];
}

/** Sections of a collection. */
export interface ChosenSections {
  /** Ids; at most 256. A section that is not there is left out until it is. */
  readonly sections: readonly string[];
}

/** Sections by the value of a field. */
export interface Grouping {
  /** The name of the field. */
  readonly field: string;
  /**
   * Groups that are there also where they are empty, in this order; at most 256. Null is the group of items that do not have
   * the field, or null in it.
   */
  readonly declared: readonly FieldValue[];
  /** In which order the other groups are; they stand behind those that are declared. */
  readonly order: GroupOrder;
}

/**
 * By which field items are sorted, and how. Values of different kinds stand apart: numbers, texts, booleans (false, true),
 * times, byte strings. Numbers compare by their exact values, whether they are integers or not.
 */
export interface SortDescriptor {
  /** The name of the field. */
  readonly field: string;
  readonly direction: SortDirection;
  /** Where items are that do not have the field, or null in it; in either direction. */
  readonly missing: MissingValues;
  /** Whether numbers stand behind texts. */
  readonly numbersLast: boolean;
  /** Whether runs of digits in texts compare as numbers: "item 9" comes before "item 10". */
  readonly natural: boolean;
  /** Whether texts that differ only in case are equal. */
  readonly ignoresCase: boolean;
  /** Whether texts that begin with one of the digits 0 to 9 stand behind all other texts, in either direction. */
  readonly digitsLast: boolean;
}

/**
 * A condition on the fields of an item, as steps of a stack machine: each pushes whether a condition holds, or combines the
 * topmost results. In the end there is one result. A condition on a field that an item does not have, or that has a value
 * of another kind, does not hold.
 */
export interface Filter {
  /** Operands stand before what combines them. 1 to 256. */
  readonly steps: readonly FilterStep[];
}

export interface FilterStep {
  /** The field with this name has a value, which may be null. */
  readonly exists?: string;
  readonly comparison?: Comparison;
  /** The field is a text that begins with another one. */
  readonly hasPrefix?: TextMatch;
  /** The field is a text that contains another one. */
  readonly contains?: TextMatch;
  /** The field's value equals one of a set. */
  readonly isOneOf?: Membership;
  /** All of the topmost so many results hold; true for 0. */
  readonly allOf?: number;
  /** One of the topmost so many results holds; false for 0. */
  readonly anyOf?: number;
  /** The topmost result does not hold. Has to be true. */
  readonly negate?: boolean;
  /** The field is a text that is the name of the reader, or is not: the view is another one for each principal. */
  readonly principal?: PrincipalComparison;
}

/** A field's value compares so with another one: numbers by their exact values, texts by their bytes. */
export interface Comparison {
  /** The name of the field. */
  readonly field: string;
  readonly operator: ComparisonOperator;
  /** Required. */
  readonly value?: FieldValue;
  /** Whether texts are compared without regard to case. */
  readonly ignoresCase: boolean;
}

/** A field's value compares so with the name of the principal that reads the view, byte by byte. */
export interface PrincipalComparison {
  /** The name of the field. */
  readonly field: string;
  /** COMPARISON_OPERATOR_EQUAL or COMPARISON_OPERATOR_NOT_EQUAL. */
  readonly operator: ComparisonOperator;
}

export interface TextMatch {
  /** The name of the field. */
  readonly field: string;
  readonly text: string;
  /** Whether texts are compared without regard to case. */
  readonly ignoresCase: boolean;
}

export interface Membership {
  /** The name of the field. */
  readonly field: string;
  /** At most 256. */
  readonly values: readonly FieldValue[];
}

/** What a subscription is doing. */
export type FollowerState = "unspecified" | "current" | "waiting_for_credit" | "waiting_for_room";

export type BatchProfile = "exact" | "uikit";

export type SnapshotReason = "unspecified" | "first" | "too_many_changes" | "too_large" | "history_trimmed" | "epoch_changed" | "view_changed";

export interface FollowersRequest {
  /** The name of a collection or of a stored view; empty: all. */
  readonly collection: string;
  /** The most followers in the answer; 0: 100. At most 1000. The counts include those that are not in it. */
  readonly limit: number;
}

export interface FollowersResponse {
  /** The followers, by the names that they follow, and those of one name with the oldest first. */
  readonly followers: readonly Follower[];
  /** How many followers each name has that has any, by name; at most 1000 names. */
  readonly counts: readonly FollowerCount[];
}

export interface FollowerCount {
  /** The name of a collection or of a stored view; empty for views that were given in the requests. */
  readonly collection: string;
  readonly followers: number;
}

/** One open subscription. */
export interface Follower {
  /** The name of the collection or of the stored view; empty for a view that was given in the request. */
  readonly collection: string;
  /** The principal of its connection; "anonymous" where the server has no access file. */
  readonly principal: string;
  /** What its client calls itself in Hello; it may be empty. */
  readonly client: string;
  /** The network address of its connection, without the port; "unix" for a socket of this machine. */
  readonly address: string;
  /** Since when it has been open, in microseconds since 1970. */
  readonly sinceUs: number;
  /** The version of the collection that it was told last; 0 before its first snapshot and for views. */
  readonly version: number;
  readonly state: FollowerState;
}

export interface SubscribeRequest {
  /** The name of a collection or of a stored view; empty where `view` is set. */
  readonly collection: string;
  /**
   * The last `resume_token` that came; empty: begin with a snapshot. At most 1024 bytes. A token of another server, of
   * another history of the collection, or of a version that is no longer kept leads to a snapshot; bytes that are no
   * token, or one that was changed on the way, are refused with INVALID_ARGUMENT.
   */
  readonly resumeToken: Uint8Array;
  /** What the batches are made for. */
  readonly profile: BatchProfile;
  /**
   * The most changes that a batch may have; where there are more, a snapshot comes. When left out: 100. 0: a snapshot
   * for every change. At most 100000.
   */
  readonly reloadThreshold?: number;
  /** The shortest time between two batches, in microseconds; 0: none. At most an hour. */
  readonly shortestIntervalUs: number;
  /**
   * The most bytes of a batch with own_request_ids, and about the most of a page of a snapshot; 0: as many as a frame can
   * hold. Where a batch would be larger, a snapshot comes. 4096 to the size of a frame.
   */
  readonly largestBatchBytes: number;
  /** Whether elements come with their order keys, and batches with those of what comes to other places. Views have none. */
  readonly orderKeys: boolean;
  /**
   * How often the subscriber is told that the version moved on although nothing visible changed, in microseconds; 0: every
   * 10 seconds. At most an hour.
   */
  readonly progressIntervalUs: number;
  /**
   * The first bytes of all request ids that the subscriber gives its own transactions; at most 64. Request ids that
   * begin with them are named in the batches that contain their changes. Empty: none is named.
   */
  readonly ownRequestPrefix: Uint8Array;
  /** A view to show in place of a collection. */
  readonly view?: View;
  /** Whether batches say who made their commits. */
  readonly nameAuthors: boolean;
}

export interface SubscribeResponse {
  /** The version of the list when the message is applied. */
  readonly version: number;
  /** The random id of the collection's history. */
  readonly epoch: bigint;
  /** With what to go on after this message. Empty on all pages of a snapshot but the last. */
  readonly resumeToken: Uint8Array;
  /**
   * A page of a snapshot. Its pages follow each other without anything between. Page 0 means to begin again, and comes in
   * the middle where the server does not have the version of the pages before any more; they are void then.
   */
  readonly snapshot?: SnapshotPage;
  /** What changed. */
  readonly batch?: ChangeBatch;
  /**
   * The version moved on, from that of the message before to that of this one, and nothing visible changed. Who resumes
   * with a token of the newest version is answered with it at once: then the version is that of the token.
   */
  readonly progress?: Progress;
  /**
   * The subscriber's own request ids among those of the commits that the message contains. A snapshot names none, nor does
   * a batch that leads from one definition of a view to another.
   */
  readonly ownRequestIds: readonly Uint8Array[];
  /**
   * Who made the commits that the message contains, in the order of the first commit of each; where there are more than 16,
   * those that follow are left out. Only where `name_authors` was set. A snapshot names none, nor does a batch that leads from
   * one definition of a view to another.
   */
  readonly authors: readonly CommitAuthor[];
  /**
   * Where the window of the view is after the message. Only for views with a window. Changes elsewhere that move the window
   * in its section, and change nothing in it, are told with the next message, at the latest with progress.
   */
  readonly window?: WindowPlace;
}

export interface CommitAuthor {
  /** The name of the principal; "anonymous" for those who did not say who they are, and empty where it is not known. */
  readonly principal: string;
  /** How many of the commits. */
  readonly commits: number;
}

export interface Progress {
}

export interface SnapshotPage {
  /** Why there is a snapshot. The same on all of its pages. */
  readonly reason: SnapshotReason;
  /** The number of the page, from 0, with which a snapshot begins, also a second time. */
  readonly page: number;
  /** Whether it is the last one. */
  readonly last: boolean;
  /** The size of the whole list. */
  readonly size?: ListSize;
  /** In list order. A section goes on from the page before where `first_item` is not 0. */
  readonly sections: readonly SnapshotSection[];
}

export interface SnapshotSection {
  /** The section's index. */
  readonly index: number;
  readonly section?: Element;
  /** The index of the first item. */
  readonly firstItem: number;
  readonly items: readonly Element[];
}

export interface ListSize {
  readonly sections: number;
  /** In all sections together. */
  readonly items: number;
}

/**
 * One coalesced set of changes between two versions, OLD and NEW. Documentation/batches.md says how it is applied.
 *
 * Places of sections are indices, places of items are two numbers, the index of the section and the index in it, one
 * after the other in one list. Deletes and the sources of moves are places of OLD, everything else of NEW. Lists are in
 * ascending order: deletes by OLD, everything else by NEW.
 */
export interface ChangeBatch {
  readonly profile: BatchProfile;
  /** The version before. The same as the version after where a view has another definition than before. */
  readonly fromVersion: number;
  /** How many commits the batch contains. */
  readonly commits: number;
  /** The size of the whole list before, to be compared before anything is applied, and afterwards. */
  readonly before?: ListSize;
  readonly after?: ListSize;
  /** Sections that go with all their items. */
  readonly sectionDeletes: readonly number[];
  /** Sections that come with all their items. */
  readonly sectionInserts: readonly SectionInsert[];
  /** For each moved section its OLD index and its NEW index. */
  readonly sectionMoves: readonly number[];
  /** Sections whose fields changed. */
  readonly sectionUpdates: readonly SectionUpdate[];
  /** Two numbers for each item. */
  readonly itemDeletes: readonly number[];
  readonly itemInserts: readonly ItemInsert[];
  /** Four numbers for each moved item: its OLD place and its NEW place. */
  readonly itemMoves: readonly number[];
  /** Items whose fields changed. */
  readonly itemUpdates: readonly ItemUpdate[];
  /**
   * Sections and items that were touched and are where they were among the others, with their OLD and NEW places as in the
   * lists of moves. Nothing is to be done about them; they are what makes the composition of batches exact. Batches of
   * views with VIEW_RIGHTS_DEFINER have none.
   */
  readonly sectionsUnmoved: readonly number[];
  readonly itemsUnmoved: readonly number[];
  /**
   * Only where order keys were asked for: those of sections and items that were there and have come to their places since,
   * to others or back to the same ones; an element that is new or updated has its key in itself. The NEW index of each
   * section, two numbers for each item, and as many keys. A batch can consist of keys alone.
   *
   * A rekey gives elements other keys that stay where they are. No batch tells: the keys of what did not come to a place
   * are those of the moment at which they were sent, and can be out of order with the others until a snapshot comes.
   */
  readonly keyedSections: readonly number[];
  readonly sectionKeys: readonly Uint8Array[];
  readonly keyedItems: readonly number[];
  readonly itemKeys: readonly Uint8Array[];
}

export interface SectionInsert {
  /** The NEW index. */
  readonly at: number;
  /** It is new. */
  readonly section?: Element;
  /** It was in the list at this OLD index, where it is among the deletes. The receiver takes it from the list that it has. */
  readonly keptFrom?: number;
  /** Its items in their order. */
  readonly items: readonly ItemRun[];
}

/** Items that follow each other: either new ones, or some that followed each other in OLD. */
export interface ItemRun {
  readonly items: readonly Element[];
  /** The OLD place of the first one; not set where the items are new. */
  readonly keptFrom?: Path;
  /** How many items are kept. */
  readonly kept: number;
}

export interface ItemInsert {
  /** The NEW place. */
  readonly at?: Path;
  readonly item?: Element;
  /** It was in the list at this OLD place, where it is among the deletes or in a section that is. */
  readonly keptFrom?: Path;
}

export interface SectionUpdate {
  /** The NEW index. */
  readonly at: number;
  readonly section?: Element;
  /** FNV-1a of the fields and the origin before, for those who compose batches. */
  readonly fieldsBefore: bigint;
}

export interface ItemUpdate {
  /** The NEW place. */
  readonly at?: Path;
  readonly item?: Element;
  readonly fieldsBefore: bigint;
}

/**
 * One edit of a collection.
 *
 * An operation sees what the ones before it in the same transaction did. Elements that an operation names are
 * named once in it: an id that comes twice is refused with INVALID_ARGUMENT.
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
   * Empty: the server makes an id, a UUIDv7, and the result says which. An id that is taken is refused with
   * ALREADY_EXISTS.
   */
  readonly id: string;
  /** In any order. */
  readonly fields: Fields;
}

/** An existing item or section. */
export interface ElementReference {
  /** An element that does not exist is refused with NOT_FOUND. */
  readonly id: string;
  /**
   * The content version that the element has to have (Element.content_version); otherwise the transaction
   * ends with ABORTED.
   */
  readonly ifContentVersion?: number;
}

/** New values for some fields of an existing item or section. */
export interface ElementUpdate {
  /** An element that does not exist is refused with NOT_FOUND. */
  readonly id: string;
  /**
   * The content version that the element has to have (Element.content_version); otherwise the transaction
   * ends with ABORTED.
   */
  readonly ifContentVersion?: number;
  /** Fields that get these values. */
  readonly set: Fields;
  /**
   * Names of fields that go away; names of fields that are not there do no harm. At most 64. A field that is
   * also in `set` gets its value.
   */
  readonly remove: readonly string[];
  /** Whether all fields that `set` does not name go away. */
  readonly replaceAll: boolean;
}

/** Inserts items so that they follow each other in the given order. */
export interface InsertItems {
  /** At least one. */
  readonly items: readonly NewElement[];
  /**
   * The section; it has to exist, except for the default section, which has the empty id. When left out:
   * the section of the anchor, and without an anchor the default section.
   */
  readonly section?: string;
  /** When left out: at the end. */
  readonly to?: Placement;
}

/** Moves items, also from several sections, so that they follow each other in the given order. */
export interface MoveItems {
  /** At least one. */
  readonly items: readonly ElementReference[];
  /**
   * The section; it has to exist, except for the default section, which has the empty id. When left out:
   * the section of the anchor, and without an anchor the section of the first item.
   */
  readonly section?: string;
  /** When left out: at the end. */
  readonly to?: Placement;
}

/** Changes fields of items. */
export interface UpdateItems {
  /** At least one. */
  readonly items: readonly ElementUpdate[];
}

/** Removes items. */
export interface RemoveItems {
  /** At least one. */
  readonly items: readonly ElementReference[];
}

/**
 * Takes items over that were placed elsewhere, such as by a client that was offline, with the order keys that they
 * got there. An item that exists is moved and keeps its fields; one that does not is inserted.
 *
 * Nothing is refused for where it was placed. Where an item goes is found out for all items of the operation together,
 * before any of them gets another key, so that their order in the request does not matter:
 *
 * An item whose key is one of the collection's strategy and lies between those of `after` and `before` goes where its
 * key says. It keeps the key where nobody has it. Otherwise it goes directly behind the element that has the same
 * key, behind items of the operation that came there in the same way, and gets another key; of equal keys the
 * smaller bytes of the id come first. Neighbours in the list count with the keys that they have now, items of the
 * operation with those that they bring.
 *
 * Any other item goes directly behind `after`, else directly before `before`, and gets another key. What was placed
 * behind it follows it. Items that go to one place are in the order of their keys, or, without one of the strategy,
 * in the order in which they name each other in `before`, and else of the bytes of their ids.
 *
 * An item both of whose neighbours are gone, and whose key says nothing, goes to the end; for the strategy "dense" to
 * the index that its key says.
 *
 * The result has the keys.
 */
export interface AdoptItems {
  /** At least one. */
  readonly items: readonly AdoptedItem[];
  /** The section of all the items; it has to exist, except for the default section, which has the empty id. */
  readonly section: string;
}

/** An item that was placed elsewhere. */
export interface AdoptedItem {
  /** Required: whoever places items elsewhere makes their ids as well. */
  readonly id: string;
  /** The fields of an item that does not exist yet, in any order. */
  readonly fields: Fields;
  /** The order key. For the strategy "dense": the index as eight bytes, the most significant first. */
  readonly key: Uint8Array;
  /** The item behind which it was placed; empty: none. */
  readonly after: string;
  /** The item before which it was placed; empty: none. */
  readonly before: string;
}

/**
 * Puts the named items of one section into the given order. They take the places that they hold together now;
 * items that are not named stay where they are and keep their keys. As few other keys as possible are written, and the
 * result has all of them.
 */
export interface ReorderItems {
  /** The section of all the items; empty: the default section. */
  readonly section: string;
  /** At least one. */
  readonly items: readonly string[];
}

/** Inserts sections so that they follow each other in the given order. */
export interface InsertSections {
  /** At least one. */
  readonly sections: readonly NewElement[];
  /** When left out: at the end. */
  readonly to?: Placement;
}

/** Moves sections with their items so that they follow each other in the given order. */
export interface MoveSections {
  /** At least one. An empty id names the default section. */
  readonly sections: readonly ElementReference[];
  /** When left out: at the end. */
  readonly to?: Placement;
}

/** Changes fields of sections. */
export interface UpdateSections {
  /** At least one. An empty id names the default section. */
  readonly sections: readonly ElementUpdate[];
}

/** Removes sections. */
export interface RemoveSections {
  /** At least one. An empty id names the default section. */
  readonly sections: readonly ElementReference[];
  /**
   * Whether the operation ends with FAILED_PRECONDITION where a section has items. Otherwise the items are
   * removed along with their section.
   */
  readonly onlyIfEmpty: boolean;
}

/**
 * Puts the named sections into the given order. They take the places that they hold together now; sections
 * that are not named stay where they are and keep their keys. As few other keys as possible are written, and the result
 * has all of them.
 */
export interface ReorderSections {
  /** At least one. An empty id names the default section. */
  readonly sections: readonly string[];
}

export type ChangeKind = "unspecified" | "section_inserted" | "section_moved" | "section_updated" | "section_removed" | "item_inserted" | "item_moved" | "item_updated" | "item_removed";

export type KeyWriteReason = "unspecified" | "inserted" | "moved" | "rekeyed";

export interface CreateCollectionRequest {
  /** The name of the collection: an id. */
  readonly name: string;
  /**
   * The name of the ordering strategy, with parameters where they are not the standard ones, such as
   * "lexorank:jitter=40,step=64"; empty: the server's default. One that the server does not have is refused with
   * INVALID_ARGUMENT. See Strategies/List.
   */
  readonly strategy: string;
  /** Fields of the collection itself, such as a title, in any order. */
  readonly fields: Fields;
}

export interface GetCollectionRequest {
  readonly name: string;
}

export interface ListCollectionsRequest {
  /**
   * The most collections in the response, 1 to 1000; 0: 100. Others are refused with OUT_OF_RANGE. A page may have fewer so
   * that it fits a frame.
   */
  readonly pageSize: number;
  /** `next_page_token` of the page before; empty: the first page. At most 1024 bytes. */
  readonly pageToken: Uint8Array;
}

export interface ListCollectionsResponse {
  readonly collections: readonly CollectionInfo[];
  /** What to ask for the next page with; empty on the last one. */
  readonly nextPageToken: Uint8Array;
}

export interface UpdateCollectionRequest {
  readonly name: string;
  /** Fields that get these values. */
  readonly set: Fields;
  /**
   * Names of fields that go away; names of fields that are not there do no harm. At most 64. A field that is
   * also in `set` gets its value.
   */
  readonly remove: readonly string[];
  /** Whether all fields that `set` does not name go away. */
  readonly replaceAll: boolean;
}

export interface DeleteCollectionRequest {
  readonly name: string;
}

export interface DeleteCollectionResponse {
}

/** A transaction for one collection. */
export interface ApplyRequest {
  readonly collection: string;
  /**
   * 1 to 10000 operations, which name at most 100000 elements together. More is refused with OUT_OF_RANGE.
   *
   * Two other bounds are refused with RESOURCE_EXHAUSTED, before anything is changed. What a transaction writes has at most
   * 10485760 bytes: ids and fields that are inserted, fields before an update and what it sets, ids and order keys of what
   * is moved, removed, also with a section, or gets another key. And the response has to fit the largest frame that the
   * caller takes, see Hello.largest_frame.
   */
  readonly operations: readonly Operation[];
  /**
   * Makes a retry safe: a second transaction with the same request id changes nothing and gets the first
   * one's response, also after a restart of the server. 1 to 64 bytes, best random; empty: none.
   */
  readonly requestId: Uint8Array;
  /** The version that the collection has to have; otherwise the call ends with ABORTED. */
  readonly ifVersion?: number;
  /**
   * With if_version: the history that the version has to be one of, as it came with the version; otherwise the call ends with
   * ABORTED. 0: any, so that where an older copy of the data was put back the same number may stand for another content.
   */
  readonly ifHistory: bigint;
}

/** What a transaction did. */
export interface ApplyResponse {
  /** The collection's version after the transaction. */
  readonly version: number;
  /** Whether anything changed. Where nothing did, no version was made. */
  readonly changed: boolean;
  /** Whether this is the stored response to an earlier request with the same request id. */
  readonly replayed: boolean;
  /**
   * How many elements that did not move got another order key. For the strategy "dense" this is the number of
   * ranks that changed.
   */
  readonly rekeyed: number;
  /** For each operation what became of its elements. */
  readonly operations: readonly OperationResult[];
  /** The history that the version is one of, see CollectionInfo.history. */
  readonly history: bigint;
}

/** What became of the elements of one operation. */
export interface OperationResult {
  /** The elements that the operation named, in the order in which it named them. */
  readonly elements: readonly PlacedElement[];
}

/** An element and where it ended up after the whole transaction. */
export interface PlacedElement {
  /** The id; of an inserted element that came without one, the id that the server made. */
  readonly id: string;
  /** The order key; empty where the element was removed. */
  readonly key: Uint8Array;
  /** The place of an item. */
  readonly item?: Path;
  /** The index of a section. */
  readonly section?: number;
}

export interface FetchRequest {
  /** The name of a collection or of a stored view; empty where `view` is set. */
  readonly collection: string;
  readonly section?: SectionWindow;
  readonly around?: AroundWindow;
  /**
   * The most items in the response, 1 to 5000; 0: 1000. Others are refused with OUT_OF_RANGE. A page may have
   * fewer so that it fits a frame.
   */
  readonly pageSize: number;
  /**
   * `next_page_token` of the page before; empty: the first page. `window` is then taken from the token. At
   * most 1024 bytes. A token whose version is no longer kept ends with ABORTED.
   */
  readonly pageToken: Uint8Array;
  /** A view to read in place of a collection. */
  readonly view?: View;
}

/** A range of the items of one section. */
export interface SectionWindow {
  /** The section; empty: the default section. */
  readonly section: string;
  /** The index of the first item. */
  readonly start: number;
  /**
   * The index after the last item; not below `start`. When left out: the end of the section. Indices beyond
   * the end of the section are left out of the response.
   */
  readonly end?: number;
}

/** An item and its neighbours in the same section. */
export interface AroundWindow {
  /** The item. */
  readonly item: string;
  /** The most items before it. */
  readonly before: number;
  /** The most items after it. */
  readonly after: number;
}

export interface FetchResponse {
  /** The collection, or the view, at the version that is read. */
  readonly collection?: CollectionInfo;
  /** In list order. */
  readonly sections: readonly SectionSlice[];
  /** What to ask for the next page with; empty on the last one. */
  readonly nextPageToken: Uint8Array;
  /** Where the window of the view is. Only for views with a window. */
  readonly window?: WindowPlace;
}

/** A section and a run of its items. */
export interface SectionSlice {
  /** The section's index in the collection. */
  readonly index: number;
  readonly section?: Element;
  /** How many items the whole section has. */
  readonly itemCount: number;
  /** The index, in the section, of the first item of the run. */
  readonly firstItem: number;
  /** The run, in list order. */
  readonly items: readonly Element[];
}

export interface HistoryRequest {
  readonly collection: string;
  /**
   * The first version wanted; 0 stands for 1. Versions that are no longer kept are left out; see
   * HistoryResponse.oldest_kept.
   */
  readonly from: number;
  /** The last version wanted. When left out: the newest. */
  readonly to?: number;
  /**
   * The most commits in the response, 1 to 1000; 0: 100. Others are refused with OUT_OF_RANGE. A response may
   * have fewer so that it fits a frame.
   */
  readonly limit: number;
  /**
   * The first change wanted of the first commit, counted from 0: to go on within a commit that came in part, see
   * Commit.change_count.
   */
  readonly fromChange: number;
}

export interface HistoryResponse {
  /** The oldest version whose commit is still kept. */
  readonly oldestKept: number;
  /** The newest version. */
  readonly version: number;
  /** In ascending order of versions, without gaps. */
  readonly commits: readonly Commit[];
}

/** One transaction that became durable. */
export interface Commit {
  /** The version that it made. */
  readonly version: number;
  /** When, in microseconds since 1970-01-01T00:00:00Z. */
  readonly timeUs: number;
  /** The request id of the transaction; empty: none. */
  readonly requestId: Uint8Array;
  /** How many elements that did not move got another order key. */
  readonly rekeyed: number;
  /** What changed, in the order in which it was done. */
  readonly changes: readonly Change[];
  /** How many changes of the commit come before these. */
  readonly firstChange: number;
  /**
   * Where the commit is larger than a frame and comes in parts: how many changes it has. Where `first_change` and the number
   * of `changes` are less together, the rest is asked for with `from` = `version` and `from_change` = the sum of both. 0 where
   * `changes` are all.
   */
  readonly changeCount: number;
  /** The principal who made it; "anonymous" for one who did not say who they are, and empty where that is not known. */
  readonly author: string;
}

/** One change of one element. Paths are those of the moment. */
export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  /** Where the element was; for a section `item` is 0. Not set for an insert. */
  readonly from?: Path;
  /** Where the element came to be; for a section `item` is 0. Not set for a removal. */
  readonly to?: Path;
  /** The fields before; not set where they did not change or there were none. */
  readonly before?: FieldList;
  /** The fields after; not set where they did not change or there are none. */
  readonly after?: FieldList;
  /** Whether the fields before were not kept, since the transaction removed more than 4 MiB of contents. */
  readonly fieldsLeftOut: boolean;
}

export interface ChangeStrategyRequest {
  readonly collection: string;
  /**
   * The strategy, with parameters where they are not the standard ones, such as "lexorank:jitter=40". One that the
   * server does not have is refused with INVALID_ARGUMENT.
   */
  readonly strategy: string;
  /** Whether all elements get other keys even where the collection has this strategy already. */
  readonly renewKeys: boolean;
  /** The version that the collection has to have; otherwise the call ends with ABORTED. */
  readonly ifVersion?: number;
  /** See ApplyRequest.if_history. */
  readonly ifHistory: bigint;
}

export interface ChangeStrategyResponse {
  /** The strategy that the collection has now. */
  readonly strategy: string;
  /** The collection's version after the change. */
  readonly version: number;
  /** Whether the strategy or any key changed. */
  readonly changed: boolean;
  /** How many elements got another key. */
  readonly rekeyed: number;
}

export interface RotateKeysRequest {
  readonly collection: string;
  /** `generation` of the response before. When left out: a new one, or the one that is under way. */
  readonly generation?: number;
  /** The most elements that get another key, 1 to 10000; 0: 1000. Others are refused with OUT_OF_RANGE. */
  readonly limit: number;
}

export interface RotateKeysResponse {
  /** The collection's version after the step. */
  readonly version: number;
  /** How many elements got another key. */
  readonly rekeyed: number;
  /** How many elements are left at most; 0 where all have new keys. */
  readonly remaining: number;
  /** What to ask for the next step with. */
  readonly generation: number;
}

export interface ExplainRequest {
  readonly collection: string;
  /** A transaction as for Apply; without operations only the statistics are answered. */
  readonly operations: readonly Operation[];
}

export interface ExplainResponse {
  readonly strategy: string;
  /** The version on which the transaction was tried. */
  readonly version: number;
  /** The bytes of the commit in the journal; 0 where nothing would change. */
  readonly journalBytes: number;
  /**
   * How many elements that do not move would get another key. For the strategy "dense" this is the number of
   * ranks that would change.
   */
  readonly rekeyed: number;
  /**
   * The order keys that would be written, in the order of writing; at most 1000, and fewer so that the response fits a
   * frame.
   */
  readonly writes: readonly KeyWrite[];
  /** How many order keys would be written. */
  readonly writeCount: number;
  /**
   * For each of the first 100 operations that place something, the room beside the first element that it names; for fewer
   * where more do not fit a frame.
   */
  readonly gaps: readonly Gap[];
  /** The order keys that the collection has. */
  readonly statistics?: KeyStatistics;
}

/** An order key that would be written. */
export interface KeyWrite {
  /** The element. */
  readonly id: string;
  readonly reason: KeyWriteReason;
  /** The key, as people read it, before; empty where there was none. */
  readonly before: string;
  /** The key, as people read it, after. */
  readonly after: string;
}

/** The room in front of and behind an element. */
export interface Gap {
  /** The element. */
  readonly id: string;
  readonly before?: GapRoom;
  readonly after?: GapRoom;
}

/** How many elements fit into a gap before neighbours have to get other order keys. 10000 stands for so many or more. */
export interface GapRoom {
  /** Where each goes behind the one before. */
  readonly following: number;
  /** Where each goes between the two inserted last, which takes the most room. */
  readonly nested: number;
}

/** Order keys in numbers, those of sections and of items together. */
export interface KeyStatistics {
  readonly keyCount: number;
  /** The bytes of all keys; 0 where they follow from ranks and nothing is stored. */
  readonly totalBytes: number;
  /** The bytes of the longest key. */
  readonly longestBytes: number;
}

export interface VerifyKeysRequest {
  readonly collection: string;
}

export interface VerifyKeysResponse {
  readonly strategy: string;
  /** The version that was looked at. */
  readonly version: number;
  /** How many keys were looked at. */
  readonly checked: number;
  /** How many of them have something wrong. */
  readonly problemCount: number;
  /** The first 100 problems, in list order, or fewer so that the response fits a frame. */
  readonly problems: readonly KeyProblem[];
  /**
   * Whether the server does not have the strategy: keys were compared with one another, and nobody could say whether the
   * strategy makes such keys.
   */
  readonly orderOnly: boolean;
}

/** An order key that has something wrong. */
export interface KeyProblem {
  /** The element. */
  readonly id: string;
  readonly item?: Path;
  readonly section?: number;
  readonly key: Uint8Array;
  /** What is wrong, in a sentence. */
  readonly explanation: string;
}

/** Whether a call that did not end well took effect. */
export type Processed = "unknown" | "not_started" | "done";

/** What a client says first: the body of the frame HELLO. */
export interface Hello {
  /** The number 0x47525241, whose bytes read "ARRG" on the wire. It tells a stray client of another protocol. */
  readonly magic: number;
  /**
   * The lowest and the highest version of the wire that the client speaks. This is version 1. Without an
   * overlap the server refuses the connection with UNIMPLEMENTED and names its own range.
   */
  readonly versionMin: number;
  readonly versionMax: number;
  /** The program, for logs: "arrange-cli/1.0". At most 128 bytes. */
  readonly clientName: string;
  /**
   * An id of the client that stays the same over reconnects, for logs and for telling a subscriber which
   * changes are its own; may be empty. At most 128 bytes.
   */
  readonly clientId: string;
  /**
   * The secret that says who the client is: a token of the server's access file, or a JWT; empty for nobody, or where
   * something else says it, such as a client certificate. At most 12288 bytes. One that is not valid is refused with
   * UNAUTHENTICATED, also by a server without an access file, which knows no tokens.
   */
  readonly token: string;
  /** The largest frame, in bytes, that the client takes: 16384 or more; 0 stands for 1048576. */
  readonly largestFrame: number;
}

/** What a server answers: the body of the frame WELCOME. */
export interface Welcome {
  /** The version of the wire that both speak from now on: the highest that both know. */
  readonly version: number;
  /** The server's name for itself and its version, for logs. */
  readonly serverId: string;
  /** The largest frame, in bytes, that the server takes from now on: 1048576 to 16777216. */
  readonly largestFrame: number;
  /** How many unary calls and how many server streams may be open at once on this connection. */
  readonly mostCalls: number;
  readonly mostSubscriptions: number;
  /**
   * After so many milliseconds without a byte from the client, the server sends PING; 0: it does not. A
   * client that wants to know whether the server is there may do the same.
   */
  readonly keepaliveMs: number;
  /**
   * After so many milliseconds more without a byte, and the time that a reader of 16 KiB in a second takes for
   * what was sent before the PING, the server gives the connection up and closes it.
   */
  readonly keepaliveTimeoutMs: number;
}

/** What rides on a call beside its request: the metadata of the frame OPEN. */
export interface Metadata {
  /** At most 64 entries; names that a server does not know are ignored. */
  readonly entries: readonly MetadataEntry[];
}

/** One name and value. */
export interface MetadataEntry {
  /** Lower-case ASCII letters, digits, '-', '_' and '.'; 1 to 128 bytes. */
  readonly name: string;
  readonly value: Uint8Array;
}

/** Why a call or a connection ended, where it did not end well: the body of END and of GOAWAY. */
export interface Status {
  /** A sentence for people; never needed to tell cases apart. */
  readonly message: string;
  /**
   * More about it, for programs. Names in use:
   * field         the path of the field that was refused, such as "operations[3].items[0].id"
   * reason        a word that tells the cases of one status code apart, such as "name_taken"
   * resume_token  a server stream can be taken up again with this token; sent with UNAVAILABLE, where there is one
   */
  readonly details: readonly StatusDetail[];
  /** A retry makes sense after so many milliseconds; 0: nothing is known about that. */
  readonly retryAfterMs: number;
  /** Whether the call took effect. */
  readonly processed: Processed;
}

/** One name and value that say more about a status. */
export interface StatusDetail {
  readonly name: string;
  readonly value: Uint8Array;
}

/** The values of Frame.type; the table above leaves out the prefix. */
export type FrameType = "unspecified" | "hello" | "welcome" | "open" | "data" | "end" | "cancel" | "credit" | "ping" | "pong" | "goaway";

/** The bits of Frame.flags. */
export type FrameFlag = "none" | "ignore_if_unknown";

/**
 * The wire of Arrange.
 *
 * A connection is a reliable stream of bytes: TCP, TLS over TCP, or a Unix socket. In both directions it
 * carries Frame messages, each preceded by its length as a varint: the standard delimited stream of
 * protobuf, which the official runtimes read and write with a helper of their own (`parseDelimitedFrom`,
 * `ParseDelimitedFromZeroCopyStream`, `read_length_prefixed`, ...). There is nothing else on the wire.
 *
 * Who may send what, and when
 *
 * type     sender   stream    when
 * HELLO    client   0         the first frame, once
 * WELCOME  server   0         the answer to HELLO, once; the first frame that a server sends, unless it
 * refuses the connection with GOAWAY
 * OPEN     client   new id    after HELLO; there is no need to wait for WELCOME
 * DATA     server   open      in streams of kind "server stream", within the credit
 * END      server   open      exactly once for each OPEN, as its last frame
 * CANCEL   client   any used  after OPEN; without effect once END is on its way
 * CREDIT   client   any used  after OPEN; without effect once END is on its way
 * PING     either   0         after HELLO (client), after WELCOME (server)
 * PONG     either   0         the answer to PING, with the PING's `sequence`
 * GOAWAY   either   0         at any time; a later one, about a violation, may follow that of a server that
 * drains
 *
 * A frame that the table does not allow is a violation, as is a frame that can't be parsed or is too large.
 * A server answers a violation with a GOAWAY that says what was wrong, and closes the connection. A frame of
 * an unknown type is a violation too, unless its `flags` say that it is to be ignored.
 *
 * Streams
 *
 * A stream is one call. A client numbers its streams itself, with ids that only ever increase, from 1 to
 * 4294967295; gaps are allowed. An id that is not higher than every earlier one is a violation. A client
 * that has used up the numbers opens another connection.
 *
 * Unary call:     OPEN ->              <- END
 * Server stream:  OPEN (credit) ->     <- DATA* <- END      CREDIT -> as the client consumes
 *
 * An END with status 0 carries the response of a unary call in `body`, and nothing for a server stream. An
 * END with another status carries a Status (connection.proto) in `body`.
 *
 * Credit is the number of DATA frames, counted from the stream's beginning, that the client has room for.
 * It is absolute: a client grants 2, consumes one, grants 3. Credit is never taken back, so a number that
 * is not higher than an earlier one has no effect. 18446744073709551615 stands for "as many as you like".
 * A server sends no DATA beyond the credit. Credit on a unary call has no meaning.
 *
 * GOAWAY from a server means: calls above `sequence` were not started, and no new ones are. Those that were
 * on their way are refused with UNAVAILABLE. Open calls finish, server streams end with a token to resume,
 * and the server closes the connection after the last END. GOAWAY from a client means: there will be no
 * OPEN any more; the server closes the connection after the last END. A client that closes its side of the
 * stream of bytes instead still gets the answers to its unary calls; its server streams are cancelled.
 *
 * CANCEL ends the work, not only the answer. The stream still gets its END: with status CANCELLED, or with
 * the true result where the work could no longer be stopped. `Status.processed` says which. The stream
 * counts towards the limits until the work has stopped.
 *
 * `timeout_us` is the time that the caller still has, measured from the arrival of the OPEN. When it is
 * over, the server stops the work and ends the stream with DEADLINE_EXCEEDED. 0 stands for no deadline.
 *
 * Limits
 *
 * Before HELLO    a frame has at most 16384 bytes, and HELLO has to be complete within 5 seconds.
 * After HELLO     a frame has at most 1048576 bytes, or what WELCOME announces, which is never less and at
 * most 16777216. The length counts the bytes after the length prefix.
 * Streams         at most 256 unary calls and 4096 server streams are open at once on one connection. An
 * OPEN beyond ends with RESOURCE_EXHAUSTED. So does the OPEN of a server stream with which the
 * requests of those that are open have more than 2097152 bytes together.
 * Partial frames  a frame has to be complete within 30 seconds of its first byte.
 * Idle time       see Welcome in connection.proto.
 *
 * The length prefix is a varint of at most four bytes in its shortest form.
 */
export interface Frame {
  /** The stream that the frame belongs to; 0 is the connection itself. */
  readonly stream: number;
  /**
   * One of FrameType. Not declared as the enum, so that runtimes that treat enums as closed can tell an
   * unknown type.
   */
  readonly type: number;
  /** Bits of FrameFlag. Unknown bits are ignored. */
  readonly flags: number;
  /**
   * OPEN: the full name of the method, such as "arrange.v1.Collections/Apply", without a leading slash.
   * A method that the server does not know ends with UNIMPLEMENTED.
   */
  readonly method: string;
  /** OPEN: the time that is left for the call, in microseconds; 0: no deadline. */
  readonly timeoutUs: number;
  /**
   * END: one of the canonical gRPC status codes, 0 (OK) to 16 (UNAUTHENTICATED). GOAWAY: the same, for the
   * connection as a whole.
   */
  readonly status: number;
  /**
   * OPEN, CREDIT: the number of DATA frames of this stream that the client has room for, counted from the
   * stream's beginning.
   */
  readonly credit: number;
  /**
   * DATA: the frame is the n-th DATA frame of its stream, counted from 1.
   * PING, PONG: any number that the sender of the PING chooses.
   * GOAWAY: the highest stream id that was accepted; the calls of streams above were not started and can be
   * made again on another connection without any risk.
   */
  readonly sequence: number | bigint;
  /** OPEN: a Metadata message (connection.proto); may be empty. */
  readonly metadata: Uint8Array;
  /**
   * HELLO: a Hello. WELCOME: a Welcome. OPEN: the request. DATA: one message of the server stream.
   * END: the response, or a Status where `status` is not 0. GOAWAY: a Status.
   */
  readonly body: Uint8Array;
}

export type ServingStatus = "unknown" | "serving" | "not_serving" | "service_unknown";

export interface HealthCheckRequest {
  /**
   * The full name of a service, such as "arrange.v1.Collections"; empty: the server as a whole.
   * Check ends with NOT_FOUND for a service that the server does not have; Watch says SERVING_STATUS_SERVICE_UNKNOWN.
   */
  readonly service: string;
}

export interface HealthCheckResponse {
  readonly status: ServingStatus;
  /**
   * The collections that can be read but not written at the moment, since their ordering strategy, one of a loaded library, has
   * not answered for some seconds. Of the server as a whole, whatever the service is.
   */
  readonly slowStrategies: readonly SlowStrategy[];
}

export interface SlowStrategy {
  readonly collection: string;
  /** The name of the strategy. */
  readonly strategy: string;
}

export interface DescribeRequest {
}

export interface DescribeResponse {
  /** A serialised google.protobuf.FileDescriptorSet, imports included. */
  readonly fileDescriptorSet: Uint8Array;
}

export interface CompareRequest {
  /**
   * The plan in YAML, as `arrange compare --config` reads it; empty: the standard plan. At most 262144 bytes. A plan that
   * names libraries or files is refused with INVALID_ARGUMENT, since they would be those of the server.
   */
  readonly plan: string;
}

/** First messages with the progress, then, when all is done, messages with the report. */
export interface CompareResponse {
  /** How many operations have been carried out, of how many. */
  readonly done: number;
  readonly total: number;
  /** A piece of the report: the JSON of `arrange compare --json`, when all pieces are put together. */
  readonly report: Uint8Array;
}

export interface BackupRequest {
  /** The names of collections and views; all if there is none. */
  readonly collections: readonly string[];
}

export interface BackupResponse {
  readonly data: Uint8Array;
}

export interface ServerInfoRequest {
}

export interface ServerInfoResponse {
  /** The version of the program, such as "1.0.0". */
  readonly version: string;
  /** The id of this run of the server, as in Welcome; another one after a restart. */
  readonly serverId: string;
  /** How long it has been running, in microseconds. */
  readonly uptimeUs: number;
  /** All 0 for who may not see the figures of the server; it needs the permission `admin`. */
  readonly counts?: ServerCounts;
  readonly limits?: ServerLimits;
  /**
   * The nodes of the service, in ascending order of their names and then of their ids, if the server is one of several nodes.
   * Like the figures, it needs the permission `admin`.
   */
  readonly nodes: readonly NodeInfo[];
}

/** One of the nodes that serve the collections of one database together, as the answering node knows it. */
export interface NodeInfo {
  /** Random, drawn at each start of the node. */
  readonly id: string;
  /** What the node is called, for people. */
  readonly name: string;
  /** Where other nodes reach it, as host:port. */
  readonly address: string;
  /**
   * The slots that it owns, as ranges in ascending order. Each name of a collection or view belongs to one slot, and only the
   * owner of the slot writes it.
   */
  readonly slots: readonly SlotRange[];
  /** For how long its lease still is, in milliseconds; 0: it has run out, and other nodes may take its slots. */
  readonly leaseMs: number;
  /** Whether this is the answering node. */
  readonly isSelf: boolean;
  /** Of the answering node, 0 of others: how many collections of other owners it follows, for subscriptions and views. */
  readonly replicas: number;
  /** Of the answering node, 0 of others: how long ago it last heard from the database, in milliseconds. */
  readonly lagMs: number;
  /**
   * Why the answering node could not reach it at its last attempt, such as that nothing listens at its address; empty if it
   * could, or has not tried. Calls for its collections then wait.
   */
  readonly problem: string;
}

/** Slots from `first` to `last`, which is included. */
export interface SlotRange {
  readonly first: number;
  readonly last: number;
}

/** What the server holds at the moment. */
export interface ServerCounts {
  readonly collections: number;
  /** Collections of which the content is in memory; the others are opened when they are used. */
  readonly openCollections: number;
  /** Connections, including the caller's own. */
  readonly connections: number;
  /** Calls that have begun and not ended, including this one. */
  readonly activeCalls: number;
  /** Commits since the start of the server, in all collections. */
  readonly commits: number;
  /** Bytes that the buffers of all connections take: incomplete frames, requests under way, answers that were not read. */
  readonly connectionBytes: number;
  /**
   * Since the start of the server: connections that were refused because there was no room for one more, those that were
   * ended because all of them held too much memory, and lines of the log that were dropped because nobody read them.
   */
  readonly refusedConnections: number;
  readonly connectionsEndedForMemory: number;
  readonly droppedLogLines: number;
  /** The bytes that the store has on the disk, and how many of them are free, or in the logs in front of the database. */
  readonly storeBytes: number;
  readonly freeBytes: number;
  readonly logBytes: number;
}

/** The limits that requests are held to. */
export interface ServerLimits {
  /** The largest frame, in bytes. */
  readonly largestFrame: number;
  /** The most operations in one transaction. */
  readonly operationsPerTransaction: number;
  /** The most elements that the operations of one transaction may name together. */
  readonly elementsPerTransaction: number;
  /** The most items in one page of Collections/Fetch. */
  readonly fetchPageSize: number;
  /** The most collections in one page of Collections/List. */
  readonly listPageSize: number;
  /** The most commits in one response of Collections/History. */
  readonly historyCommits: number;
  /** The longest id, in bytes. */
  readonly idLength: number;
  /** The most fields of one element, and the most bytes that they may take together in their stored form. */
  readonly fieldsPerElement: number;
  readonly fieldBytesPerElement: number;
}

/** Where the keys of a strategy live. */
export type KeyForm = "unspecified" | "stored" | "rank";

export interface ListStrategiesRequest {
}

export interface ListStrategiesResponse {
  readonly strategies: readonly Strategy[];
  /** The name of the one that a collection gets where its creator names none. */
  readonly defaultStrategy: string;
}

export interface Strategy {
  /** The name by which collections choose it, such as "lexorank". */
  readonly name: string;
  /** The version of its key format, which is stored with every collection that uses it. */
  readonly version: number;
  readonly keyForm: KeyForm;
  /** The longest order key that it hands out, in bytes; at most 255. */
  readonly maximumKeyLength: number;
  /** One sentence for who has to choose. */
  readonly summary: string;
  /** By what it can be fitted to its use: "NAME:PARAMETER=NUMBER,PARAMETER=NUMBER" chooses it with parameters. */
  readonly parameters: readonly StrategyParameter[];
}

export interface StrategyParameter {
  readonly name: string;
  /** One sentence for who has to choose. */
  readonly summary: string;
  readonly minimum: number;
  readonly maximum: number;
  /** The value where none is given. */
  readonly standard: number;
}

/** All messages by their names. */
export interface Messages {
  Field: unknown;
  FieldList: FieldList;
  Element: Element;
  RowOrigin: RowOrigin;
  Path: Path;
  Placement: Placement;
  CollectionInfo: CollectionInfo;
  DefineViewRequest: DefineViewRequest;
  GetViewRequest: GetViewRequest;
  ListViewsRequest: ListViewsRequest;
  ListViewsResponse: ListViewsResponse;
  DeleteViewRequest: DeleteViewRequest;
  DeleteViewResponse: DeleteViewResponse;
  ViewInfo: ViewInfo;
  View: View;
  ViewWindow: ViewWindow;
  WindowAnchor: WindowAnchor;
  WindowPlace: WindowPlace;
  ViewPart: ViewPart;
  FixedSection: FixedSection;
  ViewRow: ViewRow;
  ViewQuery: ViewQuery;
  ShownFields: ShownFields;
  ChosenSections: ChosenSections;
  Grouping: Grouping;
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
  ListSize: ListSize;
  ChangeBatch: ChangeBatch;
  SectionInsert: SectionInsert;
  ItemRun: ItemRun;
  ItemInsert: ItemInsert;
  SectionUpdate: SectionUpdate;
  ItemUpdate: ItemUpdate;
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
  FetchRequest: FetchRequest;
  SectionWindow: SectionWindow;
  AroundWindow: AroundWindow;
  FetchResponse: FetchResponse;
  SectionSlice: SectionSlice;
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
  DescribeRequest: DescribeRequest;
  DescribeResponse: DescribeResponse;
  CompareRequest: CompareRequest;
  CompareResponse: CompareResponse;
  BackupRequest: BackupRequest;
  BackupResponse: BackupResponse;
  ServerInfoRequest: ServerInfoRequest;
  ServerInfoResponse: ServerInfoResponse;
  NodeInfo: NodeInfo;
  SlotRange: SlotRange;
  ServerCounts: ServerCounts;
  ServerLimits: ServerLimits;
  ListStrategiesRequest: ListStrategiesRequest;
  ListStrategiesResponse: ListStrategiesResponse;
  Strategy: Strategy;
  StrategyParameter: StrategyParameter;
}
