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

  /// The values of the operations. No two different sequences of values have the same bytes.
  struct Content {
    private var checksum = CRC32C()
    private var count = 0

    /// The fingerprint of the values so far.
    var value: UInt64 {
      UInt64(checksum.value) << 32 | UInt64(UInt32(truncatingIfNeeded: count))
    }

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
      // Requests without conditions on places have the fingerprints that earlier servers gave them.
      if let section = element.ifSection {
        add(2)
        add(section)
      }
      if let version = element.ifPlacementVersion {
        add(3)
        add(version)
      }
      if let parent = element.ifParent {
        add(4)
        add(parent)
      }
    }

    /// Requests that say nothing of parents have the fingerprints that earlier servers gave them.
    mutating func add(_ below: ParentChoice) {
      guard !below.isDefault else { return }
      add(5)
      add(below.parent) { $0.add($1) }
      add(UInt64(below.ifMissing.rawValue))
      add(UInt64(below.ifCycle.rawValue))
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

    mutating func add(_ placement: Placement, _ policy: AnchorPolicy) {
      add(placement)
      add(UInt64(policy.rawValue))
    }
  }
}
