package import ArrangeModel

/// What writes a list in one format, page by page.
package protocol ListWriter {
  /// Appends what there is to say of the list itself; called once, first.
  mutating func writeList(_ fields: Fields, name: Identifier, to bytes: inout [UInt8])

  /// Appends a run of the items of a section; called for the runs of all sections in list order.
  mutating func write(_ slice: SectionSlice, to bytes: inout [UInt8])

  /// Appends what can be said only when the whole list is known; called once, last.
  mutating func finish(to bytes: inout [UInt8])
}

extension ListWriter {
  package mutating func finish(to bytes: inout [UInt8]) {}
}
