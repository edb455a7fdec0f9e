internal import ArrangeModel
internal import Changes

extension OrderedResultsController {
  /// Handles an event and returns the changes, which the list then contains.
  func changes(by event: ControllerFeed.Event) -> [ListChange] {
    var changes: [ListChange] = []
    switch prepare(event) {
    case .none, .beginAgain: break
    case .changes(let batch):
      list.commit()
      changes.append(batch.count > options.reloadThreshold ? .reload(.tooManyChanges) : .changes(batch))
    case .reload(let reason):
      list.commit()
      changes.append(.reload(reason))
    }
    if let (id, error) = event.refusal { changes.append(.refused(id, error)) }
    if case .connection(let state) = event { changes.append(.connection(state)) }
    return changes
  }

  /// Handles an event and notifies the delegate.
  func deliver(_ event: ControllerFeed.Event) {
    switch prepare(event) {
    case .none, .beginAgain: break
    case .changes(let batch):
      if let delegate, batch.count <= delegate.reloadThreshold(for: self) {
        notify(batch, to: delegate)
      } else {
        list.commit()
        delegate?.controller(self, didReload: .tooManyChanges)
      }
    case .reload(let reason):
      list.commit()
      delegate?.controller(self, didReload: reason)
    }
    if let (id, error) = event.refusal { delegate?.controller(self, didRefuse: id, error: error) }
    if case .connection(let state) = event { delegate?.controller(self, didChangeConnection: state) }
  }

  /// Prepares the result of an event.
  private func prepare(_ event: ControllerFeed.Event) -> OptimisticList.Step {
    switch event {
    case .ended, .connection: return .none
    case .answer(let id, let result):
      unanswered.removeAll { $0.requestID == id }
      return list.answered(id, result)
    case .placed(let id, let result):
      unplaced.removeAll { $0.requestID == id }
      return list.placed(id, result)
    case .update(let update):
      let step = list.take(update)
      feed?.proceed(needsList: step == .beginAgain)
      guard step != .beginAgain else {
        beginnings += 1
        return step
      }
      resumeToken = update.resumeToken
      if case .reload = step, beginnings > 0 { return .reload(.mismatch) }
      // Only a batch proves that the list can be followed.
      if case .batch = update.content { beginnings = 0 }
      return step
    }
  }

  /// Applies a prepared batch, with all delegate calls.
  private func notify(_ batch: ChangeBatch, to delegate: any OrderedResultsControllerDelegate) {
    delegate.controllerWillChangeContent(self)
    // Read before, and released before the list changes in place.
    let deletes = deletes(of: batch)
    list.commit()
    let new = list.shown
    for change in deletes.sections + batch.sections.changes(insertedAt: \.at, { new.snapshot(ofSection: $0) })
    {
      delegate.controller(self, didChangeSection: change)
    }
    for change in deletes.items + batch.items.changes(insertedAt: \.at, { new[$0] }) {
      delegate.controller(self, didChangeItem: change)
    }
    delegate.controllerDidChangeContent(self)
  }

  private func deletes(of batch: ChangeBatch) -> (sections: [SectionChange], items: [ItemChange]) {
    let old = list.shown
    return (
      batch.sections.deletes.reversed().map { SectionChange(.delete(at: $0), old.snapshot(ofSection: $0)) },
      batch.items.deletes.reversed().map { ItemChange(.delete(at: $0), old[$0]) }
    )
  }
}

extension ControllerFeed.Event {
  /// The move that the server refused, and why; nil for anything else.
  fileprivate var refusal: (RequestID, ArrangeError)? {
    switch self {
    case .answer(let id, .failure(let error)), .placed(let id, .failure(let error)): (id, error)
    default: nil
    }
  }
}

extension ChangeLists {
  /// Everything except deletes, in the order of the delegate calls.
  fileprivate func changes(
    insertedAt place: (Insert) -> Place,
    _ element: (Place) -> ElementSnapshot
  ) -> [ElementChange<Place>] {
    inserts.map { ElementChange(.insert(at: place($0)), element(place($0))) }
      + moves.map { ElementChange(.move(from: $0.from, to: $0.to), element($0.to)) }
      + updates.map { ElementChange(.update(at: $0.at), $0.content) }
  }
}
