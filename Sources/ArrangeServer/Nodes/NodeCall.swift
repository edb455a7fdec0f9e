import ArrangeModel
import Wire

/// The end of a call to another node.
enum NodeOutcome {
  /// The body of END: the response, or a ``Status``. Valid until the closure returns.
  case ended(StatusCode, Frame)
  /// There is no answer.
  case lost(ArrangeError.Processed)
}

/// A unary call to another node. Used on one event loop.
final class NodeCall {
  let method: Method
  let body: [UInt8]
  /// Encoded ``Metadata``.
  let metadata: [UInt8]
  let deadline: MonotonicTime
  private var whenDone: ((NodeOutcome) -> Void)?
  /// Where it is open.
  weak var channel: NodeChannel?
  var stream: UInt32 = 0

  init(
    _ method: Method,
    _ body: [UInt8],
    metadata: [UInt8] = [],
    deadline: MonotonicTime = .never,
    whenDone: @escaping (NodeOutcome) -> Void
  ) {
    self.method = method
    self.body = body
    self.metadata = metadata
    self.deadline = deadline
    self.whenDone = whenDone
  }

  /// Whether somebody waits for the outcome.
  var isWanted: Bool { whenDone != nil }

  func finish(_ outcome: NodeOutcome) {
    let body = whenDone
    whenDone = nil
    body?(outcome)
  }

  /// Nobody waits any more.
  func cancel() {
    whenDone = nil
    channel?.cancel(stream)
  }
}

/// A stream of answers of another node. Used on one event loop.
final class NodeStream {
  let method: Method
  let body: [UInt8]
  private let whenReceived: (UnsafeRawBufferPointer) -> Bool
  private var whenDone: ((NodeOutcome) -> Void)?
  weak var channel: NodeChannel?
  var stream: UInt32 = 0
  /// How many messages may be sent, from the beginning.
  private(set) var credit = NodeStream.window

  /// The number of messages that may be on their way.
  private static let window: UInt64 = 16

  /// - Parameters:
  ///   - whenReceived: gets a message; returns whether more are wanted.
  ///   - whenDone: called unless the stream was cancelled.
  init(
    _ method: Method,
    _ body: [UInt8],
    whenReceived: @escaping (UnsafeRawBufferPointer) -> Bool,
    whenDone: @escaping (NodeOutcome) -> Void
  ) {
    self.method = method
    self.body = body
    self.whenReceived = whenReceived
    self.whenDone = whenDone
  }

  var isWanted: Bool { whenDone != nil }

  /// A message has arrived.
  func receive(_ message: UnsafeRawBufferPointer) {
    guard isWanted else { return }
    guard whenReceived(message) else { return cancel() }
    credit += 1
    channel?.grant(stream, credit: credit)
  }

  func finish(_ outcome: NodeOutcome) {
    let body = whenDone
    whenDone = nil
    body?(outcome)
  }

  func cancel() {
    whenDone = nil
    channel?.cancel(stream)
  }
}
