extension OrderingRandom {
  /// A number in a range, from exactly one step of the sequence.
  ///
  /// The number is the upper half of a 128-bit product (Lemire: Fast Random Integer Generation in an
  /// Interval, 2019, without its rejection step), so its deviation from uniform is at most one part in 2⁶⁴ ÷
  /// length of the range.
  @inlinable
  package mutating func number(in range: ClosedRange<UInt64>) -> UInt64 {
    let length = range.upperBound - range.lowerBound
    guard length < .max else { return next() }
    return range.lowerBound + next().multipliedFullWidth(by: length + 1).high
  }

  /// A position in a non-empty range, from exactly one step of the sequence.
  @inlinable
  package mutating func position(in range: Range<Int>) -> Int {
    range.lowerBound + Int(number(in: 0...UInt64(range.count - 1)))
  }
}
