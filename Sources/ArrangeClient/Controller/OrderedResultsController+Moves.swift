internal import Changes

extension OrderedResultsController {
  /// The effect of an optimistic move.
  public struct LocalMove: Sendable, Hashable {
    /// Identifies the move if it is refused.
    public var requestID: RequestID

    /// The changes of the list, which neither the delegate nor the loop gets: for a list view that does not
    /// show the move yet. Nil if everything was in place; nothing is sent then.
    public var changes: ChangeBatch?
  }

  /// Moves items, or rows of a view, optimistically, and sends the move to the server.
  ///
  /// The server's updates are reconciled with it: the effect of the move is not reported again, and if the
  /// server's list is different, the difference is reported as one batch. A refused move is undone in the
  /// same way. Any number of moves can be pending; they are sent one after the other, and again with the same
  /// request id if the connection is lost. Unanswered moves may or may not be carried out when the controller
  /// is dropped.
  ///
  /// Rows of a view are shown in the gap at once, and the server decides what that does to their items, see
  /// ``ArrangeModel/PlaceRowsRequest``. If it takes more than is allowed, the rows go back in one batch, and
  /// ``ArrangeModel/ArrangeError/missingEffects`` of the refusal has what would do:
  ///
  ///     if case .refused(_, let error)? = try await controller.next(), !error.missingEffects.isEmpty {
  ///       // Somebody was asked, and agrees.
  ///       try controller.move(["write"], to: ItemDestination(.first), allow: error.missingEffects)
  ///     }
  ///
  /// In a view of an outline rows move with the rows below them, which are shown in the gap as well. `destination.below` can say
  /// below which row they go; how deep they are then shown comes with the answer.
  ///
  /// - Parameters:
  ///   - ids: the items, which are consecutive afterwards. Those that go along with others may be among them.
  ///   - destination: their destination. A place next to another item is better than an index, since others
  ///     change the list at the same time.
  ///   - allow: of rows of a view, what may happen to their items besides another place and the value of a
  ///     group.
  /// - Throws: an error if the items or the place are not in the list, and
  ///   ``ArrangeModel/StatusCode/failedPrecondition`` if the list is not loaded. Then nothing was changed. A
  ///   move to a default section that does not exist is refused as well; a transaction would create it.
  @discardableResult
  public func move(
    _ ids: [Identifier],
    to destination: ItemDestination,
    allow: Set<PlaceEffect> = []
  ) throws(ArrangeError) -> LocalMove {
    guard isLoaded else { throw ArrangeError(.failedPrecondition, "the list has not been received yet") }
    let isView =
      view != nil || ids.contains { indexPath(for: $0).map { item(at: $0).origin?.item != nil } ?? false }
    let id = client.session.requestIDs.next()
    let block = isView ? block(of: ids) : (rows: ids, named: ids)
    let changes = try list.move(ItemMove(requestID: id, ids: block.rows, destination: destination))
    // A row can go below another one without a change of its place.
    guard changes != nil || isView && destination.below.parent != nil else {
      return LocalMove(requestID: id, changes: nil)
    }
    if isView {
      let request = placing(block, destination.below.parent, allow, id)
      unplaced.append(request)
      feed?.send(.place(request))
    } else {
      let operation = ListOperation.moveItems(ids.map { ElementReference($0) }, to: destination)
      let request = ApplyRequest(collection: collection, operations: [operation], requestID: id)
      unanswered.append(request)
      feed?.send(.apply(request))
    }
    return LocalMove(requestID: id, changes: changes)
  }

  /// Rows with those that are below them in an outline, in the order in which they are shown afterwards, and those among them that have
  /// to be named. O(rows below).
  private func block(of ids: [Identifier]) -> (rows: [Identifier], named: [Identifier]) {
    var blocks: [Identifier: [Identifier]] = [:]
    var along: Set<Identifier> = []
    for id in ids {
      guard let path = indexPath(for: id), let depth = item(at: path).origin?.depth, depth > 0 else {
        continue
      }
      let below = list.shown.sections[path.section].items[(path.item + 1)...]
        .prefix { ($0.origin?.depth ?? 0) > depth }.map(\.id)
      blocks[id] = below
      along.formUnion(below)
    }
    let named = ids.filter { !along.contains($0) }
    return (named.flatMap { [$0] + (blocks[$0] ?? []) }, named)
  }

  /// The request that places rows in the gap in which they are shown.
  private func placing(
    _ block: (rows: [Identifier], named: [Identifier]),
    _ parent: Identifier?,
    _ allow: Set<PlaceEffect>,
    _ id: RequestID
  ) -> PlaceRowsRequest {
    guard let first = block.rows.first, let path = indexPath(for: first) else {
      preconditionFailure("rows that were moved are shown")
    }
    let section = list.shown.sections[path.section]
    let end = path.item + block.rows.count
    return PlaceRowsRequest(
      name: collection,
      view: view,
      rows: block.named,
      section: section.element.id,
      previous: path.item > 0 ? section.items[path.item - 1].id : nil,
      next: end < section.items.count ? section.items[end].id : nil,
      parent: parent,
      seen: resumeToken,
      allow: allow,
      requestID: id
    )
  }

  /// Moves an item in the terms of list views: from its path to the path that it has afterwards.
  ///
  /// The place is recorded as the one after the preceding item, or as the first one; if that item is gone
  /// when the move is carried out, the item goes to the end of the section.
  ///
  /// - Precondition: there is an item at the source, and the target is within its section or at its end.
  @discardableResult
  public func moveItem(
    at source: ListPath,
    to target: ListPath,
    allow: Set<PlaceEffect> = []
  ) throws(ArrangeError) -> LocalMove {
    let section = list.shown.sections[target.section]
    var before = target.item - 1
    if source.section == target.section, source.item <= before { before += 1 }
    let placement: Placement = before < 0 ? .first : .after(section.items[before].id)
    return try move(
      [item(at: source).id],
      to: ItemDestination(section: section.element.id, placement, ifAnchorMissing: .last),
      allow: allow
    )
  }
}
