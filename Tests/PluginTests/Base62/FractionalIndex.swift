/// The base-n fractional index of web clients, written down as simply as it can be: the yardstick for `base62`.
///
/// Its methods take what is valid; there is nil where there is no key.
struct FractionalIndex {
  /// The digits, ascending.
  let digits: [UInt8]

  init(_ digits: String) { self.digits = Array(digits.utf8) }

  private func value(_ digit: UInt8?) -> Int { digit.flatMap { digits.firstIndex(of: $0) } ?? 0 }

  private static func integerLength(_ head: UInt8) -> Int? {
    switch head {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(head - UInt8(ascii: "a")) + 2
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(UInt8(ascii: "Z") - head) + 2
    default: nil
    }
  }

  private var smallest: [UInt8] { [UInt8(ascii: "A")] + [UInt8](repeating: digits[0], count: 26) }

  /// Whether a text is a key.
  func isValid(_ key: [UInt8]) -> Bool {
    guard let head = key.first, let length = FractionalIndex.integerLength(head), key.count >= length,
      key.dropFirst().allSatisfy(digits.contains)
    else { return false }
    return key != smallest && (key.count == length || key.last != digits[0])
  }

  private func parts(_ key: [UInt8]) -> (integer: [UInt8], fraction: [UInt8]) {
    let length = FractionalIndex.integerLength(key[0]) ?? 0
    return (Array(key.prefix(length)), Array(key.dropFirst(length)))
  }

  /// An integer part that is greater or smaller by one.
  private func step(_ integer: [UInt8], by step: Int) -> [UInt8]? {
    var integer = integer
    let (over, wrapped) = step > 0 ? (digits.count, digits[0]) : (-1, digits[digits.count - 1])
    for place in integer.indices.dropFirst().reversed() {
      let next = value(integer[place]) + step
      if next != over {
        integer[place] = digits[next]
        return integer
      }
      integer[place] = wrapped
    }
    let heads = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    let place = heads.firstIndex(of: integer[0])! + step
    guard heads.indices.contains(place) else { return nil }
    let length = FractionalIndex.integerLength(heads[place]) ?? 0
    return [heads[place]] + (integer.dropFirst() + [wrapped]).prefix(length - 1)
  }

  private func midpoint(_ low: [UInt8], _ high: [UInt8]?) -> [UInt8] {
    if let high, (low.first ?? digits[0]) == high[0] {
      return [high[0]] + midpoint(Array(low.dropFirst()), Array(high.dropFirst()))
    }
    let (from, to) = (value(low.first), high.map { value($0[0]) } ?? digits.count)
    if to - from > 1 { return [digits[(from + to + 1) / 2]] }
    if let high, high.count > 1 { return [high[0]] }
    return [digits[from]] + midpoint(Array(low.dropFirst()), nil)
  }

  /// The key between two others.
  func between(_ low: [UInt8]?, _ high: [UInt8]?) -> [UInt8]? {
    guard let low else {
      guard let high else { return [UInt8(ascii: "a"), digits[0]] }
      let (integer, fraction) = parts(high)
      if integer == smallest { return integer + midpoint([], fraction) }
      return fraction.isEmpty ? step(integer, by: -1) : integer
    }
    let (integer, fraction) = parts(low)
    guard let high else { return step(integer, by: 1) ?? integer + midpoint(fraction, nil) }
    if parts(high).integer == integer { return integer + midpoint(fraction, parts(high).fraction) }
    guard let next = step(integer, by: 1) else { return nil }
    return next.lexicographicallyPrecedes(high) ? next : integer + midpoint(fraction, nil)
  }

  /// Several keys between two others, ascending.
  func between(_ low: [UInt8]?, _ high: [UInt8]?, count: Int) -> [[UInt8]]? {
    guard count > 0 else { return [] }
    if high == nil || low == nil {
      var keys: [[UInt8]] = []
      for _ in 0..<count {
        guard let key = high == nil ? between(keys.last ?? low, nil) : between(nil, keys.last ?? high) else {
          return nil
        }
        keys.append(key)
      }
      return high == nil ? keys : keys.reversed()
    }
    guard let middle = between(low, high), let before = between(low, middle, count: count / 2),
      let after = between(middle, high, count: count - count / 2 - 1)
    else { return nil }
    return before + [middle] + after
  }
}
