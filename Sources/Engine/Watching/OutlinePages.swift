import ArrangeModel
import Changes

/// Reads the pages of a snapshot of an outline: its rows in the order in which they are shown, without what is collapsed.
struct OutlinePages {
  let list: ListAtVersion
  let folding: TreeFolding

  /// Makes a page as a message; see ``PageMaker/page(_:of:_:from:token:window:)``.
  func page(
    _ number: Int,
    _ reason: SnapshotReason,
    from start: PageCursor,
    token: [UInt8],
    by maker: PageMaker
  ) throws(ArrangeError) -> PreparedPage {
    let size = FoldedState(list.state, folding).size
    return try maker.page(number, of: size, at: list.version, reason, token: token) { items, bytes in
      read(from: start, items: items, bytes: bytes)
    }
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - start: where it begins.
  ///   - items: the largest number of items.
  ///   - bytes: the number of bytes of ids and fields after which it ends; it has an item, or an empty section, in any case.
  /// - Returns: its rows, and where the next one begins; nil if there is none.
  func read(
    from start: PageCursor,
    items: Int,
    bytes: Int
  ) -> (runs: [SnapshotPage.Run], next: PageCursor?) {
    var cursor = start
    var runs: [SnapshotPage.Run] = []
    var (room, size) = (items, 0)
    while cursor.section < list.sectionCount, room > 0, size < bytes {
      let section = list.snapshot(ofSection: cursor.section)
      var run = SnapshotPage.Run(
        index: cursor.section,
        section: section,
        firstItem: max(0, cursor.item),
        items: []
      )
      var next: [Int]?
      if folding.collapses(.section(section.id)) {
        run.hide(FoldedState(list.state, folding).counts(ofSection: cursor.section), at: nil)
      } else {
        next = readItems(&run, from: cursor, room: room, size: &size, limit: bytes)
      }
      // Added only now, so that a section comes together with its first item.
      size += section.size
      // An empty section counts as one item, so that pages of empty sections end as well.
      room -= max(1, run.items.count)
      runs.append(run)
      if let next {
        cursor.item = run.firstItem + run.items.count
        cursor.position = next
        return (runs, cursor)
      }
      cursor = PageCursor(section: cursor.section + 1, item: -1, end: nil)
    }
    return (runs, cursor.section < list.sectionCount ? cursor : nil)
  }

  /// - Returns: the position of the next row; nil if there is none.
  private func readItems(
    _ run: inout SnapshotPage.Run,
    from cursor: PageCursor,
    room: Int,
    size: inout Int,
    limit: Int
  ) -> [Int]? {
    var walk = RowWalk(list.state, section: cursor.section)
    precondition(cursor.position.isEmpty || walk.go(to: cursor.position), "pages are of one version")
    while run.items.count < room, size < limit, let row = walk.next() {
      let item = list.snapshot(row.entry, rank: walk.lastIndex)
      size += item.size
      if let branch = walk.lastBranch, folding.collapses(.item(item.id)) {
        let counts = BranchCounts(children: branch.children.count, descendants: branch.descendants)
        run.hide(counts, at: run.items.count)
        walk.leaveOutChildren()
      }
      run.items.append(item)
      run.depths.append(row.depth)
    }
    return walk.position
  }
}

extension SnapshotPage.Run {
  fileprivate mutating func hide(_ counts: BranchCounts, at row: Int?) {
    if counts.descendants > 0 { hidden.append(SnapshotPage.HiddenRows(row: row, counts)) }
  }
}

extension ElementSnapshot {
  /// The size of the id and the fields in bytes.
  fileprivate var size: Int { id.text.utf8.count + fields.encoded.count }
}
