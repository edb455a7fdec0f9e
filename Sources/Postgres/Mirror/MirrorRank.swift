/// The ranks of rows among their siblings: byte strings whose order, that of `bytea`, is the order of the list.
///
/// A rank is a fraction between 0 and 1 in base 256, without zeros at its end, so that there is one between any two. New rows
/// behind the last one, and before the first, get ranks at a fixed distance, which have 4 bytes. Rows between two others share the
/// interval evenly. Where rows are again and again inserted at one place ranks grow, and beyond ``longest`` their siblings are
/// numbered anew.
enum MirrorRank {
  /// The longest rank that is kept, in bytes.
  static let longest = 32
  /// The number of bytes of ranks at a fixed distance, with the zeros at their ends.
  static let width = 6
  /// The first of them, in the middle.
  static let first: UInt64 = 1 << 47
  /// The distance.
  static let step: UInt64 = 1 << 16
  private static let end: UInt64 = 1 << 48
  /// The number of bytes of an interval that are looked at together.
  private static let window = 8

  /// The rank of the row with an index in a list that is written as a whole.
  static func numbered(_ index: Int) -> [UInt8] { bytes(first + UInt64(index) * step) }

  /// Ascending ranks between two others.
  ///
  /// - Parameters:
  ///   - low: the rank before them; nil if they are the first.
  ///   - high: the rank behind them; nil if they are the last.
  /// - Returns: `count` ranks.
  static func between(_ low: [UInt8]?, _ high: [UInt8]?, count: Int) -> [[UInt8]] {
    guard count > 0 else { return [] }
    let length = UInt64(count) * step
    switch (low, high) {
    case (nil, nil): return (0..<count).map(numbered)
    case (let low?, nil):
      let begin = prefix(low)
      if begin + length < end { return (1...count).map { bytes(begin + UInt64($0) * step) } }
    case (nil, let high?):
      let end = prefix(high)
      if end > length { return (0..<count).map { bytes(end - UInt64(count - $0) * step) } }
    case (_?, _?): break
    }
    return divided(low ?? [], high, count)
  }

  /// Ranks that share an interval evenly; without `high` it ends with 1.
  private static func divided(_ low: [UInt8], _ high: [UInt8]?, _ count: Int) -> [[UInt8]] {
    func digit(_ rank: [UInt8], _ index: Int) -> UInt8 { index < rank.count ? rank[index] : 0 }
    var shared: [UInt8] = []
    if let high {
      precondition(low.lexicographicallyPrecedes(high), "ranks are not in order")
      while digit(low, shared.count) == high[shared.count] { shared.append(high[shared.count]) }
    }
    let begin = number(low, from: shared.count)
    // The last possible number, where the interval ends with 1.
    let end = high.map { number($0, from: shared.count) } ?? .max
    // As few bytes as will do.
    for shift in stride(from: UInt64(8 * (window - 1)), through: 0, by: -8) {
      let (from, to) = (begin >> shift, end >> shift)
      guard to - from > UInt64(count) else { continue }
      return (1...UInt64(count)).map { number in
        let (high, low) = number.multipliedFullWidth(by: to - from)
        let value = from + (UInt64(count) + 1).dividingFullWidth((high, low)).quotient
        return shared + trimmed(digits(value << shift))
      }
    }
    // Both are as good as equal there: what is directly behind the lower one is divided.
    let prefix = shared + digits(begin)
    let rest = Array(low.dropFirst(prefix.count))
    return divided(rest, nil, count).map { prefix + $0 }
  }

  /// The first bytes of a rank as a number.
  private static func prefix(_ rank: [UInt8]) -> UInt64 {
    (0..<width).reduce(0) { $0 << 8 | UInt64($1 < rank.count ? rank[$1] : 0) }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    trimmed((0..<width).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (width - 1 - $0))) })
  }

  /// The bytes of a window as a number.
  private static func number(_ rank: [UInt8], from index: Int) -> UInt64 {
    (index..<index + window).reduce(0) { $0 << 8 | UInt64($1 < rank.count ? rank[$1] : 0) }
  }

  private static func digits(_ number: UInt64) -> [UInt8] {
    (0..<window).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (window - 1 - $0))) }
  }

  /// Without zeros at the end.
  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    while bytes.last == 0 { bytes.removeLast() }
    return bytes
  }
}
