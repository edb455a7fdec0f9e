/// What names a version of a view to a subscriber, who hands it back as it is: the view, and for each of its collections
/// the history and the version.
struct ViewToken: Sendable, Hashable {
  /// Those with the formats 1 and 2 had no checksum.
  private static let format: UInt8 = 4

  /// What stands for the definition.
  var view: ViewIdentity
  /// In the order of ``ViewPlan/collections``.
  var sources: [Source]

  struct Source: Sendable, Hashable {
    var epoch: UInt64
    var version: UInt64
  }

  init(view: ViewIdentity, sources: [Source]) {
    self.view = view
    self.sources = sources
  }

  /// Reads a token; nil where it is none.
  init?(_ bytes: [UInt8]) {
    guard let content = TokenChecksum.open(bytes) else { return nil }
    var reader = ByteReader(content)
    guard let format = try? reader.byte(), format == ViewToken.format, let high = try? reader.number(),
      let low = try? reader.number(), let count = try? reader.count()
    else { return nil }
    view = ViewIdentity(high: high, low: low)
    sources = []
    for _ in 0..<count {
      guard let epoch = try? reader.number(), let version = try? reader.number() else { return nil }
      sources.append(Source(epoch: epoch, version: version))
    }
    guard reader.isAtEnd else { return nil }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: ViewToken.format)
    writer.write(view.high)
    writer.write(view.low)
    writer.write(sources.count)
    for source in sources {
      writer.write(source.epoch)
      writer.write(source.version)
    }
    return TokenChecksum.seal(writer.bytes)
  }
}

/// What stands for a definition of a view in tokens: a hash of its text, the same in every process.
struct ViewIdentity: Sendable, Hashable {
  var high: UInt64
  var low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Two 64-bit FNV-1a hashes with different beginnings. Nothing but the choice between a batch and a snapshot follows
  /// from it.
  init(text: String) {
    high = 0xCBF2_9CE4_8422_2325
    low = 0x6C62_272E_07BB_0142
    for byte in text.utf8 {
      high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
      low = (low &* 0x100_0000_01B3) ^ UInt64(byte)
    }
  }
}
