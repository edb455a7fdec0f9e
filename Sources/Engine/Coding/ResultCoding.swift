import ArrangeModel

/// The tags of positions in a result.
private enum PlaceTag {
  static let gone: UInt8 = 0
  static let section: UInt8 = 1
  static let item: UInt8 = 2
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
    switch element.place {
    case nil: write(byte: PlaceTag.gone)
    case .section(let index):
      write(byte: PlaceTag.section)
      write(index)
    case .item(let path):
      write(byte: PlaceTag.item)
      write(path.section)
      write(path.item)
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
    switch try byte() {
    case PlaceTag.gone: place = nil
    case PlaceTag.section: place = .section(try index())
    case PlaceTag.item: place = .item(ListPath(section: try index(), item: try index()))
    default: throw .damagedJournal("a place has an unknown kind")
    }
    return PlacedElement(id: id, place: place, key: try key())
  }
}
