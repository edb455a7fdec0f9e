public import ArrangeModel
internal import Changes
internal import Ordering

/// Keeping the edits over the end of the program.
extension OfflineList {
  /// What saved lists begin with: the form, and its version.
  private static let mark = Array("arrange-offline-1\n".utf8)

  /// The list and its edits as bytes, with which ``init(saved:seed:makeID:)`` continues. ``OfflineFile`` keeps them in a file.
  ///
  /// The bytes have a checksum. What they mean can change with the version of the library; later versions read those of earlier
  /// ones. O(n).
  public var saved: [UInt8] {
    var writer = SavedWriter()
    writer.text(strategyText)
    writer.list(list.sections) { section, writer in
      writer.element(section.element)
      writer.list(section.items) { item, writer in writer.element(item) }
    }
    // In an order of their own, so that equal lists give equal bytes.
    writer.list(known.sorted { $0.text < $1.text }) { id, writer in writer.text(id.text) }
    writer.list(placed.sorted { $0.key.text < $1.key.text }) { place, writer in
      writer.text(place.key.text)
      writer.number(UInt64(place.value))
    }
    writer.list(removed) { removal, writer in
      writer.text(removal.id.text)
      writer.number(UInt64(removal.edit))
    }
    writer.list(updates) { update, writer in
      writer.update(update.update)
      writer.number(UInt64(update.edit))
    }
    writer.number(UInt64(editCount))
    writer.list(run.sorted { $0.text < $1.text }) { id, writer in writer.text(id.text) }
    writer.optional(ceiling) { key, writer in writer.bytes(key.bytes) }
    writer.list(vacated) { key, writer in writer.bytes(key.bytes) }
    let content = OfflineList.mark + writer.bytes
    return content + OfflineList.checksum(content)
  }

  /// Continues with what was saved.
  ///
  /// - Parameters:
  ///   - saved: the bytes of ``saved``.
  ///   - seed: determines the keys from now on; preferably random, since the next keys must not be those of another copy.
  ///   - makeID: makes the ids of items without one, 128 random bits by default.
  /// - Throws: ``ArrangeModel/StatusCode/dataLoss`` for bytes that are not complete, were changed, or are of a later version of
  ///   the library.
  public init(
    saved: [UInt8],
    seed: UInt64,
    makeID: (@Sendable () -> Identifier)? = nil
  ) throws(ArrangeError) {
    let content = saved.dropLast(OfflineList.checksumBytes)
    guard content.starts(with: OfflineList.mark),
      OfflineList.checksum(content).elementsEqual(saved.suffix(OfflineList.checksumBytes))
    else { throw SavedReader.damaged }
    var reader = SavedReader(content.dropFirst(OfflineList.mark.count))
    let strategy = try reader.text()
    let sections = try reader.list { (reader) throws(ArrangeError) in
      SectionedList.Section(
        try reader.element(),
        items: try reader.list { (reader) throws(ArrangeError) in try reader.element() }
      )
    }
    self.init(SectionedList(sections), strategy: strategy, seed: seed, makeID: makeID)
    known = Set(try reader.list { (reader) throws(ArrangeError) in try reader.identifier() })
    let places = try reader.list { (reader) throws(ArrangeError) in
      (try reader.identifier(), try reader.edit())
    }
    placed = Dictionary(places) { $1 }
    removed = try reader.list { (reader) throws(ArrangeError) in
      (id: try reader.identifier(), edit: try reader.edit())
    }
    updates = try reader.list { (reader) throws(ArrangeError) in
      (update: try reader.update(), edit: try reader.edit())
    }
    editCount = try reader.edit()
    run = Set(try reader.list { (reader) throws(ArrangeError) in try reader.identifier() })
    ceiling = try reader.optional { (reader) throws(ArrangeError) in try reader.key() }
    vacated = try reader.list { (reader) throws(ArrangeError) in try reader.key() }
    guard reader.isAtEnd else { throw SavedReader.damaged }
  }

  private static let checksumBytes = 8

  /// FNV-1a with 64 bits: what it is for is a file that was cut or altered by accident.
  private static func checksum(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (0..<checksumBytes).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt64($0))) }
  }
}

extension SavedWriter {
  fileprivate mutating func update(_ update: FieldsUpdate) {
    text(update.element.id.text)
    optional(update.element.ifContentVersion) { version, writer in writer.number(version) }
    optional(update.element.ifSection) { section, writer in writer.text(section.text) }
    optional(update.element.ifPlacementVersion) { version, writer in writer.number(version) }
    fields(update.set)
    list(update.remove) { name, writer in writer.text(name) }
    number(update.replaceAll ? 1 : 0)
  }
}

extension SavedReader {
  /// The number of an edit.
  fileprivate mutating func edit() throws(ArrangeError) -> Int {
    guard let edit = Int(exactly: try number()) else { throw SavedReader.damaged }
    return edit
  }

  fileprivate mutating func update() throws(ArrangeError) -> FieldsUpdate {
    let element = ElementReference(
      try identifier(),
      ifContentVersion: try optional { (reader) throws(ArrangeError) in try reader.number() },
      ifSection: try optional { (reader) throws(ArrangeError) in try reader.identifier() },
      ifPlacementVersion: try optional { (reader) throws(ArrangeError) in try reader.number() }
    )
    return FieldsUpdate(
      element,
      set: try fields(),
      remove: try list { (reader) throws(ArrangeError) in try reader.text() },
      replaceAll: try number() != 0
    )
  }
}
