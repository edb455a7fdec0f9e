/// The fields of elements that a view shows, prepared for extraction from many elements.
package struct FieldSelection: Sendable {
  /// The bytes of the names, in ascending order, which is that of the canonical form.
  private let names: [[UInt8]]

  /// - Precondition: the names are valid.
  /// - Parameter sums: fields whose sums are shown, of sections.
  package init(_ shown: ViewDefinition.ShownFields, sums: [String] = []) {
    names = Set((shown.names + sums.flatMap { ViewDefinition.SumFields($0).all }).map { Array($0.utf8) })
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The shown fields among those in a canonical form. O(size).
  package func fields(in encoded: UnsafeBufferPointer<UInt8>) -> Fields {
    var builder = Fields.Builder(capacity: encoded.count)
    var place = 0
    Fields.forEachRaw(in: UnsafeRawBufferPointer(encoded)) { name, value in
      while place < names.count, names[place].lexicographicallyPrecedes(name) { place += 1 }
      if place < names.count, name.elementsEqual(names[place]) { builder.append(name: name, value) }
    }
    do {
      return try builder.finish()
    } catch {
      preconditionFailure("some fields of an element are no more than all of them")
    }
  }
}
