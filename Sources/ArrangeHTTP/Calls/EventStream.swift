import ArrangeModel
import ArrangeServer
import HTTPTypes
import Hummingbird
import MessageJSON
import NIOCore

/// The messages of a stream as server-sent events: `list`, `batch`, `progress` and, at the end, `end`.
///
/// The id of an event is the token from which the stream is resumed after it, so that a browser that has lost the connection
/// goes on without a gap or a repeat. The next message is asked for when the last one was taken by the connection: a slow reader
/// is a position in the history, and no queue.
struct EventStream: Sendable {
  static let contentType = "text/event-stream"
  /// How long a stream may take to its first message before it begins without one, in seconds.
  static let firstSeconds = 1
  /// How long nothing may be sent, before a comment shows that the stream is alive, in seconds.
  static let heartbeatSeconds = 15
  /// How long a browser waits before it connects again, in milliseconds.
  static let retryMilliseconds = 1_000
  /// The comment.
  static let heartbeat = ":\n\n"
  /// What comes first.
  static let beginning = "retry: \(retryMilliseconds)\n\n"

  let stream: DoorwayStream
  let method: MessageSchema.Method
  let writer: MessageToJSON
  let heartbeat: Duration

  /// The response.
  ///
  /// - Parameter first: the first message, or that there is none yet.
  func response(_ first: DoorwayStream.Event) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: EventStream.contentType, .accelBuffering: "no"],
      body: ResponseBody { [self] output in
        do { try await write(first, to: &output) } catch {
          stream.cancel()
          throw error
        }
      }
    )
  }

  private func write(
    _ first: DoorwayStream.Event,
    to output: inout any ResponseBodyWriter
  ) async throws {
    try await output.write(ByteBuffer(string: EventStream.beginning))
    var event = first
    while true {
      switch event {
      case .message(let message):
        let event = try await LoopExecutor.run(for: message.count) { () throws in
          try EventStream.event(StreamedMessage(message, of: method, writer))
        }
        stream.holds(event.count)
        try await output.write(ByteBuffer(bytes: event))
      case .idle: try await output.write(ByteBuffer(string: EventStream.heartbeat))
      case .end(let failure):
        try await output.write(ByteBuffer(bytes: EventStream.end(failure)))
        return try await output.finish(nil)
      }
      event = await stream.next(within: heartbeat)
    }
  }

  /// An event with a message.
  static func event(_ message: StreamedMessage) -> [UInt8] {
    var bytes: [UInt8] = []
    if !message.resumeToken.isEmpty { bytes += Array("id: \(message.resumeToken)\n".utf8) }
    bytes += Array("event: \(message.content.rawValue)\ndata: ".utf8)
    bytes += message.json
    bytes += Array("\n\n".utf8)
    return bytes
  }

  /// The last event. Its data says why the stream has ended, if it was not the client.
  static func end(_ failure: DoorwayFailure?) -> [UInt8] {
    let json =
      failure.map { Problem($0.error, resumeToken: $0.resumeToken.map { URLBase64.encode($0) }).json.text }
      ?? "{}"
    return Array("event: end\ndata: \(json)\n\n".utf8)
  }
}
