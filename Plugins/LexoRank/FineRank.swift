import Ordering

/// The whole value of a rank, with all eighteen digits that a fraction can have:
/// bucket · 36²⁴ + rank · 36¹⁸ + fraction.
///
/// Needed only for keys made offline: keys that a server makes fit a tag.
struct FineRank: Comparable {
  /// The value without the last twelve digits of the fraction.
  var tag: UInt64

  /// The last twelve digits of the fraction, below 36¹².
  var fine: UInt64

  init(tag: UInt64, fine: UInt64 = 0) { (self.tag, self.fine) = (tag, fine) }

  init(value: UInt128) {
    let (tag, fine) = value.quotientAndRemainder(dividingBy: Digits.finePerTag)
    self.init(tag: UInt64(tag), fine: UInt64(fine))
  }

  var value: UInt128 { UInt128(tag) * Digits.finePerTag + UInt128(fine) }

  /// The value of a key. Throws if the key is invalid.
  init(_ key: OrderKey) throws(OrderingError) {
    if let tag = key.leadingRankTag, let fine = key.fineRank {
      self.init(tag: tag, fine: fine)
    } else {
      try self.init(bytes: key.bytes)
    }
  }

  /// The value of the bytes of a key. Throws the first fault if they are invalid.
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
    self.init(value: value * FineRank.perRank + fraction)
  }

  /// 36¹⁸: the number of values in one rank.
  private static let perRank = UInt128(Digits.rankCount) * Digits.finePerTag

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

  /// The key of the value.
  var key: OrderKey {
    guard fine != 0 else { return OrderKey(rankTag: tag) }
    let (high, fraction) = OrderKey.markedRank(of: tag)
    let (upper, lower) = fine.quotientAndRemainder(dividingBy: Digits.rankCount)
    let (first, last) = (Digits.bytes(ofSix: upper), Digits.bytes(ofSix: lower))
    let significant = last.significant > 0 ? Digits.rankLength + last.significant : first.significant
    return OrderKey(
      high: high,
      tail: UInt64(UInt8(ascii: ":")) << 56 | Digits.bytes(ofSix: fraction).bytes << 8,
      // Bytes 15 to 22, and from 23 on.
      first.bytes << 16 | last.bytes >> 32,
      last.bytes << 32,
      count: Digits.markedRankLength + Digits.tagFraction + significant
    )
  }

  static func < (a: FineRank, b: FineRank) -> Bool { (a.tag, a.fine) < (b.tag, b.fine) }
}

extension OrderKey {
  /// The digits of the fraction after those of the tag, as a number below 36¹²; nil if they are not in canonical form.
  fileprivate var fineRank: UInt64? {
    let first = Digits.markedRankLength + Digits.tagFraction
    guard count > first else { return 0 }
    let length = count - first
    guard length <= Digits.fineFraction else { return nil }
    let half = Digits.fineFraction / 2
    let (upper, lower) = (word(at: first) >> 16, word(at: first + half) >> 16)
    guard
      let upper = Digits.six(of: upper, count: min(length, half)),
      let lower = Digits.six(of: lower, count: max(length - half, 0))
    else { return nil }
    let value = upper * Digits.rankCount + lower
    return word(at: count - 1) >> 56 == 48 ? nil : value
  }
}

extension FineRank {
  /// A value from one tag up to, but not including, another, chosen from at least 2 to the power of
  /// `jitterBits` values, with as few digits as that allows.
  static func pick(
    from low: UInt64,
    to high: UInt64,
    jitterBits: Int,
    using random: inout OrderingRandom
  ) -> FineRank {
    guard low < high else { return FineRank(tag: low) }
    let choices: UInt64 = 1 << UInt64(jitterBits)
    var tags = high - low
    guard tags < choices else {
      // Tags without fine digits suffice, and perhaps even those that end in zeros.
      var step: UInt64 = 1
      while tags / 36 >= choices {
        tags /= 36
        step *= 36
      }
      return FineRank(tag: (low + (step - 1)) / step * step + step * random.number(in: 0...tags - 1))
    }
    // Some digits after those of the tag are also drawn.
    var (unit, fines, reached) = (UInt64(Digits.finePerTag), 1 as UInt64, tags)
    while reached < choices, unit > 1 {
      (unit, fines) = (unit / 36, fines * 36)
      let product = tags.multipliedReportingOverflow(by: fines)
      reached = product.overflow ? .max : product.partialValue
    }
    let tag = low + random.number(in: 0...tags - 1)
    return FineRank(tag: tag, fine: unit * random.number(in: 0...fines - 1))
  }

  /// A value in a range, chosen from at least 2 to the power of `jitterBits` values if the range has that
  /// many, with as few digits as that allows.
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
    // Two random numbers make one fraction of 128 bits; the product keeps its upper half.
    let fraction = UInt128(random.next()) << 64 | UInt128(random.next())
    return FineRank(value: (first + fraction.multipliedFullWidth(by: last - first + 1).high) * step)
  }

  /// The next larger power of 36, if the range has enough multiples of it.
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
