import ArrangeModel
import Ordering

/// Random values, conditions and descriptors over few fields and nasty texts, so that much is equal or nearly so.
struct Samples {
  var random: OrderingRandom

  init(seed: UInt64) { random = OrderingRandom(seed: seed) }

  static let fieldNames = ["a", "b", "aa", "ab", "\u{E9}", "e\u{301}", "z", "a b"]

  /// What texts are made of: digits and what lies around them, letters whose lower case is longer, shorter, ASCII or
  /// depends on the language, the same letter in two forms, what is no letter.
  static let pieces = [
    "0", "00", "1", "9", "10", "09", "/", ":", " ", "a", "A", "b", "Z", "i", "I", "\u{130}", "\u{131}",
    "\u{DF}",
    "\u{1E9E}", "\u{E9}", "\u{C9}", "e\u{301}", "E\u{301}", "\u{212A}", "k", "\u{3A3}", "\u{3C2}", "\u{3C3}",
    "\u{661}", "\u{FFFD}", "\u{10400}", "\u{1F600}", "\u{2160}", "-", "item ", "99999999999999999999",
  ]

  mutating func chance(_ part: Int, of whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &random) < part
  }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func text(_ most: Int = 4) -> String {
    (0..<count(0...most)).map { _ in one(of: Samples.pieces) }.joined()
  }

  static let integers: [Int64] = [
    0, 1, -1, 2, 9, 10, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1, .max, .max - 1, .min, .min + 1,
  ]

  static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.5, 1.5, -0.5, 10, 0x1p53, 0x1p53 + 2, -0x1p53, 0x1p63, -0x1p63, 0x1p63 - 1024, 1e300,
    -1e300,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1e16,
  ]

  mutating func value() -> FieldValue {
    switch count(0...11) {
    case 0: .null
    case 1: .bool(chance(1, of: 2))
    case 2, 3: .int(one(of: Samples.integers))
    case 4, 5: .double(one(of: Samples.doubles))
    case 6: .bytes((0..<count(0...3)).map { _ in one(of: [0, 1, 0x7F, 0x80, 0xFF]) })
    case 7: .timestamp(Timestamp(microseconds: one(of: Samples.integers)))
    default: .string(text())
    }
  }

  mutating func field() -> String { one(of: Samples.fieldNames) }

  mutating func fields() throws -> Fields {
    try Fields((0..<count(0...5)).map { _ in (field(), value()) })
  }

  /// A value that can be compared with less than and greater than.
  mutating func orderedValue() -> FieldValue {
    while true {
      let value = value()
      switch value {
      case .null, .bool: continue
      default: return value
      }
    }
  }

  mutating func condition() -> Filter {
    switch count(0...9) {
    case 0: return .exists(field())
    case 1: return .hasPrefix(field(), text(2), ignoresCase: chance(1, of: 2))
    case 2: return .contains(field(), text(2), ignoresCase: chance(1, of: 2))
    case 3: return .isOneOf(field(), (0..<count(0...6)).map { _ in value() })
    case 4: return .comparison(field(), .equal, one(of: [.null, .bool(true), .bool(false)]))
    case 5: return .comparison(field(), .notEqual, .bool(chance(1, of: 2)))
    case 6:
      return .comparison(
        field(),
        one(of: Filter.Comparison.allCases),
        .string(text()),
        ignoresCase: chance(1, of: 2)
      )
    default: return .comparison(field(), one(of: Filter.Comparison.allCases), orderedValue())
    }
  }

  /// A valid filter with combinations of all sizes, also of nothing and of one.
  mutating func filter(depth: Int = 4) -> Filter {
    guard depth > 0, chance(1, of: 2) else { return condition() }
    switch count(0...2) {
    case 0: return .not(filter(depth: depth - 1))
    case 1: return .all((0..<count(0...3)).map { _ in filter(depth: depth - 1) })
    default: return .any((0..<count(0...3)).map { _ in filter(depth: depth - 1) })
    }
  }

  mutating func descriptor() -> ViewSortDescriptor {
    ViewSortDescriptor(
      field(),
      one(of: ViewSortDescriptor.Direction.allCases),
      missing: one(of: ViewSortDescriptor.Missing.allCases),
      numbersLast: chance(1, of: 3),
      digitsLast: chance(1, of: 3),
      isNatural: chance(1, of: 2),
      ignoresCase: chance(1, of: 2)
    )
  }
}

extension Fields {
  /// What a closure makes of the canonical form.
  func withCanonical<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try encoded.withUnsafeBufferPointer(body)
  }
}
