internal import ArrangeModel
internal import Changes

/// A list with moves that are ahead of the server: the server's list, the moves that it has not told of yet, and
/// what is shown, which is the one with the others.
///
/// With each update the moves are made anew on the server's list, and what is reported is the way from what was
/// shown to what is: the moves taken back, the server's changes, and the moves made again, composed to one batch.
/// What a move did already falls out of it.
///
/// Whoever takes a step has two: the step is prepared, while ``shown`` is as it was, and then committed.
struct OptimisticList {
  /// What follows from something that happened.
  enum Step: Equatable {
    /// Nothing that is to be seen. There is nothing to commit.
    case none

    /// The list shown changes by a batch, of the profile that was asked for.
    case changes(ChangeBatch)

    /// The list shown becomes another one.
    case reload(ReloadReason)

    /// The update does not fit the list. There is nothing to commit; the whole list is needed.
    case beginAgain
  }

  /// What is shown ahead of the server.
  private struct Overlay {
    /// From the server's list to the one shown, of the profile `exact`.
    var batch: ChangeBatch
    var list: SectionedList
    /// Where the batch takes items.
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

  /// What ``commit()`` makes visible.
  private enum Prepared {
    case nothing
    case batch(ChangeBatch)
    case list(SectionedList)
    case overlay(Overlay?)
  }

  private let profile: ChangeBatch.Profile
  /// The server's list.
  private var base = SectionedList()
  /// The version of the server's list; nil before there was one.
  private(set) var version: UInt64?
  private(set) var epoch: UInt64 = 0
  private var index: ListIndex?
  /// Moves that the server has not told of yet, in their order.
  private(set) var moves: [ItemMove] = []
  /// Not nil as long as there are moves.
  private var overlay: Overlay?
  private var prepared = Prepared.nothing

  init(profile: ChangeBatch.Profile) { self.profile = profile }

  /// What is to be seen.
  var shown: SectionedList { overlay?.list ?? base }

  // MARK: Looking up

  /// The path of an item in the list shown.
  mutating func path(ofItem id: Identifier) -> ListPath? {
    if let path = pathByIndex(ofItem: id, overlay), shown[path].id == id { return path }
    guard case .overlay = prepared else { return nil }
    // Between the two steps the index is of the server's list and what is shown is not.
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

  /// Makes a move on the list shown.
  ///
  /// - Returns: what changes, of the profile that was asked for; nil if everything is in place, and the move is of
  ///   no use.
  /// - Throws: the error with which the server would refuse the move on the list shown.
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

  /// The overlay of all moves that wait; nil if none does.
  private mutating func replayed() -> Overlay? {
    guard !moves.isEmpty else { return nil }
    var overlay = Overlay(base)
    // A move that the server would refuse by now shows as if it were refused.
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

  // MARK: Updates

  /// The server told something.
  mutating func take(_ update: ListUpdate) -> Step {
    switch update.content {
    case .list(let list, let reason):
      // Versions of another history say nothing of the moves, even if the server went back in the same epoch.
      if version != nil, update.epoch != epoch || reason == .epochChanged { moves = [] }
      return reload(list, update, .snapshot(reason))
    case .progress:
      guard let version, update.epoch == epoch, update.version >= version else { return .beginAgain }
      self.version = update.version
      return rebase(onto: nil, own: update.ownRequestIDs)
    case .batch(let batch, let from, _):
      guard from == version, update.epoch == epoch, (try? batch.check(oldItemCounts: base.itemCounts)) != nil
      else { return .beginAgain }
      version = update.version
      guard overlay == nil else { return rebase(onto: batch, own: update.ownRequestIDs) }
      guard !batch.isEmpty else {
        // It can have order keys all the same.
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
    settle([])
    prepared = .overlay(replayed())
    return .reload(reason)
  }

  /// Lets go the moves that the server's list contains.
  private mutating func settle(_ own: [RequestID]) {
    moves.removeAll { move in
      own.contains(move.requestID) || move.answeredVersion.map { $0 <= version ?? 0 } ?? false
    }
  }

  /// Takes the moves back, changes the server's list, and makes those moves again that still wait.
  private mutating func rebase(onto batch: ChangeBatch?, own: [RequestID] = []) -> Step {
    guard let before = overlay else { return .none }
    let inverse = try? before.batch.inverted(old: base)
    if let batch { apply(batch) }
    settle(own)
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

  /// Makes what was prepared visible.
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
  /// Whether a person sees the same.
  func showsTheSame(as other: SectionedList) -> Bool {
    func isSame(_ a: ElementSnapshot, _ b: ElementSnapshot) -> Bool { a.id == b.id && a.fields == b.fields }
    return sections.count == other.sections.count
      && zip(sections, other.sections).allSatisfy { a, b in
        isSame(a.element, b.element) && a.items.count == b.items.count
          && zip(a.items, b.items).allSatisfy(isSame)
      }
  }
}
