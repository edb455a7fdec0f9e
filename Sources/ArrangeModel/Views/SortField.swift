/// One descriptor of a compiled order.
struct SortField {
  private let name: FieldName
  private let isDescending: Bool
  private let ranks: Ranks
  private let isNatural: Bool
  private let ignoresCase: Bool

  /// The number of prefix bits for the value; those above are for the rank of its kind.
  private static let valueBits: UInt64 = 61

  init(_ descriptor: ViewSortDescriptor, in arena: ConstantArena) {
    name = FieldName(arena.copy(descriptor.field))
    isDescending = descriptor.direction == .descending
    ranks = Ranks(descriptor)
    isNatural = descriptor.isNatural
    ignoresCase = descriptor.ignoresCase
  }

  /// The positions of the kinds of values, which do not depend on the direction. Each fits three bits.
  private struct Ranks {
    private static let last = 7
    /// The rank of items without a value.
    let missing: Int
    private let numbers: Int
    private let texts: Int
    /// The rank of texts that begin with a digit.
    private let digits: Int

    init(_ descriptor: ViewSortDescriptor) {
      missing = descriptor.missing == .first ? 0 : Ranks.last
      texts = descriptor.numbersLast ? 1 : 2
      digits = descriptor.digitsLast ? texts + 1 : texts
      numbers = descriptor.numbersLast ? digits + 1 : 1
    }

    func rank(_ value: Fields.RawValue?) -> Int {
      switch value {
      case nil, .null: missing
      case .int, .double: numbers
      case .string(let text):
        // Case folding changes no digit, and makes none.
        text.first.map { TextOrder.isDigit(Int($0)) } == true ? digits : texts
      case .bool: 4
      case .timestamp: 5
      case .bytes: 6
      }
    }
  }

  private func rank(_ value: Fields.RawValue?) -> Int { ranks.rank(value) }

  func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    let (x, y) = (name.value(in: a), name.value(in: b))
    let (rankA, rankB) = (rank(x), rank(y))
    guard rankA == rankB else { return rankA - rankB }
    guard let x, let y else { return 0 }
    let result = compare(x, y)
    return isDescending ? -result : result
  }

  /// Compares two values of one kind.
  private func compare(_ a: Fields.RawValue, _ b: Fields.RawValue) -> Int {
    guard isNatural || ignoresCase, case .string(let x) = a, case .string(let y) = b else {
      return ValueOrder.compare(a, b) ?? 0
    }
    return switch (isNatural, ignoresCase) {
    case (false, _): TextOrder.compareFolded(x, y)
    case (true, false): TextOrder.compareNatural(PlainBytes(x), PlainBytes(y))
    case (true, true): TextOrder.compareNatural(FoldedBytes(x), FoldedBytes(y))
    }
  }

  func prefix(_ fields: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let value = name.value(in: fields)
    let rank = UInt64(rank(value))
    var bits = value.map(prefix) ?? 0
    bits >>= 64 - SortField.valueBits
    if isDescending, rank != ranks.missing { bits ^= 1 << SortField.valueBits - 1 }
    return rank << SortField.valueBits | bits
  }

  private func prefix(_ value: Fields.RawValue) -> UInt64 {
    switch value {
    case .null: 0
    case .bool(let flag): flag ? .max : 0
    case .int(let number): ValueOrder.prefix(Double(number))
    case .double(let number): ValueOrder.prefix(number)
    case .timestamp(let time): ValueOrder.prefix(time)
    case .bytes(let bytes): TextOrder.prefix(PlainBytes(bytes))
    case .string(let text):
      switch (isNatural, ignoresCase) {
      case (false, false): TextOrder.prefix(PlainBytes(text))
      case (false, true): TextOrder.prefix(FoldedBytes(text))
      case (true, false): TextOrder.naturalPrefix(PlainBytes(text))
      case (true, true): TextOrder.naturalPrefix(FoldedBytes(text))
      }
    }
  }
}

extension SortField {
  /// Appends the rank of an item's value and the value to a key.
  func appendKey(of fields: UnsafeBufferPointer<UInt8>, to keys: inout SortKeys) {
    let value = name.value(in: fields)
    keys.append(UInt8(rank(value)))
    guard let value else { return }
    keys.reversing(isDescending) { keys in
      switch value {
      case .null: break
      case .bool(let flag): keys.append(flag ? 1 : 0)
      case .int(let number): keys.append(integer: number)
      case .double(let number): keys.append(double: number)
      case .timestamp(let time): keys.append(time: time)
      case .bytes(let bytes): keys.append(bytes: bytes)
      case .string(let text):
        switch (isNatural, ignoresCase) {
        case (false, false): keys.append(text: PlainBytes(text))
        case (false, true): keys.append(text: FoldedBytes(text))
        case (true, false): keys.append(natural: PlainBytes(text))
        case (true, true): keys.append(natural: FoldedBytes(text))
        }
      }
    }
  }
}
