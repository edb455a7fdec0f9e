import ArrangeModel
import Changes
import Ordering

/// Reads pages of an outline: the items of each section in the order in which they are shown, with their depths. A page has a
/// limited number of items, sections and bytes, and fits a message.
struct OutlinePageReader {
  let list: ListAtVersion
  let pageSize: Int
  /// The maximum size of the page in a message; only a single element that does not fit may exceed it.
  let messageLimit: Int

  private var state: CollectionState { list.state }

  private typealias Limits = PageReader<ListAtVersion>

  /// What a page has so far.
  private struct Page {
    var slices: [SectionSlice] = []
    var room: Int
    var bytes = 0
    var message = 0
  }

  /// The page that begins at a cursor, and the start of the next one; nil if there is none.
  ///
  /// - Returns: nil if the cursor is none of this version.
  func read(from start: PageCursor) -> (slices: [SectionSlice], next: PageCursor?)? {
    var (cursor, page) = (start, Page(room: pageSize))
    while cursor.section < state.sectionCount, page.room > 0, page.bytes < Limits.maximumBytes {
      switch read(&cursor, into: &page) {
      case .failed: return nil
      case .isFull: return (page.slices, cursor)
      case .isOver:
        if cursor.end != nil { return (page.slices, nil) }
        cursor = PageCursor(section: cursor.section + 1, item: -1, end: nil)
      }
    }
    return (page.slices, cursor.section < state.sectionCount ? cursor : nil)
  }

  private enum Outcome {
    case isFull
    case isOver
    case failed
  }

  /// Reads a section, or the part of it that fits.
  private func read(_ cursor: inout PageCursor, into page: inout Page) -> Outcome {
    let section = list.snapshot(ofSection: cursor.section)
    let count = state.section(at: cursor.section).rowCount(in: state)
    let (end, first) = (min(cursor.end ?? count, count), max(0, cursor.item))
    var walk = RowWalk(state, section: cursor.section)
    if cursor.position.isEmpty {
      walk.skip(first)
    } else if !walk.go(to: cursor.position) {
      return .failed
    }
    var slice = SectionSlice(
      index: cursor.section,
      section: section,
      itemCount: count,
      firstItem: min(first, end),
      items: [],
      ancestors: walk.owners.map(\.element.id)
    )
    var message = page.message + section.largestEncoding
    message += slice.ancestors.reduce(0) { $0 + Identifier.maximumLength / 32 + $1.text.utf8.count }
    // An element that does not fit begins the next page.
    guard page.slices.isEmpty || message <= messageLimit else { return .isFull }
    var isFull = false
    while slice.firstItem + slice.items.count < end, slice.items.count < page.room,
      page.bytes < Limits.maximumBytes
    {
      let position = walk.position
      guard let row = walk.next() else { break }
      let item = snapshot(row.entry, walk.lastIndex, depth: row.depth)
      message += item.largestEncoding
      if message > messageLimit, !(page.slices.isEmpty && slice.items.isEmpty) {
        (isFull, cursor.position) = (true, position ?? [])
        break
      }
      page.bytes += item.byteCount
      slice.items.append(item)
    }
    guard !isFull || !slice.items.isEmpty else { return .isFull }
    page.message = message
    page.bytes += section.byteCount
    // An empty section counts as one item, so that pages of empty sections end as well.
    page.room -= max(1, slice.items.count)
    page.slices.append(slice)
    let next = slice.firstItem + slice.items.count
    guard next < end else { return .isOver }
    cursor.item = next
    if !isFull { cursor.position = walk.position ?? [] }
    return .isFull
  }

  private func snapshot(_ entry: ItemEntry, _ index: Int, depth: Int) -> ElementSnapshot {
    let own = state.branches?.branch(of: entry.element, hash: entry.idHash)
    var item = list.snapshot(entry, rank: index)
    item.outline = OutlineRow(
      depth: UInt32(depth),
      childCount: UInt32(own?.children.count ?? 0),
      descendantCount: UInt32(own?.descendants ?? 0)
    )
    return item
  }
}

extension PageCursor {
  /// The beginning of a window of a collection.
  ///
  /// - Throws: ``StatusCode/notFound`` if its section or item does not exist.
  init(_ window: FetchRequest.Window, of state: CollectionState) throws(ArrangeError) {
    if state.branches == nil {
      try self.init(window, in: ListAtVersion(state: state, hasKeys: true))
    } else {
      try self.init(window, inOutline: state)
    }
  }

  private init(_ window: FetchRequest.Window, inOutline state: CollectionState) throws(ArrangeError) {
    switch window {
    case .all: self.init(section: 0, item: -1, end: nil)
    case .section(let id, let range):
      guard let section = state.index(ofSection: id) else {
        throw ArrangeError(.notFound, "there is no section \"\(id)\"", field: "window.section")
      }
      let count = state.section(at: section).rowCount(in: state)
      let start = min(max(0, range.lowerBound), count)
      self.init(section: section, item: start, end: max(start, min(range.upperBound, count)))
    case .around(let id, let before, let after):
      guard let slot = state.slot(ofItem: id) else {
        throw ArrangeError(.notFound, "there is no item \"\(id)\"", field: "window.around")
      }
      let (section, row) = slot.row(in: state)
      let count = state.section(at: section).rowCount(in: state)
      let (end, overflow) = (row + 1).addingReportingOverflow(max(0, after))
      self.init(section: section, item: max(0, row - max(0, before)), end: overflow ? count : min(count, end))
    }
  }
}

extension SectionEntry {
  /// The number of items at all depths. O(log n).
  fileprivate func rowCount(in state: CollectionState) -> Int {
    items.count + (state.branches?.nestedCount(in: element) ?? 0)
  }
}

extension ListSlot {
  /// The section of an item, and its number among those of the section as they are shown. O(siblings of those above it).
  fileprivate func row(in state: CollectionState) -> (section: Int, row: Int) {
    var (scope, index, row) = (scope, index, 0)
    while true {
      state.items(in: scope).forEach(in: 0..<index) { row += 1 + (state.branches?.rowCount(below: $0) ?? 0) }
      guard let owner = scope.parent(in: state), let above = state.slot(of: owner) else {
        return (scope.sectionIndex(in: state), row)
      }
      (scope, index, row) = (above.scope, above.index, row + 1)
    }
  }
}
