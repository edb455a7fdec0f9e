/// Sort descriptors in the form in which items are compared.
///
///     let order = CompiledOrder([.init("priority", .descending), .init("title", isNatural: true)])
///
/// The order of two values under a descriptor, which is total, and the same on every machine:
/// 1. Items without the field, or with null in it, are together: behind all others, or before them, in either direction.
/// 2. Numbers are before texts, texts before booleans, booleans before times and times before byte strings, in either
///    direction; or else texts before numbers.
/// 3. Numbers compare by their exact values, so that 1 and 1.0 are equal and so are 0 and -0. False is before true. Byte
///    strings compare by their bytes, and so do texts: "Z" is before "a", and "é" as one scalar is not "é" as two.
/// 4. Texts whose case is ignored compare by the bytes of their Unicode lowercase mappings, as `String.lowercased()` makes
///    them.
/// 5. In natural order each longest run of the digits 0 to 9 in a text, or in its lowercase mapping, counts as one number of
///    any length. Where all else is equal the first number that differs in its leading zeros decides, fewer first.
/// 6. The descending order is the ascending one backwards, apart from what 1 and 2 say.
package struct CompiledOrder: Sendable {
  private let program: OrderProgram

  /// Compiles descriptors. O(size).
  ///
  /// - Precondition: the descriptors are valid.
  package init(_ sort: [SortDescriptor]) { program = OrderProgram(sort) }

  /// Whether there are no descriptors, so that all items are equal.
  package var isEmpty: Bool { program.isEmpty }

  /// Compares items by their fields in the canonical form: negative where `a` is before `b`, positive where it is behind, 0
  /// exactly where they are equal in all descriptors. Nothing is allocated where texts are ASCII.
  package func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    program.compare(a, b)
  }

  /// Eight bytes of the order: of two items with different prefixes the one with the lesser prefix is before the other;
  /// equal prefixes say nothing. For sorting many items without looking at the fields of each again and again.
  package func prefix(_ fields: UnsafeBufferPointer<UInt8>) -> UInt64 { program.prefix(fields) }
}

/// The descriptors of a compiled order. It never changes, and what it points to is in its arena.
private final class OrderProgram: @unchecked Sendable {
  private let arena = ConstantArena()
  private let keys: [OrderKeyField]

  init(_ sort: [SortDescriptor]) { keys = sort.map { [arena] in OrderKeyField($0, in: arena) } }

  var isEmpty: Bool { keys.isEmpty }

  func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    for key in keys {
      let result = key.compare(a, b)
      if result != 0 { return result }
    }
    return 0
  }

  func prefix(_ fields: UnsafeBufferPointer<UInt8>) -> UInt64 { keys.first?.prefix(fields) ?? 0 }
}

/// One descriptor.
private struct OrderKeyField {
  private let name: FieldName
  private let isDescending: Bool
  private let numbersLast: Bool
  private let isNatural: Bool
  private let ignoresCase: Bool
  /// Where items without a value are among the ranks of kinds.
  private let missingRank: Int

  /// How many bits of a prefix are for the value; those above are for its rank.
  private static let valueBits: UInt64 = 61
  private static let lastRank = 7

  init(_ descriptor: SortDescriptor, in arena: ConstantArena) {
    name = FieldName(arena.copy(descriptor.field))
    isDescending = descriptor.direction == .descending
    numbersLast = descriptor.numbersLast
    isNatural = descriptor.isNatural
    ignoresCase = descriptor.ignoresCase
    missingRank = descriptor.missing == .first ? 0 : OrderKeyField.lastRank
  }

  private func rank(_ value: Fields.RawValue?) -> Int {
    guard let kind = value.flatMap(ValueOrder.kind) else { return missingRank }
    return switch kind {
    case .number where numbersLast: ValueOrder.Kind.text.rawValue
    case .text where numbersLast: ValueOrder.Kind.number.rawValue
    default: kind.rawValue
    }
  }

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
    case (false, _): TextOrder.compareLowered(x, y)
    case (true, false): TextOrder.compareNatural(PlainBytes(x), PlainBytes(y))
    case (true, true): TextOrder.compareNatural(LoweredBytes(x), LoweredBytes(y))
    }
  }

  func prefix(_ fields: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let value = name.value(in: fields)
    let rank = UInt64(rank(value))
    var bits = value.map(prefix) ?? 0
    bits >>= 64 - OrderKeyField.valueBits
    if isDescending, rank != missingRank { bits ^= 1 << OrderKeyField.valueBits - 1 }
    return rank << OrderKeyField.valueBits | bits
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
      case (false, true): TextOrder.prefix(LoweredBytes(text))
      case (true, false): TextOrder.naturalPrefix(PlainBytes(text))
      case (true, true): TextOrder.naturalPrefix(LoweredBytes(text))
      }
    }
  }
}
