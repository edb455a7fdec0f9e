import ArrangeModel
import Changes

/// Reads the pages of a snapshot of an outline: its rows in the order in which they are shown, without what is collapsed.
struct OutlinePages {
  let list: ListAtVersion
  let folding: TreeFolding

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
      var walk: OutlineWalk?
      if folding.collapses(.section(section.id)) {
        run.hide(FoldedState(list.state, folding).counts(ofSection: cursor.section), at: nil)
      } else {
        walk = OutlineWalk(list.state, section: cursor.section, from: cursor.position)
        readItems(&run, &walk, room: room, size: &size, limit: bytes)
      }
      // Added only now, so that a section comes together with its first item.
      size += section.size
      // An empty section counts as one item, so that pages of empty sections end as well.
      room -= max(1, run.items.count)
      runs.append(run)
      if let walk, !walk.isAtEnd {
        cursor.item = run.firstItem + run.items.count
        cursor.position = walk.path
        return (runs, cursor)
      }
      cursor = PageCursor(section: cursor.section + 1, item: -1, end: nil)
    }
    return (runs, cursor.section < list.sectionCount ? cursor : nil)
  }

  private func readItems(
    _ run: inout SnapshotPage.Run,
    _ walk: inout OutlineWalk?,
    room: Int,
    size: inout Int,
    limit: Int
  ) {
    while run.items.count < room, size < limit, let row = walk?.next() {
      let item = list.snapshot(row.entry, rank: row.rank)
      size += item.size
      if let branch = row.branch {
        if folding.collapses(.item(item.id)) {
          let counts = BranchCounts(children: branch.children.count, descendants: branch.descendants)
          run.hide(counts, at: run.items.count)
        } else {
          walk?.enter(branch)
        }
      }
      run.items.append(item)
      run.depths.append(row.depth)
    }
  }
}

/// The rows of a section of an outline, from any of them on.
struct OutlineWalk {
  /// How many items of a list are read at a time.
  private static let itemsAtATime = 64

  /// A list of siblings on the way.
  private struct Level {
    let items: OrderTree<ItemEntry>
    /// The index of the next item.
    var next = 0
    private var run: ArraySlice<ItemEntry> = []

    init(_ items: OrderTree<ItemEntry>, from next: Int = 0) {
      self.items = items
      self.next = next
    }

    mutating func take() -> ItemEntry? {
      guard next < items.count else { return nil }
      if run.isEmpty {
        run = items.entries(in: next..<min(items.count, next + OutlineWalk.itemsAtATime))[...]
      }
      next += 1
      return run.popFirst()
    }
  }

  private let branches: BranchTable?
  /// From the top down.
  private var levels: [Level]

  /// - Parameter path: ``path`` of another walk before the next row; empty for the first one. O(depth · log n).
  init(_ state: CollectionState, section: Int, from path: [Int]) {
    branches = state.branches
    levels = [Level(state.items(ofSection: section))]
    for (level, index) in path.enumerated() {
      guard level + 1 < path.count else {
        levels[level].next = index
        break
      }
      let above = levels[level].items[index]
      levels[level].next = index + 1
      guard let branch = branches?.branch(of: above.element, hash: above.idHash) else {
        preconditionFailure("a walk goes on in the same outline")
      }
      levels.append(Level(branch.children))
    }
  }

  /// The next row, with its index among its siblings, its depth, which is 1 at the top, and its children if it has any; the
  /// walk leaves them out unless they are entered.
  mutating func next() -> (entry: ItemEntry, rank: Int, depth: Int, branch: Branch?)? {
    while let depth = levels.indices.last {
      guard let entry = levels[depth].take() else {
        levels.removeLast()
        continue
      }
      let branch = branches?.branch(of: entry.element, hash: entry.idHash)
      return (entry, levels[depth].next - 1, depth + 1, branch.flatMap { $0.descendants > 0 ? $0 : nil })
    }
    return nil
  }

  /// Goes on with the children of the row that came last.
  mutating func enter(_ branch: Branch) { levels.append(Level(branch.children)) }

  /// Whether there are no more rows.
  var isAtEnd: Bool { levels.allSatisfy { $0.next >= $0.items.count } }

  /// Where the walk is: the indices of the items that the next row is below, and its own.
  var path: [Int] { levels.dropLast().map { $0.next - 1 } + levels.suffix(1).map(\.next) }
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
