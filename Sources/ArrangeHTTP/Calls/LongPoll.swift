import ArrangeModel
import ArrangeServer
import HTTPTypes
import Hummingbird
import MessageJSON
import NIOCore

/// The next changes of a list as one answer, for callers that can't hold a stream: one batch from the token that they have to
/// now, or all pages of the list; or, if nothing changes in the time that they wait, that there is nothing.
struct LongPoll: Sendable {
  /// The maximum time to wait, in seconds.
  static let longestSeconds = 60.0
  static var longest: Duration { .seconds(longestSeconds) }

  let stream: DoorwayStream
  let method: MessageSchema.Method
  let writer: MessageToJSON
  /// When the answer is that nothing has changed.
  let deadline: ContinuousClock.Instant
  let now: @Sendable () -> ContinuousClock.Instant

  /// The time in the parameter `wait`.
  static func time(_ text: String) throws(Problem) -> Duration {
    guard let seconds = Double(text), seconds >= 0, seconds <= longestSeconds else {
      throw Problem(
        .badRequest,
        .invalidArgument,
        "wait has to be a number of seconds up to \(Int(longestSeconds))",
        field: "wait"
      )
    }
    return .microseconds(Int64(seconds * 1_000_000))
  }

  /// The response.
  ///
  /// - Parameter first: the first event of the stream.
  /// - Throws: a `DoorwayFailure` if the stream has failed.
  func response(_ first: DoorwayStream.Event) async throws -> Response {
    var event = first
    // What leads from the caller's version to the one with which the answer begins.
    var passed: StreamedMessage?
    while true {
      switch event {
      case .idle:
        stream.cancel()
        return nothing(passed)
      case .end(let failure):
        guard let failure else { return nothing(passed) }
        throw failure
      case .message(let bytes):
        let message = try await streamed(bytes)
        guard message.content == .progress else { return answer(message, after: passed) }
        passed = message
        event = await stream.next(within: max(.zero, now().duration(to: deadline)))
      }
    }
  }

  private func streamed(_ bytes: [UInt8]) async throws -> StreamedMessage {
    try await LoopExecutor.run(for: bytes.count) { () throws in try StreamedMessage(bytes, of: method, writer)
    }
  }

  private func nothing(_ passed: StreamedMessage?) -> Response {
    Response(status: .noContent, headers: passed.map { [.resumeToken: $0.resumeToken] } ?? [:])
  }

  private func answer(_ first: StreamedMessage, after passed: StreamedMessage?) -> Response {
    let beginning =
      LongPoll.beginning + (passed.map { $0.json + [UInt8(ascii: ",")] } ?? []) + first.json
    guard !first.isComplete else {
      stream.cancel()
      let bytes = beginning + LongPoll.end
      return Response(
        status: .ok,
        headers: [.contentType: "application/json", .resumeToken: first.resumeToken],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
      )
    }
    return Response(
      status: .ok,
      headers: [.contentType: "application/json"],
      body: ResponseBody { [self] output in
        do { try await write(beginning, to: &output) } catch {
          stream.cancel()
          throw error
        }
      }
    )
  }

  /// Writes all pages of a list.
  ///
  /// - Parameter beginning: the text up to the end of the first page.
  private func write(_ beginning: [UInt8], to output: inout any ResponseBodyWriter) async throws {
    try await output.write(ByteBuffer(bytes: beginning))
    while true {
      guard case .message(let bytes) = await stream.next() else {
        // An answer that was begun can only be broken off.
        throw DoorwayBroken()
      }
      let message = try await streamed(bytes)
      try await output.write(ByteBuffer(bytes: [UInt8(ascii: ",")] + message.json))
      if message.isComplete { break }
    }
    stream.cancel()
    try await output.write(ByteBuffer(bytes: LongPoll.end))
    try await output.finish(nil)
  }

  private struct DoorwayBroken: Error {}

  private static let beginning = Array(#"{"messages":["#.utf8)
  private static let end = Array("]}\n".utf8)
}
