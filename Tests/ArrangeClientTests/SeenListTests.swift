import ArrangeModel
import Changes
import Ordering
import Testing

@testable import ArrangeClient

/// The list on the screen: after every event it is the server's list as received so far, with the pending
/// local moves on top. A move is never undone and repeated, in whatever order answers and batches arrive,
/// whatever others do, and whether connections are lost or not.
@Suite struct SeenListTests {
  /// How many histories of each kind are tried.
  private static let histories: UInt64 = 2_000

  @Test(arguments: [ChangeBatch.Profile.exact, .uikit])
  func nobodySeesAMoveSnapBack(profile: ChangeBatch.Profile) throws {
    for seed in 0..<SeenListTests.histories {
      var run = SeenListRun(seed: seed, profile)
      try run.run()
    }
  }

  /// The smallest history in which an answer is taken for one of an earlier version.
  @Test func anAnswerAheadOfItsBatchKeepsTheMove() throws {
    var server = ModelServer(sections: 1, items: 3)
    let controller = OrderedResultsController(ArrangeClient(), "list")
    _ = controller.changes(by: .update(server.update(from: 0, to: 0, asList: true)))
    let ids = controller.sections[0].items.map(\.id)
    let move = try controller.move([ids[0]], to: ItemDestination(.last))
    let result = server.apply(controller.unanswered[0])
    #expect(controller.changes(by: .answer(move.requestID, result)) == [])
    #expect(controller.sections[0].items.map(\.id) == [ids[1], ids[2], ids[0]])
    #expect(controller.hasPendingMoves)
    #expect(controller.changes(by: .update(server.update(from: 0, to: 1, asList: false))) == [])
    #expect(controller.sections[0].items.map(\.id) == [ids[1], ids[2], ids[0]])
    #expect(!controller.hasPendingMoves)
  }

  /// From every position to every position, as by dragging in a list view.
  @Test func aHandMovesAnItemWhereItLetsItGo() throws {
    let sizes = [3, 2, 0]
    for (source, count) in sizes.enumerated() {
      for item in 0..<count {
        for (target, targetCount) in sizes.enumerated() {
          for place in 0...(source == target ? targetCount - 1 : targetCount) {
            let controller = OrderedResultsController(ArrangeClient(), "list")
            var list = SectionedList()
            for (section, count) in sizes.enumerated() {
              func element(_ id: String) -> ElementSnapshot {
                ElementSnapshot(
                  id: Identifier(stringLiteral: id),
                  fields: Fields(),
                  contentVersion: 1,
                  key: .empty
                )
              }
              list.sections.append(
                .init(element("s\(section)"), items: (0..<count).map { element("i\(section).\($0)") })
              )
            }
            let update = ListUpdate(
              version: 1,
              epoch: 7,
              resumeToken: [1],
              content: .list(list, reason: .first)
            )
            _ = controller.changes(by: .update(update))
            let id = list.sections[source].items[item].id
            try controller.moveItem(
              at: ListPath(section: source, item: item),
              to: ListPath(section: target, item: place)
            )
            #expect(controller.indexPath(for: id) == ListPath(section: target, item: place))
          }
        }
      }
    }
  }

  @Test func theControllerTellsThatTheServerIsGoneAndThereAgain() {
    let controller = OrderedResultsController(ArrangeClient(), "list")
    let error = ArrangeError(.unavailable, "gone")
    #expect(
      controller.changes(by: .connection(.disconnected(error))) == [.connection(.disconnected(error))]
    )
    #expect(controller.changes(by: .connection(.connected)) == [.connection(.connected)])
    final class Delegate: OrderedResultsControllerDelegate {
      var states: [ConnectionState] = []
      func controller(_ controller: OrderedResultsController, didChangeConnection state: ConnectionState) {
        states.append(state)
      }
    }
    let delegate = Delegate()
    controller.delegate = delegate
    controller.deliver(.connection(.disconnected(error)))
    controller.deliver(.connection(.connected))
    #expect(delegate.states == [.disconnected(error), .connected])
  }
}

/// One random history, with a model of the expected list beside the controller.
private struct SeenListRun {
  private static let steps = 50

  /// An own move as the model knows it.
  private struct OwnMove {
    var id: RequestID
    var ids: [Identifier]
    var destination: ItemDestination
    /// Its result on the server; nil while it was not accepted.
    var result: Result<ApplyResult, ArrangeError>?
    /// Whether the controller has the answer, or a message that names the move.
    var isAnswered = false
    var isNamed = false

    /// Whether it is shown on top of the server's list at a version.
    func isAhead(of version: UInt64) -> Bool {
      if isNamed { return false }
      guard isAnswered, let result else { return true }
      switch result {
      case .success(let result): return result.version > version
      case .failure: return false
      }
    }
  }

  private let seed: UInt64
  private var random: OrderingRandom
  private var server: ModelServer
  private let controller: OrderedResultsController
  /// The last version sent to the controller.
  private var told: UInt64 = 0
  private var moves: [OwnMove] = []
  private var log: [String] = []

