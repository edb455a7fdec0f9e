import Access
import ArrangeModel
import Dispatch
import Engine
import NIOCore
import Wire

/// Who is on the other side of a connection, what that may do, and what becomes of the connection when either changes.
///
/// It is touched on the connection's event loop only. Each call asks it, so what calls look at first is found without checks
/// for overlapping access: nothing calls out while it is looked at.
final class ConnectionAdmission: @unchecked Sendable {
  private unowned let connection: ConnectionHandler
  /// What the client shows of who it is; nil before HELLO.
  private var facts: PeerFacts?
  /// Who it is and what it may do; nil before HELLO is judged, when no call can be made.
  private(set) var access: ConnectionAccess?
  /// What it takes beside other connections of the same principal.
  private var share: PrincipalShare?
  /// What the calls ask for that are under way. Empty where everything is allowed.
  @exclusivity(unchecked) private var demands: [UInt32: AccessDemand] = [:]
  /// When what says who somebody is ends.
  private var expiry: Scheduled<Void>?
  /// Whether it is being found out who is on the other side, so that frames wait.
  @exclusivity(unchecked) private(set) var isJudging = false
  /// Whether no call has to be asked about.
  @exclusivity(unchecked) private(set) var mayDoEverything = false
  /// Whether calls are counted.
  @exclusivity(unchecked) private var hasRates = false

  init(_ connection: ConnectionHandler) { self.connection = connection }

  private var server: ServerContext { connection.server }

  /// Who calls.
  var principal: Principal { access?.identity.principal ?? .anonymous }

  /// How large what it changes and opens may be.
  var callLimits: Caller.Limits { access?.callLimits ?? Caller.Limits() }

  /// With whom the connection shares turns: with all others of its principal, where there is an access file; with nobody
  /// otherwise.
  var turnOwner: AnyObject {
    guard !mayDoEverything, let share else { return connection }
    return share
  }

  // MARK: Who it is

  /// HELLO came: finds out who the client is. Until that is known, the next frame waits.
  func begin() {
    guard let channel = connection.context?.channel, let hello = connection.connection.hello else { return }
    let facts = PeerFacts(channel, token: hello.token)
    self.facts = facts
    let version = server.access.version
    switch server.access.identify(facts, now: server.clock.wallTime()) {
    case .known(let identity): admit(identity, version)
    case .unknown(let error): refuse(.unauthenticated(error))
    case .token(let token, let keys):
      isJudging = true
      check(token, keys) { [self] result in
        isJudging = false
        guard connection.context != nil, !connection.connection.isClosed else { return }
        switch result {
        case .success(let identity): admit(identity, version)
        case .failure(let error): refuse(.unauthenticated(error))
        }
        connection.goOn()
      }
    }
  }

  /// Checks a token apart from the event loop, and comes back to it.
  private func check(
    _ token: String,
    _ keys: TokenKeys,
    _ body: @escaping @Sendable (Result<Identity, CredentialError>) -> Void
  ) {
    Task { [connection, server] in
      let result = await keys.judge(token, now: server.clock.wallTime())
      connection.loop.execute { body(result) }
    }
  }

  private func refuse(_ reason: GoAwayReason) {
    connection.record.noteRefusal(reason, of: connection)
    server.audit?.noteRefusedConnection("\(reason)", peer: connection.peer)
    connection.carryOut(connection.connection.refuse(reason))
  }

  /// - Parameter version: of the rules, before it was found out who that is.
  private func admit(_ identity: Identity, _ version: UInt64) {
    let access = ConnectionAccess(identity, server.access, version: version)
    let share = server.shares.share(of: identity.principal)
    let limit = access.limits.connections ?? .max
    guard share.beginConnection(limit: limit) else {
      server.shares.letGo(share)
      return refuse(.tooManyOfPrincipal(limit: limit))
    }
    self.share = share
    take(access)
    connection.welcome()
    // The rules can have changed while it was found out, and whoever told of it has found nobody here.
    rulesChanged()
  }

  private func take(_ access: ConnectionAccess) {
    self.access = access
    mayDoEverything = access.isUnlimited
    hasRates = access.hasRates
    expiry?.cancel()
    expiry = nil
    guard let end = access.identity.expires else { return }
    let left = max(0, end.microseconds - server.clock.wallTime().microseconds)
    expiry = connection.loop.eventLoop.scheduleTask(in: .microseconds(left)) { [weak self] in
      self?.lose(.expired)
    }
  }

  /// The connection was closed.
  func end() {
    expiry?.cancel()
    expiry = nil
    demands = [:]
    guard let share else { return }
    share.endConnection()
    server.shares.letGo(share)
    self.share = nil
  }

  /// Who is on the other side is nobody any more.
  private func lose(_ error: CredentialError) {
    guard !connection.connection.isClosed else { return }
    connection.carryOut(connection.connection.fail(.unauthenticated(error)))
    connection.loop.flushDirty()
  }

  // MARK: Other rules

  /// The access file has changed: finds out anew who is there, and ends what is not allowed any more.
  func rulesChanged() {
    connection.loop.check()
    guard let facts, let access, !connection.connection.isClosed, access.version != server.access.version
    else { return }
    let version = server.access.version
    switch server.access.identify(facts, now: server.clock.wallTime()) {
    case .known(let identity): adopt(identity, version)
    case .unknown(let error): lose(error == .expired ? .expired : .revoked)
    case .token(let token, let keys):
      check(token, keys) { [self] result in
        switch result {
        case .success(let identity): adopt(identity, version)
        case .failure(let error): lose(error == .expired ? .expired : .revoked)
        }
      }
    }
  }

