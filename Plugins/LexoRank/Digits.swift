import Ordering

/// The form of a rank: `bucket|rank:fraction` in ASCII, with base-36 digits 0 to 9 and a to z.
///
/// The bucket is 0, 1 or 2; the rank has exactly six digits; the fraction has up to eighteen and
/// does not end in 0. So there is one text for one value, and byte order is order of the values.
enum Digits {
  static let base: UInt64 = 36

  /// The number of digits of a rank.
  static let rankLength = 6

  /// The maximum number of digits of a fraction.
  static let longestFraction = 18

  /// The digits of a fraction that a tag holds. Longer fractions come only from keys made offline.
  static let tagFraction = 6

  /// The bytes before the fraction.
  static let markedRankLength = rankLength + 3

  /// The maximum number of bytes of a key.
  static let longestKey = markedRankLength + longestFraction

  /// The maximum number of digits that a fraction has after those of the tag.
  static let fineFraction = longestFraction - tagFraction

  /// 36⁶: the number of ranks, and of tags in one rank.
  static let rankCount: UInt64 = 2_176_782_336

  /// 36¹²: the number of tags in one bucket.
  static let bucketCount: UInt64 = 4_738_381_338_321_616_896

  /// 36¹²: the number of values between two tags.
  static let finePerTag: UInt128 = 4_738_381_338_321_616_896

  /// The digit of a byte, or a number of 36 and above if the byte is not a digit.
  @inline(__always)
  static func digit(of byte: UInt64) -> UInt64 {
    let number = byte &- 48
    if number < 10 { return number }
    let letter = byte &- 97
    return letter < 26 ? letter &+ 10 : 255
  }
}

/// Six digits at a time, in the lower six bytes of a word, the first digit in the highest of them.
///
/// All six are processed in parallel, each in its byte: no sum exceeds 255, so nothing is carried into the
/// next byte.
extension Digits {
  private static let ones: UInt64 = 0x0101_0101_0101

  /// A word with 1 in the bytes whose digits are at least some number, and 0 in the others.
  @inline(__always)
  private static func isAtLeast(_ number: UInt64, _ digits: UInt64) -> UInt64 {
    (digits &+ ones &* (128 - number)) >> 7 & ones
  }

  /// The bytes of six digits.
  @inline(__always)
  private static func bytes(ofDigits digits: UInt64) -> UInt64 {
    digits &+ ones &* 48 &+ isAtLeast(10, digits) &* 39
  }

  /// The number that six bytes represent; nil if one of them is not a digit.
  @inline(__always)
  static func six(of bytes: UInt64) -> UInt64? {
    // A letter has bit 6 set, and counts from 1 in its lower five bits; a number counts from 0 in its lower four.
    let letters = bytes >> 6 & ones
    let digits = (bytes & (ones &* 15)) &+ (bytes & (letters << 4)) &+ letters &* 9
    guard Digits.bytes(ofDigits: digits) == bytes, isAtLeast(base, digits) == 0 else { return nil }
    let evenBytes: UInt64 = 0x00FF_00FF_00FF
    let pairs = (digits >> 8 & evenBytes) &* 36 &+ (digits & evenBytes)
    return (pairs >> 32) &* 1_679_616 &+ (pairs >> 16 & 0xFFFF) &* 1_296 &+ (pairs & 0xFFFF)
  }

  /// The number that some bytes represent, with zero bytes after them counted as the digit 0.
  @inline(__always)
  static func six(of bytes: UInt64, count: Int) -> UInt64? {
    guard count > 0 else { return bytes == 0 ? 0 : nil }
    let zeros = (ones &* 48) & ((1 << UInt64(48 - 8 * count)) &- 1)
    return six(of: bytes | zeros)
  }

  /// The bytes of a number below 36⁶, and their count without trailing zeros.
  @inline(__always)
  static func bytes(ofSix value: UInt64) -> (bytes: UInt64, significant: Int) {
    var digits: UInt64 = 0
    var rest = UInt32(truncatingIfNeeded: value)
    for place: UInt64 in 0..<3 {
      let next = rest / 1_296
      let pair = rest &- next &* 1_296
      // 1821 / 2¹⁶ exceeds 1 / 36 by too little to matter below 36².
      let first = (pair &* 1_821) >> 16
      digits |= UInt64(first << 8 | (pair &- first &* 36)) << (16 &* place)
      rest = next
    }
    let significant = digits == 0 ? 0 : rankLength - digits.trailingZeroBitCount / 8
    return (bytes(ofDigits: digits), significant)
  }
}

extension OrderKey {
  /// The key of a tag: bucket · 36¹² + rank · 36⁶ + the first six digits of the fraction.
  init(rankTag tag: UInt64) {
    let (high, fraction) = OrderKey.markedRank(of: tag)
    let (tail, significant) = OrderKey.tail(ofFraction: fraction)
    self.init(high: high, tail: tail, count: Digits.markedRankLength + significant)
  }

  /// The bytes before the colon, and the first six digits of the fraction.
  static func markedRank(of tag: UInt64) -> (high: UInt64, fraction: UInt64) {
    let (bucket, inBucket) = tag.quotientAndRemainder(dividingBy: Digits.bucketCount)
    let (rank, fraction) = inBucket.quotientAndRemainder(dividingBy: Digits.rankCount)
    let marked = (bucket + 48) << 56 | UInt64(UInt8(ascii: "|")) << 48
    return (marked | Digits.bytes(ofSix: rank).bytes, fraction)
  }

  /// The bytes from the colon on without trailing zeros, and the number of digits left.
  private static func tail(ofFraction fraction: UInt64) -> (tail: UInt64, significant: Int) {
    let colon = UInt64(UInt8(ascii: ":")) << 56
    guard fraction != 0 else { return (colon, 0) }
    let (bytes, significant) = Digits.bytes(ofSix: fraction)
    return (colon | bytes << 8 & ~(.max >> UInt64(8 + 8 * significant)), significant)
  }

  /// The tag of a key with at most six digits of fraction; nil if it is not one in canonical form.
  var rankTag: UInt64? {
    count <= Digits.markedRankLength + Digits.tagFraction ? leadingRankTag : nil
  }

  /// The tag of the bucket, the rank and the first six digits of the fraction; nil if these are not in canonical form.
  var leadingRankTag: UInt64? {
    let length = min(count - Digits.markedRankLength, Digits.tagFraction)
    guard length >= 0 else { return nil }
    let (high, tail) = (highWord, tailWord)
    let bucket = (high >> 56) &- 48
    guard bucket < 3, high >> 48 & 0xFF == 124, tail >> 56 == 58 else { return nil }
    guard
      let rank = Digits.six(of: high & 0xFFFF_FFFF_FFFF),
      let fraction = Digits.six(of: tail >> 8 & 0xFFFF_FFFF_FFFF, count: length)
    else { return nil }
    guard
      length == 0 || length == Digits.tagFraction && count > OrderKey.longestOfTwoWords
        || tail >> UInt64(56 - 8 * length) & 0xFF != 48
    else { return nil }
    return bucket &* Digits.bucketCount &+ rank &* Digits.rankCount &+ fraction
  }
}
