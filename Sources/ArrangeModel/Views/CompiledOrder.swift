/// Sort descriptors compiled for comparing items.
///
///     let order = CompiledOrder([.init("priority", .descending), .init("title", isNatural: true)])
///
/// The order of two values under a descriptor, which is total, and the same on every machine:
/// 1. Items without the field, or with null in it, are grouped after all others, or before them, in either
///    direction.
/// 2. Numbers are before texts, texts before booleans, booleans before times and times before byte strings, in either
///    direction; or else texts before numbers. Texts that begin with a digit can come after all other texts.
/// 3. Numbers compare by their exact values, so that 1 and 1.0 are equal and so are 0 and -0. False is before true. Byte
///    strings compare by their bytes, and so do texts: "Z" is before "a", and "é" as one scalar is not "é" as two.
/// 4. Texts whose case is ignored compare by the bytes of their full case foldings by Unicode.
/// 5. In natural order each longest run of the digits 0 to 9 in a text, or in its case folding, counts as one
///    number of any length. If all else is equal, the first number that differs in its leading zeros decides,
///    fewer first.
/// 6. The descending order is the reverse of the ascending one, except for rules 1 and 2.
package struct CompiledOrder: Sendable {
  private let program: OrderProgram

  /// Compiles descriptors. O(size).
  ///
  /// - Precondition: the descriptors are valid.
  package init(_ sort: [ViewSortDescriptor]) { program = OrderProgram(sort) }

  /// Whether there are no descriptors, so that all items are equal.
  package var isEmpty: Bool { program.isEmpty }

  /// Compares items by their fields in the canonical form: negative if `a` comes before `b`, positive if
  /// after, 0 exactly if they are equal in all descriptors. Nothing is allocated if texts are ASCII.
  package func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    program.compare(a, b)
  }

  /// Eight bytes of the order: if two items have different prefixes, the one with the smaller prefix comes
  /// first; equal prefixes decide nothing. For searching and merging; ``sorted(_:_:)`` sorts many items at
  /// once.
  package func prefix(_ fields: UnsafeBufferPointer<UInt8>) -> UInt64 { program.prefix(fields) }

  /// Appends the sort key of an item with these fields. See ``sorted(_:_:)``.
  func appendKey(of fields: UnsafeBufferPointer<UInt8>, to keys: inout SortKeys) {
    program.appendKey(of: fields, to: &keys)
  }
}

/// The descriptors of a compiled order. Immutable; its pointers refer to its own arena, which makes it
/// sendable.
private final class OrderProgram: @unchecked Sendable {
  private let arena = ConstantArena()
  private let fields: [SortField]

  init(_ sort: [ViewSortDescriptor]) { fields = sort.map { [arena] in SortField($0, in: arena) } }

  var isEmpty: Bool { fields.isEmpty }

  func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    for field in fields {
      let result = field.compare(a, b)
      if result != 0 { return result }
    }
    return 0
  }

  func prefix(_ fields: UnsafeBufferPointer<UInt8>) -> UInt64 { self.fields.first?.prefix(fields) ?? 0 }

  func appendKey(of fields: UnsafeBufferPointer<UInt8>, to keys: inout SortKeys) {
    for field in self.fields { field.appendKey(of: fields, to: &keys) }
    keys.endKey()
  }
}
