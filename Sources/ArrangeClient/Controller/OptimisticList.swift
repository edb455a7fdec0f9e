internal import ArrangeModel
internal import Changes

/// A list with optimistic moves: the server's list, the pending moves, and the shown list, which is the
/// server's list with the pending moves applied.
///
/// With each update the moves are applied again to the server's new list, and the difference between the
/// previously and the newly shown list is reported: the moves undone, the server's changes, and the moves
/// redone, composed into one batch. The effect that moves already had cancels out.
///
/// Each step is done in two phases: it is prepared while ``shown`` is unchanged, and then committed.
struct OptimisticList {
  /// The result of an event.
  enum Step: Equatable {
    /// No visible change. There is nothing to commit.
    case none

    /// The shown list changes by a batch of the requested profile.
    case changes(ChangeBatch)

    /// The shown list is replaced.
    case reload(ReloadReason)

    /// The update does not fit the list. There is nothing to commit; the whole list is needed.
    case beginAgain
  }

  /// The shown list while there are pending moves.
  private struct Overlay {
    /// From the server's list to the shown one, of the profile `exact`.
    var batch: ChangeBatch
    var list: SectionedList
    /// The paths of items after the batch.
    var forwarding: ItemForwarding

    init(_ list: SectionedList) {
      let size = list.size
      self.init(ChangeBatch(before: size, after: size), list)
    }

    init(_ batch: ChangeBatch, _ list: SectionedList) {
      self.batch = batch
      self.list = list
      forwarding = ItemForwarding(batch)
    }
  }

  /// The changes that ``commit()`` makes visible.
  private enum Prepared {
    case nothing
    case batch(ChangeBatch)
    case list(SectionedList)
    case overlay(Overlay?)
  }

  private let profile: ChangeBatch.Profile
  /// The server's list.
  private var base = SectionedList()
  /// The version of the server's list; nil before it was loaded.
  private(set) var version: UInt64?
  private(set) var epoch: UInt64 = 0
  private var index: ListIndex?
  /// Pending moves, in order.
  private(set) var moves: [ItemMove] = []
  /// Not nil while there are moves.
  private var overlay: Overlay?
  private var prepared = Prepared.nothing

  init(profile: ChangeBatch.Profile) { self.profile = profile }

  /// The shown list.
  var shown: SectionedList { overlay?.list ?? base }

  // MARK: Looking up

  /// The path of an item in the shown list.
  mutating func path(ofItem id: Identifier) -> ListPath? {
    if let path = pathByIndex(ofItem: id, overlay), shown[path].id == id { return path }
    guard case .overlay = prepared else { return nil }
    // Between the two phases the index is of the server's list and the shown list is not.
    for (section, content) in shown.sections.enumerated() {
      if let item = content.items.firstIndex(where: { $0.id == id }) {
        return ListPath(section: section, item: item)
      }
    }
    return nil
  }

  private mutating func pathByIndex(ofItem id: Identifier, _ overlay: Overlay?) -> ListPath? {
    if index == nil { index = ListIndex(base) }
    guard let path = index?.path(ofItem: id, in: base) else { return nil }
    guard let overlay else { return path }
    guard let path = overlay.forwarding.path(path), path.section < overlay.list.sections.count,
      path.item < overlay.list.sections[path.section].items.count
    else { return nil }
    return path
  }

  // MARK: Moves

  /// Applies a move to the shown list.
  ///
  /// - Returns: the changes, of the requested profile; nil if everything is in place, and the move has no
  ///   effect.
  /// - Throws: the error with which the server would refuse the move on the shown list.
  mutating func move(_ move: ItemMove) throws(ArrangeError) -> ChangeBatch? {
    guard case .nothing = prepared else {
      throw ArrangeError(.failedPrecondition, "the list is about to change; move when it has changed")
    }
    guard let next = try overlay(overlay ?? Overlay(base), adding: move) else { return nil }
    let shown = shown
    overlay = next.overlay
    moves.append(move)
    return profile == .exact ? next.effect : next.effect.demoted { shown.sections[$0].items.count }
  }

  private mutating func overlay(
    _ overlay: Overlay,
    adding move: ItemMove
  ) throws(ArrangeError) -> (overlay: Overlay, effect: ChangeBatch)? {
    let places = try move.places(in: overlay.list) { pathByIndex(ofItem: $0, overlay) }
    guard !places.isEmpty else { return nil }
    let effect = ChangeBatch.moving(places, inListOf: overlay.batch.after)
    var list = overlay.list
    guard (try? list.apply(effect)) != nil, let batch = try? overlay.batch.composed(with: effect) else {
      preconditionFailure("a move fits the list that it was made for")
    }
    return (Overlay(batch, list), effect)
  }

  /// The overlay of all pending moves; nil if there are none.
  private mutating func replayed() -> Overlay? {
    guard !moves.isEmpty else { return nil }
    var overlay = Overlay(base)
    // A move that the server would refuse by now is shown as if it were refused.
    for move in moves {
      if let next = try? self.overlay(overlay, adding: move) { overlay = next.overlay }
    }
    return overlay
  }

  /// The server answered a move.
  mutating func answered(_ requestID: RequestID, _ result: Result<ApplyResult, ArrangeError>) -> Step {
    guard let place = moves.firstIndex(where: { $0.requestID == requestID }) else { return .none }
    switch result {
    case .success(let result): moves[place].answeredVersion = result.version
    case .failure: moves.remove(at: place)
    }
    return rebase(onto: nil)
  }

