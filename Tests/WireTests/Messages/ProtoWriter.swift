import ArrangeModel

/// A writer of protobuf that knows nothing of messages, so that it can write illegal ones.
struct ProtoWriter {
  var bytes: [UInt8] = []

  mutating func raw(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func varint(_ field: Int, _ value: UInt64) {
    raw(varint: UInt64(field) << 3)
    raw(varint: value)
  }

  mutating func varint(_ field: Int, _ value: Int64) { varint(field, UInt64(bitPattern: value)) }

  mutating func double(_ field: Int, _ value: Double) {
    raw(varint: UInt64(field) << 3 | 1)
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func bytes(_ field: Int, _ value: [UInt8]) {
    raw(varint: UInt64(field) << 3 | 2)
    raw(varint: UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  mutating func text(_ field: Int, _ value: String) { bytes(field, Array(value.utf8)) }

  mutating func message(_ field: Int, _ body: (inout ProtoWriter) -> Void) {
    var inner = ProtoWriter()
    body(&inner)
    bytes(field, inner.bytes)
  }

  /// The content of a `Field`.
  mutating func field(_ name: String, _ value: FieldValue) {
    text(1, name)
    switch value {
    case .null: varint(2, UInt64(0))
    case .bool(let flag): varint(3, UInt64(flag ? 1 : 0))
    case .int(let number): varint(4, number)
    case .double(let number): double(5, number)
    case .string(let string): text(6, string)
    case .bytes(let value): bytes(7, value)
    case .timestamp(let time): varint(8, time.microseconds)
    }
  }

  static func make(_ body: (inout ProtoWriter) -> Void) -> [UInt8] {
    var writer = ProtoWriter()
    body(&writer)
    return writer.bytes
  }
}
