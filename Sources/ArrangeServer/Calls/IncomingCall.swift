import ArrangeModel
import Engine
import Logging
import NIOCore
import Synchronization
import Wire

/// A call as the services see it: the caller, and where the answer goes. Each method is a function of an
/// extension, which passes the request to the shard that owns the collection, and answers with ``reply()``.
struct IncomingCall: Sendable {
  let connection: ConnectionHandler
  let call: ServerCall
  /// When its bytes arrived.
  let begin: MonotonicTime
  /// The trace that the caller sent; nil for most calls.
  var trace: CallTrace?
  /// The access that was requested and granted; nil if the call needs no permission or everything is allowed.
  var requirement: AccessRequirement?
  /// The requested names that the caller may not see; they are replaced in the request.
  var hidden: [Identifier] = []
  /// What the check of access has found under the name of the request.
  var storedView = StoredViewLookup.none
  /// What the caller has sent with the call, if there are other nodes that it may have to be sent to.
  var metadata: [Metadata.Entry] = []
  /// The caller of a call that another node has passed on.
  var forwarded: ForwardedCaller?
  /// Whether the catalog was read since the call has arrived.
  var isCatalogRead = false
  /// Whether the call can be made again without doing anything twice.
  var mayRepeat = false
  /// Whether the caller of an undo that is passed on may write to the collection.
  var mayWrite = false
  /// Whether another node may have carried out the call although it has not answered.
  var isUncertain = false

  var server: ServerContext { connection.server }

  var stream: UInt32 { call.stream }

  /// The caller, for the engine.
  var caller: Caller {
    let (abandonedCalls, stream, deadline) = (connection.abandonedCalls, call.stream, call.deadline)
    let admission = connection.admission
    return Caller(
      WorkOwner(admission.turnOwner),
      by: principal,
      limits: forwarded?.limits ?? admission.callLimits
    ) {
      ConnectionHandler.now() < deadline && abandonedCalls.isWanted(stream)
    }
  }

  /// The maximum size of the answer, in bytes.
  var largestAnswer: Int { min(forwarded?.largestAnswer ?? .max, connection.largestBody) }

  /// Who makes the call.
  var principal: Principal { forwarded?.principal ?? connection.admission.principal }

  /// Runs work on the shard that owns a collection: at once if that is on the connection's own loop.
  func onShard(of name: Identifier, _ work: @escaping @Sendable (Shard) -> Void) {
    server.on(server.engine.shard(for: name), for: connection, work)
  }

  /// Runs work on the host that evaluates a view, in the same way.
  func onHost(of view: ViewReference, _ work: @escaping @Sendable (ViewHost) -> Void) {
    server.on(server.engine.home(of: view), for: connection, work)
  }

  // MARK: Answers

  /// Returns a closure that brings the answer to the connection's event loop and sends it there; see
  /// ``PendingAnswer``.
  func reply<Response: WireMessage>() -> Reply<Response> {
    let pending = PendingAnswer<Response>(self)
    return { pending.give($0) }
  }

  fileprivate func answer<Response: WireMessage>(_ result: Result<Response, ArrangeError>) {
    if let requirement { recordCompletion(requirement, result) }
    switch result {
    case .success(let response): answer(response)
    case .failure(let error): answer(with: error)
    }
  }

  func answer(with error: ArrangeError) {
    guard connection.takesAnswer(stream) else { return recordUnwanted() }
    var error = hidden.isEmpty ? error : error.naming(hidden[0])
    // The error of the last attempt is that of the whole call: only an answer to the request itself says what became of it.
    if isUncertain, error.processed == .notStarted, error.code.isAboutServer { error.processed = .unknown }
    traceAnswer(error.code, error.message)
    recordEnd(error == .notWanted ? .deadlineExceeded : error.code)
    // The thread that does the work can see the expired deadline before this loop does.
    connection.finish(
      stream,
      error == .notWanted
        ? Status(
          .deadlineExceeded,
          StopReason.deadlineExceeded.message,
          processed: isUncertain ? .unknown : .notStarted
        ) : Status(error)
    )
  }

  func answer<Response: WireMessage>(_ response: Response) {
    guard connection.takesAnswer(stream) else { return recordUnwanted() }
    let arena = connection.arena
    arena.temporary {
      var body = response.packable(in: arena)
      var shorter = response as? any ShortenedAnswer
      while body.count > largestAnswer, let next = shorter?.shortened {
        shorter = next
        body = next.packable(in: arena)
      }
      guard body.count <= largestAnswer else {
        recordEnd(.resourceExhausted)
        return connection.finish(stream, tooLarge(body.count, response))
      }
      recordEnd(.ok)
      traceAnswer(.ok, "\(Response.self) of \(body.count) bytes\(response.tracedVersion)")
      connection.end(stream) { FrameEncoder.write(Frame(.end, stream: stream), body: body, to: &$0) }
    }
  }

  /// Answers with an encoded, small response.
  @inline(__always)
  func answer(encoded body: UnsafeRawBufferPointer) {
    guard connection.takesAnswer(stream) else { return recordUnwanted() }
    recordEnd(.ok)
    connection.end(stream) { FrameEncoder.write(Frame(.end, stream: stream, body: body), to: &$0) }
  }

  /// The error for an answer that can't be made smaller.
  private func tooLarge(_ count: Int, _ response: some WireMessage) -> Status {
    let frame =
      "the answer has \(count) bytes, and the largest frame of this connection has room for \(largestAnswer)"
    // This happens only for a repeated request from a client that accepts smaller frames than before.
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
      // A change of a description is answered with the description, too.
      processed: response is CollectionInfo || response is ViewInfo ? .unknown : .notStarted
    )
  }
}

extension StatusCode {
  /// Whether an error with this code is about the server, not about the request.
  fileprivate var isAboutServer: Bool { self == .unavailable || self == .resourceExhausted }
}

/// The answer to a call, to be given exactly once, on any thread.
///
/// Releasing it without an answer is a bug, and the caller would wait forever. So the call is answered with
/// an error, and the log names the method; debug builds stop the process.
private final class PendingAnswer<Response: WireMessage>: Sendable {
  private let call: IncomingCall
  private let isGiven = Atomic(false)

  init(_ call: IncomingCall) { self.call = call }

  func give(_ result: Result<Response, ArrangeError>) {
    let isFirst = isGiven.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    guard isFirst else { return MisusedAnswer.record("a call was answered twice", call) }
    if call.connection.loop.eventLoop.inEventLoop {
      call.answer(result)
    } else {
      call.connection.loop.execute { [call] in call.answer(result) }
    }
  }

  deinit {
    // No answer is needed if the connection is gone, as when the server shuts down.
    guard !isGiven.load(ordering: .relaxed), call.connection.abandonedCalls.isWanted(call.stream) else {
      return
    }
    MisusedAnswer.record("a call ended without an answer", call)
    call.connection.loop.execute { [call] in
      call.answer(with: ArrangeError(.internal, "the server has lost the call", processed: .unknown))
    }
  }
}

/// How a missing or second answer is handled.
private enum MisusedAnswer {
  static func record(_ mistake: String, _ call: IncomingCall) {
    let method = Method(rawValue: call.call.method)?.name ?? "unknown"
    call.server.logger.error("\(mistake)", metadata: ["method": "\(method)"])
    #if DEBUG || CONFINEMENT
      fatalError("\(mistake): \(method)")
    #endif
  }
}
