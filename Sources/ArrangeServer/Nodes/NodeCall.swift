import ArrangeModel
import Wire

/// The end of a call to another node.
enum NodeOutcome {
  /// The body of END: the response, or a ``Status``. Valid until the closure returns.
  case ended(StatusCode, Frame)
  /// There is no answer.
  case lost(ArrangeError.Processed)
}

/// A request to another node, and who waits for the end of it. Used on one event loop.
class NodeRequest {
  let method: Method
  let body: [UInt8]
  private var whenDone: ((NodeOutcome) -> Void)?
  /// Where it is open.
  weak var channel: NodeChannel?
  var stream: UInt32 = 0

  /// - Parameter whenDone: called unless the request was cancelled.
  init(_ method: Method, _ body: [UInt8], whenDone: @escaping (NodeOutcome) -> Void) {
    self.method = method
    self.body = body
    self.whenDone = whenDone
  }

  /// Whether somebody waits for the outcome.
  final var isWanted: Bool { whenDone != nil }

  final func finish(_ outcome: NodeOutcome) {
    let body = whenDone
    whenDone = nil
    body?(outcome)
  }

  /// Nobody waits any more.
  final func cancel() {
    whenDone = nil
    channel?.cancel(stream)
  }
}

/// A unary call to another node.
final class NodeCall: NodeRequest {
  /// The maximum size of ``body`` and ``metadata`` together, in bytes: a frame, less 1 KiB for its head and the name of the
  /// method.
  static let largest = Frame.largestEver - 1_024

  /// Encoded ``Metadata``.
  let metadata: [UInt8]
  let deadline: MonotonicTime

  init(
    _ method: Method,
    _ body: [UInt8],
    metadata: [UInt8] = [],
    deadline: MonotonicTime = .never,
    whenDone: @escaping (NodeOutcome) -> Void
  ) {
    self.metadata = metadata
    self.deadline = deadline
    super.init(method, body, whenDone: whenDone)
  }
}

/// A stream of answers of another node.
final class NodeStream: NodeRequest {
  /// The number of messages that may be on their way.
  private static let window: UInt64 = 16

  private let whenReceived: (UnsafeRawBufferPointer) -> Bool
  /// How many messages may be sent, from the beginning.
  private(set) var credit = NodeStream.window

  /// - Parameter whenReceived: gets a message; returns whether more are wanted.
  init(
    _ method: Method,
    _ body: [UInt8],
    whenReceived: @escaping (UnsafeRawBufferPointer) -> Bool,
    whenDone: @escaping (NodeOutcome) -> Void
  ) {
    self.whenReceived = whenReceived
    super.init(method, body, whenDone: whenDone)
  }

  /// A message has arrived.
  func receive(_ message: UnsafeRawBufferPointer) {
    guard isWanted else { return }
    guard whenReceived(message) else { return cancel() }
    credit += 1
    channel?.grant(stream, credit: credit)
  }
}
