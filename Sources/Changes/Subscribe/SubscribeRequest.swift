public import ArrangeModel

/// What somebody who wants to see a list change asks for.
public struct SubscribeRequest: Sendable, Hashable {
  /// The longest token that is read, in bytes.
  public static let maximumTokenLength = 1_024
  /// The maximum number of changes that a batch may have unless something else is said.
  public static let defaultReloadThreshold = 100
  /// The greatest threshold.
  public static let maximumReloadThreshold = 100_000
  /// The longest times that may be asked for, in microseconds.
  public static let maximumIntervalMicroseconds: UInt64 = 3_600_000_000
  /// How often a subscriber is told that the version moved on, in microseconds, unless something else is said.
  public static let defaultProgressMicroseconds: UInt64 = 10_000_000
  /// The least that can be asked for as the largest batch, in bytes.
  public static let smallestBatchLimit = 4_096
  /// The longest prefix of request ids, in bytes.
  public static let maximumPrefixLength = 64

  /// The maximum number of bytes that the notes of commits take in one message; where they are more, a
  /// snapshot comes.
  package static let mostNoteBytes = 8_192

  /// The name of a collection or of a stored view; empty if there is a ``view``.
  public var collection: Identifier
  /// A view that is given with the request, in place of a name.
  public var view: ViewDefinition?
  /// Where to go on; nil to begin with a snapshot.
  public var resumeToken: [UInt8]?
  public var options: Options
  /// Who subscribes, as the server knows it; not part of the message.
  package var reader = Principal.anonymous

  /// How the changes are to come.
  public struct Options: Sendable, Hashable {
    /// What the batches are made for.
    public var profile: ChangeBatch.Profile = .exact
    /// The maximum number of changes that a batch may have; where there are more, a snapshot comes.
    public var reloadThreshold = SubscribeRequest.defaultReloadThreshold
    /// The shortest time between two batches, in microseconds.
    public var shortestIntervalMicroseconds: UInt64 = 0
    /// The maximum number of bytes of a batch, with the subscriber's own request ids; nil for as many as a
    /// frame can hold.
    public var largestBatchBytes: Int?
    /// Whether elements come with their order keys, and batches with those of what came to its place.
    public var sendsKeys = false
    /// How often to be told that the version moved on although nothing visible changed, in microseconds.
    public var progressMicroseconds = SubscribeRequest.defaultProgressMicroseconds
    /// The first bytes of the subscriber's own request ids; empty for none.
    public var ownRequestPrefix: [UInt8] = []
    /// Whether batches say who made their commits.
    public var namesAuthors = false

    public init() {}
  }

  public init(collection: Identifier, resumeToken: [UInt8]? = nil, options: Options = Options()) {
    self.collection = collection
    self.resumeToken = resumeToken
    self.options = options
  }

  /// A request for the changes of a view that has no name.
  public init(view: ViewDefinition, resumeToken: [UInt8]? = nil, options: Options = Options()) {
    self.init(collection: .empty, resumeToken: resumeToken, options: options)
    self.view = view
  }
}

extension SubscribeRequest {
  /// What is to be told of commits.
  package var wantedNotes: CommitNotes.Wanted {
    CommitNotes.Wanted(reader: reader, prefix: options.ownRequestPrefix, authors: options.namesAuthors)
  }
}
