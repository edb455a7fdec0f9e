import ArrangeModel
import Ordering

/// Puts elements back that a commit has moved or removed.
extension CommitUndo {
  /// Puts all elements of one kind back to where they were before the commit.
  mutating func putBack(
    _ changes: [Change],
    _ kind: Kind,
    in editor: inout TransactionEditor,
    _ step: inout StepUndo
  ) throws(ArrangeError) {
    var returning: [Returning] = []
    for change in changes where change.isMoved || change.isRemoved {
      if let next = try candidate(change, in: editor, &step) { returning.append(next) }
    }
    if kind == .item { keepWhatHasNoRoom(&returning, in: editor, &step) }
    guard !returning.isEmpty else { return }
    try lift(&returning, in: &editor)
    var runs: [[Returning]] = []
    for next in returning {
      step.record(next.change, next.content == nil ? .moved : .removed)
      if let last = runs.last?.last, next.follows(last) {
        runs[runs.count - 1].append(next)
      } else {
        runs.append([next])
      }
    }
    // The last first, so that those before it find it if they have no predecessor.
    for run in runs.reversed() { try settle(run, in: &editor) }
  }

  /// An element that returns; nil if it is kept as it is.
  private mutating func candidate(
    _ change: Change,
    in editor: borrowing TransactionEditor,
    _ step: inout StepUndo
  ) throws(ArrangeError) -> Returning? {
    guard let old = change.old, !(change.isRemoved && step.keepsHalf(change, .removed)) else { return nil }
    let action: ChangeAction = change.isRemoved ? .removed : .moved
    if let obstacle = obstacleToReturn(of: change, isThere: change.key.slot(in: editor.state) != nil) {
      keep(change, action, obstacle, &step)
      return nil
    }
    var section: Element?
    if change.kind == .item {
      section = try oldSection(at: old.section)
      guard let section, editor.state.hasSection(section) else {
        keep(change, action, Obstacle(.sectionGone, because: section.map { ElementKey(.section, $0) }), &step)
        return nil
      }
    }
    return Returning(
      change: change,
      old: old,
      section: section,
      content: change.isRemoved ? change.before : nil
    )
  }

  /// Why an element can't go back, wherever it was; nil if it can.
  func obstacleToReturn(of change: Change, isThere: Bool) -> Obstacle? {
    guard change.isRemoved else {
      guard isThere else { return Obstacle(.gone) }
      return touches.newestTouch(of: change.key, .place).map { Obstacle(.placed, by: $0) }
    }
    if isThere { return Obstacle(.idTaken) }
    if touches.newestTouch(of: change.key, .existence) != nil { return Obstacle(.gone) }
    return commit.removesWithoutContent || change.before == nil ? Obstacle(.notStored) : nil
  }

  /// The section that was at an index before the commit.
  private mutating func oldSection(at index: Int) throws(ArrangeError) -> Element? {
    if let known = oldSections[index] { return known }
    let section = try past.section(at: index)
    oldSections[index] = section
    return section
  }

  /// Keeps items away from sections that would have more than their limits: those that were last there.
  private func keepWhatHasNoRoom(
    _ returning: inout [Returning],
    in editor: borrowing TransactionEditor,
    _ step: inout StepUndo
  ) {
    let state = editor.state
    while true {
      // How many more items each section would have. An item that is kept stays where it is, which may be full as well.
      var growth: [Int: Int] = [:]
      var arriving: [Int: [Int]] = [:]
      for (number, next) in returning.enumerated() {
        guard let section = next.section.flatMap({ state.index(of: $0) }) else { continue }
        let from = next.content == nil ? state.path(of: next.change.element)?.section : nil
        guard from != section else { continue }
        growth[section, default: 0] += 1
        arriving[section, default: []].append(number)
        if let from { growth[from, default: 0] -= 1 }
      }
      var kept: Set<Int> = []
      for (section, added) in growth where added > 0 {
        let room = SectionRoom.room(inSection: section, of: state) ?? added
        if added > room { kept.formUnion((arriving[section] ?? []).suffix(added - room)) }
      }
      if kept.isEmpty { return }
      for number in kept.sorted() {
        let action: ChangeAction = returning[number].content == nil ? .moved : .removed
        step.keep(returning[number].change, action, .full, of: commit.version)
      }
      returning = returning.indices.filter { !kept.contains($0) }.map { returning[$0] }
    }
  }

