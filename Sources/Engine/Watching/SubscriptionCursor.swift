package import ArrangeModel
import Changes

/// The position of a subscriber: the only state that the server keeps for one while it waits.
package struct SubscriptionCursor: Sendable, Hashable {
  enum Place: Hashable {
    /// A snapshot must be started.
    case start(SnapshotReason)
    /// A snapshot of a version is in progress: the start of its next page, and the number of that page.
    case snapshot(version: UInt64, SnapshotReason, PageCursor, page: Int)
    /// The subscriber resumes from a version of a collection.
    case resuming(ResumeToken)
    /// The subscriber resumes from a version of a view.
    case resumingView(ViewToken)
    /// The subscriber resumes from a version of an opaque view.
    case resumingOpaque(OpaqueToken)
    /// The subscriber has a version.
    case at(version: UInt64)
  }

  let epoch: UInt64
  let place: Place
  /// The era of the subscriber's version of a collection; nil if it is not known. See ``Lineage``.
  let era: Lineage.Era?
  /// The resume token of a view's subscriber; nil if it follows from the place.
  private let viewToken: [UInt8]?

  init(
    epoch: UInt64 = 0,
    _ place: Place,
    era: Lineage.Era? = nil,
    viewToken: [UInt8]? = nil
  ) {
    self.epoch = epoch
    self.place = place
    self.era = era
    self.viewToken = viewToken
  }

  /// The beginning of a subscription.
  ///
  /// - Throws: ``StatusCode/invalidArgument`` if the bytes are not a token, or a damaged one.
  package init(_ token: [UInt8]?) throws(ArrangeError) {
    guard let token else {
      self.init(.start(.first))
      return
    }
    if let token = ViewToken(token) {
      self.init(.resumingView(token))
      return
    }
    if let token = OpaqueToken(token) {
      self.init(.resumingOpaque(token))
      return
    }
    guard let token = ResumeToken(token) else {
      throw ArrangeError(
        .invalidArgument,
        "this is not a token of a subscription; begin without one",
        field: "resume_token"
      )
    }
    self.init(epoch: token.epoch, .resuming(token))
  }

  /// Whether a snapshot is due or in progress; no interval delays it.
  package var isInSnapshot: Bool {
    switch place {
    case .start, .snapshot: true
    case .resuming, .resumingView, .resumingOpaque, .at: false
    }
  }

  /// The version of a view that was last sent to the subscriber; 0 if there is none.
  package var sentVersion: UInt64 {
    switch place {
    case .start, .resuming: 0
    case .snapshot(let version, _, _, _), .at(let version): version
    case .resumingView(let token): token.version
    case .resumingOpaque(let token): token.version
    }
  }

  /// Whether some pages of a snapshot were sent, and the next must be of the same version.
  var isBetweenPages: Bool { if case .snapshot = place { true } else { false } }

  /// The resume token of the subscriber; nil if it has none yet.
  package var resumeToken: [UInt8]? {
    switch place {
    case .start, .snapshot: nil
    case .resumingView(let token): token.bytes
    case .resumingOpaque(let token): token.bytes
    case .resuming(let token): token.bytes
    case .at(let version):
      viewToken ?? ResumeToken(epoch: epoch, version: version, in: era).bytes
    }
  }
}

/// Identifies a version of a collection to a subscriber, which returns it unchanged.
struct ResumeToken: Sendable, Hashable {
  /// Tokens of the formats 1 and 2 had no checksum.
  private static let format: UInt8 = 9
  /// The format of tokens for which something is collapsed.
  private static let formatWithFolding: UInt8 = 10
  /// The format of tokens that name an incarnation without the beginning of its era.
  private static let formatWithoutEra: UInt8 = 5
  /// The format of tokens without an incarnation.
  private static let formatWithoutIncarnation: UInt8 = 3

  var epoch: UInt64
  var version: UInt64
  /// The incarnation of the version; nil in tokens of older servers.
  var incarnation: UInt64?
  /// The first version of its era; 0 in tokens of older servers.
  var since: UInt64
  /// A hash of what is collapsed of an outline; 0 if nothing is.
  var folding: UInt64 = 0

  init(epoch: UInt64, version: UInt64, incarnation: UInt64?, since: UInt64 = 0) {
    self.epoch = epoch
    self.version = version
    self.incarnation = incarnation
    self.since = since
  }

  init(epoch: UInt64, version: UInt64, in era: Lineage.Era?) {
    self.init(
      epoch: epoch,
      version: version,
      incarnation: era?.incarnation ?? Lineage.unknown,
      since: era?.first ?? 0
    )
  }

  /// What the token says of the era of its version; nil if it says nothing.
  var era: Lineage.Era? { incarnation.map { Lineage.Era(first: since, incarnation: $0) } }

  /// Decodes a token; nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    guard let content = TokenChecksum.open(bytes) else { return nil }
    var reader = ByteReader(content)
    guard let format = try? reader.byte(),
      [
        ResumeToken.format, ResumeToken.formatWithoutEra, ResumeToken.formatWithoutIncarnation,
        ResumeToken.formatWithFolding,
      ].contains(format),
      let epoch = try? reader.number(), let version = try? reader.number()
    else { return nil }
    self.init(epoch: epoch, version: version, incarnation: nil)
    if format != ResumeToken.formatWithoutIncarnation {
      guard let incarnation = try? reader.number() else { return nil }
      self.incarnation = incarnation
    }
    if format == ResumeToken.format || format == ResumeToken.formatWithFolding {
      guard let since = try? reader.number() else { return nil }
      self.since = since
    }
    if format == ResumeToken.formatWithFolding {
      guard let folding = try? reader.number(), folding != 0 else { return nil }
      self.folding = folding
    }
    guard reader.isAtEnd else { return nil }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    guard folding == 0 else { return bytesWithFolding }
    let format = since == 0 ? ResumeToken.formatWithoutEra : ResumeToken.format
    writer.write(byte: incarnation == nil ? ResumeToken.formatWithoutIncarnation : format)
    writer.write(epoch)
    writer.write(version)
    if let incarnation {
      writer.write(incarnation)
      if since > 0 { writer.write(since) }
    }
    return TokenChecksum.seal(writer.bytes)
  }

  private var bytesWithFolding: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: ResumeToken.formatWithFolding)
    writer.write(epoch)
    writer.write(version)
    writer.write(incarnation ?? Lineage.unknown)
    writer.write(since)
    writer.write(folding)
    return TokenChecksum.seal(writer.bytes)
  }
}
