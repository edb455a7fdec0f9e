import Ordering

/// The encoded sizes of values in messages: exact for the result of a transaction, and upper bounds for the
/// contents of pages, so that pages are cut before they are encoded. A test compares all of them with the
/// encoder.
private enum EncodedSize {
  /// The maximum overhead of a field in a message over its stored form: tags and lengths.
  static let moreOfField = 8
  /// The maximum size of tags, lengths and numbers of an element, a section of a page, a change or a
  /// collection.
  static let ofParts = 96

  /// The maximum size of the depth and the counts of a row, with their tags.
  static let ofOutlineRow = 18

  /// The maximum size of a number.
  static let ofNumber = 10

  /// A number as a varint.
  static func varint(_ number: UInt64) -> Int { (70 - (number | 1).leadingZeroBitCount) / 7 }

  /// A number field, which is left out where it is 0.
  static func field(_ number: Int) -> Int { number == 0 ? 0 : 1 + varint(UInt64(number)) }

  /// A field of the given number of bytes, with its tag and its length.
  static func field(bytes count: Int) -> Int { 1 + varint(UInt64(count)) + count }
}

extension ApplyResult {
  /// The encoded size of the result as an answer to a request or to its retry.
  package var encodedSize: Int {
    // `changed` and `replayed` are one byte each, with their tags.
    var size = 4 + 1 + EncodedSize.varint(version) + EncodedSize.field(rekeyed)
    if history != 0 { size += 1 + MemoryLayout<UInt64>.size }
    for operation in operations {
      let elements = operation.reduce(0) { $0 + EncodedSize.field(bytes: $1.encodedSize) }
      size += EncodedSize.field(bytes: elements)
    }
    return size
  }
}

extension TransactResult {
  /// The maximum number of bytes that the result takes in a message.
  package var encodedSize: Int {
    let collections = collections.reduce(0) { $0 + EncodedSize.ofParts + $1.name.text.utf8.count }
    return collections
      + ApplyResult(version: 0, changed: true, rekeyed: 0, operations: steps).encodedSize
  }
}

extension PlacedElement {
  fileprivate var encodedSize: Int {
    let idLength = id.text.utf8.count
    var size = idLength == 0 ? 0 : EncodedSize.field(bytes: idLength)
    if !key.isEmpty { size += EncodedSize.field(bytes: key.count) }
    switch place {
    case .item(let path):
      size += EncodedSize.field(bytes: EncodedSize.field(path.section) + EncodedSize.field(path.item))
    case .section(let index): size += 1 + EncodedSize.varint(UInt64(index))
    case nil: break
    }
    if let parent { size += EncodedSize.field(bytes: parent.text.utf8.count) }
    return size + (isSkipped ? 2 : 0)
  }
}

extension Fields {
  /// The maximum number of bytes that the fields take in a message.
  package var largestEncoding: Int { encoded.count + EncodedSize.moreOfField * count }
}

extension ElementSnapshot {
  /// The maximum number of bytes that the element takes in a message.
  package var largestEncoding: Int {
    var size = EncodedSize.ofParts + id.text.utf8.count + key.count + fields.largestEncoding
    if let origin {
      size += origin.collection.text.utf8.count + origin.section.text.utf8.count
      size += origin.item?.text.utf8.count ?? 0
    }
    if outline != nil { size += EncodedSize.ofOutlineRow }
    return size
  }
}

extension CollectionInfo {
  /// The maximum number of bytes that the description takes in a message.
  package var largestEncoding: Int {
    EncodedSize.ofParts + name.text.utf8.count + strategy.utf8.count + problem.utf8.count
      + fields.largestEncoding + (outline == nil ? 0 : EncodedSize.ofOutlineRow)
  }
}

extension HistoryChange {
  /// The maximum number of bytes that the change takes in a message.
  package var largestEncoding: Int {
    EncodedSize.ofParts + id.text.utf8.count + (before?.largestEncoding ?? 0) + (after?.largestEncoding ?? 0)
      + ofParent(fromParent) + ofParent(toParent)
  }

  private func ofParent(_ parent: Identifier?) -> Int {
    parent.map { EncodedSize.field(bytes: $0.text.utf8.count) } ?? 0
  }
}

extension HistoryEntry {
  /// The maximum number of bytes that the entry takes in a message besides its changes.
  package var largestHead: Int {
    EncodedSize.ofParts + RequestID.maximumLength + Principal.maximumLength + 2 * StackID.maximumLength
      + EncodedSize.ofNumber * undoes.count
  }
}

extension WindowPlace {
  /// The maximum number of bytes that a place takes in a message.
  package static let largestEncoding = EncodedSize.ofParts + Identifier.maximumRowLength
}
