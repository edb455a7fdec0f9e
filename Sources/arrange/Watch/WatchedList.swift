import ArrangeClient
import ArrangeModel
import Changes

/// A list with its recent changes.
struct WatchedList {
  /// The kind of change of an element.
  enum Sign: String {
    case added = "+"
    case removed = "-"
    case moved = ">"
    case changed = "~"
  }

  /// A change of an element, and its time.
  struct Mark {
    var sign: Sign
    var time: ContinuousClock.Instant
  }

  /// A removed element, at its former place.
  struct Ghost {
    var element: ElementSnapshot
    /// The section of an item; nil for a section.
    var section: Identifier?
    /// The path of an item; for a section, its index and -1.
    var path: ListPath
    /// The number of items of a section.
    var itemCount: Int
    var time: ContinuousClock.Instant
  }

  /// How long a change is shown as new.
  static let bright: Duration = .seconds(2)
  /// How long a change is shown at all.
  static let visible: Duration = .seconds(6)
  /// The maximum number of removed elements that are shown.
  private static let maximumGhosts = 50

  /// The sections and their items, those of an outline in the order in which they are shown.
  private(set) var list = SectionedList()
  /// What is shown of an outline.
  private var tree = ShownTree()
  private(set) var itemMarks: [Identifier: Mark] = [:]
  private(set) var sectionMarks: [Identifier: Mark] = [:]
  /// The removed elements in list order.
  private(set) var ghosts: [Ghost] = []
  /// The items and sections that changed last, which stay in view when the marks have faded.
  private(set) var focusedItems: Set<Identifier> = []
  private(set) var focusedSections: Set<Identifier> = []

  /// Whether there are marks that will fade.
  var hasMarks: Bool { !(itemMarks.isEmpty && sectionMarks.isEmpty && ghosts.isEmpty) }

  /// Removes marks that have faded.
  mutating func fade(at now: ContinuousClock.Instant) {
    let oldest = now - WatchedList.visible
    itemMarks = itemMarks.filter { $0.value.time > oldest }
    sectionMarks = sectionMarks.filter { $0.value.time > oldest }
    ghosts.removeAll { $0.time <= oldest }
  }

  /// Applies an update.
  ///
  /// - Throws: ``BatchError`` or ``TreeBatchError`` if a batch does not fit the list.
  mutating func take(_ update: WatchedUpdate, at now: ContinuousClock.Instant) throws {
    switch update {
    case .list(let update):
      switch update.content {
      case .progress: break
      case .list(let list, _): self = WatchedList(list)
      case .batch(let batch, _, _): try apply(batch, at: now)
      }
    case .outline(let update):
      switch update.content {
      case .progress: break
      case .outline(let tree, _):
        self = WatchedList(SectionedList(tree))
        self.tree = tree
      case .batch(let batch, _, _): try apply(batch, at: now)
      }
    }
  }

  init(_ list: SectionedList = SectionedList(), ghosts: [Ghost] = []) {
    self.list = list
    self.ghosts = ghosts.sorted { $0.path < $1.path }
  }

  private mutating func apply(_ batch: ChangeBatch, at now: ContinuousClock.Instant) throws(BatchError) {
    var gone: [Ghost] = []
    // Removed elements are read before; a batch that does not fit may have invalid paths.
    let old = list
    try list.apply(batch)
    (focusedItems, focusedSections) = ([], [])
    let kept = KeptPlaces(batch)
    for index in batch.sections.deletes where !kept.sections.contains(index) {
      let section = old.sections[index]
      sectionMarks[section.element.id] = nil
      gone.append(
        Ghost(
          element: section.element,
          path: ListPath(section: index, item: -1),
          itemCount: section.items.count,
          time: now
        )
      )
    }
    for path in batch.items.deletes where !kept.items.contains(path) {
      itemMarks[old[path].id] = nil
      let section = old.sections[path.section].element.id
      gone.append(Ghost(element: old[path], section: section, path: path, itemCount: 0, time: now))
    }
    focus(besides: gone, in: old)
    ghosts = Array((ghosts + gone).suffix(WatchedList.maximumGhosts))
    followSections()

    func mark(_ path: ListPath, _ sign: Sign) {
      let id = list[path].id
      itemMarks[id] = Mark(sign: sign, time: now)
      focusedItems.insert(id)
    }
    func mark(section index: Int, _ sign: Sign) {
      let id = list.sections[index].element.id
      sectionMarks[id] = Mark(sign: sign, time: now)
      focusedSections.insert(id)
    }
    for update in batch.items.updates { mark(update.at, .changed) }
    for update in batch.sections.updates { mark(section: update.at, .changed) }
    for insert in batch.items.inserts {
      if case .new = insert.source { mark(insert.at, .added) } else { mark(insert.at, .moved) }
    }
    for move in batch.items.moves { mark(move.to, .moved) }
    for insert in batch.sections.inserts {
      if case .new = insert.source {
        mark(section: insert.at, .added)
      } else {
        mark(section: insert.at, .moved)
      }
    }
    for move in batch.sections.moves { mark(section: move.to, .moved) }
  }
}