  private func adopt(_ identity: Identity, _ version: UInt64) {
    guard let before = access, !connection.connection.isClosed else { return }
    // Calls and commits are those of one principal.
    guard identity.principal == before.identity.principal else { return lose(.revoked) }
    take(ConnectionAccess(identity, server.access, version: version))
    for (stream, demand) in demands where judge(demand) != .allowed {
      server.audit?.noteRevoked(identity.principal, demand, peer: connection.peer)
      let message = "the access file has changed: \"\(identity.principal)\" may not do this any more"
      connection.stop(stream, .permissionDenied, message)
    }
    connection.loop.flushDirty()
    rulesChanged()
  }

  // MARK: Calls

  /// Whether something may be done.
  func judge(_ demand: AccessDemand) -> AccessVerdict {
    access?.judge(demand, server.access) ?? .denied(.notAllowed(demand.permissions, on: .hidden, .anonymous))
  }

  /// What finds out, on any thread, whether a stream may go on with a stored view that is defined anew.
  func judgeLater(_ stream: UInt32) -> @Sendable (ViewRights) -> ArrangeError? {
    guard let identity = access?.identity, !mayDoEverything else { return { _ in nil } }
    return { [connection, server] view in
      var demand = AccessDemand(.watch, on: view.name)
      demand.ask(about: view, .watch)
      var access = ConnectionAccess(identity, server.access, version: server.access.version)
      switch access.judge(demand, server.access) {
      case .allowed:
        connection.loop.execute { [demand] in connection.admission.note(demand, of: stream) }
        return nil
      case .denied(let error): return error
      case .hidden(let names): return .noCollection(names[0])
      }
    }
  }

  /// Keeps what a call asks for that is under way.
  func note(_ demand: AccessDemand, of stream: UInt32) {
    if connection.connection.isOpen(stream) { demands[stream] = demand }
  }

  /// A call has ended.
  @inline(__always)
  func forget(_ stream: UInt32) { if !demands.isEmpty { demands[stream] = nil } }

  /// Counts a call against what its principal may take.
  @inline(__always)
  func charge(_ bytes: Int) throws(ArrangeError) { if hasRates { try chargeRates(bytes) } }

  @inline(never)
  private func chargeRates(_ bytes: Int) throws(ArrangeError) {
    guard let share, let limits = access?.limits else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    if let rate = limits.callsPerSecond, let wait = share.takeCall(perSecond: rate, now: now) {
      throw .tooMany("\(rate) calls in a second", of: principal, wait)
    }
    if let rate = limits.bytesPerSecond, let wait = share.takeBytes(bytes, perSecond: rate, now: now) {
      throw .tooMany("\(rate) bytes of requests in a second", of: principal, wait)
    }
  }

  /// Takes in what feeds a stream of answers, and counts it.
  ///
  /// - Throws: ``StatusCode/resourceExhausted`` where its principal has as many as it may have.
  func add(_ answers: any AnswerStream, as stream: UInt32) throws(ArrangeError) {
    let limit = access?.limits.subscriptions ?? .max
    if let share, !share.beginStream(limit: limit) {
      throw .tooMany("\(limit) streams open at a time", of: principal, nil)
    }
    connection.streams[stream] = answers
  }

  /// A stream of answers has ended.
  func endStream() { share?.endStream() }

  /// Whether the principal may have one collection more of those that it may create.
  func checkRoomForCollection() throws(ArrangeError) {
    guard let access, let limit = access.limits.collections else { return }
    var count = 0
    for prefix in access.rights.prefixes(of: .create) {
      server.engine.catalog.visitNames(from: prefix) { name in
        if access.rights.permissions(on: name).contains(.create) { count += 1 }
        return count < limit
      }
    }
    guard count < limit else { throw .tooMany("\(limit) collections", of: principal, nil) }
  }

  // MARK: What is told

  /// Whether a name is told in lists.
  func maySee(_ name: Identifier) -> Bool {
    mayDoEverything || access?.rights.permissions(on: name).contains(.read) ?? false
  }

  /// Whether the definition of a stored view is told: to who may define it anew, and to who may read all that it names.
  func maySee(definitionOf name: Identifier) -> Bool {
    guard !mayDoEverything else { return true }
    let permissions = access?.rights.permissions(on: name) ?? []
    return permissions.contains(.manage) || (permissions.contains(.read) && maySee(sourcesOf: name))
  }

  /// Whether everything may be read that a stored view shows.
  func maySee(sourcesOf name: Identifier) -> Bool {
    guard !mayDoEverything, let view = server.view(nil, named: name, for: principal) else { return true }
    return view.sources.allSatisfy { maySee($0) }
  }

  /// Whether the server can serve, without the names that may not be seen.
  var shownHealth: HealthReport {
    var health = server.health
    if !health.slowStrategies.isEmpty { health.slowStrategies.removeAll { !maySee($0.collection) } }
    return health
  }
}

extension ArrangeError {
  /// Somebody takes more than the access file gives.
  ///
  /// - Parameter wait: after how many milliseconds there is room, where that is known.
  fileprivate static func tooMany(_ limit: String, of principal: Principal, _ wait: UInt32?) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "\"\(principal)\" may have \(limit) at most",
      retryAfterMilliseconds: wait
    )
  }
}
