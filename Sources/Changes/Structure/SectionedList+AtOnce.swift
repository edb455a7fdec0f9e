import ArrangeModel

extension SectionedList {
  /// Moves everything to its position in NEW.
  mutating func applyAtOnce(_ batch: ChangeBatch) {
    // Arriving elements are read before anything changes, to avoid copies.
    var arrivals = batch.items.moves.map { (at: $0.to, item: self[$0.from]) }
    for insert in batch.items.inserts {
      switch insert.source {
      case .new(let item): arrivals.append((insert.at, item))
      case .kept(let path): arrivals.append((insert.at, self[path]))
      }
    }
    arrivals.sort { $0.at < $1.at }
    var vacated = batch.items.deletes + batch.items.moves.map(\.from)

    let lists = batch.sections
    if !lists.deletes.isEmpty || !lists.inserts.isEmpty || !lists.moves.isEmpty {
      let origins = batch.sectionOrigins
      var targets = [Int](repeating: -1, count: sections.count)
      for (index, origin) in origins.enumerated() where origin >= 0 { targets[origin] = index }
      for index in vacated.indices { vacated[index].section = targets[vacated[index].section] }
      var inserts = lists.inserts.makeIterator()
      sections = origins.map { origin in
        if origin >= 0 { return sections[origin] }
        guard let insert = inserts.next() else { preconditionFailure("a section of NEW is old or inserted") }
        return section(of: insert)
      }
    }
    vacated.sort()

    var (v, a) = (0, 0)
    while v < vacated.count || a < arrivals.count {
      let section = min(
        v < vacated.count ? vacated[v].section : .max,
        a < arrivals.count ? arrivals[a].at.section : .max
      )
      let (firstVacated, firstArrival) = (v, a)
      while v < vacated.count, vacated[v].section == section { v += 1 }
      while a < arrivals.count, arrivals[a].at.section == section { a += 1 }
      sections[section].items.vacate(vacated[firstVacated..<v])
      sections[section].items.make(room: arrivals[firstArrival..<a])
    }
    for update in lists.updates { sections[update.at].element = update.content }
    for update in batch.items.updates { sections[update.at.section].items[update.at.item] = update.content }
    take(keysOf: batch)
  }

  /// Sets the order keys and placement versions that a batch has for elements of NEW.
  mutating func take(keysOf batch: ChangeBatch) {
    for key in batch.sections.keys { sections[key.at].element.take(key) }
    for key in batch.items.keys { sections[key.at.section].items[key.at.item].take(key) }
  }

  /// An inserted section; kept items are taken from this list, which is still OLD.
  private func section(of insert: SectionInsert) -> Section {
    var items: [ElementSnapshot] = []
    items.reserveCapacity(insert.itemCount)
    for run in insert.items {
      switch run {
      case .new(let new): items += new
      case .kept(let start, let count):
        items += sections[start.section].items[start.item..<start.item + count]
      }
    }
    switch insert.source {
    case .new(let element): return Section(element, items: items)
    case .kept(let origin): return Section(sections[origin].element, items: items)
    }
  }
}

extension [ElementSnapshot] {
  /// Removes the elements at some positions, in one pass.
  fileprivate mutating func vacate(_ vacated: ArraySlice<ListPath>) {
    guard let first = vacated.first else { return }
    let count = count
    withUnsafeMutableBufferPointer { items in
      var next = vacated.startIndex
      var length = first.item
      for item in first.item..<count {
        if next < vacated.endIndex, vacated[next].item == item {
          next += 1
        } else {
          items.swapAt(length, item)
          length += 1
        }
      }
    }
    removeLast(vacated.count)
  }

  /// Inserts items at their final positions, in one pass.
  fileprivate mutating func make(room arrivals: ArraySlice<(at: ListPath, item: ElementSnapshot)>) {
    guard let first = arrivals.first else { return }
    var read = count - 1
    append(contentsOf: repeatElement(first.item, count: arrivals.count))
    var write = count - 1
    withUnsafeMutableBufferPointer { items in
      for arrival in arrivals.reversed() {
        while write > arrival.at.item {
          items.swapAt(write, read)
          write -= 1
          read -= 1
        }
        items[write] = arrival.item
        write -= 1
      }
    }
  }
}
