import ArrangeModel
import Ordering

extension NaiveCollection {
  /// The collection after a transaction, and what came of it.
  func applying(
    _ operations: [ListOperation],
    names: Names,
    countingRanks: Bool,
    keys: NaiveKeys? = nil,
    makeID: @escaping () -> Int
  ) throws(NaiveFailure) -> (NaiveCollection, NaiveOutcome) {
    var transaction = NaiveTransaction(
      list: self,
      newVersion: version + 1,
      names: names,
      countsRanks: countingRanks,
      keys: keys,
      makeID: makeID
    )
    var named: [[NaiveNamed]] = []
    for (index, operation) in operations.enumerated() {
      do {
        named.append(try transaction.perform(operation))
      } catch {
        throw error.within("operations[\(index)]")
      }
    }
    var result = transaction.list
    let changed = !hasSameContent(as: result)
    if changed { result.version += 1 } else { result = self }
    let shifted = changed ? transaction.fewestShifted...transaction.mostShifted : 0...0
    let kept = changed ? transaction.keptKeys : [:]
    return (result, NaiveOutcome(changed: changed, named: named, shifted: shifted, keptKeys: kept))
  }

  /// Whether order and fields are equal, whatever the versions of the content say.
  private func hasSameContent(as other: NaiveCollection) -> Bool {
    sections == other.sections
      && sections.allSatisfy { section in
        sectionContent[section.id]?.fields == other.sectionContent[section.id]?.fields
          && section.items.allSatisfy { itemContent[$0]?.fields == other.itemContent[$0]?.fields }
      }
  }
}

/// A transaction in progress.
struct NaiveTransaction {
  var list: NaiveCollection
  let newVersion: UInt64
  let names: Names
  let countsRanks: Bool
  let keys: NaiveKeys?
  let makeID: () -> Int
  var fewestShifted = 0
  var mostShifted = 0
  /// The adopted items that keep their keys.
  var keptKeys: [Int: OrderKey] = [:]

  mutating func perform(_ operation: ListOperation) throws(NaiveFailure) -> [NaiveNamed] {
    let before = list.sections
    let named: [NaiveNamed]
    var isReorder = false
    do {
      switch operation {
      case .insertItems(let new, let to): named = try insertItems(new, to)
      case .insertSections(let new, let to): named = try insertSections(new, to)
      case .moveItems(let items, let to): named = try moveItems(items, to)
      case .moveSections(let sections, let to): named = try moveSections(sections, to)
      case .updateItems(let updates): named = try updateItems(updates)
      case .updateSections(let updates): named = try updateSections(updates)
      case .removeItems(let items): named = try removeItems(items)
      case .removeSections(let sections, let onlyIfEmpty):
        named = try removeSections(sections, onlyIfEmpty: onlyIfEmpty)
      case .adoptItems(let items, let section):
        guard let keys else { preconditionFailure("where items are adopted the model has to know the keys") }
        named = try adoptItems(items, section, keys)
      case .reorderItems(let section, let ids):
        named = try reorderItems(section, ids)
        isReorder = true
      case .reorderSections(let ids):
        named = try reorderSections(ids)
        isReorder = true
      }
    } catch {
      throw error.within(operation.fieldName)
    }
    if countsRanks { countShifts(since: before, named, isReorder: isReorder) }
    return named
  }

  // MARK: Ranks

  /// Counts the elements that an operation did not name and that have another rank than before.
  private mutating func countShifts(
    since before: [NaiveCollection.Section],
    _ named: [NaiveNamed],
    isReorder: Bool
  ) {
    var items = Set<Int>()
    var sections = Set<Int>()
    for element in named {
      switch element {
      case .item(let id): items.insert(id)
      case .section(let id): sections.insert(id)
      }
    }
    var lists: [(old: [Int], new: [Int], named: Set<Int>)] = [
      (before.map(\.id), list.sections.map(\.id), sections)
    ]
    for old in before {
      guard let new = list.find(section: old.id) else { continue }
      lists.append((old.items, list.sections[new].items, items))
    }
    for (old, new, named) in lists where old != new {
      var ranks = [Int](repeating: -1, count: names.count)
      for (rank, id) in new.enumerated() { ranks[id] = rank }
      if isReorder {
        // Which of the elements stay is the engine's choice; that as many as can is checked elsewhere.
        let changed = old.indices.count { ranks[old[$0]] != $0 }
        mostShifted += changed
        fewestShifted += changed - fewestMoves(from: old, to: new, of: named)
      } else {
        let shifted = old.indices.count { rank in
          let id = old[rank]
          return ranks[id] >= 0 && ranks[id] != rank && !named.contains(id)
        }
        fewestShifted += shifted
        mostShifted += shifted
      }
    }
  }
}

/// The fewest elements that must be moved to get from one order to another in which only some have other places:
/// of each run of named places all but a longest increasing subsequence of those that stay in it, by the definition.
/// O(m²) for a run of m.
func fewestMoves(from old: [Int], to new: [Int], of named: Set<Int>) -> Int {
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
