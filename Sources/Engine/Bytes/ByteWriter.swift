/// Encodes bytes one after the other: the stored form of commits and checkpoints.
///
/// Numbers are base-128 varints, lowest bits first, as in protobuf.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  package mutating func write(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func write(_ value: Int) { write(UInt64(value)) }

  package mutating func write(signed value: Int64) { write(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  /// Writes bytes, preceded by their length.
  package mutating func write(bytes run: some Collection<UInt8>) {
    write(run.count)
    bytes.append(contentsOf: run)
  }
}
