import ArrangeModel
import Ordering
import Synchronization

/// What the workers of a history share.
final class TortureLoad: Sendable {
  /// The most requests that wait for a retry; older ones are not sent again.
  private static let maximumRetries = 300

  private struct State {
    var isOver = false
    /// How many more calls may be begun now.
    var allowed = 0
    var answered = 0
    var retries: [ApplyRequest] = []
    var retried = 0
    var random: OrderingRandom
  }

  let collections: [Identifier]
  private let state: Mutex<State>

  init(_ collections: [Identifier], seed: UInt64) {
    self.collections = collections
    state = Mutex(State(random: OrderingRandom(seed: seed)))
  }

  var isOver: Bool { state.withLock { $0.isOver } }
  /// How many calls were answered, whatever the answer was.
  var answered: Int { state.withLock { $0.answered } }
  var retried: Int { state.withLock { $0.retried } }

  /// Makes all workers end.
  func finish() { state.withLock { $0.isOver = true } }

  /// Allows so many calls from now on.
  func allow(_ calls: Int) { state.withLock { $0.allowed = calls } }

  /// Whether another call may be made now. Counts it.
  func begin() -> Bool {
    state.withLock { state in
      guard state.allowed > 0, !state.isOver else { return false }
      state.allowed -= 1
      return true
    }
  }

  /// Records that a call was answered.
  func recordAnswer() { state.withLock { $0.answered += 1 } }

  /// Notes how a transaction ended: those without an answer are sent again, and a few of the others.
  func ended(_ outcome: Call.Outcome, of request: ApplyRequest) {
    state.withLock { state in
      let isRetried: Bool
      switch outcome {
      case .unknown, .notStarted: isRetried = Int.random(in: 0..<100, using: &state.random) < 80
      case .result: isRetried = Int.random(in: 0..<100, using: &state.random) < 2
      default: isRetried = false
      }
      guard isRetried else { return }
      state.retries.append(request)
      if state.retries.count > TortureLoad.maximumRetries { state.retries.removeFirst() }
    }
  }

  /// A request to send again; nil if none waits.
  func nextRetry() -> ApplyRequest? {
    state.withLock { state in
      guard !state.retries.isEmpty else { return nil }
      state.retried += 1
      return state.retries.remove(at: Int.random(in: 0..<state.retries.count, using: &state.random))
    }
  }
}

/// One that makes one call after the other, at one node and sometimes at another one.
struct TortureWorker {
  /// The clients of each node.
  let clients: [RecordingClient]
  let load: TortureLoad
  private var random: OrderingRandom
  private var maker: TransactionMaker
  private var current = 0

  /// How long it waits for its turn, and after a call without an answer, in milliseconds.
  private static let turn = 5
  private static let pause = 40

  init(_ clients: [RecordingClient], _ load: TortureLoad, name: String, seed: UInt64) {
    self.clients = clients
    self.load = load
    random = OrderingRandom(seed: seed)
    maker = TransactionMaker(name: name, seed: random.next())
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func run() async {
    while !load.isOver {
      guard load.begin() else {
        try? await Task.sleep(for: .milliseconds(TortureWorker.turn))
        continue
      }
      if below(20) == 0 { current = below(clients.count) }
      switch await call() {
      case .unknown, .notStarted:
        // Elsewhere it may go better.
        if below(2) == 0 { current = below(clients.count) }
        try? await Task.sleep(for: .milliseconds(1 + below(TortureWorker.pause)))
      default: load.recordAnswer()
      }
    }
  }

  private mutating func call() async -> Call.Outcome {
    let client = clients[current]
    let collection = load.collections[below(load.collections.count)]
    switch below(100) {
    case 0..<12: return await client.read(collection, pageSize: [7, 40, 1_000][below(3)])
    case ..<30: return await client.info(collection)
    case ..<36: return await client.readView(collection)
    case ..<38: return await client.list(load.collections)
    case ..<40:
      let version = client.sightings[collection]?.current.version ?? 0
      return await client.history(collection, from: version > 100 ? version - 100 : version)
    default: break
    }
    if below(3) == 0, let request = load.nextRetry() { return await write(request, client) }
    guard let known = client.sightings[collection]?.current else { return .notStarted }
    let request = maker.request(to: collection, known)
    guard maker.chance(3) else { return await write(request, client) }
    // The same request at two nodes at the same time.
    let other = clients[below(clients.count)]
    async let twin = other.write(request)
    let outcome = await write(request, client)
    _ = await twin
    return outcome
  }

  private func write(_ request: ApplyRequest, _ client: RecordingClient) async -> Call.Outcome {
    let outcome = await client.write(request)
    load.ended(outcome, of: request)
    return outcome
  }
}
