import Ordering

/// The form of a rank: `bucket|rank:fraction` in ASCII, with base-36 digits 0 to 9 and a to z.
///
/// The bucket is 0, 1 or 2; the rank has exactly six digits; the fraction has up to eighteen and
/// does not end in 0. So there is one text for one value, and byte order is order of the values.
enum Digits {
  static let base: UInt64 = 36

  /// The number of digits of a rank.
  static let rankLength = 6

  /// The most digits of a fraction.
  static let longestFraction = 18

  /// The digits of a fraction that a tag holds. Longer fractions come only from keys made offline.
  static let tagFraction = 6

  /// The bytes before the fraction.
  static let markedRankLength = rankLength + 3

  /// The most bytes of a key.
  static let longestKey = markedRankLength + longestFraction

  /// 36⁶: the number of ranks, and of tags in one rank.
  static let rankCount: UInt64 = 2_176_782_336

  /// 36¹²: the number of tags in one bucket.
  static let bucketCount: UInt64 = 4_738_381_338_321_616_896

  /// 36¹²: the number of values between two tags.
  static let finePerTag: UInt128 = 4_738_381_338_321_616_896

  /// The byte of a digit below 36.
  @inline(__always)
  static func byte(of digit: UInt64) -> UInt64 { digit < 10 ? digit &+ 48 : digit &+ 87 }

  /// The digit of a byte, or a number of 36 and above if the byte is none.
  @inline(__always)
  static func digit(of byte: UInt64) -> UInt64 {
    let number = byte &- 48
    if number < 10 { return number }
    let letter = byte &- 97
    return letter < 26 ? letter &+ 10 : 255
  }

  /// Six digits as bytes, the first in the highest of the lower six places, and how many of them are
  /// left without zeros at the end.
  @inline(__always)
  static func bytes(ofSix value: UInt64) -> (bytes: UInt64, significant: Int) {
    var rest = UInt32(truncatingIfNeeded: value)
    var bytes: UInt64 = 0
    var significant = 0
    for place in 0..<6 {
      let next = rest / 36
      let digit = rest &- next &* 36
      if significant == 0, digit != 0 { significant = 6 - place }
      bytes |= byte(of: UInt64(digit)) << UInt64(8 * place)
      rest = next
    }
    return (bytes, significant)
  }
}

extension OrderKey {
  /// The key of a tag: bucket · 36¹² + rank · 36⁶ + the first six digits of the fraction.
  init(rankTag tag: UInt64) {
    let (bucket, inBucket) = tag.quotientAndRemainder(dividingBy: Digits.bucketCount)
    let (rank, fraction) = inBucket.quotientAndRemainder(dividingBy: Digits.rankCount)
    let high = (bucket + 48) << 56 | UInt64(UInt8(ascii: "|")) << 48 | Digits.bytes(ofSix: rank).bytes
    var tail = UInt64(UInt8(ascii: ":")) << 56
    var significant = 0
    if fraction != 0 {
      let digits = Digits.bytes(ofSix: fraction)
      significant = digits.significant
      let places = digits.bytes << 8
      tail |= places & ~(.max >> UInt64(8 + 8 * significant)) & (.max >> 8)
    }
    self.init(high: high, tail: tail, count: Digits.markedRankLength + significant)
  }

  /// The tag of a key with at most six digits of fraction; nil if it is not one in canonical form.
  var rankTag: UInt64? {
    let length = count - Digits.markedRankLength
    guard length >= 0, length <= Digits.tagFraction else { return nil }
    let (high, tail) = (highWord, tailWord)
    let bucket = (high >> 56) &- 48
    guard bucket < 3, high >> 48 & 0xFF == 124, tail >> 56 == 58 else { return nil }
    var rank: UInt64 = 0
    var valid = true
    for place in 2..<8 {
      let digit = Digits.digit(of: high >> UInt64(56 - 8 * place) & 0xFF)
      valid = valid && digit < 36
      rank = rank &* 36 &+ digit
    }
    var fraction: UInt64 = 0
    if length > 0 {
      var last: UInt64 = 0
      for place in 0..<length {
        last = Digits.digit(of: tail >> UInt64(48 - 8 * place) & 0xFF)
        valid = valid && last < 36
        fraction = fraction &* 36 &+ last
      }
      valid = valid && last != 0
      for _ in length..<Digits.tagFraction { fraction = fraction &* 36 }
    }
    guard valid else { return nil }
    return bucket &* Digits.bucketCount &+ rank &* Digits.rankCount &+ fraction
  }
}