  /// Detaches the elements that move.
  private mutating func lift(
    _ returning: inout [Returning],
    in editor: inout TransactionEditor
  ) throws(ArrangeError) {
    var (numbers, slots): ([Int], [Slot]) = ([], [])
    for (number, next) in returning.enumerated() where next.content == nil {
      guard let slot = next.change.key.slot(in: editor.state) else { preconditionFailure("it is there") }
      numbers.append(number)
      slots.append(slot)
      away.insert(next.change.key)
    }
    guard !slots.isEmpty else { return }
    try editor.chargeMoves(slots)
    for (number, lifted) in zip(numbers, editor.lift(slots)) { returning[number].lifted = lifted }
  }

  // MARK: Places

  /// Places elements that were next to each other, behind their nearest old predecessor.
  private mutating func settle(_ run: [Returning], in editor: inout TransactionEditor) throws(ArrangeError) {
    let first = run[0]
    let scope: Scope
    if let section = first.section {
      guard let index = editor.state.index(of: section) else { preconditionFailure("it is there") }
      scope = .items(section: index)
    } else {
      scope = .sections
    }
    let gap = try gap(for: first, through: run.count - 1, in: scope, of: editor)
    let lifted = run.compactMap(\.lifted)
    let fitting = lifted.count == run.count ? editor.fittingKeys(lifted, in: scope, gap: gap) : nil
    let keys: [OrderKey]
    if let fitting { keys = fitting } else { keys = try editor.assignKeys(run.count, in: scope, gap: gap) }
    for (offset, next) in run.enumerated() {
      if let lifted = next.lifted {
        editor.drop(lifted, key: keys[offset], in: scope, at: gap + offset)
        away.remove(next.change.key)
      } else if let content = next.content {
        let element = returning(content, of: next.change, at: editor.newVersion)
        try editor.charge(WriteCost.ofEdit + element.byteCount)
        editor.attach(element, key: keys[offset], in: scope, at: gap + offset)
      }
    }
  }

  /// The content of an element that comes back. A transfer keeps the content version.
  func returning(_ content: Element, of change: Change, at version: UInt64) -> Element {
    commit.transfers[change.key] != nil ? content : content.newlyWritten(at: version)
  }

  /// The gap behind the nearest old predecessor that is in a list; else before the old successor, else the first one.
  ///
  /// - Parameter length: how many elements follow the first one; the successor is that of the last one.
  private mutating func gap(
    for first: Returning,
    through length: Int,
    in scope: Scope,
    of editor: borrowing TransactionEditor
  ) throws(ArrangeError) -> Int {
    var index = first.index
    while index > 0 {
      index -= 1
      if let place = try place(ofOld: index, like: first, in: scope, of: editor) { return place + 1 }
    }
    return try place(ofOld: first.index + length + 1, like: first, in: scope, of: editor) ?? 0
  }

  /// Where the element is in a list that was at an index of the old one; nil if it is not in that list.
  private mutating func place(
    ofOld index: Int,
    like first: Returning,
    in scope: Scope,
    of editor: borrowing TransactionEditor
  ) throws(ArrangeError) -> Int? {
    if first.section == nil {
      guard let element = try past.section(at: index), !away.contains(ElementKey(.section, element)) else {
        return nil
      }
      return editor.state.index(of: element)
    }
    guard let element = try past.item(at: ListPath(section: first.old.section, item: index)),
      !away.contains(ElementKey(.item, element)),
      let path = editor.state.path(of: element), scope == .items(section: path.section)
    else { return nil }
    return path.item
  }
}

extension CommitUndo.Returning {
  /// Its index in the old list.
  fileprivate var index: Int { section == nil ? old.section : old.item }

  /// Whether it was directly behind another one.
  fileprivate func follows(_ other: CommitUndo.Returning) -> Bool {
    index == other.index + 1 && (section == nil || old.section == other.old.section)
  }
}
