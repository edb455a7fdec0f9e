public import ArrangeModel

/// A request to subscribe to the changes of a list.
public struct SubscribeRequest: Sendable, Hashable {
  /// The longest token that is read, in bytes.
  public static let maximumTokenLength = 1_024
  /// The default of ``Options/reloadThreshold``.
  public static let defaultReloadThreshold = 100
  /// The greatest threshold.
  public static let maximumReloadThreshold = 100_000
  /// The longest intervals that may be requested, in microseconds.
  public static let maximumIntervalMicroseconds: UInt64 = 3_600_000_000
  /// The default of ``Options/progressMicroseconds``.
  public static let defaultProgressMicroseconds: UInt64 = 10_000_000
  /// The smallest allowed value of ``Options/largestBatchBytes``.
  public static let smallestBatchLimit = 4_096
  /// The longest prefix of request ids, in bytes.
  public static let maximumPrefixLength = 64

  /// The maximum number of bytes that the notes of commits take in one message; beyond it a snapshot is sent.
  package static let maximumNoteBytes = 8_192

  /// The name of a collection or of a stored view; empty if there is a ``view``.
  public var collection: Identifier
  /// A view sent with the request, in place of a name.
  public var view: ViewDefinition?
  /// The token to resume from; nil to begin with a snapshot.
  public var resumeToken: [UInt8]?
  /// The version with which the subscription begins, and after which it ends; nil to follow the list.
  public var at: VersionReference?
  /// The version up to which the changes after ``at`` are sent, commit by commit; nil for none.
  public var playTo: VersionReference?
  public var options: Options
  /// The subscriber as the server knows it; not part of the message.
  package var reader = Principal.anonymous

  /// The form in which changes are sent.
  public struct Options: Sendable, Hashable {
    /// The form of the batches.
    public var profile: ChangeBatch.Profile = .exact
    /// The maximum number of changes in a batch; beyond it a snapshot is sent.
    public var reloadThreshold = SubscribeRequest.defaultReloadThreshold
    /// The shortest time between two batches, in microseconds.
    public var shortestIntervalMicroseconds: UInt64 = 0
    /// The maximum number of bytes of a batch, with the subscriber's own request ids; nil for as many as a
    /// frame can hold.
    public var largestBatchBytes: Int?
    /// Whether elements are sent with their order keys, and batches with those of placed elements.
    public var sendsKeys = false
    /// How often to send progress when the version advances without a visible change, in microseconds.
    public var progressMicroseconds = SubscribeRequest.defaultProgressMicroseconds
    /// The first bytes of the subscriber's own request ids; empty for none.
    public var ownRequestPrefix: [UInt8] = []
    /// Whether batches name the authors of their commits.
    public var namesAuthors = false
    /// What is collapsed of an outline.
    public var folding = TreeFolding()

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
  /// The requested information about commits.
  package var wantedNotes: CommitNotes.Wanted {
    CommitNotes.Wanted(reader: reader, prefix: options.ownRequestPrefix, authors: options.namesAuthors)
  }
}
