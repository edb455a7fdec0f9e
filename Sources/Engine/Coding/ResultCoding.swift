import ArrangeModel

/// The tags of positions in a result.
private enum PlaceTag {
  static let gone: UInt8 = 0
  static let section: UInt8 = 1
  static let item: UInt8 = 2
  /// A child of an item, with the id of that.
  static let child: UInt8 = 3
  /// Added for an element that was left where it is.
  static let skipped: UInt8 = 0x80
}

extension ByteWriter {
  /// Writes the places of the elements that each operation of a transaction named.
  mutating func write(results: [[PlacedElement]]) {
    write(results.count)
    for operation in results {
      write(operation.count)
      for element in operation { write(element) }
    }
  }

  private mutating func write(_ element: PlacedElement) {
    write(element.id)
    let skipped = element.isSkipped ? PlaceTag.skipped : 0
    switch element.place {
    case nil: write(byte: PlaceTag.gone)
    case .section(let index):
      write(byte: PlaceTag.section)
      write(index)
    case .item(let path):
      write(byte: (element.parent == nil ? PlaceTag.item : PlaceTag.child) | skipped)
      write(path.section)
      write(path.item)
      if let parent = element.parent { write(parent) }
    }
    write(element.key)
  }
}

extension ByteReader {
  /// Reads what ``ByteWriter/write(results:)`` wrote.
  mutating func results() throws(ArrangeError) -> [[PlacedElement]] {
    try list { reader throws(ArrangeError) in
      try reader.list { reader throws(ArrangeError) in try reader.placedElement() }
    }
  }

  private mutating func placedElement() throws(ArrangeError) -> PlacedElement {
    let id = try identifier()
    let place: PlacedElement.Place?
    var parent: Identifier?
    let tag = try byte()
    switch tag & ~PlaceTag.skipped {
    case PlaceTag.gone: place = nil
    case PlaceTag.section: place = .section(try index())
    case PlaceTag.item: place = .item(ListPath(section: try index(), item: try index()))
    case PlaceTag.child:
      place = .item(ListPath(section: try index(), item: try index()))
      parent = try identifier()
    default: throw .damagedJournal("a place has an unknown kind")
    }
    let isSkipped = tag & PlaceTag.skipped != 0
    return PlacedElement(id: id, place: place, key: try key(), parent: parent, isSkipped: isSkipped)
  }
}
