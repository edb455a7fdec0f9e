import Access
import ArrangeModel
import Dispatch
import Engine
import NIOCore
import Wire

/// The identity of the peer, its permissions, and what happens to the connection when either changes.
///
/// Used on the connection's event loop only. Every call reads it, so the state that calls read first is
/// stored where reading it needs no check for overlapping access; no other code is called during a read.
final class ConnectionAdmission: @unchecked Sendable {
  /// How long the clock is not looked at for the end of credentials, at most.
  private static let longestPause = TimeAmount.seconds(60)

  private unowned let connection: ConnectionHandler
  /// The credentials that the client presents; nil before HELLO.
  private var facts: PeerFacts?
  /// The identity and its permissions; nil until HELLO is accepted. Before that, no call can be made.
  private(set) var access: ConnectionAccess?
  /// The usage of the principal, over all of its connections.
  private var share: PrincipalShare?
  /// The access requirements of the open calls, by stream. Empty if everything is allowed.
  @exclusivity(unchecked) private var requirements: [UInt32: AccessRequirement] = [:]
  /// The task that runs when the credentials expire.
  private var expiry: Scheduled<Void>?
  /// Whether the credentials are being checked. Frames wait until that is done.
  @exclusivity(unchecked) private(set) var isAuthenticating = false
  /// Whether calls need no access check.
  @exclusivity(unchecked) private(set) var mayDoEverything = false
  /// Whether the peer is another node of this service.
  @exclusivity(unchecked) private(set) var isNode = false
  /// Whether calls are counted against a rate.
  @exclusivity(unchecked) private var hasRates = false

  init(_ connection: ConnectionHandler) { self.connection = connection }

  private var server: ServerContext { connection.server }

  /// The principal that makes the calls.
  var principal: Principal { access?.identity.principal ?? .anonymous }

  /// The limits on what the principal's calls change and open.
  var callLimits: Caller.Limits { access?.callLimits ?? Caller.Limits() }

  /// The owner of the connection's turns: with an access file, all connections of a principal share their
  /// turns; without one, each connection has its own.
  var turnOwner: AnyObject {
    guard !mayDoEverything, let share else { return connection }
    return share
  }

  // MARK: Identity

  /// Identifies the client when HELLO arrives. The next frame waits until that is done.
  func begin() {
    guard let channel = connection.context?.channel, let hello = connection.connection.hello else { return }
    let facts = PeerFacts(channel, token: hello.token)
    self.facts = facts
    let version = server.access.version
    if NodeToken.isClaimed(by: facts.token) { return beginNode(facts.token, version) }
    switch server.access.identify(facts, now: server.clock.wallTime()) {
    case .known(let identity): admit(identity, version)
    case .unknown(let refusal): refuse(refusal)
    case .token(let token):
      isAuthenticating = true
      check(token) { [self] result in
        isAuthenticating = false
        guard connection.context != nil, !connection.connection.isClosed else { return }
        switch result {
        case .success(let identity): admit(identity, version)
        case .failure(let refusal): refuse(refusal)
        }
        connection.continueReading()
      }
    }
  }

  /// Identifies another node of this service. It may do everything, for its own callers.
  private func beginNode(_ token: String, _ version: UInt64) {
    guard let nodes = server.nodes, nodes.token.matches(token) else {
      return refuse(CredentialRefusal(error: .invalid, detail: "it is not that of a node of this service"))
    }
    isNode = true
    connection.connection.adopt(NodeChannel.limits)
    take(ConnectionAccess(node: version))
    connection.welcome()
  }

  /// Checks a token on another thread, and continues on the event loop.
  private func check(
    _ token: SignedToken,
    _ body: @escaping @Sendable (Result<Identity, CredentialRefusal>) -> Void
  ) {
    Task { [connection, server] in
      let result = await token.authenticate(now: server.clock.wallTime())
      connection.loop.execute { body(result) }
    }
  }

  private func refuse(_ refusal: CredentialRefusal) {
    refuse(.unauthenticated(refusal.error), refusal.detail)
  }

