import ArrangeModel
import Engine
import Logging
import NIOCore
import Synchronization
import Wire

/// A call that came, as the services see it: who asks, and where the answer goes. Each method is a function of an extension,
/// which hands the request to the shard that owns the collection, and answers by ``reply()``.
struct IncomingCall: Sendable {
  let connection: ConnectionHandler
  let call: ServerCall
  /// When its bytes arrived.
  let begin: MonotonicTime
  /// The trace that the caller names; nil for most calls.
  var trace: CallTrace?
  /// What was asked for and allowed; nil where nothing has to be asked, or everything is allowed.
  var demand: AccessDemand?
  /// The names that were asked for and may not be seen, which the request does not have any more.
  var hidden: [Identifier] = []

  var server: ServerContext { connection.server }

  var stream: UInt32 { call.stream }

  /// Who waits for the answer.
  var caller: Caller {
    let (departures, stream, deadline) = (connection.departures, call.stream, call.deadline)
    let admission = connection.admission
    return Caller(WorkOwner(admission.turnOwner), by: admission.principal, limits: admission.callLimits) {
      ConnectionHandler.now() < deadline && departures.isWanted(stream)
    }
  }

  /// The most bytes that the answer may have.
  var largestAnswer: Int { connection.largestBody }

  /// Runs work on the shard that owns a collection: at once where that is on the connection's own loop.
  func onShard(of name: Identifier, _ work: @escaping @Sendable (Shard) -> Void) {
    server.on(server.engine.shard(for: name), for: connection, work)
  }

  /// Runs work with what evaluates a view, in the same way.
  func onHost(of view: ViewReference, _ work: @escaping @Sendable (ViewHost) -> Void) {
    server.on(server.engine.home(of: view), for: connection, work)
  }

  // MARK: Answers

  /// What brings the answer to the connection's own event loop and sends it there; see ``PendingAnswer``.
  func reply<Response: WireMessage>() -> Reply<Response> {
    let pending = PendingAnswer<Response>(self)
    return { pending.give($0) }
  }

  fileprivate func answer<Response: WireMessage>(_ result: Result<Response, ArrangeError>) {
    if let demand { noteAct(demand, result) }
    switch result {
    case .success(let response): answer(response)
    case .failure(let error): answer(with: error)
    }
  }

  func answer(with error: ArrangeError) {
    guard connection.takesAnswer(stream) else { return noteUnwanted() }
    let error = hidden.isEmpty ? error : error.naming(hidden[0])
    traceAnswer(error.code, error.message)
    noteEnd(error == .notWanted ? .deadlineExceeded : error.code)
    // The end of the time can be seen where the work is done before it is seen here.
    connection.finish(
      stream,
      error == .notWanted
        ? Status(.deadlineExceeded, StopReason.deadlineExceeded.message, processed: .notStarted)
        : Status(error)
    )
  }

  func answer<Response: WireMessage>(_ response: Response) {
    guard connection.takesAnswer(stream) else { return noteUnwanted() }
    let arena = connection.arena
    arena.temporary {
      var body = response.packable(in: arena)
      var shorter = response as? any ShortenedAnswer
      while body.count > largestAnswer, let next = shorter?.shortened {
        shorter = next
        body = next.packable(in: arena)
      }
      guard body.count <= largestAnswer else {
        noteEnd(.resourceExhausted)
        return connection.finish(stream, tooLarge(body.count, response))
      }
      noteEnd(.ok)
      traceAnswer(.ok, "\(Response.self) of \(body.count) bytes\(response.tracedVersion)")
      connection.end(stream) { FrameEncoder.write(Frame(.end, stream: stream), body: body, to: &$0) }
    }
  }

  /// Answers with a response that is encoded, and small.
  @inline(__always)
  func answer(encoded body: UnsafeRawBufferPointer) {
    guard connection.takesAnswer(stream) else { return noteUnwanted() }
    noteEnd(.ok)
    connection.end(stream) { FrameEncoder.write(Frame(.end, stream: stream, body: body), to: &$0) }
  }

  /// What is said of an answer that can't be made smaller.
  private func tooLarge(_ count: Int, _ response: some WireMessage) -> Status {
    let frame =
      "the answer has \(count) bytes, and the largest frame of this connection has room for \(largestAnswer)"
    // Only the repetition of a request comes here, by somebody who takes smaller frames than the first time.
    if let result = response as? ApplyResult {
      return Status(
        .resourceExhausted,
        "the transaction was carried out as version \(result.version), but \(frame); connect with a larger "
          + "`largest_frame`",
        processed: .done
      )
    }
    return Status(
      .resourceExhausted,
      "\(frame); ask for less at a time, or connect with a larger `largest_frame`",
      // A description is the answer to its change, too.
      processed: response is CollectionInfo || response is ViewInfo ? .unknown : .notStarted
    )
  }
}

/// The answer to a call that works on it has to give: once, on any thread.
///
/// Whoever lets it go without an answer has made a mistake, and the caller would wait without end. So it is answered then,
/// and the log says which method it was; where the tests run, the process ends.
private final class PendingAnswer<Response: WireMessage>: Sendable {
  private let call: IncomingCall
  private let isGiven = Atomic(false)

  init(_ call: IncomingCall) { self.call = call }

  func give(_ result: Result<Response, ArrangeError>) {
    let isFirst = isGiven.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    guard isFirst else { return MisusedAnswer.note("a call was answered twice", call) }
    if call.connection.loop.eventLoop.inEventLoop {
      call.answer(result)
    } else {
      call.connection.loop.execute { [call] in call.answer(result) }
    }
  }

  deinit {
    // Nobody waits where the connection is gone, as when the server ends.
    guard !isGiven.load(ordering: .relaxed), call.connection.departures.isWanted(call.stream) else { return }
    MisusedAnswer.note("a call was let go without an answer", call)
    call.connection.loop.execute { [call] in
      call.answer(with: ArrangeError(.internal, "the server has lost the call", processed: .unknown))
    }
  }
}

/// What is done about a mistake of who works on a call.
private enum MisusedAnswer {
  static func note(_ mistake: String, _ call: IncomingCall) {
    let method = Method(rawValue: call.call.method)?.name ?? "unknown"
    call.server.logger.error("\(mistake)", metadata: ["method": "\(method)"])
    #if DEBUG || CONFINEMENT
      fatalError("\(mistake): \(method)")
    #endif
  }
}
