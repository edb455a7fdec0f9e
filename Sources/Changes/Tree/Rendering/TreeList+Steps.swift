import ArrangeModel

extension TreeList {
  /// Takes the outline to NEW, and returns the steps for a view that performs one change after the other: one for each insert,
  /// move and delete. Updates come after the steps; see ``TreeBatch/updatedNodes``.
  ///
  /// From the top of NEW down, each arrival goes directly behind the sibling before it, which is in place already, and so is
  /// all that is above it: nothing is ever below itself. Deletes come last, from last to first, when all that stays has left
  /// what is deleted.
  ///
  /// ```text
  /// for step in try list.applyInSteps(batch) {
  ///   switch step.call {
  ///   case .move(let source, let target):
  ///     view.moveItem(at: source.index, inParent: source.parent, to: target.index, inParent: target.parent)
  ///   …
  ///   }
  /// }
  /// ```
  ///
  /// - Throws: ``TreeBatchError`` if the batch is not for this outline, which is then unchanged.
  ///
  /// O(k log n) for each level, with the rows that are inserted and deleted among the k; O(n log n) for a batch that deletes
  /// something and inserts it again, as compositions do: then the steps are those of ``difference(to:)``.
  public mutating func applyInSteps(_ batch: TreeBatch) throws(TreeBatchError) -> [TreeStep] {
    let plan = try TreePlan(batch, for: self)
    if plan.usesIDsAgain {
      var new = self
      new.apply(plan)
      let steps = try applyInSteps(difference(to: new))
      self = new
      return steps
    }
    let arrivals = addNew(plan, sections: storage.children(of: TreeStorage.root))
    var steps: [TreeStep] = []
    for (number, arrival) in plan.arrivals.enumerated() {
      steps.append(perform(arrival, number, arrivals))
    }
    for slot in plan.deleted.reversed() {
      steps.append(
        TreeStep(
          call: .remove(at: place(of: slot)),
          change: .remove(count: storage.weight(slot), at: storage.row(of: slot))
        )
      )
      storage.take(slot)
      forget(slot)
    }
    takeContents(plan)
    return steps
  }

  private mutating func perform(_ arrival: TreePlan.Arrival, _ number: Int, _ arrivals: TreeArrivals)
    -> TreeStep
  {
    let slot = arrivals.slots[number]
    var source: (place: NodePlace<TreeNode>, row: Int, depth: Int)?
    if case .moved = arrival.source {
      source = (place(of: slot), storage.row(of: slot), storage.depth(of: slot))
      storage.take(slot)
    }
    let index =
      switch arrival.previous {
      case .nothing: 0
      case .count(let count): count
      case .staying(let previous): storage.index(of: previous) + 1
      case .arrival(let previous): storage.index(of: arrivals.slots[previous]) + 1
      }
    storage.insert(slot, below: arrivals.slot(of: arrival.at.parent, in: self), at: index)
    let (target, row, depth) = (place(of: slot), storage.row(of: slot), storage.depth(of: slot))
    switch arrival.source {
    case .new(let rows):
      let shown = rows.map { TreeRow($0.element, depth: $0.depth + depth) }
      return TreeStep(call: .insert(rows, at: target), change: .insert(shown, at: row))
    case .moved:
      guard let source else { preconditionFailure("what moves was somewhere") }
      return TreeStep(
        call: .move(from: source.place, to: target),
        change: .move(count: storage.weight(slot), from: source.row, to: row, deeper: depth - source.depth)
      )
    }
  }
}

extension TreeBatch {
  /// What has other fields in NEW.
  public var updatedNodes: [TreeNode] {
    sections.updates.map { .section($0.content.id) } + items.updates.map { .item($0.content.id) }
  }
}
