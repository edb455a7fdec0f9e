import ArrangeModel
import Ordering

/// How elements, keys and places are stored; shared by commits and checkpoints.
extension ByteWriter {
  mutating func write(_ id: Identifier) { id.withBytes { write(bytes: $0) } }

  mutating func write(idOf element: Element) { element.withIDBytes { write(bytes: $0) } }

  mutating func write(_ element: Element) {
    write(idOf: element)
    write(element.contentVersion)
    element.withFieldBytes { write(bytes: $0) }
  }

  mutating func write(_ key: OrderKey) { write(bytes: key.bytes) }

  mutating func write(_ item: ItemEntry) {
    write(item.element)
    write(item.key)
  }

  /// Sections are 0; the items of section n are n + 1.
  mutating func write(_ scope: Scope) {
    switch scope {
    case .sections: write(0)
    case .items(let section): write(section + 1)
    }
  }
}

extension ByteReader {
  mutating func identifier() throws(ArrangeError) -> Identifier {
    guard let text = String(validating: try run(), as: UTF8.self) else {
      throw .damagedJournal("an id is not UTF-8")
    }
    do {
      return try Identifier(text, allowingEmpty: true)
    } catch {
      throw .damagedJournal(error.message)
    }
  }

  mutating func element() throws(ArrangeError) -> Element {
    let id = try identifier()
    let contentVersion = try number()
    return Element(id: id, fields: try Fields(checkingEncoded: run()), contentVersion: contentVersion)
  }

  mutating func key() throws(ArrangeError) -> OrderKey {
    let bytes = try run()
    guard bytes.count <= OrderKey.maximumLength else { throw .damagedJournal("an order key is too long") }
    return OrderKey(bytes)
  }

  mutating func item() throws(ArrangeError) -> ItemEntry {
    let element = try element()
    return ItemEntry(element: element, key: try key())
  }

  mutating func scope() throws(ArrangeError) -> Scope {
    let number = try index()
    return number == 0 ? .sections : .items(section: number - 1)
  }

  /// A list of what a closure reads.
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
