/// Encodes bytes one after the other: the stored form of commits and checkpoints.
///
/// Numbers are base-128 varints, lowest bits first, as in protobuf.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func write(byte: UInt8) { bytes.append(byte) }

  mutating func write(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ value: Int) { write(UInt64(value)) }

  mutating func write(signed value: Int64) { write(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  /// Writes bytes, preceded by their length.
  mutating func write(bytes run: some Collection<UInt8>) {
    write(run.count)
    bytes.append(contentsOf: run)
  }
}
