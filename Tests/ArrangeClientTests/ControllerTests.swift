import ArrangeModel
import Changes
import Ordering
import Testing

@testable import ArrangeClient

/// A controller between a server in memory and a mirror of its list, under random edits and moves.
@Suite struct ControllerTests {
  /// How many histories of each kind are tried.
  private static let histories: UInt64 = 1_500

  @Test(arguments: [ChangeBatch.Profile.exact, .uikit])
  func callbacksAndOwnMovesGiveTheList(profile: ChangeBatch.Profile) throws {
    for seed in 0..<ControllerTests.histories {
      var run = ControllerRun(seed: seed, profile, usesDelegate: true)
      try run.run()
    }
  }

  @Test(arguments: [ChangeBatch.Profile.exact, .uikit])
  func batchesAndOwnMovesGiveTheList(profile: ChangeBatch.Profile) throws {
    for seed in 0..<ControllerTests.histories {
      var run = ControllerRun(seed: seed, profile, usesDelegate: false)
      try run.run()
    }
  }

  private func controller(_ options: OrderedResultsController.Options = .init()) -> OrderedResultsController {
    OrderedResultsController(ArrangeClient(), "list", options: options)
  }

  @Test func anOwnMoveIsNotToldAgain() throws {
    var server = ModelServer(sections: 1, items: 3)
    let controller = controller()
    #expect(
      controller.changes(by: .update(server.update(from: 0, to: 0, asList: true)))
        == [.reload(.snapshot(.tooManyChanges))]
    )
    let ids = controller.sections[0].items.map(\.id)
    let move = try controller.move([ids[0]], to: ItemDestination(.last))
    #expect(
      move.changes?.items.moves == [
        Move(from: ListPath(section: 0, item: 0), to: ListPath(section: 0, item: 2))
      ]
    )
    #expect(controller.sections[0].items.map(\.id) == [ids[1], ids[2], ids[0]])
    #expect(controller.hasPendingMoves)
    let result = server.apply(controller.unanswered[0])
    #expect(controller.changes(by: .update(server.update(from: 0, to: 1, asList: false))) == [])
    #expect(!controller.hasPendingMoves)
    #expect(controller.changes(by: .answer(move.requestID, result)) == [])
    #expect(controller.sections[0].items.map(\.id) == [ids[1], ids[2], ids[0]])
    #expect(controller.indexPath(for: ids[0]) == ListPath(section: 0, item: 2))
  }

  @Test func orderKeysAloneAreTakenAndNotTold() throws {
    let server = ModelServer(sections: 1, items: 3)
    let controller = controller()
    let first = server.update(from: 0, to: 0, asList: true)
    _ = controller.changes(by: .update(first))
    let path = ListPath(section: 0, item: 1)
    let size = ListSize(sections: 1, items: 3)
    var batch = ChangeBatch(before: size, after: size)
    batch.items.keys = [PlacedKey(at: path, key: OrderKey(Array("k".utf8)))]
    let update = ListUpdate(
      version: first.version + 1,
      epoch: first.epoch,
      resumeToken: first.resumeToken,
      content: .batch(batch, from: first.version, commits: 1)
    )
    #expect(controller.changes(by: .update(update)) == [])
    #expect(controller.sections[0].items.map(\.key.isEmpty) == [true, false, true])
  }

  @Test func aRefusedMoveIsTakenBack() throws {
    let server = ModelServer(sections: 2, items: 2)
    let controller = controller()
    _ = controller.changes(by: .update(server.update(from: 0, to: 0, asList: true)))
    let move = try controller.moveItem(at: ListPath(section: 0, item: 0), to: ListPath(section: 1, item: 1))
    #expect(controller.sections.map(\.items.count) == [1, 3])
    let error = ArrangeError(.permissionDenied, "not for you")
    let changes = controller.changes(by: .answer(move.requestID, .failure(error)))
    #expect(changes.count == 2)
    guard case .changes(let batch)? = changes.first else {
      Issue.record("the move is not taken back")
      return
    }
    #expect(
      batch.items.moves == [Move(from: ListPath(section: 1, item: 1), to: ListPath(section: 0, item: 0))]
    )
    #expect(changes.last == .refused(move.requestID, error))
    #expect(controller.sections == server.list.sections)
  }

  @Test func aMoveIsRefusedAtOnceWhereItCantBeMade() throws {
    let server = ModelServer(sections: 1, items: 1)
    let controller = controller()
    let early = #expect(throws: ArrangeError.self) {
      try controller.move(["i2"], to: ItemDestination(.first))
    }
    #expect(early?.code == .failedPrecondition)
    _ = controller.changes(by: .update(server.update(from: 0, to: 0, asList: true)))
    let unknown = #expect(throws: ArrangeError.self) {
      try controller.move(["x"], to: ItemDestination(.first))
    }
    #expect(unknown?.code == .notFound)
    // The server would create the default section.
    let nowhere = #expect(throws: ArrangeError.self) {
      try controller.move(["i2"], to: ItemDestination(section: .empty, .first))
    }
    #expect(nowhere?.code == .notFound)
    let inPlace = try controller.move(["i2"], to: ItemDestination(.first))
    #expect(inPlace.changes == nil)
    #expect(controller.unanswered.isEmpty)
  }

  @Test func whatDoesNotFitLeadsToTheWholeList() throws {
    var server = ModelServer(sections: 1, items: 3)
    let controller = controller()
    _ = controller.changes(by: .update(server.update(from: 0, to: 0, asList: true)))
    var random = OrderingRandom(seed: 5)
    while server.version < 2 { server.edit(using: &random) }
    // A version is missing, and then a batch belongs to another list.
    let shown = controller.sections
    #expect(controller.changes(by: .update(server.update(from: 1, to: 2, asList: false))) == [])
    var broken = server.update(from: 0, to: 2, asList: false)
    guard case .batch(var batch, let from, let commits) = broken.content else {
      Issue.record("seed 5 changes nothing")
      return
    }
    batch.before.items += 1
    broken.content = .batch(batch, from: from, commits: commits)
    #expect(controller.changes(by: .update(broken)) == [])
    #expect(controller.sections == shown)
    #expect(controller.beginnings == 2)
    #expect(
      controller.changes(by: .update(server.update(from: 0, to: 2, asList: true))) == [.reload(.mismatch)]
    )
    #expect(controller.sections == server.list.sections)
  }

  @Test func aboveTheThresholdTheListIsReadAnew() throws {
    var options = OrderedResultsController.Options()
    options.reloadThreshold = 1
    var server = ModelServer(sections: 1, items: 3)
    let controller = controller(options)
    _ = controller.changes(by: .update(server.update(from: 0, to: 0, asList: true)))
    var random = OrderingRandom(seed: 1)
    while server.list.size.items < 6 { server.edit(using: &random) }
    let version = server.version
    #expect(
      controller.changes(by: .update(server.update(from: 0, to: version, asList: false)))
        == [.reload(.tooManyChanges)]
    )
    #expect(controller.sections == server.list.sections)
  }

  @Test func anotherHistoryForgetsTheMoves() throws {
    let server = ModelServer(sections: 1, items: 3)
    let controller = controller()
    _ = controller.changes(by: .update(server.update(from: 0, to: 0, asList: true)))
    try controller.move([controller.sections[0].items[0].id], to: ItemDestination(.last))
    var update = server.update(from: 0, to: 0, asList: true)
    update.epoch = 8
    #expect(controller.changes(by: .update(update)).count == 1)
    #expect(!controller.hasPendingMoves)
    #expect(controller.sections == server.list.sections)
  }
}

