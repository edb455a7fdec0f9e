package import ArrangeModel

/// The stored definition of a sink.
package struct StoredSink: Sendable, Hashable {
  package var settings: SinkSettings
  /// With whose rights it delivers; nil if that is the server itself.
  package var definer: Principal?
  /// Why nothing is delivered; nil if it is not paused.
  package var pause: String?
  /// The number of times that it was resumed: positions that were paused before an earlier one are not any more.
  package var resumes: UInt64 = 0
  /// The number of times that a backup with it was restored: positions of before are void, since the receiver is of another history.
  package var restores: UInt64 = 0

  /// The maximum number of sinks of a service.
  package static let maximumCount = 100
  /// The longest reason for a pause, in bytes.
  package static let maximumReason = 256

  package init(_ settings: SinkSettings, definer: Principal?, pause: String? = nil) {
    self.settings = settings
    self.definer = definer
    self.pause = pause
  }

  /// For whom a view is shown that the sink delivers.
  package var reader: Principal { definer ?? .anonymous }

  /// The sink of a restored backup: it is paused, and delivers whole lists when it is resumed.
  package mutating func recordRestore() {
    restores += 1
    pause = "a backup was restored; when it is resumed, every list is delivered as a whole"
  }

  // MARK: Coding

  func encode(to writer: inout ByteWriter) {
    writer.write(bytes: settings.url.utf8)
    for texts in [settings.collections, settings.secrets, settings.allowedAddresses] {
      writer.write(texts.count)
      for text in texts { writer.write(bytes: text.utf8) }
    }
    writer.write(UInt64(settings.mode.rawValue))
    // No name is empty.
    writer.write(bytes: (definer?.name ?? "").utf8)
    writer.write(byte: pause == nil ? 0 : 1)
    writer.write(bytes: (pause ?? "").utf8)
    writer.write(resumes)
    writer.write(restores)
    guard hasAttributes else { return }
    writer.write(attributes.count)
    for (tag, value) in attributes {
      writer.write(tag)
      writer.write(bytes: value)
    }
  }

  /// The tags of what versions before 0.8 do not know, each followed by a run of bytes.
  private enum Attribute {
    /// The name of the view that it delivers.
    static let view: UInt64 = 1
    /// The database of a mirror.
    static let postgres: UInt64 = 2
  }

  private var attributes: [(tag: UInt64, value: [UInt8])] {
    var attributes: [(tag: UInt64, value: [UInt8])] = []
    if let view = settings.view { attributes.append((Attribute.view, Array(view.text.utf8))) }
    if let postgres = settings.postgres {
      var writer = ByteWriter()
      writer.write(bytes: postgres.connection.utf8)
      writer.write(bytes: postgres.schema.utf8)
      writer.write(byte: postgres.keepsMoves ? 1 : 0)
      attributes.append((Attribute.postgres, writer.bytes))
    }
    return attributes
  }

  /// Whether it says anything that older versions of the server do not know.
  var hasAttributes: Bool { !attributes.isEmpty }

  private mutating func readAttributes(_ reader: inout ByteReader) throws(ArrangeError) {
    for _ in 0..<(try reader.count()) {
      let tag = try reader.number()
      let bytes = try reader.run()
      switch tag {
      case Attribute.view: settings.view = try Identifier(try StoredSink.text(bytes))
      case Attribute.postgres:
        var value = ByteReader(bytes)
        settings.postgres = PostgresMirror(
          connection: try StoredSink.text(try value.run()),
          schema: try StoredSink.text(try value.run()),
          keepsMoves: try value.byte() == 1
        )
      default:
        throw .damagedJournal("a sink has an unknown property; it was written by a newer version")
      }
    }
  }

  private static func text(_ bytes: some Collection<UInt8>) throws(ArrangeError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .damagedJournal("the definition of a sink is no text")
    }
    return text
  }

  /// - Parameter hasAttributes: whether its properties follow that older versions of the server do not know.
  init(from reader: inout ByteReader, hasAttributes: Bool = false) throws(ArrangeError) {
    func text(_ reader: inout ByteReader) throws(ArrangeError) -> String {
      try StoredSink.text(try reader.run())
    }
    let url = try text(&reader)
    let collections = try reader.list(text)
    let secrets = try reader.list(text)
    let allowed = try reader.list(text)
    guard let number = UInt32(exactly: try reader.number()), let mode = SinkMode(rawValue: number) else {
      throw .damagedJournal("a sink has an unknown mode; it was written by a newer version")
    }
    settings = SinkSettings(
      url: url,
      collections: collections,
      mode: mode,
      secrets: secrets,
      allowedAddresses: allowed
    )
    let name = try text(&reader)
    definer = name.isEmpty ? nil : try Principal(name)
    let isPaused = try reader.byte() == 1
    let reason = try text(&reader)
    pause = isPaused ? reason : nil
    resumes = try reader.number()
    restores = try reader.number()
    if hasAttributes { try readAttributes(&reader) }
  }
}
