/// Orders of texts. Every order here is total over the texts' bytes, or over the bytes of their case
/// foldings, and depends on nothing else: no locale, no normalization, no state.
enum TextOrder {
  /// By bytes, which is the order of Unicode scalars.
  static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let shared = min(a.count, b.count)
    guard shared > 0, let x = a.baseAddress, let y = b.baseAddress else { return a.count - b.count }
    var place = 0
    while place + 8 <= shared {
      let (v, w) = (
        x.loadUnaligned(fromByteOffset: place, as: UInt64.self),
        y.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      )
      if v != w { return v.bigEndian < w.bigEndian ? -1 : 1 }
      place += 8
    }
    while place < shared {
      let (v, w) = (a[place], b[place])
      if v != w { return v < w ? -1 : 1 }
      place += 1
    }
    return a.count - b.count
  }

  /// By the bytes of the case foldings.
  static func compareFolded(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let shared = min(a.count, b.count)
    var place = 0
    while place < shared {
      let (x, y) = (a[place], b[place])
      if (x | y) >= 0x80 {
        return compare(FoldedBytes(a.dropped(place)), FoldedBytes(b.dropped(place)))
      }
      if x != y {
        let (v, w) = (FoldedBytes.lowered(x), FoldedBytes.lowered(y))
        if v != w { return v < w ? -1 : 1 }
      }
      place += 1
    }
    return a.count - b.count
  }

  /// Compares two sequences of bytes.
  static func compare(_ a: some TextBytes, _ b: some TextBytes) -> Int {
    var (a, b) = (a, b)
    while true {
      let (x, y) = (a.next(), b.next())
      if x != y { return x < y ? -1 : 1 }
      if x < 0 { return 0 }
    }
  }

  /// In natural order: each longest run of ASCII digits counts as one number of any length, and sorts where
  /// its digits sort among other bytes; everything else compares by bytes.
  ///
  /// So a text is a sequence of bytes and numbers, and sequences compare element by element, which makes the
  /// order total. If two sequences are equal, the first run that differs in its leading zeros decides, the
  /// one with fewer first.
  static func compareNatural<Bytes: TextBytes>(_ a: Bytes, _ b: Bytes) -> Int {
    var (a, b) = (a, b)
    var (x, y) = (a.next(), b.next())
    var tie = 0
    while true {
      if isDigit(x), isDigit(y) {
        var zeros = 0
        while x == zero {
          zeros += 1
          x = a.next()
        }
        while y == zero {
          zeros -= 1
          y = b.next()
        }
        if tie == 0 { tie = zeros }
        var difference = 0
        while isDigit(x), isDigit(y) {
          if difference == 0 { difference = x - y }
          (x, y) = (a.next(), b.next())
        }
        if isDigit(x) { return 1 }
        if isDigit(y) { return -1 }
        if difference != 0 { return difference }
        continue
      }
      if x != y { return x < y ? -1 : 1 }
      if x < 0 { return tie }
      (x, y) = (a.next(), b.next())
    }
  }

  /// Eight bytes that order texts by their bytes, as far as eight bytes can.
  static func prefix(_ text: some TextBytes) -> UInt64 {
    var text = text
    var prefix: UInt64 = 0
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      let byte = text.next()
      if byte < 0 { break }
      prefix |= UInt64(byte) << shift
    }
    return prefix
  }

  /// Eight bytes that order texts like ``compareNatural(_:_:)``, as far as eight bytes can: a number is the
  /// count of its digits, as a digit, followed by its digits. Numbers of nine or more digits are not
  /// distinguished.
  static func naturalPrefix(_ text: some TextBytes) -> UInt64 {
    var text = text
    var prefix: UInt64 = 0
    var shift = 64
    func append(_ byte: Int) {
      shift -= 8
      if shift >= 0 { prefix |= UInt64(byte) << UInt64(shift) }
    }
    var byte = text.next()
    while byte >= 0, shift > 0 {
      guard isDigit(byte) else {
        append(byte)
        byte = text.next()
        continue
      }
      while byte == zero { byte = text.next() }
      var digits: UInt64 = 0
      var count = 0
      while isDigit(byte), count < longestRun {
        digits = digits << 8 | UInt64(byte)
        count += 1
        byte = text.next()
      }
      append(zero + count)
      if count == longestRun { break }
      for place in (0..<count).reversed() { append(Int(digits >> UInt64(8 * place) & 0xFF)) }
    }
    return prefix
  }

  static let zero = 0x30
  /// The digit count that stands for this many or more.
  static let longestRun = 9

  static func isDigit(_ byte: Int) -> Bool { byte >= zero && byte < zero + 10 }
}

extension UnsafeRawBufferPointer {
  /// All but the first bytes.
  func dropped(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[count...]) }
}
