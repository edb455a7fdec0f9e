/// The bytes of a text as a comparison reads them.
protocol TextBytes {
  init(_ text: UnsafeRawBufferPointer)
  /// The next byte; -1 at the end, which is less than every byte.
  mutating func next() -> Int
}

/// The unchanged bytes of a text.
struct PlainBytes: TextBytes {
  private var rest: UnsafeRawBufferPointer.Iterator

  init(_ text: UnsafeRawBufferPointer) { rest = text.makeIterator() }

  mutating func next() -> Int { rest.next().map(Int.init) ?? -1 }
}

/// The bytes of the case folding of a text, for comparisons that ignore case: the Unicode default full case
/// folding of each scalar by itself. It depends on neither locale nor context, so it is the same everywhere:
/// "ß" is "ss", and "ς" is "σ".
struct FoldedBytes: TextBytes {
  private let text: UnsafeRawBufferPointer
  private var place = 0
  /// The remaining bytes of a mapping, the next one lowest. No mapping contains NUL or has more than eight
  /// bytes.
  private var pending: UInt64 = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// An ASCII letter in lower case, any other byte unchanged.
  @inline(__always)
  static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  mutating func next() -> Int {
    if pending == 0 {
      guard place < text.count else { return -1 }
      let byte = text[place]
      if byte < 0x80 {
        place += 1
        return Int(FoldedBytes.lowered(byte))
      }
      readMapping()
    }
    let byte = pending & 0xFF
    pending >>= 8
    return Int(byte)
  }

  /// Reads a scalar beyond ASCII. The text is valid UTF-8.
  private mutating func readMapping() {
    let lead = UInt32(text[place])
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = lead & (0x7F >> UInt32(length))
    for byte in text[place + 1..<place + length] { value = value << 6 | UInt32(byte & 0x3F) }
    place += length
    guard let scalar = Unicode.Scalar(value) else { preconditionFailure("texts are valid UTF-8") }
    var shift: UInt64 = 0
    for byte in scalar.caseFolding.utf8 {
      pending |= UInt64(byte) << shift
      shift += 8
    }
    assert((8...64).contains(shift), "the mapping of a scalar has 1 to 8 bytes")
  }
}

extension String {
  /// The bytes of the case folding, as ``FoldedBytes`` makes them.
  var foldedBytes: [UInt8] {
    var text = self
    return text.withUTF8 { text in
      var bytes = FoldedBytes(UnsafeRawBufferPointer(text))
      var folded: [UInt8] = []
      while case let byte = bytes.next(), byte >= 0 { folded.append(UInt8(byte)) }
      return folded
    }
  }
}

extension Unicode.Scalar {
  /// The lowercase letters of Cherokee, which fold to uppercase because the uppercase letters were encoded
  /// first.
  private static let cherokee: [ClosedRange<UInt32>] = [0x13F8...0x13FD, 0xAB70...0xABBF]

  /// The full case folding, "C" and "F" of Unicode's CaseFolding.txt.
  ///
  /// The standard library tells which scalars change, but not what they become. For all of these except one
  /// script it is the lowercase of the uppercase of the lowercase: "ẞ" becomes "ss" by way of "ß" and "SS".
  fileprivate var caseFolding: String {
    // Precomposed scalars whose uppercase needs a combining mark fold to their decomposition, which Unicode
    // does not count as a change.
    guard properties.changesWhenCaseFolded || properties.uppercaseMapping.unicodeScalars.count > 1 else {
      return String(self)
    }
    if Unicode.Scalar.cherokee.contains(where: { $0.contains(value) }) { return properties.uppercaseMapping }
    return properties.lowercaseMapping.mapped(\.uppercaseMapping).mapped(\.lowercaseMapping)
  }
}

extension String {
  /// The text with each scalar mapped independently of its neighbours.
  fileprivate func mapped(_ mapping: KeyPath<Unicode.Scalar.Properties, String>) -> String {
    unicodeScalars.reduce(into: "") { $0 += $1.properties[keyPath: mapping] }
  }
}