  /// - Parameter detail: what the log and the audit log say besides; may be empty.
  private func refuse(_ reason: GoAwayReason, _ detail: String = "") {
    connection.record.recordRefusal(reason, detail, of: connection)
    let sentence = detail.isEmpty ? "\(reason)" : "\(reason): \(detail)"
    server.audit?.recordRefusedConnection(sentence, peer: connection.peer)
    connection.perform(connection.connection.refuse(reason))
  }

  /// - Parameter version: the version of the rules before the identification.
  private func admit(_ identity: Identity, _ version: UInt64) {
    let access = ConnectionAccess(identity, server.access, version: version)
    let share = server.shares.share(of: identity.principal)
    let limit = access.limits.connections ?? .max
    guard share.beginConnection(limit: limit) else {
      server.shares.release(share)
      return refuse(.tooManyOfPrincipal(limit: limit))
    }
    self.share = share
    take(access)
    connection.welcome()
    // The rules may have changed during the identification, when this connection was not yet among those to
    // notify.
    rulesChanged()
  }

  private func take(_ access: ConnectionAccess) {
    self.access = access
    mayDoEverything = access.isUnlimited
    hasRates = access.hasRates
    expiry?.cancel()
    expiry = nil
    scheduleEnd(of: access.identity)
  }

  /// Ends the connection when the credentials do. The clock is looked at again after some time, since it can be
  /// set, and the machine can sleep.
  private func scheduleEnd(of identity: Identity) {
    guard let end = identity.expires else { return }
    let left = max(0, end.microseconds - server.clock.wallTime().microseconds)
    let pause = min(.microseconds(left), ConnectionAdmission.longestPause)
    expiry = connection.loop.eventLoop.scheduleTask(in: pause) { [weak self] in
      guard let self else { return }
      guard end <= server.clock.wallTime() else { return scheduleEnd(of: identity) }
      lose(endError)
    }
  }

  /// The error when credentials end.
  private var endError: CredentialError {
    guard let end = facts?.certificateEnd, end <= server.clock.wallTime() else { return .expired }
    return .certificateExpired
  }

  /// The connection was closed.
  func end() {
    expiry?.cancel()
    expiry = nil
    requirements = [:]
    guard let share else { return }
    share.endConnection()
    server.shares.release(share)
    self.share = nil
  }

  /// Ends the connection because the peer's identity is no longer valid.
  private func lose(_ error: CredentialError) {
    guard !connection.connection.isClosed else { return }
    connection.perform(connection.connection.fail(.unauthenticated(error)))
    connection.loop.flushDirty()
  }

  // MARK: Changes of the access file

  /// The access file has changed: identifies the peer again, and ends what is no longer allowed.
  func rulesChanged() {
    connection.loop.check()
    guard let facts, let access, !isNode, !connection.connection.isClosed,
      access.version != server.access.version
    else { return }
    let version = server.access.version
    switch server.access.identify(facts, now: server.clock.wallTime()) {
    case .known(let identity): adopt(identity, version)
    case .unknown(let refusal): lose(refusal)
    case .token(let token):
      check(token) { [self] result in
        switch result {
        case .success(let identity): adopt(identity, version)
        case .failure(let refusal): lose(refusal)
        }
      }
    }
  }

  /// Ends the connection because its credentials are not accepted any more.
  private func lose(_ refusal: CredentialRefusal) {
    lose([.expired, .certificateExpired].contains(refusal.error) ? refusal.error : .revoked)
  }

  private func adopt(_ identity: Identity, _ version: UInt64) {
    guard let before = access, !connection.connection.isClosed else { return }
    // All calls and commits of a connection belong to one principal.
    guard identity.principal == before.identity.principal else { return lose(.revoked) }
    take(ConnectionAccess(identity, server.access, version: version))
    for (stream, requirement) in requirements where evaluate(requirement) != .allowed {
      server.audit?.recordRevoked(identity.principal, requirement, peer: connection.peer)
      let message = "the access file has changed: \"\(identity.principal)\" may not do this any more"
      connection.stop(stream, .permissionDenied, message)
    }
    connection.loop.flushDirty()
    rulesChanged()
  }