  init(seed: UInt64, _ profile: ChangeBatch.Profile) {
    self.seed = seed
    random = OrderingRandom(seed: seed)
    server = ModelServer(
      sections: Int.random(in: 1...3, using: &random),
      items: Int.random(in: 1...4, using: &random)
    )
    var options = OrderedResultsController.Options()
    options.profile = profile
    controller = OrderedResultsController(ArrangeClient(), "list", options: options)
  }

  mutating func run() throws {
    try tell(to: 0, asList: true)
    for _ in 0..<SeenListRun.steps {
      switch Int.random(in: 0..<14, using: &random) {
      case 0..<3: server.edit(using: &random)
      case 3..<6: try move()
      case 6..<8: take()
      case 8..<10: try answer()
      case 10: try loseConnection()
      case 11: try tell(to: UInt64.random(in: told...server.version, using: &random), asList: true)
      default: try tell(to: UInt64.random(in: told...server.version, using: &random), asList: false)
      }
    }
    while moves.contains(where: { $0.result == nil }) { take() }
    while moves.contains(where: { !$0.isAnswered }) { try answer() }
    try tell(to: server.version, asList: false)
    try #require(!controller.hasPendingMoves, "seed \(seed): \(log)")
    try #require(controller.sections == server.list.sections, "seed \(seed): \(log)")
  }

  /// The expected list: the server's list as sent so far, with the pending moves that are possible on top.
  private var expected: SectionedList {
    var list = server.versions[Int(told)]
    for move in moves where move.isAhead(of: told) {
      list = list.moving(move.ids, to: move.destination) ?? list
    }
    return list
  }

  private func check() throws {
    try #require(
      SectionedList(controller.sections).showsTheSame(as: expected),
      "seed \(seed): \(controller.sections.map { $0.items.map(\.id) }) in place of \(expected.sections.map { $0.items.map(\.id) }), \(log)"
    )
    try #require(
      controller.unanswered.map(\.requestID) == moves.filter { !$0.isAnswered }.map(\.id),
      "seed \(seed): \(log)"
    )
  }

  /// Passes an event to the controller. The reported changes must lead from the previous list to the expected
  /// one.
  private mutating func process(_ event: ControllerFeed.Event) throws {
    var seen = SectionedList(controller.sections)
    for change in controller.changes(by: event) {
      switch change {
      case .changes(let batch):
        try seen.applySequentially(batch)
        try #require(!batch.isEmpty, "seed \(seed): \(log)")
      case .reload: seen = SectionedList(controller.sections)
      case .refused, .connection: break
      }
    }
    try #require(seen.showsTheSame(as: SectionedList(controller.sections)), "seed \(seed): \(log)")
    try check()
  }

  private mutating func tell(to version: UInt64, asList: Bool) throws {
    log.append("told \(told)-\(version)\(asList ? " whole" : "")")
    let update = server.update(from: told, to: version, asList: asList)
    for place in moves.indices where update.ownRequestIDs.contains(moves[place].id) {
      moves[place].isNamed = true
    }
    told = version
    // That an answer has come counts even if its version comes later.
    try process(.update(update))
  }

  private mutating func move() throws {
    let ids = expected.sections.flatMap(\.items).map(\.id)
    guard let moved = ids.randomElement(using: &random), let anchor = ids.randomElement(using: &random) else {
      return
    }
    let placements: [Placement] = [.first, .last, .before(anchor), .after(anchor)]
    let destination = ItemDestination(
      section: Bool.random(using: &random)
        ? nil : expected.sections.randomElement(using: &random)!.element.id,
      placements.randomElement(using: &random)!,
      ifAnchorMissing: [.fail, .first, .last].randomElement(using: &random)!
    )
    log.append("move \(moved) \(destination)")
    guard let move = try? controller.move([moved], to: destination), move.changes != nil else {
      return try check()
    }
    moves.append(OwnMove(id: move.requestID, ids: [moved], destination: destination))
    try check()
  }

  /// The server accepts the next move, or refuses it.
  private mutating func take() {
    guard let place = moves.firstIndex(where: { $0.result == nil }) else { return }
    let request = controller.unanswered.first { $0.requestID == moves[place].id }!
    let isRefused = Int.random(in: 0..<6, using: &random) == 0
    moves[place].result =
      isRefused ? .failure(ArrangeError(.permissionDenied, "not for you")) : server.apply(request)
    log.append("taken: \(moves[place].result!)")
  }

  private mutating func answer() throws {
    guard let place = moves.firstIndex(where: { !$0.isAnswered }), let result = moves[place].result else {
      return
    }
    moves[place].isAnswered = true
    log.append("answered")
    try process(.answer(moves[place].id, result))
  }

  /// The connection is lost and restored: this is reported, the list does not change, and answers arrive
  /// later by the same request id.
  private mutating func loseConnection() throws {
    log.append("lost")
    try process(.connection(.disconnected(ArrangeError(.unavailable, "gone"))))
    if Bool.random(using: &random) { server.edit(using: &random) }
    try process(.connection(.connected))
    try tell(to: server.version, asList: Int.random(in: 0..<4, using: &random) == 0)
  }
}
