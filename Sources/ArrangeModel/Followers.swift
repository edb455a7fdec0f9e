/// Asks who follows collections and views at the moment.
public struct FollowersRequest: Sendable, Hashable {
  /// The default of ``limit``.
  public static let standardLimit = 100
  /// The maximum of ``limit``.
  public static let maximumLimit = 1_000

  /// The name of a collection or stored view; nil for all.
  public var collection: Identifier?
  /// The maximum number of followers in the answer. The counts include the others.
  public var limit: Int

  public init(collection: Identifier? = nil, limit: Int = FollowersRequest.standardLimit) {
    self.collection = collection
    self.limit = limit
  }
}

/// The subscriptions that are open on a server.
public struct FollowerList: Sendable, Hashable {
  /// The maximum number of names in ``counts``.
  public static let maximumCounts = 1_000

  /// The followers, in ascending order of the names that they follow, and those of the same name with the
  /// oldest first.
  public var followers: [Follower]
  /// The number of followers of each name that has any, in ascending order of the names.
  public var counts: [Count]

  /// The number of followers of a name.
  public struct Count: Sendable, Hashable {
    /// The name of a collection or stored view; nil for views that were given in the requests.
    public var collection: Identifier?
    public var followers: Int

    public init(collection: Identifier?, followers: Int) {
      self.collection = collection
      self.followers = followers
    }
  }

  public init(followers: [Follower], counts: [Count]) {
    self.followers = followers
    self.counts = counts
  }
}

/// One open subscription.
public struct Follower: Sendable, Hashable {
  /// The name of the collection or stored view; nil for a view that was given in the request.
  public var collection: Identifier?
  /// The principal of its connection; `anonymous` if the server has no access file.
  public var principal: String
  /// The name that its client has given itself; can be empty.
  public var client: String
  /// The network address of its connection, without the port; `unix` for a socket of the server's machine.
  public var address: String
  /// When it was opened.
  public var since: Timestamp
  /// The version of the collection that was last sent to it; 0 before its first snapshot, and for views.
  public var version: UInt64
  public var state: State

  /// What a subscription is doing.
  public enum State: UInt32, Sendable, Hashable, CaseIterable {
    /// Everything was sent to it, or is about to be.
    case current = 1
    /// Its client has not granted credit for another message: it reads slowly, or has stopped.
    case waitingForCredit = 2
    /// Its connection is full, because the client does not read what was sent.
    case waitingForRoom = 3
  }

  public init(
    collection: Identifier?,
    principal: String,
    client: String,
    address: String,
    since: Timestamp,
    version: UInt64,
    state: State
  ) {
    self.collection = collection
    self.principal = principal
    self.client = client
    self.address = address
    self.since = since
    self.version = version
    self.state = state
  }
}
