/// Rows in the binary format of COPY.
struct CopyRows {
  private static let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0]
  /// How much is sent at a time, in bytes.
  static let chunk = 64 << 10

  /// What is not sent yet.
  private(set) var bytes: [UInt8]

  init() {
    // Without flags and further headers.
    bytes = CopyRows.signature + [UInt8](repeating: 0, count: 8)
    bytes.reserveCapacity(2 * CopyRows.chunk)
  }

  /// Begins a row.
  mutating func begin(columns: Int) { write(Int16(columns)) }

  mutating func add(_ text: String) {
    write(Int32(text.utf8.count))
    bytes += text.utf8
  }

  mutating func add(_ value: [UInt8]) {
    write(Int32(value.count))
    bytes += value
  }

  mutating func add(_ number: Int64) {
    write(Int32(8))
    write(number)
  }

  mutating func addNull() { write(Int32(-1)) }

  /// Adds JSON as the type `jsonb`.
  mutating func add(json: [UInt8]) {
    write(Int32(json.count + 1))
    // The version of the format.
    bytes.append(1)
    bytes += json
  }

  /// Ends the data.
  mutating func end() { write(Int16(-1)) }

  /// Moves everything into a buffer.
  mutating func move(to buffer: inout [UInt8]) {
    swap(&buffer, &bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
