/// Orders of field values.
enum ValueOrder {
  /// The kinds of comparable values, in sort order.
  enum Kind: Int {
    case number = 1
    case text = 2
    case bool = 3
    case time = 4
    case bytes = 5
  }

  /// The kind of a value; nil for null.
  static func kind(_ value: Fields.RawValue) -> Kind? {
    switch value {
    case .null: nil
    case .bool: .bool
    case .int, .double: .number
    case .string: .text
    case .bytes: .bytes
    case .timestamp: .time
    }
  }

  /// Compares two values of one kind, texts by their bytes; nil if they are of different kinds. Here null is
  /// a separate kind.
  static func compare(_ a: Fields.RawValue, _ b: Fields.RawValue) -> Int? {
    switch (a, b) {
    case (.null, .null): 0
    case (.string(let x), .string(let y)), (.bytes(let x), .bytes(let y)): TextOrder.compare(x, y)
    case (.int(let x), .int(let y)), (.timestamp(let x), .timestamp(let y)): compare(x, y)
    case (.double(let x), .double(let y)): compare(x, y)
    case (.int(let x), .double(let y)): compare(x, y)
    case (.double(let x), .int(let y)): -compare(y, x)
    case (.bool(let x), .bool(let y)): (x ? 1 : 0) - (y ? 1 : 0)
    default: nil
    }
  }

  /// Compares any two values: by their kinds first, null after everything else.
  static func compareAll(_ a: Fields.RawValue, _ b: Fields.RawValue) -> Int {
    func rank(_ value: Fields.RawValue) -> Int { kind(value)?.rawValue ?? .max }
    return compare(a, b) ?? (rank(a) < rank(b) ? -1 : 1)
  }

  private static func compare<Number: Comparable>(_ a: Number, _ b: Number) -> Int {
    a < b ? -1 : a > b ? 1 : 0
  }

  /// Compares an integer with a finite number exactly: 2⁵³ + 1 is greater than 2⁵³, which a conversion would lose.
  private static func compare(_ a: Int64, _ b: Double) -> Int {
    if b >= 0x1p63 { return -1 }
    if b < -0x1p63 { return 1 }
    let whole = Int64(b)
    if a != whole { return a < whole ? -1 : 1 }
    return -compare(b - Double(whole), 0)
  }

  /// Eight bytes that order numbers, as far as eight bytes can.
  static func prefix(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// Eight bytes that order integers or times.
  static func prefix(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ 1 << 63 }
}
