import ArrangeClient
import ArrangeModel
import Comparison

/// The edits in the history of a collection. Its sections are concatenated to one list, because a strategy
/// handles one list at a time.
struct HistoryEdits {
  /// The items of each section, with the sections in the order of the collection.
  private var sections: [[Identifier]] = []
  private(set) var steps: [EditStep] = []

  /// Reads the whole history of a collection.
  static func read(
    _ collection: Identifier,
    _ client: ArrangeClient
  ) async throws -> RecordedEdits {
    var edits = HistoryEdits()
    var (first, change): (UInt64, Int) = (1, 0)
    while true {
      let page = try await client.history(
        HistoryRequest(
          collection: collection,
          from: first,
          limit: HistoryRequest.maximumCommits,
          fromChange: change
        )
      )
      guard page.oldestKept <= 1 else {
        throw CommandFailure(
          .invalid,
          "the history of \(collection) begins at version \(page.oldestKept); to compare, it has to be there from the "
            + "first version on"
        )
      }
      for commit in page.commits { edits.perform(commit.changes) }
      guard let last = page.commits.last, last.nextChange != nil || last.version < page.version else { break }
      (first, change) = last.nextChange.map { (last.version, $0) } ?? (last.version + 1, 0)
    }
    do {
      return try RecordedEdits(initialCount: 0, steps: edits.steps)
    } catch {
      throw CommandFailure(.invalid, "the history of \(collection) can't be compared: \(error)")
    }
  }

  /// Applies the changes of a commit.
  mutating func perform(_ changes: [HistoryChange]) {
    var place = 0
    while place < changes.count {
      let change = changes[place]
      place += 1
      switch change.kind {
      case .sectionInserted: sections.insert([], at: clamped(change.to?.section, sections.count))
      case .sectionRemoved:
        guard let index = change.from?.section, sections.indices.contains(index) else { continue }
        remove(0..<sections[index].count, of: index)
        sections.remove(at: index)
      case .sectionMoved: moveSection(change)
      case .itemInserted:
        guard let to = change.to else { continue }
        insert([change.id], at: to)
      case .itemRemoved:
        guard let index = position(of: change.id) else { continue }
        remove(index.item..<(index.item + 1), of: index.section)
      case .itemMoved:
        guard let to = change.to else { continue }
        move(change.id, to: to)
      case .sectionUpdated, .itemUpdated: break
      }
    }
  }

  private func clamped(_ index: Int?, _ count: Int) -> Int { min(max(0, index ?? count), count) }

  /// The number of items before a section.
  private func start(of section: Int) -> Int { sections[..<section].reduce(0) { $0 + $1.count } }

  private func position(of id: Identifier) -> ListPath? {
    for (section, items) in sections.enumerated() {
      if let item = items.firstIndex(of: id) { return ListPath(section: section, item: item) }
    }
    return nil
  }

  private mutating func insert(_ ids: [Identifier], at path: ListPath) {
    if sections.isEmpty { sections.append([]) }
    let section = clamped(path.section, sections.count - 1)
    let item = clamped(path.item, sections[section].count)
    steps.append(.insert(at: start(of: section) + item, count: ids.count))
    sections[section].insert(contentsOf: ids, at: item)
  }

  private mutating func remove(_ range: Range<Int>, of section: Int) {
    guard !range.isEmpty else { return }
    let start = start(of: section)
    steps.append(.remove((start + range.lowerBound)..<(start + range.upperBound)))
    sections[section].removeSubrange(range)
  }

  private mutating func move(_ id: Identifier, to path: ListPath) {
    guard let from = position(of: id) else { return }
    let source = start(of: from.section) + from.item
    sections[from.section].remove(at: from.item)
    let section = clamped(path.section, sections.count - 1)
    let item = clamped(path.item, sections[section].count)
    let target = start(of: section) + item
    sections[section].insert(id, at: item)
    if source != target { steps.append(.move(from: source, to: target)) }
  }

  /// Moves a section: its items move along, one after the other.
  private mutating func moveSection(_ change: HistoryChange) {
    guard let from = change.from?.section, sections.indices.contains(from) else { return }
    let source = start(of: from)
    let items = sections.remove(at: from)
    let to = clamped(change.to?.section, sections.count)
    let target = start(of: to)
    sections.insert(items, at: to)
    guard source != target else { return }
    for offset in items.indices {
      steps.append(
        source < target
          ? .move(from: source, to: target + items.count - 1)
          : .move(from: source + offset, to: target + offset)
      )
    }
  }
}
