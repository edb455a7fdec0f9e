import ArrangeModel
import Changes

/// What undo promises, on lists of which every version is kept whole. It is written to be obviously correct, and knows nothing
/// of edits, logs and journals.
struct NaiveUndo {
  struct Item: Equatable {
    var id: Identifier
    var fields: Fields
    var placed: UInt64
  }

  struct Section: Equatable {
    var head: Item
    var items: [Item] = []
  }

  struct List: Equatable {
    var sections: [Section] = []

    init() {}

    init(_ list: SectionedList) {
      func item(_ element: ElementSnapshot) -> Item {
        Item(id: element.id, fields: element.fields, placed: element.placementVersion)
      }
      sections = list.sections.map { Section(head: item($0.element), items: $0.items.map(item)) }
    }

    /// Without the placement versions, which an undo changes.
    var content: [[String]] {
      sections.map { section in
        ([section.head] + section.items).map { "\($0.id) \($0.fields.map { "\($0.name)=\($0.value)" })" }
      }
    }

    subscript(key: Key) -> Item? {
      key.isSection
        ? sections.first { $0.head.id == key.id }?.head
        : sections.lazy.flatMap(\.items).first { $0.id == key.id }
    }

    func section(of item: Identifier) -> Int? {
      sections.firstIndex { $0.items.contains { $0.id == item } }
    }

    var keys: [Key] {
      sections.map { Key(isSection: true, id: $0.head.id) }
        + sections.flatMap(\.items).map { Key(isSection: false, id: $0.id) }
    }
  }

  struct Key: Hashable {
    var isSection: Bool
    var id: Identifier
  }

  enum Aspect: Equatable {
    case existence, place, content
    case field(String)
  }

  struct Scope: Hashable {
    var author: String
    var stack: String
  }

  struct Commit {
    var scope: Scope?
    var undoes: [UInt64] = []
  }

  /// The steps of a scope that can be undone, each with its commits, and the commits that undid steps which can be made again.
  struct Stack {
    var done: [[UInt64]] = []
    var undone: [UInt64] = []
    var openGroup: String?
    /// The newest commits of the steps of which nothing could be undone.
    var passed: Set<UInt64> = []

    /// The place of the next step.
    func next(redo: Bool) -> Int? {
      redo
        ? undone.lastIndex { !passed.contains($0) }
        : done.lastIndex { !passed.contains($0[$0.count - 1]) }
    }
  }

  /// What became of a step.
  struct Outcome {
    var list: List
    var undone = 0
    var kept: [(key: Key, reason: UndoneChange.Reason)] = []
  }

  /// The list at each version, by its number, and the commit that made it.
  var lists = [List()]
  var commits = [Commit()]
  var stacks: [Scope: Stack] = [:]

  var version: UInt64 { UInt64(lists.count - 1) }
  var list: List { lists[lists.count - 1] }

  // MARK: Stacks

  mutating func record(_ list: List, by scope: Scope?, group: String? = nil) {
    lists.append(list)
    commits.append(Commit(scope: scope))
    guard let scope else { return }
    var stack = stacks[scope] ?? Stack()
    stack.undone = []
    if let group, group == stack.openGroup, !stack.done.isEmpty {
      stack.done[stack.done.count - 1].append(version)
    } else {
      stack.done.append([version])
    }
    stack.openGroup = group
    stacks[scope] = stack
  }

  /// The step that is next; nil if there is none.
  func next(_ scope: Scope, redo: Bool) -> [UInt64]? {
    guard let stack = stacks[scope], let place = stack.next(redo: redo) else { return nil }
    return redo ? [stack.undone[place]] : stack.done[place]
  }

  /// Takes the next step from its stack: it was undone by the newest version, which is this list, or nothing of it could be.
  mutating func finish(_ scope: Scope, redo: Bool, _ list: List?) {
    guard var stack = stacks[scope], let place = stack.next(redo: redo), let step = next(scope, redo: redo)
    else {
      return
    }
    if let list {
      lists.append(list)
      commits.append(Commit(scope: scope, undoes: step))
      // Those above it were passed.
      if redo { stack.undone.removeSubrange(place...) } else { stack.done.removeSubrange(place...) }
      if redo { stack.done.append([version]) } else { stack.undone.append(version) }
      stack.openGroup = nil
    } else {
      stack.passed.insert(step[step.count - 1])
    }
    stacks[scope] = stack
  }

  // MARK: Touches

  /// Whether a commit has changed an aspect of an element.
  private func touches(_ version: UInt64, _ key: Key, _ aspect: Aspect) -> Bool {
    let (before, after) = (lists[Int(version) - 1][key], lists[Int(version)][key])
    guard let before, let after else { return (before == nil) != (after == nil) }
    return switch aspect {
    case .existence: false
    case .place: after.placed == version
    case .content: before.fields != after.fields
    case .field(let name): before.fields[name] != after.fields[name]
    }
  }

  /// Whether others have changed an aspect since a commit, and not taken that back themselves.
  private func isTouched(_ key: Key, _ aspect: Aspect, since version: UInt64, by scope: Scope) -> Bool {
    if aspect == .content {
      let names = Set(lists[Int(version)...].flatMap { $0[key]?.fields.map { $0.name } ?? [] })
      return isTouched(key, .existence, since: version, by: scope)
        || names.contains { isTouched(key, .field($0), since: version, by: scope) }
    }
    var open: [UInt64] = []
    for next in (version + 1)..<UInt64(lists.count) where touches(next, key, aspect) {
      let commit = commits[Int(next)]
      if commit.scope == scope { continue }
      let count = open.count
      open.removeAll { commit.undoes.contains($0) }
      if open.count == count { open.append(next) }
    }
    return !open.isEmpty
  }