/// One random history.
struct ControllerRun {
  private static let steps = 40

  private let seed: UInt64
  private var random: OrderingRandom
  private var server: ModelServer
  private let controller: OrderedResultsController
  private let mirror: MirrorDelegate
  private let usesDelegate: Bool
  /// The last version sent to the controller.
  private var told: UInt64 = 0
  /// The controller's moves that the server has accepted, and the answers in transit.
  private var taken: Set<RequestID> = []
  private var answers: [(RequestID, Result<ApplyResult, ArrangeError>)] = []
  private var log: [String] = []

  init(seed: UInt64, _ profile: ChangeBatch.Profile, usesDelegate: Bool) {
    self.seed = seed
    self.usesDelegate = usesDelegate
    random = OrderingRandom(seed: seed)
    server = ModelServer(
      sections: Int.random(in: 1...3, using: &random),
      items: Int.random(in: 0...4, using: &random)
    )
    var options = OrderedResultsController.Options()
    options.profile = profile
    controller = OrderedResultsController(ArrangeClient(), "list", options: options)
    mirror = MirrorDelegate()
    controller.delegate = mirror
  }

  mutating func run() throws {
    try tell(asList: true)
    for _ in 0..<ControllerRun.steps {
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4: server.edit(using: &random)
      case 4..<6: try move()
      case 6..<8: take()
      case 8: try answer()
      case 9: if Bool.random(using: &random) { try tell(asList: Bool.random(using: &random)) }
      default: try tell(asList: false)
      }
      try check()
    }
    while controller.unanswered.contains(where: { !taken.contains($0.requestID!) }) { take() }
    while !answers.isEmpty {
      try answer()
      try check()
    }
    try tell(asList: false, toNewest: true)
    try check()
    try #require(!controller.hasPendingMoves, "seed \(seed): \(log)")
    try #require(controller.sections == server.list.sections, "seed \(seed): \(log)")
  }

  /// The mirror equals the controller's list, whose items are also found by id.
  private mutating func check() throws {
    let list = SectionedList(controller.sections)
    try #require(mirror.list.showsTheSame(as: list), "seed \(seed): \(log)")
    try #require(mirror.failure == nil, "seed \(seed): \(log)")
    for (section, content) in list.sections.enumerated() {
      guard let item = content.items.indices.randomElement(using: &random) else { continue }
      let path = ListPath(section: section, item: item)
      try #require(controller.indexPath(for: list[path].id) == path, "seed \(seed): \(log)")
    }
  }

  private mutating func process(_ event: ControllerFeed.Event) throws {
    if usesDelegate { return controller.deliver(event) }
    for change in controller.changes(by: event) {
      switch change {
      case .changes(let batch):
        let (old, new) = (mirror.list, SectionedList(controller.sections))
        do {
          try batch.check(from: old, to: new, allowsReinserted: true)
          try mirror.list.applySequentially(batch)
        } catch {
          try #require(Bool(false), "seed \(seed): \(error) in \(batch), \(log)")
        }
      case .reload: mirror.list = SectionedList(controller.sections)
      case .refused, .connection: break
      }
    }
  }

  private mutating func tell(asList: Bool, toNewest: Bool = false) throws {
    let to = toNewest ? server.version : UInt64.random(in: told...server.version, using: &random)
    log.append("told \(told)-\(to)\(asList ? " whole" : "")")
    try process(.update(server.update(from: told, to: to, asList: asList)))
    told = to
  }

  private mutating func move() throws {
    let list = SectionedList(controller.sections)
    let ids = list.sections.flatMap(\.items).map(\.id)
    guard !ids.isEmpty else { return }
    let count = min(ids.count, [1, 1, 1, 2, 3].randomElement(using: &random)!)
    let moved = Array(ids.shuffled(using: &random).prefix(count))
    let section =
      Bool.random(using: &random) ? nil : list.sections.randomElement(using: &random)!.element.id
    let placements: [Placement] = [
      .first, .last, .at(Int.random(in: 0...3, using: &random)), .before(ids.randomElement(using: &random)!),
      .after(ids.randomElement(using: &random)!),
    ]
    let destination = ItemDestination(
      section: section,
      placements.randomElement(using: &random)!,
      ifAnchorMissing: [.fail, .first, .last].randomElement(using: &random)!
    )
    let wanted = list.moving(moved, to: destination)
    log.append("move \(moved) \(destination)")
    let result = try? controller.move(moved, to: destination)
    try #require((result == nil) == (wanted == nil), "seed \(seed): \(log)")
    guard let wanted else { return }
    try #require(SectionedList(controller.sections) == wanted, "seed \(seed): \(log)")
    mirror.list = wanted
  }

  /// The server accepts the next move, or refuses it.
  private mutating func take() {
    guard let request = controller.unanswered.first(where: { !taken.contains($0.requestID!) }) else { return }
    taken.insert(request.requestID!)
    let isRefused = Int.random(in: 0..<6, using: &random) == 0
    let result: Result<ApplyResult, ArrangeError> =
      isRefused ? .failure(ArrangeError(.permissionDenied, "not for you")) : server.apply(request)
    log.append("taken: \(result)")
    answers.append((request.requestID!, result))
  }

  private mutating func answer() throws {
    guard !answers.isEmpty else { return }
    let (id, result) = answers.removeFirst()
    log.append("answered")
    try process(.answer(id, result))
  }
}

