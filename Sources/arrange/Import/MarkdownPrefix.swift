/// What stands in front of the text of the lines of quotes and items: marks and space.
///
/// Each quote and item that a line is in takes its part from the front of the line.
struct MarkdownPrefix {
  /// How many columns a tab moves on to a multiple of.
  private static let tabWidth = 4
  /// More space than this behind the mark of an item belongs to its text.
  private static let widestSpace = 4

  /// A place in a line.
  struct Place {
    var byte: Int
    var column: Int
    /// How many columns of the last tab belong to the text.
    var padding = 0
  }

  /// A quote or an item that lines are in.
  private struct Container {
    var block: Int
    var isItem: Bool
    /// The last line.
    var last: Int
    /// The line with the mark, and where the text begins in it.
    var first: Int
    var start: Place
    /// How many columns of space the text of an item is moved in.
    var width: Int
  }

  private let text: MarkdownText
  private var containers: [Container] = []

  init(_ text: MarkdownText) { self.text = text }

  /// The innermost item that the current line is in.
  var item: Int? { containers.last { $0.isItem }?.block }

  /// Leaves the quotes and items that ended before a line.
  mutating func leave(before line: Int) {
    while let last = containers.last, last.last < line { containers.removeLast() }
  }

  /// Enters a quote or an item that begins on the current line.
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
    // Nothing or code behind the mark: one column of space belongs to it.
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

  /// Where the text of a line begins in the innermost item; at the beginning of the line outside of items.
  func start(of line: Int) -> Place {
    start(of: line, containers: (containers.lastIndex { $0.isItem } ?? -1) + 1)
  }

  private func start(of line: Int, containers count: Int) -> Place {
    let range = text.lines[line]
    var place = Place(byte: range.lowerBound, column: 0)
    var next = 0
    // The marks of items on this line were read before.
    if let own = containers[..<count].lastIndex(where: { $0.isItem && $0.first == line }) {
      place = containers[own].start
      next = own + 1
    }
    for container in containers[next..<count] {
      guard take(container, &place, end: range.upperBound) else { break }
    }
    return place
  }

  /// Takes the part of one quote or item; false where the line does not have it, as a lazy line.
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
