package import ArrangeModel
import Ordering

/// What is counted and recorded about a transaction, which takes time.
package struct Recording: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The changes of ranks.
  package static let ranks = Recording(rawValue: 1)
  /// The changes that history reports.
  package static let changes = Recording(rawValue: 2)
}

extension NaiveList {
  /// The list after a transaction, and what came of it.
  ///
  /// - Parameters:
  ///   - keys: what is known of order keys, for items that are adopted.
  ///   - makeID: the ids that the server makes for elements that come without one.
  package func applying(
    _ operations: [ListOperation],
    recording: Recording = [],
    keys: NaiveKeys = .none,
    makeID: (() -> Identifier)? = nil
  ) throws(Refusal) -> (NaiveList, Effect) {
    var unknown = 0
    var transaction = NaiveTransaction(
      list: self,
      newVersion: version + 1,
      recording: recording,
      keys: keys,
      makeID: makeID ?? {
        unknown += 1
        return Identifier(unchecked: "unknown \(unknown)")
      }
    )
    for (index, operation) in operations.enumerated() {
      do {
        try transaction.perform(operation)
      } catch {
        throw error.within("operations[\(index)]")
      }
    }
    var effect = transaction.effect
    effect.changed = !hasSameContent(as: transaction.list)
    guard effect.changed else { return (self, Effect(named: effect.named)) }
    transaction.list.version += 1
    return (transaction.list, effect)
  }

  /// The list after a request, whose conditions must hold.
  package func applying(
    _ request: ApplyRequest,
    recording: Recording = [],
    makeID: (() -> Identifier)? = nil
  ) throws(Refusal) -> (NaiveList, Effect) {
    if let wanted = request.ifVersion, wanted != version { throw Refusal(.aborted, "if_version") }
    return try applying(request.operations, recording: recording, makeID: makeID)
  }
}

/// A transaction in progress.
struct NaiveTransaction {
  var list: NaiveList
  let newVersion: UInt64
  let recording: Recording
  let keys: NaiveKeys
  let makeID: () -> Identifier
  var effect = Effect()

  var names: Names { list.names }

  mutating func perform(_ operation: ListOperation) throws(Refusal) {
    let before = list.sections
    let (kind, named): (NaiveList.Kind, [Int])
    var reordered: Row?
    do {
      switch operation {
      case .insertItems(let new, let to): (kind, named) = (.item, try insertItems(new, to))
      case .insertSections(let new, let to): (kind, named) = (.section, try insertSections(new, to))
      case .moveItems(let items, let to): (kind, named) = (.item, try moveItems(items, to))
      case .moveSections(let sections, let to): (kind, named) = (.section, try moveSections(sections, to))
      case .updateItems(let updates): (kind, named) = (.item, try update(.item, updates))
      case .updateSections(let updates): (kind, named) = (.section, try update(.section, updates))
      case .removeItems(let items, _): (kind, named) = (.item, try removeItems(items))
      case .removeSections(let sections, let onlyIfEmpty):
        (kind, named) = (.section, try removeSections(sections, onlyIfEmpty: onlyIfEmpty))
      case .adoptItems(let items, let section, _): (kind, named) = (.item, try adoptItems(items, section))
      case .reorderItems(let section, _, let ids):
        (kind, named) = (.item, try reorderItems(section, ids))
        reordered = .items(section: names.number(of: section))
      case .reorderSections(let ids):
        (kind, named) = (.section, try reorderSections(ids))
        reordered = .sections
      }
    } catch {
      throw error.within(operation.fieldName)
    }
    effect.named.append(named.map { Named(kind, $0) })
    if let reordered { effect.reordered.insert(reordered) }
    if recording.contains(.ranks) {
      countShifts(since: before, kind, Set(named), isReordering: reordered != nil)
    }
  }

  // MARK: Changes in history

  enum Change { case inserted, moved, updated, removed }

  mutating func record(
    _ kind: NaiveList.Kind,
    _ change: Change,
    _ id: Int,
    before: Fields? = nil,
    after: Fields? = nil
  ) {
    guard recording.contains(.changes) else { return }
    let kind: HistoryChange.Kind =
      switch (kind, change) {
      case (.section, .inserted): .sectionInserted
      case (.section, .moved): .sectionMoved
      case (.section, .updated): .sectionUpdated
      case (.section, .removed): .sectionRemoved
      case (.item, .inserted): .itemInserted
      case (.item, .moved): .itemMoved
      case (.item, .updated): .itemUpdated
      case (.item, .removed): .itemRemoved
      }
    effect.changes.append(HistoryChange(kind: kind, id: names[id], before: before, after: after))
  }

  // MARK: Ranks

  /// Counts the elements that an operation did not name and that have another rank than before.
  private mutating func countShifts(
    since before: [NaiveList.Section],
    _ kind: NaiveList.Kind,
    _ named: Set<Int>,
    isReordering: Bool
  ) {
    var lists = [(kind: NaiveList.Kind.section, old: before.map(\.id), new: list.sections.map(\.id))]
    for old in before {
      guard let new = list.find(section: old.id) else { continue }
      lists.append((.item, old.items, list.sections[new].items))
    }
    for (listKind, old, new) in lists where old != new {
      let named = listKind == kind ? named : []
      var ranks = [Int](repeating: -1, count: names.count)
      for (rank, id) in new.enumerated() { ranks[id] = rank }
      let shifted = old.indices.count { rank in
        let id = old[rank]
        return ranks[id] >= 0 && ranks[id] != rank && (isReordering || !named.contains(id))
      }
      // Which elements stay in a reordering is the engine's choice; that as many as can is checked elsewhere.
      let fewest = isReordering ? shifted - fewestMoves(from: old, to: new, of: named) : shifted
      effect.shifted = effect.shifted.lowerBound + fewest...effect.shifted.upperBound + shifted
    }
  }
}

/// The fewest elements that must be moved to get from one order to another in which only some have other places:
/// of each run of named places all but a longest increasing subsequence of those that stay in it, by the definition.
/// O(m²) for a run of m.
package func fewestMoves(from old: [Int], to new: [Int], of named: Set<Int>) -> Int {
  var moves = 0
  for run in old.indices.split(whereSeparator: { !named.contains(old[$0]) }) {
    let there = Set(old[run])
    let sources = new[run].filter(there.contains).map { id in old.firstIndex(of: id)! }
    var best = [Int](repeating: 1, count: sources.count)
    for index in sources.indices {
      for earlier in 0..<index where sources[earlier] < sources[index] {
        best[index] = max(best[index], best[earlier] + 1)
      }
    }
    moves += run.count - (best.max() ?? 0)
  }
  return moves
}
