package import ArrangeModel

/// Writes a list in one format, page by page.
package protocol ListWriter {
  /// Appends the data of the list itself; called once, first.
  mutating func writeList(_ fields: Fields, name: Identifier, to bytes: inout [UInt8])

  /// Appends a run of the items of a section; called for the runs of all sections in list order.
  mutating func write(_ slice: SectionSlice, to bytes: inout [UInt8])

  /// Appends what requires the whole list; called once, last.
  mutating func finish(to bytes: inout [UInt8])
}

extension ListWriter {
  package mutating func finish(to bytes: inout [UInt8]) {}
}
