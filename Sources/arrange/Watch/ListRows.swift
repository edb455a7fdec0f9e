import ArrangeModel
import Changes
import Ordering

/// The rows in which a list is shown: a heading and the items of each section, and removed elements between
/// them. Rows are found by their index, so the cost of a long list depends only on what is visible.
struct ListRows {
  enum Row: Hashable {
    case section(Int)
    case item(ListPath)
    /// The n-th of the removed elements.
    case ghost(Int)
  }

  /// Whether there are no headings: a list with only the default section.
  let isFlat: Bool
  /// The first row of each section and the number of all rows, without removed elements.
  private var offsets: [Int] = []
  /// The rows of removed elements, in ascending order.
  private(set) var ghostRows: [Int] = []

  /// O(sections + ghosts).
  init(_ watched: WatchedList) {
    let sections = watched.list.sections
    isFlat = sections.count == 1 && sections[0].element.id.isEmpty && sections[0].element.fields.isEmpty
    var offset = 0
    for section in sections {
      offsets.append(offset)
      offset += section.items.count + headingRows
    }
    offsets.append(offset)
    for (number, ghost) in watched.ghosts.enumerated() {
      let section = min(ghost.path.section, sections.count)
      var row = offsets[section]
      if section < sections.count, ghost.path.item >= 0 {
        row += headingRows + min(ghost.path.item, sections[section].items.count)
      }
      // A section may have been removed in the meantime, so the places may be out of order.
      ghostRows.append(max(row + number, (ghostRows.last ?? -1) + 1))
    }
  }

  private var headingRows: Int { isFlat ? 0 : 1 }

  /// The number of rows.
  var count: Int { offsets[offsets.count - 1] + ghostRows.count }

  /// The content of a row. O(log n).
  func row(at index: Int) -> Row {
    let before = (0..<ghostRows.count).partitioningIndex { ghostRows[$0] >= index }
    if before < ghostRows.count, ghostRows[before] == index { return .ghost(before) }
    let row = index - before
    let section = (0..<offsets.count).partitioningIndex { offsets[$0] > row } - 1
    let item = row - offsets[section] - headingRows
    return item < 0 ? .section(section) : .item(ListPath(section: section, item: item))
  }

  /// The row of a section's heading, or of its first item in a flat list. O(log n).
  func index(ofSection section: Int) -> Int { shifted(offsets[section]) }

  /// The row of an item. O(log n).
  func index(ofItem path: ListPath) -> Int { shifted(offsets[path.section] + headingRows + path.item) }

  private func shifted(_ row: Int) -> Int {
    // The n-th removed element moves the row at its place, and all rows below it, down by one.
    row + (0..<ghostRows.count).partitioningIndex { ghostRows[$0] - $0 > row }
  }
}

/// The parts of a long list that fit on a screen: as much as possible around certain rows, with a line for
/// each gap.
struct VisibleRows {
  /// Ascending ranges with gaps between them.
  private(set) var ranges: [Range<Int>]

  /// - Parameters:
  ///   - count: the number of rows.
  ///   - height: the number of lines available.
  ///   - focus: the rows to show; the first ones take precedence if there is no room for all.
  init(count: Int, height: Int, around focus: [Int]) {
    guard count > height, height > 0 else {
      ranges = height > 0 && count > 0 ? [0..<count] : []
      return
    }
    ranges = []
    for row in focus.isEmpty ? [0] : focus where row >= 0 && row < count {
      var longer = ranges
      longer.include(row)
      if longer.lines(of: count) <= height { ranges = longer }
    }
    if ranges.isEmpty { ranges = [min(focus.first ?? 0, count - 1)..<min(focus.first ?? 0, count - 1) + 1] }
    var grows = true
    while grows {
      grows = false
      for row in ranges.flatMap({ [$0.lowerBound - 1, $0.upperBound] }) where row >= 0 && row < count {
        var longer = ranges
        longer.include(row)
        if longer.lines(of: count) <= height {
          grows = grows || longer != ranges
          ranges = longer
        }
      }
    }
  }
}

extension [Range<Int>] {
  /// Adds a row to ascending ranges, and joins ranges that touch or have a gap of a single row.
  fileprivate mutating func include(_ row: Int) {
    append(row..<row + 1)
    sort { $0.lowerBound < $1.lowerBound }
    var joined: [Range<Int>] = []
    for range in self {
      // A line for a gap of one row would take as much room as the row.
      if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    self = joined
  }

  /// The number of lines, including those for gaps.
  fileprivate func lines(of count: Int) -> Int {
    guard let first, let last else { return 0 }
    return reduce(0) { $0 + $1.count } + self.count - 1 + (first.lowerBound > 0 ? 1 : 0)
      + (last.upperBound < count ? 1 : 0)
  }
}