  /// The server answered a request to place rows.
  mutating func placed(_ requestID: RequestID, _ result: Result<PlacedRows, ArrangeError>) -> Step {
    guard let place = moves.firstIndex(where: { $0.requestID == requestID }) else { return .none }
    switch result {
    case .success(let placed):
      let commit = placed.applied.first
      switch commit {
      case .some where moves[place].mayBeInList: moves[place].answeredVersion = 0
      case .some(let commit) where commit.collection != .empty: moves[place].arrival = .named
      case .some(let commit) where !commit.isRepeated: moves[place].arrival = .unnamed
      // The view has it already.
      default: moves[place].answeredVersion = 0
      }
    case .failure: moves.remove(at: place)
    }
    return rebase(onto: nil)
  }

  // MARK: Updates

  /// What came from the server.
  private enum Received {
    case answer
    case batch
    case listOrProgress
  }

  /// An update from the server.
  mutating func take(_ update: ListUpdate) -> Step {
    switch update.content {
    case .list(let list, let reason):
      // Versions of another history say nothing about the moves, even if the server was restored within the
      // same epoch.
      if version != nil, update.epoch != epoch || reason == .epochChanged { moves = [] }
      return reload(list, update, .snapshot(reason))
    case .progress:
      guard let version, update.epoch == epoch, update.version >= version else { return .beginAgain }
      // Progress that only confirms a resume token may be older than an answer that was taken before it.
      let isNews = update.version > version
      self.version = update.version
      return rebase(onto: nil, after: isNews ? .listOrProgress : .answer, own: update.ownRequestIDs)
    case .batch(let batch, let from, _):
      guard from == version, update.epoch == epoch, (try? batch.check(oldItemCounts: base.itemCounts)) != nil
      else { return .beginAgain }
      version = update.version
      guard overlay == nil else {
        return rebase(onto: batch, after: .batch, own: update.ownRequestIDs)
      }
      guard !batch.isEmpty else {
        // The batch may still have order keys.
        apply(batch)
        return .none
      }
      prepared = .batch(batch)
      return .changes(profile == .exact ? batch : batch.demoted { base.sections[$0].items.count })
    }
  }

  private mutating func reload(_ list: SectionedList, _ update: ListUpdate, _ reason: ReloadReason) -> Step {
    (version, epoch) = (update.version, update.epoch)
    guard overlay != nil else {
      prepared = .list(list)
      return .reload(reason)
    }
    base = list
    index = nil
    settle([], after: .listOrProgress)
    // Moves are sent one after the other.
    if let sent = moves.firstIndex(where: { $0.answeredVersion == nil && $0.arrival == nil }) {
      moves[sent].mayBeInList = true
    }
    prepared = .overlay(replayed())
    return .reload(reason)
  }

  /// Drops the moves that the server's list contains.
  private mutating func settle(_ own: [RequestID], after received: Received) {
    moves.removeAll { move in
      if own.contains(move.requestID) { return true }
      switch move.arrival {
      case .named: return received == .listOrProgress
      case .unnamed: return received != .answer
      case nil: return move.answeredVersion.map { $0 <= version ?? 0 } ?? false
      }
    }
  }

  /// Undoes the moves, changes the server's list, and redoes the moves that are still pending.
  private mutating func rebase(
    onto batch: ChangeBatch?,
    after received: Received = .answer,
    own: [RequestID] = []
  ) -> Step {
    guard let before = overlay else { return .none }
    let inverse = try? before.batch.inverted(old: base)
    if let batch { apply(batch) }
    settle(own, after: received)
    let after = replayed()
    prepared = .overlay(after)
    let target = after?.list ?? base
    guard let changes = inverse.flatMap({ way(from: $0, batch, after) }) else { return .reload(.mismatch) }
    var shown = before.list
    guard (try? shown.apply(changes)) != nil, shown.itemCounts == target.itemCounts else {
      return .reload(.mismatch)
    }
    assert(shown.showsTheSame(as: target), "the changes lead to another list than the moves")
    guard !changes.isEmpty else {
      commit()
      return .none
    }
    return .changes(profile == .exact ? changes : changes.demoted { before.list.sections[$0].items.count })
  }

  private func way(from inverse: ChangeBatch, _ batch: ChangeBatch?, _ after: Overlay?) -> ChangeBatch? {
    var way = inverse
    for next in [batch, after?.batch] {
      guard let next else { continue }
      guard let longer = try? way.composed(with: next) else { return nil }
      way = longer
    }
    return way
  }

  /// Applies a batch that was checked to the server's list.
  private mutating func apply(_ batch: ChangeBatch) {
    index?.forget(batch, in: base)
    do { try base.apply(batch) } catch { preconditionFailure("a batch that was checked applies: \(error)") }
    index?.add(batch, in: base)
  }

  /// Makes the prepared changes visible.
  mutating func commit() {
    switch prepared {
    case .nothing: break
    case .batch(let batch): apply(batch)
    case .list(let list):
      base = list
      index = nil
    case .overlay(let next): overlay = next
    }
    prepared = .nothing
  }
}

extension SectionedList {
  /// Whether both look the same to a user.
  func showsTheSame(as other: SectionedList) -> Bool {
    func isSame(_ a: ElementSnapshot, _ b: ElementSnapshot) -> Bool { a.id == b.id && a.fields == b.fields }
    return sections.count == other.sections.count
      && zip(sections, other.sections).allSatisfy { a, b in
        isSame(a.element, b.element) && a.items.count == b.items.count
          && zip(a.items, b.items).allSatisfy(isSame)
      }
  }
}
