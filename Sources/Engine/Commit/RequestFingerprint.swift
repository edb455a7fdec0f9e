import ArrangeModel
import Ordering

/// The fingerprint of a transaction's operations, by which a request id that is used again for something else is
/// noticed.
///
/// It is stored with the first answer, so it must be the same in every process and version: the checksum of all values
/// in the order of their declaration in the upper half, and the number of bytes in the lower one. It finds mistakes and
/// is no protection against forgery: a request id belongs to its author.
struct RequestFingerprint: Sendable, Hashable {
  let value: UInt64

  /// A stored fingerprint.
  init(stored value: UInt64) { self.value = value }

  /// O(size of the operations).
  init(_ operations: [ListOperation]) {
    var content = Content()
    for operation in operations { content.add(operation) }
    value = UInt64(content.checksum.value) << 32 | UInt64(UInt32(truncatingIfNeeded: content.count))
  }

  /// The values of the operations. No two different sequences of values have the same bytes.
  private struct Content {
    var checksum = CRC32C()
    var count = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      checksum.add(bytes)
      count &+= bytes.count
    }

    mutating func add(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { add($0) } }

    mutating func add(run bytes: UnsafeRawBufferPointer) {
      add(UInt64(bytes.count))
      add(bytes)
    }

    mutating func add(_ text: String) {
      var text = text
      text.withUTF8 { add(run: UnsafeRawBufferPointer($0)) }
    }

    mutating func add(_ fields: Fields) { fields.encoded.withUnsafeBytes { add(run: $0) } }

    mutating func add(_ key: OrderKey) { key.withBytes { add(run: UnsafeRawBufferPointer($0)) } }

    mutating func add<Value>(_ values: [Value], _ body: (inout Content, Value) -> Void) {
      add(UInt64(values.count))
      for value in values { body(&self, value) }
    }

    mutating func add<Value>(_ value: Value?, _ body: (inout Content, Value) -> Void) {
      add(value == nil ? 0 : 1)
      if let value { body(&self, value) }
    }

    mutating func add(_ id: Identifier) { add(id.text) }

    mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

    mutating func add(_ element: NewElement) {
      add(element.id) { $0.add($1) }
      add(element.fields)
    }

    mutating func add(_ element: ElementReference) {
      add(element.id)
      add(element.ifContentVersion) { $0.add($1) }
    }

    mutating func add(_ update: FieldsUpdate) {
      add(update.element)
      add(update.set)
      add(update.remove) { $0.add($1) }
      add(update.replaceAll)
    }

    mutating func add(_ item: AdoptedItem) {
      add(item.id)
      add(item.fields)
      add(item.key)
      add(item.after) { $0.add($1) }
      add(item.before) { $0.add($1) }
    }

    mutating func add(_ placement: Placement) {
      switch placement {
      case .first: add(0)
      case .last: add(1)
      case .before(let id):
        add(2)
        add(id)
      case .after(let id):
        add(3)
        add(id)
      case .at(let index):
        add(4)
        add(UInt64(bitPattern: Int64(index)))
      }
    }

    mutating func add(_ destination: ItemDestination) {
      add(destination.section) { $0.add($1) }
      add(destination.placement)
      add(UInt64(destination.anchorPolicy.rawValue))
    }

    mutating func add(_ destination: SectionDestination) {
      add(destination.placement)
      add(UInt64(destination.anchorPolicy.rawValue))
    }

    /// The numbers of the kinds are stored, so they never change their meaning.
    mutating func add(_ operation: ListOperation) {
      switch operation {
      case .insertSections(let elements, let destination):
        add(1)
        add(elements) { $0.add($1) }
        add(destination)
      case .moveSections(let elements, let destination):
        add(2)
        add(elements) { $0.add($1) }
        add(destination)
      case .updateSections(let updates):
        add(3)
        add(updates) { $0.add($1) }
      case .removeSections(let elements, let onlyIfEmpty):
        add(4)
        add(elements) { $0.add($1) }
        add(onlyIfEmpty)
      case .insertItems(let elements, let destination):
        add(5)
        add(elements) { $0.add($1) }
        add(destination)
      case .moveItems(let elements, let destination):
        add(6)
        add(elements) { $0.add($1) }
        add(destination)
      case .updateItems(let updates):
        add(7)
        add(updates) { $0.add($1) }
      case .removeItems(let elements):
        add(8)
        add(elements) { $0.add($1) }
      case .adoptItems(let items, let section):
        add(9)
        add(items) { $0.add($1) }
        add(section)
      case .reorderItems(let section, let ids):
        add(10)
        add(section)
        add(ids) { $0.add($1) }
      case .reorderSections(let ids):
        add(11)
        add(ids) { $0.add($1) }
      }
    }
  }
}
