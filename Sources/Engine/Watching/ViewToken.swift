import Changes

/// What names a version of a view to a subscriber, who hands it back as it is: the view, its version, and for each of its
/// collections the history, the version and who made it.
struct ViewToken: Sendable, Hashable {
  /// Those with the formats 1 and 2 had no checksum.
  private static let format: UInt8 = 6
  /// Tokens that did not say who made the versions, nor which version of the view it was.
  private static let formatWithoutIncarnations: UInt8 = 4

  /// What stands for the definition.
  var view: ViewIdentity
  /// By how much the version that the subscriber was told is more than the sum of the collections' versions; see
  /// ``LiveView/offset``.
  var offset: UInt64
  /// In the order of ``LiveView/collections(of:)``.
  var sources: [Source]

  struct Source: Sendable, Hashable {
    var epoch: UInt64
    var version: UInt64
    /// Who made the version; nil in tokens of servers that did not say so. See ``Lineage``.
    var incarnation: UInt64?
  }

  init(view: ViewIdentity, offset: UInt64, sources: [Source]) {
    self.view = view
    self.offset = offset
    self.sources = sources
  }

  /// The version of the view that the subscriber was told. A forged token can say anything, so it may be more than there can
  /// be.
  var version: UInt64 { sources.reduce(offset) { $0 &+ $1.version } }

  /// Reads a token; nil if it is none.
  init?(_ bytes: [UInt8]) {
    guard let content = TokenChecksum.open(bytes) else { return nil }
    var reader = ByteReader(content)
    guard let format = try? reader.byte(),
      format == ViewToken.format || format == ViewToken.formatWithoutIncarnations,
      let high = try? reader.number(), let low = try? reader.number()
    else { return nil }
    let hasIncarnations = format == ViewToken.format
    view = ViewIdentity(high: high, low: low)
    guard let offset = hasIncarnations ? try? reader.number() : 0, let count = try? reader.count() else {
      return nil
    }
    self.offset = offset
    sources = []
    for _ in 0..<count {
      guard let epoch = try? reader.number(), let version = try? reader.number() else { return nil }
      var source = Source(epoch: epoch, version: version, incarnation: nil)
      if hasIncarnations {
        guard let incarnation = try? reader.number() else { return nil }
        source.incarnation = incarnation
      }
      sources.append(source)
    }
    guard reader.isAtEnd else { return nil }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: ViewToken.format)
    writer.write(view.high)
    writer.write(view.low)
    writer.write(offset)
    writer.write(sources.count)
    for source in sources {
      writer.write(source.epoch)
      writer.write(source.version)
      writer.write(source.incarnation ?? Lineage.unknown)
    }
    return TokenChecksum.seal(writer.bytes)
  }
}
