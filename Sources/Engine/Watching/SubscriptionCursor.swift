package import ArrangeModel
import Changes

/// Where a subscriber is: all that the server keeps of one while it waits.
package struct SubscriptionCursor: Sendable, Hashable {
  enum Place: Hashable {
    /// A snapshot is to begin.
    case start(SnapshotReason)
    /// A snapshot of a version is in progress: where its next page begins, and the number of that page.
    case snapshot(version: UInt64, SnapshotReason, PageCursor, page: Int)
    /// The subscriber said that it has a version of a history.
    case resuming(ResumeToken)
    /// The subscriber said that it has a version of a view.
    case resumingView(ViewToken)
    /// The subscriber said that it has a version of an opaque view.
    case resumingOpaque(OpaqueToken)
    /// The subscriber has a version.
    case at(version: UInt64)
  }

  let epoch: UInt64
  let place: Place
  /// Who made the version of a collection that the subscriber has; see ``Lineage``.
  let incarnation: UInt64
  /// With what the subscriber of a view can go on; nil if that follows from the place.
  private let viewToken: [UInt8]?

  init(
    epoch: UInt64 = 0,
    _ place: Place,
    incarnation: UInt64 = Lineage.unknown,
    viewToken: [UInt8]? = nil
  ) {
    self.epoch = epoch
    self.place = place
    self.incarnation = incarnation
    self.viewToken = viewToken
  }

  /// The beginning of a subscription.
  ///
  /// - Throws: ``StatusCode/invalidArgument`` where the bytes are no token, or a damaged one.
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

  /// Whether a snapshot is to be sent or in progress, which no interval delays.
  package var isInSnapshot: Bool {
    switch place {
    case .start, .snapshot: true
    case .resuming, .resumingView, .resumingOpaque, .at: false
    }
  }

  /// The version of a view of which the subscriber was told something; 0 if there is none.
  package var toldVersion: UInt64 {
    switch place {
    case .start, .resuming: 0
    case .snapshot(let version, _, _, _), .at(let version): version
    case .resumingView(let token): token.version
    case .resumingOpaque(let token): token.version
    }
  }

  /// Whether some pages of a snapshot were sent, and the next is to be of the same version.
  var isBetweenPages: Bool { if case .snapshot = place { true } else { false } }

  /// With what the subscriber can go on; nil if it has nothing yet.
  package var resumeToken: [UInt8]? {
    switch place {
    case .start, .snapshot: nil
    case .resumingView(let token): token.bytes
    case .resumingOpaque(let token): token.bytes
    case .resuming(let token): token.bytes
    case .at(let version):
      viewToken ?? ResumeToken(epoch: epoch, version: version, incarnation: incarnation).bytes
    }
  }
}

/// What names a version of a collection to a subscriber, who hands it back as it is.
struct ResumeToken: Sendable, Hashable {
  /// Those with the formats 1 and 2 had no checksum.
  private static let format: UInt8 = 5
  /// Tokens that did not say who made the version.
  private static let formatWithoutIncarnation: UInt8 = 3

  var epoch: UInt64
  var version: UInt64
  /// Who made the version; nil in tokens of servers that did not say so.
  var incarnation: UInt64?

  init(epoch: UInt64, version: UInt64, incarnation: UInt64?) {
    self.epoch = epoch
    self.version = version
    self.incarnation = incarnation
  }

  /// Reads a token; nil if it is none.
  init?(_ bytes: [UInt8]) {
    guard let content = TokenChecksum.open(bytes) else { return nil }
    var reader = ByteReader(content)
    guard let format = try? reader.byte(),
      format == ResumeToken.format || format == ResumeToken.formatWithoutIncarnation,
      let epoch = try? reader.number(), let version = try? reader.number()
    else { return nil }
    self.init(epoch: epoch, version: version, incarnation: nil)
    if format == ResumeToken.format {
      guard let incarnation = try? reader.number() else { return nil }
      self.incarnation = incarnation
    }
    guard reader.isAtEnd else { return nil }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: incarnation == nil ? ResumeToken.formatWithoutIncarnation : ResumeToken.format)
    writer.write(epoch)
    writer.write(version)
    if let incarnation { writer.write(incarnation) }
    return TokenChecksum.seal(writer.bytes)
  }
}
