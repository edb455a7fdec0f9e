// Generated from Protos/arrange/v1/changes.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request of `Changes/Followers`.
public struct FollowersRequest: Sendable, Hashable {
  /// The default of ``limit``.
  public static let standardLimit = 100
  /// The maximum of ``limit``.
  public static let maximumLimit = 1_000

  /// The name of a collection or of a stored view; nil: all.
  public var collection: Identifier?
  /// The most followers in the answer; 0: 100. At most 1000. The counts include those that are not in it.
  public var limit: Int

  public init(collection: Identifier? = nil, limit: Int = FollowersRequest.standardLimit) {
    self.collection = collection
    self.limit = limit
  }
}

public struct FollowerList: Sendable, Hashable {
  /// The maximum number of names in ``counts``.
  public static let maximumCounts = 1_000

  /// The followers, by the names that they follow, and those of one name with the oldest first.
  public var followers: [Follower]
  /// How many followers each name has that has any, by name; at most 1000 names.
  public var counts: [FollowerList.Count]

  public init(followers: [Follower], counts: [FollowerList.Count]) {
    self.followers = followers
    self.counts = counts
  }
}

extension FollowerList {
  public struct Count: Sendable, Hashable {
    /// The name of a collection or of a stored view; nil for views that were given in the requests.
    public var collection: Identifier?
    public var followers: Int

    public init(collection: Identifier? = nil, followers: Int) {
      self.collection = collection
      self.followers = followers
    }
  }
}

/// One open subscription.
public struct Follower: Sendable, Hashable {
  /// The name of the collection or of the stored view; nil for a view that was given in the request.
  public var collection: Identifier?
  /// The principal of its connection; "anonymous" where the server has no access file.
  public var principal: String
  /// What its client calls itself in Hello; it may be empty.
  public var client: String
  /// The network address of its connection, without the port; "unix" for a socket of this machine.
  public var address: String
  /// Since when it has been open, in microseconds since 1970.
  public var since: Timestamp
  /// The version of the collection that it was told last; 0 before its first snapshot and for views.
  public var version: UInt64
  public var state: Follower.State

  public init(collection: Identifier? = nil, principal: String, client: String, address: String, since: Timestamp, version: UInt64, state: Follower.State) {
    self.collection = collection
    self.principal = principal
    self.client = client
    self.address = address
    self.since = since
    self.version = version
    self.state = state
  }
}

extension Follower {
  /// What a subscription is doing.
  public enum State: UInt32, Sendable, Hashable, CaseIterable {
    /// It was told everything, or is about to be.
    case current = 1
    /// The client has given no credit for another message: it reads slowly, or has stopped.
    case waitingForCredit = 2
    /// The connection is full: the client does not read what was sent.
    case waitingForRoom = 3
  }
}