  // MARK: Calls

  /// Checks whether a requirement is allowed.
  func evaluate(_ requirement: AccessRequirement) -> AccessVerdict {
    access?.evaluate(requirement, server.access)
      ?? .denied(.notAllowed(requirement.permissions, on: .hidden, .anonymous))
  }

  /// A check, for any thread, of whether a stream may continue with a stored view that was redefined.
  func makeCheck(_ stream: UInt32) -> @Sendable (ViewRights) -> ArrangeError? {
    guard let identity = access?.identity, !mayDoEverything else { return { _ in nil } }
    return { [connection, server] view in
      var requirement = AccessRequirement(.watch, on: view.name)
      requirement.ask(about: view, .watch)
      var access = ConnectionAccess(identity, server.access, version: server.access.version)
      switch access.evaluate(requirement, server.access) {
      case .allowed:
        connection.loop.execute { [requirement] in connection.admission.record(requirement, of: stream) }
        return nil
      case .denied(let error): return error
      case .hidden(let names): return .noCollection(names[0])
      }
    }
  }

  /// Keeps the requirement of a call until the call ends.
  func record(_ requirement: AccessRequirement, of stream: UInt32) {
    if connection.connection.isOpen(stream) { requirements[stream] = requirement }
  }

  /// Removes the requirement of a call that has ended.
  @inline(__always)
  func forget(_ stream: UInt32) { if !requirements.isEmpty { requirements[stream] = nil } }

  /// Counts a call against the rates of its principal.
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

  /// Adds a stream of answers, and counts it.
  ///
  /// - Throws: ``StatusCode/resourceExhausted`` if the principal has its maximum number of streams.
  func add(_ answers: any AnswerStream, as stream: UInt32) throws(ArrangeError) {
    let limit = access?.limits.subscriptions ?? .max
    if let share, !share.beginStream(limit: limit) {
      throw .tooMany("\(limit) streams open at a time", of: principal, nil)
    }
    connection.streams[stream] = answers
  }

  /// Counts the end of a stream of answers.
  func endStream() { share?.endStream() }

  /// Checks whether the principal may create one more collection.
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

  // MARK: Visibility

  /// Whether a name does not exist for the principal, whatever it stands for.
  func hides(_ name: Identifier) -> Bool { !mayDoEverything && access?.permissions(on: name).isEmpty ?? true }

  /// Whether a name is shown in lists.
  func maySee(_ name: Identifier) -> Bool {
    mayDoEverything || access?.rights.permissions(on: name).contains(.read) ?? false
  }

  /// Whether the definition of a stored view is shown. It is shown to those who may read the view and either
  /// redefine it or read all collections that it names.
  ///
  /// - Parameter view: the view that is shown afterwards: one that is looked up again may be another.
  func maySee(definitionOf view: ViewInfo) -> Bool {
    guard !mayDoEverything else { return true }
    let permissions = access?.rights.permissions(on: view.name) ?? []
    return permissions.contains(.read)
      && (permissions.contains(.manage) || maySee(sourcesOf: view.definition))
  }

  /// Whether the principal may read everything that a view shows.
  func maySee(sourcesOf view: ViewDefinition) -> Bool {
    mayDoEverything || view.resolved(for: principal).collections.allSatisfy { maySee($0) }
  }

  /// The health of the server, without the names that the principal may not see.
  var shownHealth: HealthReport {
    var health = server.health
    if !health.slowStrategies.isEmpty { health.slowStrategies.removeAll { !maySee($0.collection) } }
    return health
  }
}

extension ArrangeError {
  /// The error for exceeding a limit of the access file.
  ///
  /// - Parameter wait: after how many milliseconds there is room, if that is known.
  fileprivate static func tooMany(_ limit: String, of principal: Principal, _ wait: UInt32?) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "\"\(principal)\" may have \(limit) at most",
      retryAfterMilliseconds: wait
    )
  }
}
