// Generated from Protos/arrange/v1/overlays.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request to create an overlay.
public struct CreateOverlayRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// The name of the overlay, an id. "mine" is shown by the clause `overlay mine` of a view, and can't be that of a shared
  /// one. Required.
  public var overlay: Identifier
  /// Whether it is shared and belongs to no principal.
  public var isShared: Bool
  /// Whose it is; nil for the caller. Must be empty for a shared one.
  public var principal: Principal?

  public init(collection: Identifier, overlay: Identifier, isShared: Bool = false, principal: Principal? = nil) {
    self.collection = collection
    self.overlay = overlay
    self.isShared = isShared
    self.principal = principal
  }
}

/// An overlay.
public struct OverlayInfo: Sendable, Hashable {
  /// The name of the collection.
  public var collection: Identifier
  /// The name of the overlay.
  public var overlay: Identifier
  /// Whether it is shared.
  public var isShared: Bool
  /// Whose it is; nil if it is shared.
  public var principal: Principal?
  /// When it was created, in microseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Timestamp
  /// The version, which grows with each change.
  public var version: UInt64
  /// The number of entries.
  public var entryCount: Int

  public init(collection: Identifier, overlay: Identifier, isShared: Bool = false, principal: Principal? = nil, createdAt: Timestamp, version: UInt64, entryCount: Int) {
    self.collection = collection
    self.overlay = overlay
    self.isShared = isShared
    self.principal = principal
    self.createdAt = createdAt
    self.version = version
    self.entryCount = entryCount
  }
}

/// A request for the entries of an overlay.
public struct GetOverlayRequest: Sendable, Hashable {
  /// The maximum number of entries of a page, and the default of ``limit``.
  public static let maximumEntries = 1_000

  /// The name of the collection. Required.
  public var collection: Identifier
  /// The name of the overlay. Required.
  public var overlay: Identifier
  /// Whether it is shared.
  public var isShared: Bool
  /// Whose it is; nil for the caller.
  public var principal: Principal?
  /// The index of the first entry of the page.
  public var first: Int
  /// The maximum number of entries, 1 to 1000; 0 for 1000. A page has fewer if they do not fit into a frame.
  public var limit: Int?

  public init(collection: Identifier, overlay: Identifier, isShared: Bool = false, principal: Principal? = nil, first: Int = 0, limit: Int? = nil) {
    self.collection = collection
    self.overlay = overlay
    self.isShared = isShared
    self.principal = principal
    self.first = first
    self.limit = limit
  }
}

/// A page of the entries of an overlay.
public struct OverlayPage: Sendable, Hashable {
  /// The overlay.
  public var info: OverlayInfo
  /// The entries, in their sequence.
  public var entries: [OverlayEntry]

  public init(info: OverlayInfo, entries: [OverlayEntry]) {
    self.info = info
    self.entries = entries
  }
}

/// An item that was placed in an overlay.
public struct OverlayEntry: Sendable, Hashable {
  /// The maximum number of items before it that an entry records.
  public static let maximumPredecessors = 8

  /// The id of the item.
  public var item: Identifier
  /// The section of the collection in which it was placed. The entry counts only while the item is there.
  public var section: Identifier
  /// The items that were before it, the nearest first, at most 8; none if it was placed at the start.
  public var predecessors: [Identifier]

  public init(item: Identifier, section: Identifier, predecessors: [Identifier] = []) {
    self.item = item
    self.section = section
    self.predecessors = predecessors
  }
}

/// A request for the overlays of a collection.
public struct ListOverlaysRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// Whose overlays are listed besides the shared ones; nil for those of the caller.
  public var principal: Principal?

  public init(collection: Identifier, principal: Principal? = nil) {
    self.collection = collection
    self.principal = principal
  }
}

/// The overlays of a collection.
public struct OverlayList: Sendable, Hashable {
  /// The shared ones, and then those of the principal; each in ascending order of the bytes of their names.
  public var overlays: [OverlayInfo]

  public init(overlays: [OverlayInfo]) {
    self.overlays = overlays
  }
}

/// A request to remove entries of an overlay.
public struct ResetOverlayRequest: Sendable, Hashable {
  /// The maximum number of items of a request.
  public static let maximumItems = 1_000

  /// The name of the collection. Required.
  public var collection: Identifier
  /// The name of the overlay. Required.
  public var overlay: Identifier
  /// Whether it is shared.
  public var isShared: Bool
  /// Whose it is; nil for the caller.
  public var principal: Principal?
  /// The items whose entries are removed, 1 to 1000; none if `all` is set.
  public var items: [Identifier]
  /// Whether all entries are removed.
  public var resetsAll: Bool

  public init(collection: Identifier, overlay: Identifier, isShared: Bool = false, principal: Principal? = nil, items: [Identifier] = [], resetsAll: Bool = false) {
    self.collection = collection
    self.overlay = overlay
    self.isShared = isShared
    self.principal = principal
    self.items = items
    self.resetsAll = resetsAll
  }
}

/// A request to delete an overlay.
public struct DeleteOverlayRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// The name of the overlay. Required.
  public var overlay: Identifier
  /// Whether it is shared.
  public var isShared: Bool
  /// Whose it is; nil for the caller.
  public var principal: Principal?

  public init(collection: Identifier, overlay: Identifier, isShared: Bool = false, principal: Principal? = nil) {
    self.collection = collection
    self.overlay = overlay
    self.isShared = isShared
    self.principal = principal
  }
}
