package import ArrangeModel

/// Decodes stored bytes. Every step is checked, so damaged bytes lead to an error and never to a crash or to
/// more memory than their length allows.
package struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { place == bytes.count }

  /// The number of remaining bytes: no list can be longer.
  package var remaining: Int { bytes.count - place }

  package mutating func byte() throws(ArrangeError) -> UInt8 {
    guard place < bytes.count else { throw .damagedJournal("a record ends too early") }
    defer { place += 1 }
    return bytes[place]
  }

  package mutating func number() throws(ArrangeError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw .damagedJournal("a number is too long")
  }

  package mutating func signed() throws(ArrangeError) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A number that must fit an `Int`.
  package mutating func index() throws(ArrangeError) -> Int {
    let value = try number()
    guard value <= UInt64(Int32.max) else { throw .damagedJournal("an index is out of range") }
    return Int(value)
  }

  /// The length of a list whose elements take at least one byte each.
  package mutating func count() throws(ArrangeError) -> Int {
    let count = try index()
    guard count <= remaining else { throw .damagedJournal("a list is longer than its record") }
    return count
  }

  package mutating func run() throws(ArrangeError) -> [UInt8] { Array(bytes[try range()]) }

  /// The range of a run of bytes, which ``withBytes(_:_:)`` reads without copying.
  package mutating func range() throws(ArrangeError) -> Range<Int> {
    let count = try count()
    defer { place += count }
    return place..<place + count
  }

  /// Calls a closure with bytes of the record.
  package func withBytes<Value>(
    _ range: Range<Int>,
    _ body: (UnsafeRawBufferPointer) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> Value {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ArrangeError) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
    }
  }

  package mutating func flag() throws(ArrangeError) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw .damagedJournal("a flag is neither 0 nor 1") }
    return byte == 1
  }
}