  // MARK: Undoing

  /// What undoing a step leads to.
  func undoing(_ step: [UInt64], by scope: Scope) -> Outcome {
    var outcome = Outcome(list: list)
    for version in step.reversed() { undo(version, by: scope, &outcome) }
    return outcome
  }

  private func undo(_ version: UInt64, by scope: Scope, _ outcome: inout Outcome) {
    let (before, after) = (lists[Int(version) - 1], lists[Int(version)])
    func isTouched(_ key: Key, _ aspect: Aspect) -> Bool {
      self.isTouched(key, aspect, since: version, by: scope)
    }
    func restoreFields(_ key: Key) {
      guard let old = before[key], let new = after[key] else { return }
      for name in Set(old.fields.map(\.name) + new.fields.map(\.name))
      where old.fields[name] != new.fields[name] {
        guard let now = outcome.list[key] else {
          outcome.kept.append((key, .gone))
          continue
        }
        guard now.fields[name] == new.fields[name], !isTouched(key, .field(name)) else {
          outcome.kept.append((key, .changed))
          continue
        }
        outcome.list.set(name, to: old.fields[name], of: key)
        outcome.undone += 1
      }
    }
    func removeInserted(_ key: Key) {
      guard before[key] == nil, after[key] != nil else { return }
      var reason: UndoneChange.Reason?
      if outcome.list[key] == nil {
        reason = .gone
      } else if isTouched(key, .place) {
        reason = .placed
      } else if isTouched(key, .content) {
        reason = .changed
      } else if key.isSection,
        outcome.list.sections.contains(where: { $0.head.id == key.id && !$0.items.isEmpty })
      {
        reason = .notEmpty
      }
      if let reason { return outcome.kept.append((key, reason)) }
      _ = outcome.list.remove(key)
      outcome.undone += 1
    }
    /// Whether an element goes back; nil if the commit has neither moved nor removed it.
    func goesBack(_ key: Key) -> Bool? {
      guard before[key] != nil else { return nil }
      var reason: UndoneChange.Reason?
      if let new = after[key] {
        guard new.placed == version else { return nil }
        if outcome.list[key] == nil { reason = .gone } else if isTouched(key, .place) { reason = .placed }
      } else if outcome.list[key] != nil {
        reason = .idTaken
      } else if isTouched(key, .existence) {
        reason = .gone
      }
      if reason == nil, !key.isSection, let section = before.section(of: key.id),
        outcome.list[Key(isSection: true, id: before.sections[section].head.id)] == nil
      {
        reason = .sectionGone
      }
      if let reason {
        outcome.kept.append((key, reason))
        return false
      }
      outcome.undone += 1
      return true
    }

    let sections = before.keys.filter(\.isSection)
    let items = before.keys.filter { !$0.isSection }
    for key in after.keys where key.isSection { restoreFields(key) }
    putBack(sections.filter { goesBack($0) == true }, from: before, &outcome.list)
    for key in after.keys where !key.isSection { removeInserted(key) }
    putBack(items.filter { goesBack($0) == true }, from: before, &outcome.list)
    for key in after.keys where key.isSection { removeInserted(key) }
    for key in after.keys where !key.isSection { restoreFields(key) }
  }

  /// Puts elements back: all of them leave, and then they return, the last one first.
  private func putBack(_ keys: [Key], from before: List, _ list: inout List) {
    var gone: [Key: Section] = [:]
    for key in keys {
      let old = before[key]!
      gone[key] = list.remove(key) ?? Section(head: old)
    }
    for key in keys.reversed() {
      let (row, index, place): ([Identifier], Int, Int?)
      if key.isSection {
        row = before.sections.map(\.head.id)
        index = row.firstIndex(of: key.id)!
        place = nil
      } else {
        let section = before.sections[before.section(of: key.id)!]
        row = section.items.map(\.id)
        index = row.firstIndex(of: key.id)!
        place = list.sections.firstIndex { $0.head.id == section.head.id }
      }
      let now = place.map { list.sections[$0].items.map(\.id) } ?? list.sections.map(\.head.id)
      var gap = 0
      if let predecessor = row[..<index].last(where: now.contains) {
        gap = now.firstIndex(of: predecessor)! + 1
      } else if index + 1 < row.count, let successor = now.firstIndex(of: row[index + 1]) {
        gap = successor
      }
      if let place {
        list.sections[place].items.insert(gone[key]!.head, at: gap)
      } else {
        list.sections.insert(gone[key]!, at: gap)
      }
    }
  }
}

extension NaiveUndo.List {
  /// Removes an element, a section with its items; nil if it is not there.
  fileprivate mutating func remove(_ key: NaiveUndo.Key) -> NaiveUndo.Section? {
    if key.isSection {
      guard let index = sections.firstIndex(where: { $0.head.id == key.id }) else { return nil }
      return sections.remove(at: index)
    }
    guard let section = section(of: key.id),
      let index = sections[section].items.firstIndex(where: { $0.id == key.id })
    else { return nil }
    return NaiveUndo.Section(head: sections[section].items.remove(at: index))
  }

  fileprivate mutating func set(_ name: String, to value: FieldValue?, of key: NaiveUndo.Key) {
    for section in sections.indices {
      if key.isSection, sections[section].head.id == key.id {
        try! sections[section].head.fields.set(name, to: value)
      }
      guard !key.isSection else { continue }
      for item in sections[section].items.indices where sections[section].items[item].id == key.id {
        try! sections[section].items[item].fields.set(name, to: value)
      }
    }
  }
}
