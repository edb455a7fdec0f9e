import ArrangeModel
import Ordering
import Synchronization

/// The load of one cycle, shared by its clients.
final class Cycle: Sendable {
  /// The maximum number of transactions per collection and cycle, so that no commit is trimmed unread.
  static let maximumWrites = 60

  private struct State {
    var answered = 0
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
    var retries: [ApplyRequest]
    var unanswered: [ApplyRequest] = []
    var acknowledged: [ApplyRequest] = []
    var writes: [Identifier: Int] = [:]
  }

  private let state: Mutex<State>
  /// The number of answers after which the server is killed.
  private let target: Int

  init(target: Int, retries: [ApplyRequest]) {
    self.target = target
    state = Mutex(State(retries: retries))
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// A request to resend; nil if none is left.
  func nextRetry() -> ApplyRequest? { state.withLock { $0.retries.popLast() } }

  /// Whether one more transaction may be sent to a collection.
  func mayWrite(to collection: Identifier) -> Bool {
    state.withLock { state in
      state.writes[collection, default: 0] += 1
      return state.writes[collection, default: 0] <= Cycle.maximumWrites
    }
  }

  /// Records that a call has ended.
  func ended(_ outcome: Call.Outcome, of request: ApplyRequest? = nil) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.answered += 1
      switch outcome {
      case .unknown, .notStarted, .wrong:
        state.isOver = true
        if let request { state.unanswered.append(request) }
      case .result: if let request { state.acknowledged.append(request) }
      case .refused, .expired, .content, .version, .shown, .commits: break
      }
      guard state.answered >= target || state.isOver else { return nil }
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Makes all clients stop.
  func finish() {
    state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.isOver = true
      return state.waiter.take()
    }?.resume()
  }

  /// Waits until it is time to kill the server.
  func untilTarget() async {
    await withCheckedContinuation { continuation in
      let isNow = state.withLock { state in
        if state.answered >= target || state.isOver { return true }
        state.waiter = continuation
        return false
      }
      if isNow { continuation.resume() }
    }
  }

  /// The requests without an answer, and those with one.
  var leftovers: (unanswered: [ApplyRequest], acknowledged: [ApplyRequest]) {
    state.withLock { ($0.unanswered, $0.acknowledged) }
  }
}

/// A worker of a client: makes one call after the other until the end of the cycle.
struct Worker {
  let client: RecordingClient
  let cycle: Cycle
  let collections: [Identifier]
  private var random: OrderingRandom
  private var maker: TransactionMaker

  init(_ client: RecordingClient, _ cycle: Cycle, _ collections: [Identifier], name: String, seed: UInt64) {
    self.client = client
    self.cycle = cycle
    self.collections = collections
    random = OrderingRandom(seed: seed)
    maker = TransactionMaker(name: name, seed: random.next())
  }

  mutating func run() async {
    while !cycle.isOver {
      let collection = collections.randomElement(using: &random) ?? collections[0]
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<12:
        let size = [7, 40, 1_000].randomElement(using: &random) ?? 40
        cycle.ended(await client.read(collection, pageSize: size))
      case 12..<13:
        let version = client.sightings[collection]?.current.version ?? 0
        cycle.ended(await client.history(collection, from: version))
      default: await write(to: collection)
      }
    }
  }

  private mutating func write(to collection: Identifier) async {
    if let request = cycle.nextRetry() {
      guard cycle.mayWrite(to: request.collection) else { return }
      return cycle.ended(await client.write(request), of: request)
    }
    guard cycle.mayWrite(to: collection), let known = client.sightings[collection]?.current else {
      return cycle.ended(await client.read(collection, pageSize: 1_000))
    }
    let request = maker.request(to: collection, known)
    guard maker.chance(3) else { return cycle.ended(await client.write(request), of: request) }
    // The same request twice at the same time.
    let client = client
    async let twin = client.write(request)
    cycle.ended(await client.write(request), of: request)
    cycle.ended(await twin)
  }
}
