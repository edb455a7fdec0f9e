import ArrangeModel
import NIOCore
import NIOEmbedded
import Ordering
import SwiftCodec
import Synchronization
import TestSupport
import Wire

@testable import ArrangeClient

/// A client without a network or a real clock: the test is the server and advances the time.
final class Bench {
  /// The outcome of a connection attempt.
  enum Outcome {
    case accept
    case refuse(any Error)
    case hang
  }

  /// The state shared by the connector and the test.
  final class Network: @unchecked Sendable {
    var outcomes: [Outcome] = []
    var channels: [EmbeddedChannel] = []
    /// The addresses that were tried.
    var locations: [ServerLocation] = []
    var attempts: Int { locations.count }

    func connect(
      _ location: ServerLocation,
      _ eventLoop: any EventLoop,
      _ prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> EventLoopFuture<any Channel> {
      locations.append(location)
      switch outcomes.isEmpty ? .accept : outcomes.removeFirst() {
      case .refuse(let error): return eventLoop.makeFailedFuture(error)
      case .hang: return eventLoop.makePromise(of: (any Channel).self).futureResult
      case .accept:
        guard let loop = eventLoop as? EmbeddedEventLoop else { preconditionFailure() }
        let channel = EmbeddedChannel(loop: loop)
        channels.append(channel)
        return prepare(channel).flatMap {
          channel.connect(to: try! SocketAddress(ipAddress: "127.0.0.1", port: 1))
        }.map { channel }
      }
    }
  }

  let loop = EmbeddedEventLoop()
  let network = Network()
  let core: ClientCore
  let queue: CallQueue
  private var decoders: [Decoder] = []

  private final class Decoder {
    var decoder = FrameDecoder(limit: Frame.largestEver)
    let arena = Arena(codec: .swift)
  }

  init(
    limits: ConnectionLimits = ConnectionLimits(),
    seed: UInt64 = 1,
    _ edit: (inout ArrangeClientConfiguration) -> Void = { _ in }
  ) {
    var configuration = ArrangeClientConfiguration()
    configuration.retry = RetryPolicy(
      maximumAttempts: 4,
      initialBackoff: .milliseconds(100),
      maximumBackoff: .milliseconds(300),
      jitter: 0
    )
    edit(&configuration)
    let network = network
    core = ClientCore(
      configuration,
      clientID: "bench",
      random: RandomSource(OrderingRandom(seed: seed)),
      eventLoop: loop,
      connector: Connector { network.connect($0, $1, $2) },
      limits: limits
    )
    queue = CallQueue(core)
  }

  /// The outcome of a call; nil while it is open.
  final class Outcomes<Response: Sendable>: Sendable {
    private let results = Mutex<[Result<Response, CallFailure>]>([])
    func add(_ result: Result<Response, CallFailure>) { results.withLock { $0.append(result) } }
    var count: Int { results.withLock { $0.count } }
    var result: Result<Response, CallFailure>? { results.withLock { $0.first } }
    var failure: CallFailure? {
      if case .failure(let failure) = result { failure } else { nil }
    }
    var response: Response? {
      if case .success(let response) = result { response } else { nil }
    }
  }

  var now: MonotonicTime { core.now }

  /// Makes calls for the descriptions of collections, submitted together.
  func get(_ names: [Identifier], timeout: Duration? = nil) -> [(
    call: Call, outcome: Outcomes<CollectionInfo>
  )] {
    let deadline = timeout.map { now.advanced(byNanoseconds: $0.wholeNanoseconds) } ?? .never
    let calls = names.map { name -> (Call, Outcomes<CollectionInfo>) in
      let outcome = Outcomes<CollectionInfo>()
      let request = GetCollectionRequest(name: name)
      return (
        UnaryCall(.getCollection, request, deadline: deadline) { outcome.add($0) }, outcome
      )
    }
    core.performTogether(calls.map { .call($0.0) })
    return calls.map { (call: $0.0, outcome: $0.1) }
  }

  /// Makes one call.
  func get(_ name: Identifier, timeout: Duration? = nil) -> (call: Call, outcome: Outcomes<CollectionInfo>) {
    get([name], timeout: timeout)[0]
  }

  /// Makes a call with a request larger than every server accepts. It is not sent before the greeting, which may allow it.
  func insertMuch() -> Outcomes<ApplyResult> {
    let outcome = Outcomes<ApplyResult>()
    let text = String(repeating: "x", count: 32 * 1024)
    let item = NewElement(fields: ["text": .string(text)])
    let items = Array(repeating: item, count: Frame.defaultMaximumLength / text.utf8.count + 1)
    let request = ApplyRequest(collection: "a", operations: [.insertItems(items, to: ItemDestination())])
    let call = UnaryCall(.apply, request, deadline: .never) { outcome.add($0) }
    core.performTogether([.call(call)])
    return outcome
  }

  /// The server's side of the n-th connection sends bytes.
  func send(_ buffers: ByteBuffer..., on connection: Int = 0) throws {
    var bytes = ByteBuffer()
    for var buffer in buffers { bytes.writeBuffer(&buffer) }
    try network.channels[connection].writeInbound(bytes)
    loop.run()
  }

  /// What arrived at the server's side of the n-th connection since the last time.
  func received(on connection: Int = 0) throws -> [ReceivedFrame] {
    while decoders.count <= connection { decoders.append(Decoder()) }
    let decoder = decoders[connection]
    loop.run()
    var frames: [ReceivedFrame] = []
    while let bytes = try network.channels[connection].readOutbound(as: ByteBuffer.self) {
      decoder.decoder.append(bytes)
      while let frame = try decoder.decoder.next(using: decoder.arena) { frames.append(ReceivedFrame(frame)) }
    }
    return frames
  }

  /// The same in short.
  func summaries(on connection: Int = 0) throws -> [String] { try received(on: connection).map(\.summary) }

  /// Closes the n-th connection.
  func lose(_ connection: Int = 0) {
    network.channels[connection].close(promise: nil)
    loop.run()
  }

  /// Time goes on.
  func advance(_ time: TimeAmount) { loop.advanceTime(by: time) }

  /// Whether the client has closed the n-th connection.
  func isClosed(_ connection: Int = 0) -> Bool { !network.channels[connection].isActive }
}
