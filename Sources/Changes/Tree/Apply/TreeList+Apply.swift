import ArrangeModel

extension TreeList {
  /// Takes the outline to NEW, all changes at once.
  ///
  /// - Throws: ``TreeBatchError`` if the batch is not for this outline, which is then unchanged.
  ///
  /// O(k (log n + depth)), with the rows that are inserted and deleted among the k.
  public mutating func apply(_ batch: TreeBatch) throws(TreeBatchError) {
    apply(try TreePlan(batch, for: self))
  }

  mutating func apply(_ plan: TreePlan) {
    let sections = storage.children(of: TreeStorage.root)
    for arrival in plan.arrivals {
      if case .moved(let slot) = arrival.source { storage.take(slot) }
    }
    for slot in plan.deleted {
      storage.take(slot)
      forget(slot)
    }
    let arrivals = addNew(plan, sections: sections)
    for (arrival, slot) in zip(plan.arrivals, arrivals.slots) {
      storage.insert(slot, below: arrivals.slot(of: arrival.at.parent, in: self), at: arrival.at.index)
    }
    takeContents(plan)
  }

  /// Adds everything that is new, in no list yet, each with what is new below it.
  ///
  /// - Parameter sections: the sections of OLD.
  mutating func addNew(_ plan: TreePlan, sections: [TreeSlot]) -> TreeArrivals {
    var arrivals = TreeArrivals(sections: sections, names: plan.names)
    for arrival in plan.arrivals {
      switch arrival.source {
      case .moved(let slot): arrivals.slots.append(slot)
      case .new(let rows):
        var above: [TreeSlot] = []
        var nodes: [(slot: TreeSlot, parent: TreeSlot)] = []
        for row in rows {
          let slot = add(row.element, isSection: arrival.at.parent == nil && row.depth == 0)
          above.removeSubrange(row.depth...)
          if let parent = above.last { nodes.append((slot, parent)) }
          above.append(slot)
        }
        attach(nodes)
        arrivals.slots.append(above[0])
        if arrival.at.parent == nil { arrivals.newSections[arrival.at.index] = above[0] }
      }
    }
    return arrivals
  }

  mutating func takeContents(_ plan: TreePlan) {
    for (slot, content) in plan.updates { storage[slot].element = content }
    for (slot, key) in plan.keys { storage[slot].element.take(key) }
  }
}

/// What gets a position in NEW, and what has the lists that are named there.
struct TreeArrivals {
  /// By the indices of the arrivals.
  var slots: [TreeSlot] = []
  var newSections: [Int: TreeSlot] = [:]
  /// The sections of OLD by their indices there; those that are gone are not asked for.
  let sections: [TreeSlot]
  private let names: OwnerNames

  init(sections: [TreeSlot], names: OwnerNames) {
    self.sections = sections
    self.names = names
  }

  /// What has a list of NEW.
  func slot(of name: OwnerName?, in list: TreeList) -> TreeSlot {
    let slot: TreeSlot? =
      switch name {
      case nil: TreeStorage.root
      case .section(let index)?: sections[index]
      case .newSection(let index)?: newSections[index]
      case .item(let number)?: list.slots[.item(names.ids[number])]
      case .goneSection?: nil
      }
    guard let slot else { preconditionFailure("what has a list of NEW is there") }
    return slot
  }
}
