import ArrangeModel

extension SectionedList {
  /// Applies one change after the other.
  mutating func applySteps(of batch: ChangeBatch) {
    var removedItems: [ListPath: ElementSnapshot] = [:]
    for path in (batch.items.deletes + batch.items.moves.map(\.from)).sorted(by: >) {
      removedItems[path] = sections[path.section].items.remove(at: path.item)
    }
    var removedSections: [Int: Section] = [:]
    for index in (batch.sections.deletes + batch.sections.moves.map(\.from)).sorted(by: >) {
      removedSections[index] = sections.remove(at: index)
    }
    /// An item of OLD that was removed by itself or with its section.
    func kept(_ path: ListPath) -> ElementSnapshot {
      if let item = removedItems[path] { return item }
      guard let section = removedSections[path.section] else {
        preconditionFailure("what is kept was removed")
      }
      return section.items[path.item]
    }

    enum Arrival {
      case insert(SectionInsert)
      case move(Move<Int>)
    }
    var sectionArrivals = batch.sections.inserts.map { (at: $0.at, arrival: Arrival.insert($0)) }
    sectionArrivals += batch.sections.moves.map { ($0.to, .move($0)) }
    for (index, arrival) in sectionArrivals.sorted(by: { $0.at < $1.at }) {
      switch arrival {
      case .move(let move):
        guard let section = removedSections[move.from] else { preconditionFailure("what moves was removed") }
        sections.insert(section, at: index)
      case .insert(let insert):
        let element =
          switch insert.source {
          case .new(let element): element
          case .kept(let origin): removedSections[origin]?.element
          }
        guard let element else { preconditionFailure("what is kept was removed") }
        var items: [ElementSnapshot] = []
        for run in insert.items {
          switch run {
          case .new(let new): items += new
          case .kept(let start, let count):
            for offset in 0..<count {
              items.append(kept(ListPath(section: start.section, item: start.item + offset)))
            }
          }
        }
        sections.insert(Section(element, items: items), at: index)
      }
    }

    var arrivals = batch.items.moves.map { (at: $0.to, item: kept($0.from)) }
    for insert in batch.items.inserts {
      switch insert.source {
      case .new(let item): arrivals.append((insert.at, item))
      case .kept(let path): arrivals.append((insert.at, kept(path)))
      }
    }
    for (path, item) in arrivals.sorted(by: { $0.at < $1.at }) {
      sections[path.section].items.insert(item, at: path.item)
    }

    for update in batch.sections.updates { sections[update.at].element = update.content }
    for update in batch.items.updates { sections[update.at.section].items[update.at.item] = update.content }
    take(keysOf: batch)
  }
}
