import ArrangeModel
import Ordering

/// The stored forms of elements, keys and positions, shared by commits and checkpoints.
extension ByteWriter {
  mutating func write(_ id: Identifier) { id.withBytes { write(bytes: $0) } }

  mutating func write(idOf element: Element) { element.withIDBytes { write(bytes: $0) } }

  mutating func write(_ element: Element) {
    write(idOf: element)
    write(element.contentVersion)
    element.withFieldBytes { write(bytes: $0) }
  }

  mutating func write(_ key: OrderKey) { key.withBytes { write(bytes: $0) } }

  mutating func write(_ item: ItemEntry) {
    write(item.element)
    write(item.key)
  }
}

extension ByteReader {
  mutating func identifier() throws(ArrangeError) -> Identifier {
    try withBytes(try range()) { (bytes) throws(ArrangeError) in try ByteReader.identifier(bytes) }
  }

  private static func identifier(_ bytes: UnsafeRawBufferPointer) throws(ArrangeError) -> Identifier {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .damagedJournal("an id is not UTF-8")
    }
    do {
      return try Identifier(text, allowingEmpty: true)
    } catch {
      throw .damagedJournal(error.message)
    }
  }

  mutating func element() throws(ArrangeError) -> Element {
    let id = try range()
    let contentVersion = try number()
    let fields = try range()
    return try withBytes(id) { (id) throws(ArrangeError) in
      // Nearly all ids are printable ASCII, for which no string is needed.
      if id.count > Identifier.maximumLength || !id.isPrintableASCII { _ = try ByteReader.identifier(id) }
      return try withBytes(fields) { (fields) throws(ArrangeError) in
        guard Fields.isCanonical(fields) else { throw Fields.damaged }
        return Element(idBytes: id, fieldBytes: fields, contentVersion: contentVersion)
      }
    }
  }

  mutating func key() throws(ArrangeError) -> OrderKey {
    try withBytes(try range()) { (bytes) throws(ArrangeError) in
      guard bytes.count <= OrderKey.maximumLength else { throw .damagedJournal("an order key is too long") }
      return OrderKey(copying: bytes)
    }
  }

  mutating func item() throws(ArrangeError) -> ItemEntry {
    let element = try element()
    return ItemEntry(element: element, key: try key())
  }

  /// A list of values that a closure reads.
  mutating func list<Value>(
    _ read: (inout ByteReader) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> [Value] {
    let count = try count()
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }
}
