internal import ArrangeModel
internal import Ordering

/// The parts of what is saved, one after the other: numbers as varints, and bytes with their length before them.
struct SavedWriter {
  private(set) var bytes: [UInt8] = []

  mutating func number(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func bytes(_ content: some Collection<UInt8>) {
    number(UInt64(content.count))
    bytes += content
  }

  mutating func text(_ text: String) { bytes(text.utf8) }

  mutating func list<Element>(
    _ elements: some Collection<Element>,
    _ body: (Element, inout SavedWriter) -> Void
  ) {
    number(UInt64(elements.count))
    for element in elements { body(element, &self) }
  }

  mutating func optional<Value>(_ value: Value?, _ body: (Value, inout SavedWriter) -> Void) {
    list(value.map { [$0] } ?? [], body)
  }

  mutating func fields(_ fields: Fields) {
    list(Array(fields)) { field, writer in
      writer.text(field.name)
      writer.value(field.value)
    }
  }

  private mutating func value(_ value: FieldValue) {
    switch value {
    case .null: number(0)
    case .bool(let flag): number(flag ? 2 : 1)
    case .int(let integer):
      number(3)
      number(UInt64(bitPattern: integer))
    case .double(let double):
      number(4)
      number(double.bitPattern)
    case .string(let text):
      number(5)
      self.text(text)
    case .bytes(let content):
      number(6)
      bytes(content)
    case .timestamp(let time):
      number(7)
      number(UInt64(bitPattern: time.microseconds))
    }
  }

  mutating func element(_ element: ElementSnapshot) {
    text(element.id.text)
    fields(element.fields)
    number(element.contentVersion)
    number(element.placementVersion)
    bytes(element.key.bytes)
  }
}

/// Reads what a ``SavedWriter`` has written. Whatever the bytes are, it takes no more memory than a multiple of them.
struct SavedReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

  /// The error for bytes that were not written like this.
  static let damaged = ArrangeError(
    .dataLoss,
    "what was saved of the list is damaged; begin with the server's list"
  )

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() throws(ArrangeError) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw SavedReader.damaged }
      let part = UInt64(byte & 0x7F)
      guard shift < 63 || part <= 1 else { throw SavedReader.damaged }
      result |= part << shift
      if byte < 0x80 { return result }
    }
    throw SavedReader.damaged
  }

  mutating func bytes() throws(ArrangeError) -> [UInt8] {
    let count = try number()
    guard count <= UInt64(rest.count) else { throw SavedReader.damaged }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }

  mutating func text() throws(ArrangeError) -> String {
    guard let text = String(validating: try bytes(), as: UTF8.self) else { throw SavedReader.damaged }
    return text
  }

  mutating func list<Element>(
    _ body: (inout SavedReader) throws(ArrangeError) -> Element
  ) throws(ArrangeError) -> [Element] {
    let count = try number()
    // Each element has at least a byte.
    guard count <= UInt64(rest.count) else { throw SavedReader.damaged }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  mutating func optional<Value>(
    _ body: (inout SavedReader) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> Value? {
    let values = try list(body)
    guard values.count <= 1 else { throw SavedReader.damaged }
    return values.first
  }

  mutating func identifier() throws(ArrangeError) -> Identifier {
    do { return try Identifier(try text(), allowingEmpty: true) } catch { throw SavedReader.damaged }
  }

  mutating func key() throws(ArrangeError) -> OrderKey {
    let bytes = try bytes()
    guard bytes.count <= OrderKey.maximumLength else { throw SavedReader.damaged }
    return OrderKey(bytes)
  }

  mutating func fields() throws(ArrangeError) -> Fields {
    let pairs = try list { (reader) throws(ArrangeError) in (try reader.text(), try reader.value()) }
    do { return try Fields(pairs) } catch { throw SavedReader.damaged }
  }

  private mutating func value() throws(ArrangeError) -> FieldValue {
    switch try number() {
    case 0: return .null
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3: return .int(Int64(bitPattern: try number()))
    case 4: return .double(Double(bitPattern: try number()))
    case 5: return .string(try text())
    case 6: return .bytes(try bytes())
    case 7: return .timestamp(Timestamp(microseconds: Int64(bitPattern: try number())))
    default: throw SavedReader.damaged
    }
  }

  mutating func element() throws(ArrangeError) -> ElementSnapshot {
    ElementSnapshot(
      id: try identifier(),
      fields: try fields(),
      contentVersion: try number(),
      placementVersion: try number(),
      key: try key()
    )
  }
}
