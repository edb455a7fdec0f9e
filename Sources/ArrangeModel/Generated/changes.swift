// Generated from Protos/arrange/v1/changes.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request for the subscriptions that are currently open.
public struct FollowersRequest: Sendable, Hashable {
  /// The default of ``limit``.
  public static let standardLimit = 100
  /// The maximum of ``limit``.
  public static let maximumLimit = 1_000

  /// The name of a collection or of a stored view; nil: all.
  public var collection: Identifier?
  /// The maximum number of followers in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The
  /// counts include the followers that are left out.
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

  /// The followers, in ascending order of the names that they follow; those of one name with the oldest first.
  public var followers: [Follower]
  /// The number of followers of each name that has any, in ascending order of the names; at most 1000 names.
  public var counts: [FollowerList.Count]

  public init(followers: [Follower], counts: [FollowerList.Count]) {
    self.followers = followers
    self.counts = counts
  }
}

extension FollowerList {
  /// The number of followers of one name.
  public struct Count: Sendable, Hashable {
    /// The name of a collection or of a stored view; nil for views that were given in the requests.
    public var collection: Identifier?
    /// The number of open subscriptions.
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
  /// The principal of its connection; "anonymous" if the server has no access file.
  public var principal: String
  /// The name that its client gave itself in `Hello.clientName`; can be empty.
  public var client: String
  /// The network address of its connection, without the port; "unix" for a socket of the server's machine.
  public var address: String
  /// When it was opened, in microseconds since 1970-01-01T00:00:00Z.
  public var since: Timestamp
  /// The version of the collection that was last sent to it; 0 before its first snapshot, and for views.
  public var version: UInt64
  /// What the subscription is doing.
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
    /// Everything was sent to it, or is about to be.
    case current = 1
    /// Its client has not granted credit for another message: it reads slowly, or has stopped.
    case waitingForCredit = 2
    /// Its connection is full, because the client does not read what was sent.
    case waitingForRoom = 3
  }
}