/// A list built only from delegate calls.
final class MirrorDelegate: OrderedResultsControllerDelegate {
  var list = SectionedList()
  private(set) var failure: String?
  private var sections: [SectionChange] = []
  private var items: [ItemChange] = []

  func controllerWillChangeContent(_ controller: OrderedResultsController) {
    if !list.showsTheSame(as: SectionedList(controller.sections)) { failure = "it has changed already" }
    for id in list.sections.flatMap(\.items).map(\.id).prefix(3) {
      guard let path = controller.indexPath(for: id), list[path].id == id else {
        failure = "the item is not where it was"
        return
      }
    }
  }

  func controller(_ controller: OrderedResultsController, didChangeSection change: SectionChange) {
    if !items.isEmpty { failure = "a section after an item" }
    sections.append(change)
  }

  func controller(_ controller: OrderedResultsController, didChangeItem change: ItemChange) {
    items.append(change)
  }

  func controller(_ controller: OrderedResultsController, didReload reason: ReloadReason) {
    list = SectionedList(controller.sections)
  }

  /// Carries everything out, one step after the other.
  func controllerDidChangeContent(_ controller: OrderedResultsController) {
    var leaving: [(ListPath, Identifier?)] = []
    var coming: [(ListPath, ElementSnapshot)] = []
    for change in items {
      switch change.kind {
      case .delete(let path): leaving.append((path, change.element.id))
      case .insert(let path): coming.append((path, change.element))
      case .move(let from, let to):
        leaving.append((from, change.element.id))
        coming.append((to, list[from]))
      case .update: break
      }
    }
    for (path, id) in leaving.sorted(by: { $0.0 > $1.0 }) {
      let item = list.sections[path.section].items.remove(at: path.item)
      if item.id != id { failure = "another item goes from \(path)" }
    }
    var leavingSections: [Int] = []
    var comingSections: [(Int, SectionedList.Section)] = []
    for change in sections {
      switch change.kind {
      case .delete(let index): leavingSections.append(index)
      case .insert(let index): comingSections.append((index, controller.sections[index]))
      case .move(let from, let to):
        leavingSections.append(from)
        comingSections.append((to, list.sections[from]))
      case .update: break
      }
    }
    for index in leavingSections.sorted(by: >) { list.sections.remove(at: index) }
    for (index, section) in comingSections.sorted(by: { $0.0 < $1.0 }) {
      list.sections.insert(section, at: index)
    }
    for (path, item) in coming.sorted(by: { $0.0 < $1.0 }) {
      list.sections[path.section].items.insert(item, at: path.item)
    }
    for change in sections {
      if case .update(let index) = change.kind { list.sections[index].element = change.element }
    }
    for change in items {
      if case .update(let path) = change.kind {
        list.sections[path.section].items[path.item] = change.element
      }
    }
    (sections, items) = ([], [])
  }
}
