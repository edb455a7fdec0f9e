import ArrangeModel

/// A sum of numbers that is exact, so that it does not depend on their order, and numbers can be taken out again.
///
/// Integers are added in 128 bits. Doubles are added as multiples of 2^-1074, which all of them are, in a number of 2,240
/// bits. The sum is rounded once, when it is read.
struct ExactSum: Sendable, Hashable {
  /// The exponent of the smallest double above 0.
  private static let leastExponent = -1_074
  private static let bitsOfLimb = 32
  /// Enough for 2^63 of the largest doubles.
  private static let limbCount = 70
  /// After so many additions the limbs are brought below 2^32 again.
  private static let additionsAtOnce = 1 << 30

  private var ints: Int128 = 0
  private var intCount = 0
  private var doubleCount = 0
  /// The doubles in base 2^32, least first, with a sign for each limb; empty if there were none.
  private var limbs: [Int64] = []
  private var additions = 0

  /// How many numbers were added.
  var count: Int { intCount + doubleCount }

  /// Adds a number, or takes one out that was added.
  mutating func add(_ number: NumberField.Number, times sign: Int) {
    switch number {
    case .int(let number):
      ints += Int128(number) * Int128(sign)
      intCount += sign
    case .double(let number):
      doubleCount += sign
      if doubleCount == 0 { (limbs, additions) = ([], 0) } else { add(number, sign) }
    }
  }

  /// The sum: an integer if all numbers are integers and it has 64 bits, and otherwise the double nearest to it. A sum
  /// beyond all doubles is the largest one.
  var value: FieldValue {
    if doubleCount == 0, let sum = Int64(exactly: ints) { return .int(sum) }
    return .double(rounded)
  }

  // MARK: Doubles

  private mutating func add(_ number: Double, _ sign: Int) {
    if limbs.isEmpty { limbs = Array(repeating: 0, count: ExactSum.limbCount) }
    additions += 1
    if additions == ExactSum.additionsAtOnce {
      ExactSum.carry(&limbs)
      additions = 0
    }
    // Subnormal numbers have the exponent of the least normal one, and no leading bit.
    let field = Int(number.exponentBitPattern)
    let significand = number.significandBitPattern | (field > 0 ? 1 << 52 : 0)
    let isNegative = (number.sign == .minus) != (sign < 0)
    ExactSum.add(UInt128(significand), isNegative, at: max(field, 1) - 1, to: &limbs)
  }

  /// Adds a number times a power of 2, counted from ``leastExponent``.
  private static func add(_ number: UInt128, _ isNegative: Bool, at power: Int, to limbs: inout [Int64]) {
    var (rest, place) = (number, power / bitsOfLimb)
    let shift = UInt64(power % bitsOfLimb)
    var above: UInt64 = 0
    while rest > 0 || above > 0 {
      let piece = UInt64(truncatingIfNeeded: rest & 0xFFFF_FFFF) << shift + above
      let low = Int64(piece & 0xFFFF_FFFF)
      limbs[place] += isNegative ? -low : low
      above = piece >> 32
      rest >>= 32
      place += 1
    }
  }

  /// Brings all limbs but the last one into 0 ..< 2^32.
  private static func carry(_ limbs: inout [Int64]) {
    for place in 0..<limbs.count - 1 {
      limbs[place + 1] += limbs[place] >> 32
      limbs[place] &= 0xFFFF_FFFF
    }
  }

  /// The double nearest to the sum; of two equally near, the even one.
  private var rounded: Double {
    var limbs = limbs.isEmpty ? Array(repeating: 0, count: ExactSum.limbCount) : limbs
    ExactSum.carry(&limbs)
    ExactSum.add(ints.magnitude, ints < 0, at: -ExactSum.leastExponent, to: &limbs)
    ExactSum.carry(&limbs)
    let isNegative = limbs[limbs.count - 1] < 0
    if isNegative {
      for place in limbs.indices { limbs[place].negate() }
      ExactSum.carry(&limbs)
    }
    guard let last = limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
    let top = max(last, 2)
    var significand = UInt128(0)
    for place in [top, top - 1, top - 2] { significand = significand << 32 | UInt128(limbs[place]) }
    let dropped = max(
      0,
      UInt128.bitWidth - significand.leadingZeroBitCount - (Double.significandBitCount + 1)
    )
    let lost = significand & ((1 << dropped) - 1)
    significand >>= dropped
    if dropped > 0 {
      let half: UInt128 = 1 << (dropped - 1)
      let hasRest = lost > half || limbs[..<(top - 2)].contains { $0 != 0 }
      if lost >= half, lost > half || hasRest || significand & 1 == 1 { significand += 1 }
    }
    let exponent = (top - 2) * ExactSum.bitsOfLimb + ExactSum.leastExponent + dropped
    let size = Double(sign: .plus, exponent: exponent, significand: Double(UInt64(significand)))
    let finite = min(size, .greatestFiniteMagnitude)
    return isNegative ? -finite : finite
  }
}