extension WatchedList {
  /// Moves removed items to the current index of the section that they were in.
  private mutating func followSections() {
    guard !ghosts.isEmpty else { return }
    var indices: [Identifier: Int] = [:]
    for (index, section) in list.sections.enumerated() { indices[section.element.id] = index }
    for place in ghosts.indices {
      guard let section = ghosts[place].section, let index = indices[section] else { continue }
      ghosts[place].path.section = index
    }
    ghosts.sort { $0.path < $1.path }
  }

  /// Focuses the elements at the places of removed ones, so that the places stay in view when the marks have
  /// faded.
  private mutating func focus(besides gone: [Ghost], in old: SectionedList) {
    for ghost in gone {
      if ghost.path.item < 0 {
        let index = min(ghost.path.section, list.sections.count - 1)
        if index >= 0 { focusedSections.insert(list.sections[index].element.id) }
        continue
      }
      let id = old.sections[ghost.path.section].element.id
      guard let section = list.sections.first(where: { $0.element.id == id }) else { continue }
      let item = min(ghost.path.item, section.items.count - 1)
      if item >= 0 { focusedItems.insert(section.items[item].id) } else { focusedSections.insert(id) }
    }
  }
}

extension WatchedList {
  /// Applies a batch of an outline. O(rows).
  private mutating func apply(_ batch: TreeBatch, at now: ContinuousClock.Instant) throws(TreeBatchError) {
    let (old, before) = (list, tree.list)
    try tree.apply(batch)
    list = SectionedList(tree)
    (focusedItems, focusedSections) = ([], [])
    var gone: [Ghost] = []
    // Only the topmost of what is gone is named.
    for (section, contents) in old.sections.enumerated() {
      let id = contents.element.id
      if !tree.list.contains(.section(id)) {
        sectionMarks[id] = nil
        gone.append(
          Ghost(
            element: contents.element,
            path: ListPath(section: section, item: -1),
            itemCount: contents.items.count,
            time: now
          )
        )
      }
      for (item, element) in contents.items.enumerated() where !tree.list.contains(.item(element.id)) {
        itemMarks[element.id] = nil
        guard tree.list.contains(.section(id)) else { continue }
        let path = ListPath(section: section, item: item)
        gone.append(Ghost(element: element, section: id, path: path, itemCount: 0, time: now))
      }
    }
    focus(besides: gone, in: old)
    ghosts = Array((ghosts + gone).suffix(WatchedList.maximumGhosts))
    followSections()

    for update in batch.items.updates { mark(at: update.at, of: batch, .changed, now) }
    for move in batch.items.moves { mark(at: move.to, of: batch, .moved, now) }
    for row in batch.items.inserts.flatMap(\.rows) + batch.sections.inserts.flatMap({ $0.rows.dropFirst() })
    where !before.contains(.item(row.element.id)) { mark(.item(row.element.id), .added, now) }
    for (index, sign) in batch.sections.updates.map({ ($0.at, Sign.changed) })
      + batch.sections.inserts.map({ ($0.at, .added) }) + batch.sections.moves.map({ ($0.to, .moved) })
    { mark(.section(list.sections[index].element.id), sign, now) }
  }

  private mutating func mark(
    at place: TreePlace,
    of batch: TreeBatch,
    _ sign: Sign,
    _ now: ContinuousClock.Instant
  ) {
    let parent: TreeNode =
      switch place.list {
      case .section(let index): .section(list.sections[index].element.id)
      case .branch(let owner): .item(batch.owners[owner].id)
      }
    if let node = tree.list.node(at: NodePlace(below: parent, at: place.index)) { mark(node, sign, now) }
  }

  private mutating func mark(_ node: TreeNode, _ sign: Sign, _ now: ContinuousClock.Instant) {
    switch node {
    case .section(let id):
      sectionMarks[id] = Mark(sign: sign, time: now)
      focusedSections.insert(id)
    case .item(let id):
      itemMarks[id] = Mark(sign: sign, time: now)
      focusedItems.insert(id)
    }
  }
}

/// Places in the old list whose elements are deleted and inserted elsewhere.
private struct KeptPlaces {
  var sections: Set<Int> = []
  var items: Set<ListPath> = []

  init(_ batch: ChangeBatch) {
    for insert in batch.items.inserts {
      if case .kept(let path) = insert.source { items.insert(path) }
    }
    for insert in batch.sections.inserts {
      if case .kept(let index) = insert.source { sections.insert(index) }
      for case .kept(let start, let count) in insert.items {
        for offset in 0..<count { items.insert(ListPath(section: start.section, item: start.item + offset)) }
      }
    }
  }
}
