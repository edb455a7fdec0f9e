import Ordering

/// The whole value of a rank, with all eighteen digits that a fraction can have:
/// bucket · 36²⁴ + rank · 36¹⁸ + fraction.
///
/// Needed only for keys made offline: those that a server makes fit a tag.
struct FineRank: Comparable {
  var value: UInt128

  /// All digits of the value but for the bucket.
  private static let digitCount = Digits.rankLength + Digits.longestFraction

  /// 36¹⁸: the number of values in one rank.
  private static let perRank = UInt128(Digits.rankCount) * Digits.finePerTag

  init(value: UInt128) { self.value = value }

  init(tag: UInt64) { self.value = UInt128(tag) * Digits.finePerTag }

  /// The value of a key, or what is wrong with the key.
  init(_ key: OrderKey) throws(OrderingError) { try self.init(bytes: key.bytes) }

  /// The value of the bytes of a key, or what is wrong with them. The first fault is named.
  init(bytes: some Collection<UInt8>) throws(OrderingError) {
    guard bytes.count <= Digits.longestKey else {
      throw .invalidKey("a rank has at most \(Digits.longestKey) characters, not \(bytes.count)")
    }
    var rest = bytes[...]
    guard let bucket = rest.popFirst() else { throw .invalidKey("a rank is not empty") }
    guard UInt8(ascii: "0")...UInt8(ascii: "2") ~= bucket else {
      throw .invalidKey("the bucket is not 0, 1 or 2")
    }
    guard rest.popFirst() == UInt8(ascii: "|") else { throw .invalidKey("there is no | after the bucket") }
    let rank = rest.prefix { $0 != UInt8(ascii: ":") }
    rest = rest.dropFirst(rank.count)
    guard rank.count == Digits.rankLength else {
      throw .invalidKey("the rank has \(rank.count) digits, not \(Digits.rankLength)")
    }
    var value = UInt128(bucket - 48) * UInt128(Digits.rankCount)
    value += try FineRank.number(rank, called: "rank")
    guard rest.popFirst() != nil else { throw .invalidKey("there is no : after the rank") }
    guard rest.count <= Digits.longestFraction else {
      throw .invalidKey("the fraction has \(rest.count) digits, more than \(Digits.longestFraction)")
    }
    var fraction = try FineRank.number(rest, called: "fraction")
    if !rest.isEmpty, fraction % 36 == 0 { throw .invalidKey("the fraction ends in 0") }
    for _ in rest.count..<Digits.longestFraction { fraction *= 36 }
    self.value = value * FineRank.perRank + fraction
  }

  private static func number(
    _ digits: some Collection<UInt8>,
    called name: String
  ) throws(OrderingError) -> UInt128 {
    var value: UInt128 = 0
    for byte in digits {
      let digit = Digits.digit(of: UInt64(byte))
      guard digit < Digits.base else {
        throw .invalidKey("the \(name) has a character that is not one of the digits 0 to 9 and a to z")
      }
      value = value * 36 + UInt128(digit)
    }
    return value
  }

  /// The largest tag that is not above the value.
  var tag: UInt64 { UInt64(value / Digits.finePerTag) }

  /// The key of the value.
  var key: OrderKey {
    let (tag, fine) = value.quotientAndRemainder(dividingBy: Digits.finePerTag)
    guard fine != 0 else { return OrderKey(rankTag: UInt64(tag)) }
    var digits: [UInt8] = []
    var rest = value
    for _ in 0..<FineRank.digitCount {
      let (next, digit) = rest.quotientAndRemainder(dividingBy: 36)
      digits.append(UInt8(Digits.byte(of: UInt64(digit))))
      rest = next
    }
    digits = Array(digits.drop { $0 == UInt8(ascii: "0") }.reversed())
    var bytes = [UInt8(rest) + 48, UInt8(ascii: "|")]
    bytes += digits[..<Digits.rankLength]
    bytes.append(UInt8(ascii: ":"))
    bytes += digits[Digits.rankLength...]
    return OrderKey(bytes)
  }

  static func < (a: FineRank, b: FineRank) -> Bool { a.value < b.value }
}

extension FineRank {
  /// A value in a range, one of at least 2 to the power of `jitterBits` where the range has so many, with
  /// as few digits as that allows.
  ///
  /// Without jitter it is the one with the fewest digits, and of these the one next to the middle.
  static func pick(
    in range: ClosedRange<UInt128>,
    jitterBits: Int,
    using random: inout OrderingRandom
  ) -> FineRank {
    var step: UInt128 = 1
    while let next = coarser(step, in: range, choices: UInt128(1) << UInt128(jitterBits)) { step = next }
    let first = (range.lowerBound + step - 1) / step
    let last = range.upperBound / step
    guard jitterBits > 0 else {
      let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
      return FineRank(value: min(max((middle + step / 2) / step, first), last) * step)
    }
    // Two steps of the sequence make one fraction of 128 bits; the product keeps its upper half.
    let fraction = UInt128(random.next()) << 64 | UInt128(random.next())
    return FineRank(value: (first + fraction.multipliedFullWidth(by: last - first + 1).high) * step)
  }

  /// The next larger power of 36, if the range has at least so many multiples of it.
  private static func coarser(
    _ step: UInt128,
    in range: ClosedRange<UInt128>,
    choices: UInt128
  ) -> UInt128? {
    let (next, overflow) = step.multipliedReportingOverflow(by: 36)
    guard !overflow else { return nil }
    let (first, last) = ((range.lowerBound - 1) / next + 1, range.upperBound / next)
    return last >= first && last - first + 1 >= choices ? next : nil
  }
}
