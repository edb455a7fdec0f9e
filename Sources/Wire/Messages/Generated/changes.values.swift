// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension Follower.State {
  init(_ message: Arrange__V1__FollowerState, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_CURRENT: self = .current
    case ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_WAITING_FOR_CREDIT: self = .waitingForCredit
    case ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_WAITING_FOR_ROOM: self = .waitingForRoom
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__FollowerState {
    switch self {
    case .current: ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_CURRENT
    case .waitingForCredit: ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_WAITING_FOR_CREDIT
    case .waitingForRoom: ARRANGE__V1__FOLLOWER_STATE__FOLLOWER_STATE_WAITING_FOR_ROOM
    }
  }
}

extension ChangeBatch.Profile {
  init(_ message: Arrange__V1__BatchProfile, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__BATCH_PROFILE__BATCH_PROFILE_EXACT: self = .exact
    case ARRANGE__V1__BATCH_PROFILE__BATCH_PROFILE_UIKIT: self = .uikit
    case ARRANGE__V1__BATCH_PROFILE__BATCH_PROFILE_TREE: self = .tree
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__BatchProfile {
    switch self {
    case .exact: ARRANGE__V1__BATCH_PROFILE__BATCH_PROFILE_EXACT
    case .uikit: ARRANGE__V1__BATCH_PROFILE__BATCH_PROFILE_UIKIT
    case .tree: ARRANGE__V1__BATCH_PROFILE__BATCH_PROFILE_TREE
    }
  }
}

extension SnapshotReason {
  init(_ message: Arrange__V1__SnapshotReason, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_FIRST: self = .first
    case ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_TOO_MANY_CHANGES: self = .tooManyChanges
    case ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_TOO_LARGE: self = .tooLarge
    case ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_HISTORY_TRIMMED: self = .historyTrimmed
    case ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_EPOCH_CHANGED: self = .epochChanged
    case ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_VIEW_CHANGED: self = .viewChanged
    case ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_PAST: self = .past
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__SnapshotReason {
    switch self {
    case .first: ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_FIRST
    case .tooManyChanges: ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_TOO_MANY_CHANGES
    case .tooLarge: ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_TOO_LARGE
    case .historyTrimmed: ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_HISTORY_TRIMMED
    case .epochChanged: ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_EPOCH_CHANGED
    case .viewChanged: ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_VIEW_CHANGED
    case .past: ARRANGE__V1__SNAPSHOT_REASON__SNAPSHOT_REASON_PAST
    }
  }
}

extension FollowersRequest {
  init(_ message: UnsafePointer<Arrange__V1__FollowersRequest>) throws(ArrangeError) {
    self.init(
      collection: message.pointee.collection.len > 0 ? try Boundary.identifier(message.pointee.collection, "collection") : nil,
      limit: try Boundary.pageSize(message.pointee.limit, maximum: FollowersRequest.maximumLimit, "limit") ?? FollowersRequest.standardLimit
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FollowersRequest>, in arena: Arena) {
    if let value = self.collection { message.pointee.collection = arena.bytes(of: value) }
    message.pointee.limit = Int64(self.limit)
  }
}

extension FollowersRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> FollowersRequest {
    try arena.reading(bytes, arrange__v1__followers_request__unpack) { (message) throws(ArrangeError) in try FollowersRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__followers_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension FollowerList {
  init(_ message: UnsafePointer<Arrange__V1__FollowersResponse>) throws(ArrangeError) {
    self.init(
      followers: try Boundary.list(message.pointee.followers, message.pointee.n_followers, "followers") { (part) throws(ArrangeError) in try Follower(part) },
      counts: try Boundary.list(message.pointee.counts, message.pointee.n_counts, "counts") { (part) throws(ArrangeError) in try FollowerList.Count(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FollowersResponse>, in arena: Arena) {
    message.pointee.n_followers = self.followers.count
    message.pointee.followers = arena.messages(self.followers, arrange__v1__follower__init) { $0.fill($1, in: arena) }
    message.pointee.n_counts = self.counts.count
    message.pointee.counts = arena.messages(self.counts, arrange__v1__follower_count__init) { $0.fill($1, in: arena) }
  }
}

extension FollowerList: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> FollowerList {
    try arena.reading(bytes, arrange__v1__followers_response__unpack) { (message) throws(ArrangeError) in try FollowerList(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__followers_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension FollowerList.Count {
  init(_ message: UnsafePointer<Arrange__V1__FollowerCount>) throws(ArrangeError) {
    self.init(
      collection: message.pointee.collection.len > 0 ? try Boundary.identifier(message.pointee.collection, "collection") : nil,
      followers: try Boundary.index(message.pointee.followers, "followers")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FollowerCount>, in arena: Arena) {
    if let value = self.collection { message.pointee.collection = arena.bytes(of: value) }
    message.pointee.followers = Int64(self.followers)
  }
}

extension Follower {
  init(_ message: UnsafePointer<Arrange__V1__Follower>) throws(ArrangeError) {
    self.init(
      collection: message.pointee.collection.len > 0 ? try Boundary.identifier(message.pointee.collection, "collection") : nil,
      principal: try Boundary.text(message.pointee.principal, "principal"),
      client: try Boundary.text(message.pointee.client, "client"),
      address: try Boundary.text(message.pointee.address, "address"),
      since: Timestamp(microseconds: message.pointee.since_us),
      version: message.pointee.version,
      state: try Follower.State(message.pointee.state, "state")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Follower>, in arena: Arena) {
    if let value = self.collection { message.pointee.collection = arena.bytes(of: value) }
    message.pointee.principal = arena.bytes(of: self.principal)
    message.pointee.client = arena.bytes(of: self.client)
    message.pointee.address = arena.bytes(of: self.address)
    message.pointee.since_us = self.since.microseconds
    message.pointee.version = self.version
    message.pointee.state = self.state.message
  }
}

extension CommitAuthor {
  init(_ message: UnsafePointer<Arrange__V1__CommitAuthor>) throws(ArrangeError) {
    self.init(
      try Principal.optional(message.pointee.principal, "principal"),
      commits: try Boundary.total(Int64(clamping: message.pointee.commits), "commits")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CommitAuthor>, in arena: Arena) {
    if let value = self.principal { message.pointee.principal = arena.bytes(of: value.name) }
    message.pointee.commits = UInt64(self.commits)
  }
}

extension SnapshotPage {
  init(_ message: UnsafePointer<Arrange__V1__SnapshotPage>) throws(ArrangeError) {
    self.init(
      reason: try SnapshotReason(message.pointee.reason, "reason"),
      page: try Boundary.index(message.pointee.page, "page"),
      isLast: message.pointee.last != 0,
      size: try Boundary.required(message.pointee.size, "size") { (part) throws(ArrangeError) in try ListSize(part) },
      sections: try Boundary.list(message.pointee.sections, message.pointee.n_sections, "sections") { (part) throws(ArrangeError) in try SnapshotPage.Run(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SnapshotPage>, in arena: Arena) {
    message.pointee.reason = self.reason.message
    message.pointee.page = Int64(self.page)
    message.pointee.last = self.isLast ? 1 : 0
    message.pointee.size = arena.message(arrange__v1__list_size__init) { self.size.fill($0, in: arena) }
    message.pointee.n_sections = self.sections.count
    message.pointee.sections = arena.messages(self.sections, arrange__v1__snapshot_section__init) { $0.fill($1, in: arena) }
  }
}

extension ListSize {
  init(_ message: UnsafePointer<Arrange__V1__ListSize>) throws(ArrangeError) {
    self.init(
      sections: try Boundary.index(message.pointee.sections, "sections"),
      items: try Boundary.index(message.pointee.items, "items")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListSize>, in arena: Arena) {
    message.pointee.sections = Int64(self.sections)
    message.pointee.items = Int64(self.items)
  }
}
