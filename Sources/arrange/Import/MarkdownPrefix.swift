/// Tracks the prefixes of lines within quotes and items: marks and space.
///
/// Each quote and item that contains a line consumes its part of the line's prefix.
struct MarkdownPrefix {
  /// The distance of tab stops, in columns.
  private static let tabWidth = 4
  /// The maximum number of spaces after the mark of an item; more belong to its text.
  private static let widestSpace = 4

  /// A position in a line.
  struct Place {
    var byte: Int
    var column: Int
    /// The number of columns of the last tab that belong to the text.
    var padding = 0
  }

  /// A quote or an item that contains lines.
  private struct Container {
    var block: Int
    var isItem: Bool
    /// The index of the last line.
    var last: Int
    /// The index of the line with the mark, and the start of the text in it.
    var first: Int
    var start: Place
    /// The indentation of an item's text, in columns.
    var width: Int
  }

  private let text: MarkdownText
  private var containers: [Container] = []

  init(_ text: MarkdownText) { self.text = text }

  /// The innermost item that contains the current line.
  var item: Int? { containers.last { $0.isItem }?.block }

  /// Removes the quotes and items that ended before a line.
  mutating func leave(before line: Int) {
    while let last = containers.last, last.last < line { containers.removeLast() }
  }

  /// Adds a quote or an item that begins on the current line.
  mutating func enter(_ index: Int) {
    let block = text.blocks[index]
    let outer = start(of: block.first, containers: containers.count)
    guard block.kind == .item else {
      let container = Container(
        block: index,
        isItem: false,
        last: block.last,
        first: block.first,
        start: outer,
        width: 0
      )
      containers.append(container)
      return
    }
    let line = text.lines[block.first]
    var place = outer
    while place.byte < text.markEnd(of: block) { advance(&place) }
    let mark = place
    while place.byte < line.upperBound, isSpace(place.byte) { advance(&place) }
    // There is no text after the mark, or code: only one column of space belongs to the mark.
    if place.byte == line.upperBound || place.column - mark.column > MarkdownPrefix.widestSpace {
      place = mark
      if place.byte < line.upperBound { advance(&place) }
      place.column = mark.column + 1
    }
    containers.append(
      Container(
        block: index,
        isItem: true,
        last: block.last,
        first: block.first,
        start: place,
        width: place.column - outer.column
      )
    )
  }

  /// The start of a line's text in the innermost item; the start of the line outside of items.
  func start(of line: Int) -> Place {
    start(of: line, containers: (containers.lastIndex { $0.isItem } ?? -1) + 1)
  }

  private func start(of line: Int, containers count: Int) -> Place {
    let range = text.lines[line]
    var place = Place(byte: range.lowerBound, column: 0)
    var next = 0
    // The marks of items on this line have been consumed before.
    if let own = containers[..<count].lastIndex(where: { $0.isItem && $0.first == line }) {
      place = containers[own].start
      next = own + 1
    }
    for container in containers[next..<count] {
      guard take(container, &place, end: range.upperBound) else { break }
    }
    return place
  }

  /// Consumes the part of one quote or item; false if the line does not have it, as a lazy continuation line.
  private func take(_ container: Container, _ place: inout Place, end: Int) -> Bool {
    let target = place.column + (container.isItem ? container.width : 3)
    while place.byte < end, isSpace(place.byte), place.column < target { advance(&place) }
    if container.isItem {
      place.padding = max(0, place.column - target)
      place.column = min(place.column, target)
      return place.column == target
    }
    guard place.byte < end, text.bytes[place.byte] == UInt8(ascii: ">") else { return false }
    advance(&place)
    if place.byte < end, isSpace(place.byte) { advance(&place) }
    return true
  }

  private func isSpace(_ byte: Int) -> Bool { text.bytes[byte] == 0x20 || text.bytes[byte] == 0x09 }

  private func advance(_ place: inout Place) {
    let isTab = text.bytes[place.byte] == 0x09
    place.column += isTab ? MarkdownPrefix.tabWidth - place.column % MarkdownPrefix.tabWidth : 1
    place.byte += 1
  }
}
