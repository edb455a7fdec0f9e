import ArrangeModel
package import ArrangeServer
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import InputText
import MessageJSON
import NIOCore
import Synchronization

/// The service in JSON, below `/v1`: every method that clients call, by its name and by addresses of its own, and the changes of
/// lists as streams of events. `/v1/openapi.json` describes all of them.
///
/// Nothing of a call is decided here. A request becomes the message of the call's request, and its answer becomes JSON; between
/// them it takes the path of every other call, through the ``Doorway``.
package final class CallRoutes: HTTPRoutes {
  /// What the addresses begin with.
  static let root = String(ExchangeWatch.calls.dropLast())

  /// The times of streams.
  package struct Times: Sendable {
    /// How long a stream may take to its first message before it begins without one. Until then it can be refused with a status.
    package var first = Duration.seconds(EventStream.firstSeconds)
    /// After how long a comment shows that a stream is alive.
    package var heartbeat = Duration.seconds(EventStream.heartbeatSeconds)
    /// The time.
    package var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

    package init() {}
  }

  /// The service, once it is there.
  private struct Service: Sendable {
    let server: ArrangeServer
    let doorway: Doorway
  }

  private let policy: ListenerPolicy
  private let times: Times
  private let tickets: Tickets
  private let bodies = BodyRoom()
  private let service = Mutex<Service?>(nil)
  private let table = RouteTable.current
  private let reader = JSONToMessage(views: .ofWire)
  private let writer = MessageToJSON(views: .ofWire)

  /// - Parameters:
  ///   - webSockets: the routes whose rules about origins and addresses hold for calls as well.
  ///   - random: the next random number, which nobody can predict.
  package init(
    _ webSockets: WebSocketRoutes,
    times: Times = Times(),
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    policy = webSockets.policy
    self.times = times
    tickets = Tickets(now: times.now, random: random)
  }

  /// Sets the server that answers the calls. Until then all requests are refused.
  package func serve(_ server: ArrangeServer) {
    let service = Service(server: server, doorway: Doorway(server))
    self.service.withLock { $0 = service }
  }

  package func add(to router: Router<ListenerContext>) {
    for method: HTTPRequest.Method in [.get, .head, .post, .put, .patch, .delete, .options] {
      for path in [CallRoutes.root, CallRoutes.root + "/**"] {
        router.on(.init(path), method: method) { [self] request, context in
          await answer(request, context)
        }
      }
    }
  }

  private func answer(_ request: Request, _ context: ListenerContext) async -> Response {
    var response: Response
    do {
      response = try await respond(request, context)
    } catch let problem as Problem {
      response = problem.response
    } catch {
      // An answer of the service that is not as the specification says.
      response =
        Problem(ArrangeError(.internal, "the answer can't be written as JSON", processed: .unknown)).response
    }
    if let origin = request.headers[.origin], policy.lists(origin: origin) {
      response.headers[.accessControlAllowOrigin] = origin
      response.headers[.accessControlExposeHeaders] = "ETag, Resume-Token, Retry-After"
      response.headers[.vary] = "Origin"
    }
    // HTTP/2 has no such header, and no connection for each request that could be closed.
    if context.isOfStream { response.headers[.connection] = nil }
    return request.method == .head ? response.createHeadResponse() : response
  }

  // MARK: Requests

  private func respond(_ request: Request, _ context: ListenerContext) async throws -> Response {
    guard let service = service.withLock({ $0 }) else {
      throw Problem(ArrangeError(.unavailable, Readiness.State.recovering.reason ?? "the server is starting"))
    }
    try check(request, context, service.server)
    if request.method == .options { return preflight(request) }
    var address = try CallAddress(request.head.path ?? "", below: CallRoutes.root)
    let verb = request.method == .head ? HTTPRequest.Method.get : request.method
    if address.path == ["openapi.json"], verb == .get {
      return json(Array(openAPIDocument.utf8))
    }
    let asksForTicket = address.path == ["tickets"] && verb == .post
    guard !asksForTicket || address.query["ticket"] == nil else {
      throw Problem(
        .badRequest,
        .invalidArgument,
        "a ticket stands for one request and gives no other ticket; send the token in the header Authorization",
        field: "ticket"
      )
    }
    let token = try token(of: request, &address, context, service.server)
    if asksForTicket {
      return try await ticket(token, context, service.server)
    }
    let (route, values) = try route(verb, address.path)
    guard request.method != .head || !route.method.isStream else {
      throw Problem(.methodNotAllowed, .unimplemented, "a stream has no head")
    }
    let headers = try CallHeaders(request.headers)
    let wait = route.method.isStream ? try address.query.removeValue(forKey: "wait").map(LongPoll.time) : nil
    let body = try await bodies.body(of: request, for: route, on: context.connection)
    var call = CallRequest(route, values, query: address.query, body: body.value)
    (call.state, call.requestID, call.resumeToken) = (headers.state, headers.requestID, headers.resumeToken)
    if route.isCreated, !headers.unwanted.isEmpty, headers.unwanted != ["*"] {
      throw Problem(.badRequest, .invalidArgument, "If-None-Match can only be * here", field: "If-None-Match")
    }
    let message: [UInt8]
    do throws(JSONRefusal) {
      message = try await LoopExecutor.run(for: body.size) { [call, reader] () throws(JSONRefusal) in
        try call.message(reader)
      }
    } catch {
      throw Problem(CallRoutes.error(error.error, of: call))
    }
    // The values of a large body take much more memory than the message.
    call.forgetBody()
    var caller = Doorway.Caller(
      connection: context.connection,
      address: try? SocketAddress(
        ipAddress: context.visitor.address,
        port: context.channel.remoteAddress?.port ?? 0
      ),
      token: token,
      program: request.headers[.userAgent] ?? ""
    )
    caller.isForwarded = context.visitor.isByProxy
    if let trace = headers.trace { caller.metadata = [("traceparent", trace)] }
    if route.method.isStream {
      return try await stream(message, call, wait, from: caller, service.doorway, context)
    }
    let result = await service.doorway.call(
      route.method.name,
      message,
      timeout: headers.timeout,
      from: caller
    )
    switch result {
    case .success(let response):
      return try await LoopExecutor.run(for: response.count) { [call] () throws in
        try answer(response, call, headers)
      }
    case .failure(let failure):
      throw Problem(
        CallRoutes.error(failure.error, of: call),
        isConditional: headers.state != nil || route.isCreated && !headers.unwanted.isEmpty
      )
    }
  }

  /// Whether the request may be from whom it is.
  private func check(_ request: Request, _ context: ListenerContext, _ server: ArrangeServer) throws(Problem)
  {
    let refusal = policy.refusal(
      context.visitor,
      origin: request.headers[.origin],
      knowsTokens: server.knowsTokens
    )
    guard let refusal else { return }
    if let reason = refusal.reason { server.recordRefusedRequest(reason, peer: context.peer) }
    throw Problem(.forbidden, .permissionDenied, refusal.sentence)
  }

  /// What a browser asks before a page of a listed origin sends a request.
  private func preflight(_ request: Request) -> Response {
    Response(
      status: .noContent,
      headers: [
        .accessControlAllowMethods: "GET, POST, PUT, PATCH, DELETE",
        .accessControlAllowHeaders:
          "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Request-Timeout",
        .accessControlMaxAge: "\(CallRoutes.preflightSeconds)",
      ]
    )
  }

  /// How long a browser may remember the answer to such a question, in seconds.
  private static let preflightSeconds = 600

  private func route(
    _ verb: HTTPRequest.Method,
    _ path: [String]
  ) throws(Problem) -> (CallRoute, [String: String]) {
    switch table.match(verb.rawValue, path) {
    case .route(let route, let values): return (route, values)
    case .otherVerbs(let verbs):
      var problem = Problem(
        .methodNotAllowed,
        .unimplemented,
        "this address takes \(verbs.joined(separator: ", "))"
      )
      problem.verbs = verbs
      throw problem
    case .nothing:
      throw Problem(.notFound, .notFound, "there is no such address; /v1/openapi.json has all of them")
    }
  }

  /// The token of a request: that of the header, or that of the ticket in its address.
  private func token(
    of request: Request,
    _ address: inout CallAddress,
    _ context: ListenerContext,
    _ server: ArrangeServer
  ) throws(Problem) -> String {
    // A proxy may have a use of its own for the header.
    guard let ticket = address.query.removeValue(forKey: "ticket") else {
      return try CallHeaders.token(request.headers)
    }
    guard let token = tickets.take(ticket) else {
      server.recordRefusedRequest("the ticket was used or is over", peer: context.peer)
      throw Problem(
        .unauthorized,
        .unauthenticated,
        "the ticket was used or is over; get another one: POST /v1/tickets",
        field: "ticket"
      )
    }
    return token
  }

  private func ticket(_ token: String, _ context: ListenerContext, _ server: ArrangeServer) async throws
    -> Response
  {
    guard await server.accepts(token: token, peer: context.peer) else {
      throw Problem(.unauthorized, .unauthenticated, "the token is not valid")
    }
    let ticket: String
    do { ticket = try tickets.issue(for: token) } catch { throw Problem(error) }
    return json(
      Array(JSON.object(["ticket": .string(ticket), "seconds": .count(Tickets.seconds)]).text.utf8)
    )
  }

  /// An error with its field as the caller has given it.
  private static func error(_ error: ArrangeError, of call: CallRequest) -> ArrangeError {
    guard let field = error.field else { return error }
    var error = error
    error.field = call.path(of: field)
    // The names of parameters in the path are words of every sentence, such as "collection".
    if let shown = error.field, shown != field, !call.hasInPath(field) {
      error.message = error.message.replacing(field, with: shown)
    }
    return error
  }

  /// The problem of a stream that has failed before it began.
  private static func problem(_ failure: DoorwayFailure, of call: CallRequest) -> Problem {
    Problem(error(failure.error, of: call), resumeToken: failure.resumeToken.map { URLBase64.encode($0) })
  }

  // MARK: Answers

  private func answer(_ message: [UInt8], _ call: CallRequest, _ headers: CallHeaders) throws -> Response {
    let method = call.route.method
    // Of what is read only a list has one: a version says nothing about the fields of the collection itself.
    let isRead = call.route.verb == "GET"
    let tag = isRead && method.name != "Collections/Fetch" ? nil : try writer.entityTag(of: message, method)
    if isRead, let tag, headers.unwanted.contains(where: { $0 == tag.text || $0 == "*" }) {
      return Response(status: .notModified, headers: [.eTag: tag.text, .cacheControl: "private, no-cache"])
    }
    guard !method.response.fields.isEmpty else { return Response(status: .noContent) }
    var response = json(try writer.json(of: message, as: method.response))
    if call.route.isCreated { response.status = .created }
    if let tag {
      response.headers[.eTag] = tag.text
      if isRead { response.headers[.cacheControl] = "private, no-cache" }
    }
    return response
  }

  private func json(_ bytes: [UInt8]) -> Response {
    var buffer = ByteBuffer(bytes: bytes)
    buffer.writeInteger(UInt8(ascii: "\n"))
    return Response(
      status: .ok,
      headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: buffer)
    )
  }

  private func stream(
    _ message: [UInt8],
    _ call: CallRequest,
    _ wait: Duration?,
    from caller: Doorway.Caller,
    _ doorway: Doorway,
    _ context: ListenerContext
  ) async throws -> Response {
    let method = call.route.method
    // What is there already has some time to come.
    let time = wait.map { call.isResumed ? max($0, times.first) : LongPoll.longest } ?? times.first
    let deadline = times.now() + time
    // It is one of the server's connections from now on.
    try await context.channel.triggerUserOutboundEvent(StreamBegins()).get()
    let stream: DoorwayStream
    do throws(DoorwayFailure) {
      stream = try await doorway.open(method.name, message, from: caller) { [channel = context.channel] in
        // It is no connection of the server's any more, whether or not the client reads the rest.
        let closing = channel.eventLoop.scheduleTask(in: .seconds(ExchangeWatch.longestSeconds)) {
          channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in closing.cancel() }
      }
    } catch {
      throw CallRoutes.problem(error, of: call)
    }
    context.channel.closeFuture.whenComplete { _ in stream.cancel() }
    if wait != nil {
      let poll = LongPoll(stream: stream, method: method, writer: writer, deadline: deadline, now: times.now)
      do {
        return try await poll.response(await stream.next(within: time))
      } catch let failure as DoorwayFailure {
        stream.cancel()
        throw CallRoutes.problem(failure, of: call)
      } catch {
        stream.cancel()
        throw error
      }
    }
    let events = EventStream(stream: stream, method: method, writer: writer, heartbeat: times.heartbeat)
    switch await stream.next(within: time) {
    case .end(let failure?): throw CallRoutes.problem(failure, of: call)
    case .end(nil): return Response(status: .noContent)
    case let first: return events.response(first)
    }
  }
}

extension MessageToJSON {
  /// The tag of the list that an answer is about; nil for answers about something else, such as views, whose versions are of
  /// no history.
  func entityTag(of message: [UInt8], _ method: MessageSchema.Method) throws(MalformedMessage) -> EntityTag? {
    let shape = method.response
    let path = shape.field("collection") != nil ? ["collection"] : []
    guard
      path.isEmpty
        ? shape.field("version") != nil && shape.field("history") != nil : method.name == "Collections/Fetch"
    else { return nil }
    guard try number(path + ["is_view"], in: message, of: shape) == 0 else { return nil }
    return EntityTag(
      version: try number(path + ["version"], in: message, of: shape),
      history: try number(path + ["history"], in: message, of: shape)
    )
  }
}
