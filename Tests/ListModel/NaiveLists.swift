package import ArrangeModel

/// Several collections, for transactions that change more than one of them.
package struct NaiveLists: Sendable {
  package let names: Names
  package var lists: [Identifier: NaiveList] = [:]

  package init(_ collections: [Identifier], names: Names = Names()) {
    self.names = names
    for name in collections { lists[name] = NaiveList(names: names) }
  }

  /// The lists after the steps of a transaction, or why it is refused. All or nothing.
  package func applying(
    _ steps: [TransactionStep],
    makeID: (() -> Identifier)? = nil
  ) throws(Refusal) -> NaiveLists {
    var result = self
    var unknown = 0
    let makeID =
      makeID ?? {
        unknown += 1
        return Identifier(unchecked: "unknown \(unknown)")
      }
    var open = lists.mapValues { list in
      NaiveTransaction(
        list: list,
        newVersion: list.version + 1,
        recording: [],
        keys: .none,
        makeID: makeID
      )
    }
    for (index, step) in steps.enumerated() {
      do throws(Refusal) {
        try perform(step, in: &open)
      } catch {
        throw error.within("steps[\(index)]")
      }
    }
    for (name, transaction) in open where !lists[name]!.hasSameContent(as: transaction.list) {
      result.lists[name] = transaction.list
      result.lists[name]!.version += 1
    }
    return result
  }

  private func perform(
    _ step: TransactionStep,
    in open: inout [Identifier: NaiveTransaction]
  ) throws(Refusal) {
    guard var source = open[step.collection] else { throw Refusal(.notFound, "collection") }
    switch step.action {
    case .operation(let operation):
      do throws(Refusal) { try source.perform(operation) } catch { throw error.within("operation") }
    case .transfer(let transfer):
      guard var target = open[transfer.target] else { throw Refusal(.notFound, "collection") }
      do throws(Refusal) {
        try source.transfer(transfer, to: &target)
      } catch {
        throw error.within("transfer_items")
      }
      open[transfer.target] = target
    }
    open[step.collection] = source
  }
}

extension NaiveTransaction {
  /// Items leave this list with their contents, and come into another one.
  fileprivate mutating func transfer(_ transfer: ItemTransfer, to target: inout NaiveTransaction)
    throws(Refusal)
  {
    let ids = try check(.item, transfer.items)
    for (index, id) in ids.enumerated() where target.list[.item, id] != nil {
      throw Refusal(.alreadyExists, "items[\(index)].id")
    }
    let section = try target.targetSection(transfer.destination, otherwise: nil)
    let place = try target.place(
      transfer.destination.placement,
      transfer.destination.anchorPolicy,
      in: target.list.sections[section].items,
      leaving: []
    )
    try target.checkRoom(for: ids, in: section)
    takeOut(Set(ids))
    target.list.sections[section].items.insert(contentsOf: ids, at: place)
    for id in ids {
      target.list[.item, id] = list[.item, id]
      target.list[.item, id]?.placed = target.newVersion
      list[.item, id] = nil
    }
  }
}
