import ArrangeModel

/// Filters and orders as their documentation says, in the plainest way.
enum NaiveEvaluation {
  static func matches(_ filter: Filter, _ fields: Fields) -> Bool {
    var results: [Bool] = []
    for step in filter.steps {
      switch step {
      case .exists(let field): results.append(fields[field] != nil)
      case .comparison(let field, let comparison, let constant, let ignoresCase):
        let order = fields[field].flatMap { compare($0, constant, ignoresCase: ignoresCase) }
        let holds: Bool? = order.map {
          switch comparison {
          case .equal: $0 == 0
          case .notEqual: $0 != 0
          case .less: $0 < 0
          case .lessOrEqual: $0 <= 0
          case .greater: $0 > 0
          case .greaterOrEqual: $0 >= 0
          }
        }
        results.append(holds ?? false)
      case .hasPrefix(let field, let prefix, let ignoresCase):
        let text = text(fields[field]).map { bytes($0, ignoresCase) }
        results.append(text?.starts(with: bytes(prefix, ignoresCase)) ?? false)
      case .contains(let field, let part, let ignoresCase):
        let part = bytes(part, ignoresCase)
        let text = text(fields[field]).map { bytes($0, ignoresCase) }
        results.append(
          text.map { text in text.indices.contains { text[$0...].starts(with: part) } || part.isEmpty }
            ?? false
        )
      case .isOneOf(let field, let values):
        results.append(
          fields[field].map { value in values.contains { compare(value, $0, ignoresCase: false) == 0 } }
            ?? false
        )
      case .principal: preconditionFailure("it is known who reads")
      case .all(let count):
        let holds = results.suffix(count).allSatisfy { $0 }
        results.removeLast(count)
        results.append(holds)
      case .any(let count):
        let holds = results.suffix(count).contains(true)
        results.removeLast(count)
        results.append(holds)
      case .not:
        results.append(!results.removeLast())
      }
    }
    precondition(results.count == 1)
    return results[0]
  }

  static func text(_ value: FieldValue?) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  static func bytes(_ text: String, _ ignoresCase: Bool) -> [UInt8] {
    ignoresCase ? text.unicodeScalars.flatMap(folded) : Array(text.utf8)
  }

  /// Scalar by scalar, as Unicode derives the folding from the other mappings.
  static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    let hasMark = scalar.properties.uppercaseMapping.unicodeScalars.count > 1
    guard scalar.properties.changesWhenCaseFolded || hasMark else { return Array(String(scalar).utf8) }
    // Cherokee.
    if scalar.properties.lowercaseMapping == String(scalar), (0x13A0...0xABBF).contains(scalar.value),
      String(scalar.properties.name ?? "").hasPrefix("CHEROKEE")
    {
      return Array(scalar.properties.uppercaseMapping.utf8)
    }
    var text = ""
    for small in scalar.properties.lowercaseMapping.unicodeScalars {
      for large in small.properties.uppercaseMapping.unicodeScalars {
        text += large.properties.lowercaseMapping
      }
    }
    return Array(text.utf8)
  }

  /// Nil for values of different kinds.
  static func compare(_ a: FieldValue, _ b: FieldValue, ignoresCase: Bool) -> Int? {
    switch (a, b) {
    case (.null, .null): return 0
    case (.bool(let x), .bool(let y)): return compare(x ? 1 : 0, y ? 1 : 0)
    case (.timestamp(let x), .timestamp(let y)): return compare(x.microseconds, y.microseconds)
    case (.bytes(let x), .bytes(let y)): return compare(x, y)
    case (.string(let x), .string(let y)): return compare(bytes(x, ignoresCase), bytes(y, ignoresCase))
    default:
      guard let x = Number(a), let y = Number(b) else { return nil }
      return x.whole != y.whole ? compare(x.whole, y.whole) : compare(x.fraction, y.fraction)
    }
  }

  static func compare<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a == b ? 0 : 1 }

  static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
  }

  /// A number as a whole one and the rest, exactly; beyond 2¹⁰⁰ only which of a few it is.
  struct Number {
    let whole: Int128
    let fraction: Double

    init?(_ value: FieldValue) {
      switch value {
      case .int(let number): (whole, fraction) = (Int128(number), 0)
      case .double(let number) where abs(number) > 0x1p100:
        let exponent = Int128(number.exponent)
        (whole, fraction) = (Int128(number.sign == .plus ? 1 : -1) * (1 << 101 + exponent), number)
      case .double(let number):
        let floor = number.rounded(.down)
        (whole, fraction) = (Int128(floor), number - floor)
      default: return nil
      }
    }
  }

  // MARK: Order

  static func compare(_ sort: [ViewSortDescriptor], _ a: Fields, _ b: Fields) -> Int {
    for descriptor in sort {
      let result = compare(descriptor, a[descriptor.field], b[descriptor.field])
      if result != 0 { return result }
    }
    return 0
  }

  static func compare(_ descriptor: ViewSortDescriptor, _ a: FieldValue?, _ b: FieldValue?) -> Int {
    let (x, y) = (rank(descriptor, a), rank(descriptor, b))
    guard x == y, let a, let b else { return compare(x, y) }
    let result: Int
    if descriptor.isNatural, let x = text(a), let y = text(b) {
      let (s, t) = (bytes(x, descriptor.ignoresCase), bytes(y, descriptor.ignoresCase))
      result = compareNatural(s, t)
    } else {
      result = compare(a, b, ignoresCase: descriptor.ignoresCase) ?? 0
    }
    return descriptor.direction == .ascending ? result : -result
  }

  static func rank(_ descriptor: ViewSortDescriptor, _ value: FieldValue?) -> Int {
    switch value {
    case nil, .null: descriptor.missing == .first ? 0 : 9
    case .int, .double: descriptor.numbersLast ? 4 : 1
    case .string(let text):
      descriptor.digitsLast && "0123456789".contains(text.prefix(1)) && !text.isEmpty ? 3 : 2
    case .bool: 5
    case .timestamp: 6
    case .bytes: 7
    }
  }

  /// A text as bytes and numbers. A number is its digits without leading zeros; where it stands is where its digits stand.
  struct Token: Comparable {
    var place: UInt8
    var digits: [UInt8] = []

    static func < (a: Token, b: Token) -> Bool {
      if a.place != b.place { return a.place < b.place }
      if a.digits.count != b.digits.count { return a.digits.count < b.digits.count }
      return a.digits.lexicographicallyPrecedes(b.digits)
    }
  }

  static func tokens(_ text: [UInt8]) -> (tokens: [Token], zeros: [Int]) {
    var tokens: [Token] = []
    var zeros: [Int] = []
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    var rest = text[...]
    while let first = rest.first {
      if isDigit(first) {
        let run = rest.prefix(while: isDigit)
        let digits = run.drop { $0 == 0x30 }
        tokens.append(Token(place: 0x30, digits: Array(digits)))
        zeros.append(run.count - digits.count)
        rest = rest.dropFirst(run.count)
      } else {
        tokens.append(Token(place: first))
        rest = rest.dropFirst()
      }
    }
    return (tokens, zeros)
  }

  static func compareNatural(_ a: [UInt8], _ b: [UInt8]) -> Int {
    let (x, y) = (tokens(a), tokens(b))
    if x.tokens != y.tokens { return x.tokens.lexicographicallyPrecedes(y.tokens) ? -1 : 1 }
    return x.zeros == y.zeros ? 0 : x.zeros.lexicographicallyPrecedes(y.zeros) ? -1 : 1
  }
}
