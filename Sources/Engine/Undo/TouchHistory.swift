import ArrangeModel

/// What others have done to elements since a commit.
///
/// Commits of the stack itself do not count: those above the step are undone by now, or nothing of them could be. Neither do
/// commits of others that they have undone themselves: a commit and its undo cancel each other.
struct TouchHistory {
  /// What of an element is touched. To remove or insert it touches everything.
  enum Aspect {
    case existence
    case place
    /// Any of its fields.
    case content
    case field(String)
  }

  /// What a commit did to an element.
  fileprivate struct Event {
    enum Kind { case inserted, removed, placed, updated }

    var kind: Kind
    var version: UInt64
    /// The content before an update or a removal.
    var before: Element?
  }

  private let log: UndoLog
  private let now: CollectionState
  private let own: UndoScope
  private let live: Set<UInt64>
  private var events: [ElementKey: [Event]] = [:]

  /// - Parameters:
  ///   - keys: the elements of interest.
  ///   - version: the commit since which it is asked.
  ///   - step: what is undone, with the commits since then. O(their edits), unless there are no keys.
  init(of keys: some Sequence<ElementKey>, since version: UInt64, _ step: StepUndo) {
    log = step.log
    now = step.now
    own = step.scope
    live = step.live
    for key in keys { events[key] = [] }
    guard !events.isEmpty else { return }
    log.edits.visitCommits(after: version) { edit, made in
      guard let kind = edit.touchKind else { return }
      let key = ElementKey(edit.elementKind, edit.element)
      guard events[key] != nil else { return }
      let before = kind == .updated || kind == .removed ? edit.element : nil
      events[key]?.append(Event(kind: kind, version: made, before: before))
    }
  }

  /// The newest commit of others that has touched an aspect of an element; nil if none has.
  func newestTouch(of key: ElementKey, _ aspect: Aspect) -> UInt64? {
    guard let events = events[key] else { return nil }
    if case .content = aspect {
      // An undo takes back some fields, and keeps others.
      let names = changedFields(of: key, events)
      return (names.map { newestTouch(of: key, .field($0)) } + [newestTouch(of: key, .existence)])
        .compactMap(\.self).max()
    }
    var open: [UInt64] = []
    for (version, places) in Self.commits(of: events) {
      guard touches(events, in: places, of: key, aspect) else { continue }
      let note = log.commit(version)?.note
      if note?.scope == own, !live.contains(version) { continue }
      let count = open.count
      if let undone = note?.undone?.versions { open.removeAll { undone.contains($0) } }
      if open.count == count { open.append(version) }
    }
    return open.last
  }

  /// The events of each commit, in the order of the commits.
  private static func commits(of events: [Event]) -> [(version: UInt64, places: Range<Int>)] {
    var commits: [(version: UInt64, places: Range<Int>)] = []
    for (place, event) in events.enumerated() {
      if let last = commits.last, last.version == event.version {
        commits[commits.count - 1].places = last.places.lowerBound..<place + 1
      } else {
        commits.append((event.version, place..<place + 1))
      }
    }
    return commits
  }

  /// Whether a commit, all in all, has touched an aspect: a field that it wrote twice may be what it was before.
  private func touches(_ events: [Event], in places: Range<Int>, of key: ElementKey, _ aspect: Aspect) -> Bool
  {
    var updates: (first: Int, last: Int)?
    for place in places {
      switch (events[place].kind, aspect) {
      case (.inserted, _), (.removed, _), (.placed, .place): return true
      case (.updated, .field): updates = (updates?.first ?? place, place)
      case (.placed, _), (.updated, _): break
      }
    }
    guard let updates, case .field(let name) = aspect else { return false }
    return events[updates.first].before?.fields[name] != after(events, updates.last, of: key)?.fields[name]
  }

  /// The names of the fields that updates have changed.
  private func changedFields(of key: ElementKey, _ events: [Event]) -> Set<String> {
    var names = Set<String>()
    for (place, event) in events.enumerated() where event.kind == .updated {
      guard let before = event.before?.fields, let after = self.after(events, place, of: key)?.fields else {
        continue
      }
      for (name, value) in before where after[name] != value { names.insert(name) }
      for (name, _) in after where before[name] == nil { names.insert(name) }
    }
    return names
  }

  /// The content after an update: that before the next event which knows one, or that of now.
  private func after(_ events: [Event], _ place: Int, of key: ElementKey) -> Element? {
    if let next = events[(place + 1)...].first(where: { $0.before != nil }) { return next.before }
    return key.entry(in: now)?.element
  }
}

extension LoggedEdit {
  /// What kind of element it edits.
  var elementKind: TransactionEditor.Kind {
    switch kind {
    case .itemInserted, .itemRemoved, .itemDetached, .itemAttached, .itemUpdated, .itemStayed,
      .itemOfRemovedSection, .parent, .childInserted, .childRemoved, .childDetached, .childAttached,
      .childUpdated, .childStayed:
      .item
    case .sectionInserted, .sectionRemoved, .sectionDetached, .sectionAttached, .sectionUpdated,
      .sectionStayed:
      .section
    }
  }

  /// What it does to the element; nil for the first half of a move, and for an element that stays.
  fileprivate var touchKind: TouchHistory.Event.Kind? {
    switch kind {
    case .itemInserted, .sectionInserted, .childInserted: .inserted
    case .itemRemoved, .itemOfRemovedSection, .sectionRemoved, .childRemoved: .removed
    case .itemAttached, .sectionAttached, .childAttached: .placed
    case .itemUpdated, .sectionUpdated, .childUpdated: .updated
    case .itemDetached, .itemStayed, .sectionDetached, .sectionStayed, .childDetached, .childStayed, .parent:
      nil
    }
  }
}
