import Changes

/// Identifies a version of a view to a subscriber, which returns it unchanged: the view, its version, and for
/// each of its collections the history, the version and the incarnation.
struct ViewToken: Sendable, Hashable {
  /// Tokens of the formats 1 and 2 had no checksum.
  private static let format: UInt8 = 10
  /// The format of tokens with a window.
  private static let formatWithWindow: UInt8 = 11
  /// The formats of tokens that name incarnations without the beginnings of their eras.
  private static let formatWithoutEras: UInt8 = 6
  private static let formatWithoutErasWithWindow: UInt8 = 8
  /// The format of tokens without incarnations and without the version of the view.
  private static let formatWithoutIncarnations: UInt8 = 4

  private static let formats = [
    format, formatWithWindow, formatWithoutEras, formatWithoutErasWithWindow, formatWithoutIncarnations,
  ]

  /// The identity of the definition.
  var view: ViewIdentity
  /// The difference between the version sent to the subscriber and the sum of the collections' versions; see
  /// ``LiveView/offset``.
  var offset: UInt64
  /// What a window with an anchor shows; nil if there is none.
  var window: Window?
  /// In the order of ``LiveView/sources(of:)``.
  var sources: [Source]

  /// A version of a collection is named as in a token of the collection itself.
  typealias Source = ResumeToken

  /// What a window shows, by indices. A forged token may contain any values.
  struct Window: Sendable, Hashable {
    /// Nil if nothing is shown.
    var section: UInt64?
    var start: UInt64
    var end: UInt64
    /// The index of the row that the window is around.
    var index: UInt64

    fileprivate static let noSection = UInt64.max
  }

  init(view: ViewIdentity, offset: UInt64, window: Window? = nil, sources: [Source]) {
    self.view = view
    self.offset = offset
    self.window = window
    self.sources = sources
  }

  /// The version of the view that was sent to the subscriber. A forged token may contain any value, even an
  /// impossible one.
  var version: UInt64 { sources.reduce(offset) { $0 &+ $1.version } }

  /// Decodes a token; nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    guard let content = TokenChecksum.open(bytes) else { return nil }
    var reader = ByteReader(content)
    guard let format = try? reader.byte(),
      ViewToken.formats.contains(format),
      let high = try? reader.number(), let low = try? reader.number()
    else { return nil }
    let hasIncarnations = format != ViewToken.formatWithoutIncarnations
    let hasEras = format == ViewToken.format || format == ViewToken.formatWithWindow
    view = ViewIdentity(high: high, low: low)
    guard let offset = hasIncarnations ? try? reader.number() : 0 else { return nil }
    self.offset = offset
    if format == ViewToken.formatWithWindow || format == ViewToken.formatWithoutErasWithWindow {
      guard let section = try? reader.number(), let start = try? reader.number(),
        let end = try? reader.number(), let index = try? reader.number()
      else { return nil }
      window = Window(
        section: section == Window.noSection ? nil : section,
        start: start,
        end: end,
        index: index
      )
    }
    guard let count = try? reader.count() else { return nil }
    sources = []
    for _ in 0..<count {
      guard let epoch = try? reader.number(), let version = try? reader.number() else { return nil }
      var source = Source(epoch: epoch, version: version, incarnation: nil)
      if hasIncarnations {
        guard let incarnation = try? reader.number() else { return nil }
        source.incarnation = incarnation
      }
      if hasEras {
        guard let since = try? reader.number() else { return nil }
        source.since = since
      }
      sources.append(source)
    }
    guard reader.isAtEnd else { return nil }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    let hasEras = sources.contains { $0.since > 0 }
    let (plain, windowed) =
      hasEras
      ? (ViewToken.format, ViewToken.formatWithWindow)
      : (ViewToken.formatWithoutEras, ViewToken.formatWithoutErasWithWindow)
    writer.write(byte: window == nil ? plain : windowed)
    writer.write(view.high)
    writer.write(view.low)
    writer.write(offset)
    if let window {
      for number in [window.section ?? Window.noSection, window.start, window.end, window.index] {
        writer.write(number)
      }
    }
    writer.write(sources.count)
    for source in sources {
      writer.write(source.epoch)
      writer.write(source.version)
      writer.write(source.incarnation ?? Lineage.unknown)
      if hasEras { writer.write(source.since) }
    }
    return TokenChecksum.seal(writer.bytes)
  }
}
