import ArrangeModel
import Engine
import NIOCore
import Wire

extension Nodes {
  /// How long a call waits for the owner of a collection, in nanoseconds: longer than a lease, and until the next owner serves.
  static let patience: UInt64 = 30_000_000_000
  /// The pause before the owner is looked for again, in nanoseconds.
  static let pause: UInt64 = 50_000_000

  /// Calls a closure when the replicas of collections have everything that was durable before, so that nobody sees less here
  /// than was acknowledged, or shown by another node. At once for collections of this node.
  ///
  /// - Parameters:
  ///   - loop: where this is called, and the closure, too.
  ///   - isForViews: whether the views of this node have to show it, too.
  ///   - isWanted: whether somebody still waits.
  func whenFresh(
    _ names: [Identifier],
    isForViews: Bool,
    on loop: any NodeLoop,
    engine: Engine,
    isWanted: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Result<Void, ArrangeError>) -> Void
  ) {
    let foreign = names.filter { if case .here = route($0) { false } else { true } }
    guard !foreign.isEmpty else { return body(.success(())) }
    let end = MonotonicTime.now.advanced(byNanoseconds: Nodes.patience)
    let gathering = FreshGathering(foreign.count, body)
    for name in foreign {
      Freshness(name, isForViews, self, loop, engine, until: end, isWanted, gathering.record).ask()
    }
  }
}

/// Combines the outcomes of several names. Used on one event loop.
private final class FreshGathering: @unchecked Sendable {
  private var missing: Int
  private var failure: ArrangeError?
  private let body: @Sendable (Result<Void, ArrangeError>) -> Void

  init(_ count: Int, _ body: @escaping @Sendable (Result<Void, ArrangeError>) -> Void) {
    missing = count
    self.body = body
  }

  @Sendable func record(_ result: Result<Void, ArrangeError>) {
    if case .failure(let error) = result { failure = failure ?? error }
    missing -= 1
    if missing == 0 { body(failure.map { .failure($0) } ?? .success(())) }
  }
}

/// Asks the owner of a collection for its version, and waits until the replica has it. Used on one event loop.
private final class Freshness: @unchecked Sendable {
  private let name: Identifier
  private let isForViews: Bool
  private let nodes: Nodes
  private let loop: any NodeLoop
  private let engine: Engine
  private let end: MonotonicTime
  private let isWanted: @Sendable () -> Bool
  /// Nil once it has ended.
  private var body: (@Sendable (Result<Void, ArrangeError>) -> Void)?
  /// Ends the wait for a replica.
  private var expiry: Scheduled<Void>?

  init(
    _ name: Identifier,
    _ isForViews: Bool,
    _ nodes: Nodes,
    _ loop: any NodeLoop,
    _ engine: Engine,
    until end: MonotonicTime,
    _ isWanted: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Result<Void, ArrangeError>) -> Void
  ) {
    self.name = name
    self.isForViews = isForViews
    self.nodes = nodes
    self.loop = loop
    self.engine = engine
    self.end = end
    self.isWanted = isWanted
    self.body = body
  }

  private func finish(_ result: Result<Void, ArrangeError>) {
    expiry?.cancel()
    expiry = nil
    let body = body
    self.body = nil
    body?(result)
  }

  func ask() {
    loop.check()
    guard body != nil else { return }
    guard isWanted() else { return finish(.failure(.notWanted)) }
    switch nodes.route(name) {
    case .here: finish(.success(()))
    case .nobody: askAgain()
    case .other(let node):
      let request = loop.arena.temporary { GetCollectionRequest(name: name).packable(in: loop.arena).bytes }
      let call = NodeCall(
        .getCollection,
        request,
        metadata: AddressedNode.metadata(node, using: loop.arena),
        deadline: end
      ) { [id = node.id] in self.take($0, of: id) }
      nodes.link(to: node, on: loop).send(call)
    }
  }

  private func take(_ outcome: NodeOutcome, of owner: Int64) {
    switch outcome {
    case .ended(.ok, let frame):
      let arena = loop.arena
      let info = arena.temporary { try? CollectionInfo.decode(frame.body, using: arena) }
      guard let info else { return askAgain() }
      awaitVersion(info, of: owner)
    // The catalog of this node has to say the same.
    case .ended(.notFound, _):
      refresh { [self] isRead in if isRead { finish(.success(())) } else { askAgain() } }
    case .ended(.unavailable, _), .ended(.deadlineExceeded, _), .ended(.resourceExhausted, _), .lost:
      askAgain()
    case .ended(_, let frame):
      let arena = loop.arena
      let status = arena.temporary { try? Status(reading: frame, using: arena) }
      finish(.failure(status?.error ?? .notOwned))
    }
  }

  private func awaitVersion(_ info: CollectionInfo, of owner: Int64) {
    // The replica can stand still, while its owner can't be reached.
    let deadline = NIODeadline.uptimeNanoseconds(end.nanoseconds)
    expiry = expiry ?? loop.eventLoop.scheduleTask(deadline: deadline) { self.finish(.failure(.notOwned)) }
    let shard = engine.shard(for: name)
    nodes.loop(of: shard).execute { [self] in
      shard.shared.whenReached(info, by: owner, isForViews: isForViews) { [self] result in
        loop.execute { [self] in
          switch result {
          case .success: finish(.success(()))
          // It was created, or made anew, on another node, which this one has not heard of yet.
          case .failure(let error) where error.code == .unavailable || error.code == .notFound:
            refresh { _ in self.askAgain() }
          case .failure(let error): finish(.failure(error))
          }
        }
      }
    }
  }

  private func refresh(_ next: @escaping @Sendable (Bool) -> Void) {
    nodes.journal.refreshCatalog { [loop] isRead in loop.execute { next(isRead) } }
  }

  private func askAgain() {
    guard MonotonicTime.now < end, !nodes.isOver else { return finish(.failure(.notOwned)) }
    loop.execute(after: Nodes.pause) { self.ask() }
  }
}
