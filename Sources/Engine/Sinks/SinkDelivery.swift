package import ArrangeModel
package import Ordering

/// The delivery of one collection by one sink: decides what is done next. It has no clock, and does nothing itself: events
/// return the action that is to be carried out, whose outcome is the next event.
///
/// One message is on its way at a time. Its versions are the same at each attempt, also after a restart: a message with one
/// commit follows from the position, and one with several is recorded in the position before it is sent for the first time.
package struct SinkDelivery: Sendable {
  /// What is to be done.
  package enum Action: Sendable, Hashable {
    case nothing
    /// To write a position in place of another one: ``recorded(_:isWritten:now:)``.
    case record(SinkPosition?, SinkPosition)
    /// To make the message after a position: ``made(_:)``, ``unchanged(now:)``, or ``failed(_:now:using:)``.
    ///
    /// - through: its last version; nil if it is the whole list.
    case make(after: SinkPosition?, through: UInt64?)
    /// To send the message that was made: ``delivered(now:)``, or ``failed(_:now:using:)``.
    case send
    /// To call ``timePassed(now:)`` at a time, in monotonic nanoseconds.
    case wait(until: UInt64)
  }

  /// What it is doing.
  package enum Phase: Sendable, Hashable {
    case idle
    /// A position is being written, after which a message is sent, or which says that one was delivered.
    case recording(SinkPosition)
    case making(through: UInt64?)
    case sending(to: State)
    case waiting(until: UInt64)
    /// Nothing is delivered until ``resumed(now:)``.
    case paused(String)
    /// The definer may not read the collection.
    case denied
  }

  /// A state of the collection.
  package struct State: Sendable, Hashable {
    package var version: UInt64
    package var incarnation: UInt64

    package init(version: UInt64, incarnation: UInt64) {
      self.version = version
      self.incarnation = incarnation
    }
  }

  /// Why an attempt has failed.
  package struct Failure: Error, Sendable, Hashable {
    package var kind: Kind
    /// One sentence.
    package var message: String
    /// The time for which the receiver wants no other attempt, in nanoseconds.
    package var retryAfter: UInt64?

    package init(_ kind: Kind, _ message: String, retryAfter: UInt64? = nil) {
      self.kind = kind
      self.message = message
      self.retryAfter = retryAfter
    }
  }

  /// The kind of a failure, as a label of metrics.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The host has no address, or did not take the connection.
    case unreachable
    /// The address is private and not allowed.
    case forbidden
    case timeout
    /// The status of the answer is 410: the receiver wants nothing any more.
    case gone
    /// The status is 409, or a mirror has another state: the receiver lacks something, and gets the whole list.
    case conflict
    /// The status is 429.
    case limited
    /// The status is another one of 4xx, or a redirect.
    case refused
    /// The status is one of 5xx.
    case failing
    /// The keys of signatures, or the connection string of a mirror, can't be read.
    case keys
    /// The tables of a mirror are not those that it needs, and somebody has to change them.
    case tables
    /// The role of a mirror lacks a right.
    case rights
    /// The message could not be made, or the position not be written.
    case server

    /// Whether another attempt makes sense only once somebody has done something.
    var pauses: Bool { self == .gone || self == .tables || self == .rights }
  }

  package private(set) var phase = Phase.idle
  package private(set) var position: SinkPosition?
  /// The newest durable version.
  package private(set) var newest: UInt64
  /// The failures since the last success.
  package private(set) var attempts = 0
  package private(set) var lastFailure: Failure?
  /// When it began to lag, in monotonic nanoseconds; nil if everything is delivered.
  package private(set) var lagsSince: UInt64?
  private var failsSince: UInt64?
  /// Whether the next message has one commit, because an earlier attempt with it may have reached the receiver.
  private var isUncertain = true
  /// Whether the receiver has asked for the whole list.
  private var wantsList = false
  /// Why nothing is delivered of what was never delivered, which has no position to keep it in.
  private var pauseAtFirst: SinkPosition.Pause?
  package var settings: Settings

  /// What the definition of the sink says.
  package struct Settings: Sendable, Hashable {
    package var mode: SinkMode
    /// Why the sink is paused for all collections.
    package var pause: String?
    package var resumes: UInt64
    package var restores: UInt64
    /// Whether the definer may read and watch the collection.
    package var isAllowed: Bool
    package var backoff: SinkBackoff

    package init(
      mode: SinkMode,
      pause: String? = nil,
      resumes: UInt64 = 0,
      restores: UInt64 = 0,
      isAllowed: Bool = true,
      backoff: SinkBackoff = SinkBackoff()
    ) {
      self.mode = mode
      self.pause = pause
      self.resumes = resumes
      self.restores = restores
      self.isAllowed = isAllowed
      self.backoff = backoff
    }
  }

  package init(_ settings: Settings, position: SinkPosition?, newest: UInt64) {
    self.settings = settings
    self.position = position
    self.newest = newest
  }

  /// Whether the receiver lacks something.
  package var lags: Bool { validPosition.map { $0.version != newest || $0.through != nil } ?? true }

  /// The last version of the message that is to be made; nil if it is the whole list.
  package var through: UInt64? { if case .making(let through) = phase { through } else { nil } }

  /// Whether something is being done whose outcome has to be reported.
  package var isBusy: Bool {
    switch phase {
    case .recording, .making, .sending: true
    case .idle, .waiting, .paused, .denied: false
    }
  }

  /// The position, unless it is of before a restored backup.
  private var validPosition: SinkPosition? {
    position.flatMap { $0.restores == settings.restores ? $0 : nil }
  }

  // MARK: Events

  /// Begins with the next message if there is one and nothing else is being done.
  package mutating func start(now: UInt64) -> Action {
    lagsSince = lags ? lagsSince ?? now : nil
    guard !isBusy else { return .nothing }
    if case .waiting(let until) = phase, until > now { return .nothing }
    return next(now: now)
  }

  /// There is a newer version.
  package mutating func committed(_ version: UInt64, now: UInt64) -> Action {
    newest = max(newest, version)
    return start(now: now)
  }

  /// The definition of the sink has changed.
  package mutating func changed(_ settings: Settings, now: UInt64) -> Action {
    let isResumed = settings.resumes != self.settings.resumes
    self.settings = settings
    if isResumed {
      attempts = 0
      failsSince = nil
      if case .waiting = phase { phase = .idle }
    }
    switch phase {
    case .paused, .denied, .idle: return start(now: now)
    case .waiting where settings.pause != nil || !settings.isAllowed: return next(now: now)
    case .waiting, .recording, .making, .sending: return .nothing
    }
  }

  /// The position was changed by somebody else, or is read anew. A message that is on its way no longer counts.
  package mutating func replaced(_ position: SinkPosition?, newest: UInt64, now: UInt64) -> Action {
    self.position = position
    self.newest = newest
    isUncertain = true
    wantsList = false
    pauseAtFirst = nil
    attempts = 0
    failsSince = nil
    lastFailure = nil
    phase = .idle
    return start(now: now)
  }

  /// The receiver turned out not to have what it was given: it gets the whole list, unless something is being done.
  package mutating func lost(now: UInt64) -> Action {
    guard !isBusy else { return .nothing }
    wantsList = true
    return start(now: now)
  }

  /// The time of ``Action/wait(until:)`` has come.
  package mutating func timePassed(now: UInt64) -> Action {
    guard case .waiting(let until) = phase else { return .nothing }
    return until <= now ? next(now: now) : .wait(until: until)
  }

  /// A position was written, or could not be.
  package mutating func recorded(_ written: SinkPosition, isWritten: Bool, now: UInt64) -> Action {
    guard case .recording(written) = phase else { return .nothing }
    guard isWritten else {
      // What the journal has is read again.
      phase = .idle
      return .nothing
    }
    position = written
    phase = .idle
    lagsSince = lags ? lagsSince : nil
    return next(now: now)
  }

  /// The message was made.
  package mutating func made(_ state: State) -> Action {
    guard case .making = phase else { return .nothing }
    newest = max(newest, state.version)
    phase = .sending(to: state)
    return .send
  }

  /// There is no message to be made: what is newer makes no difference to the receiver.
  package mutating func unchanged(now: UInt64) -> Action {
    guard case .making = phase, let position = validPosition else { return .nothing }
    newest = position.version
    (attempts, failsSince, lastFailure, lagsSince) = (0, nil, nil, nil)
    phase = .idle
    return .nothing
  }

  /// The receiver has accepted the message.
  package mutating func delivered(now: UInt64) -> Action {
    guard case .sending(let state) = phase else { return .nothing }
    attempts = 0
    failsSince = nil
    lastFailure = nil
    isUncertain = false
    wantsList = false
    var next = SinkPosition(
      version: state.version,
      incarnation: state.incarnation,
      restores: settings.restores
    )
    // The message after this one is known already, so that it needs no write of its own.
    if settings.mode == .merged, newest > state.version + 1 { next.through = newest }
    lagsSince = newest > state.version ? now : nil
    phase = .recording(next)
    return .record(position, next)
  }

  /// An attempt has failed.
  package mutating func failed(_ failure: Failure, now: UInt64, using random: inout OrderingRandom) -> Action
  {
    switch phase {
    case .making, .sending: break
    case .idle, .recording, .waiting, .paused, .denied: return .nothing
    }
    attempts += 1
    lastFailure = failure
    isUncertain = true
    if failure.kind == .conflict { wantsList = true }
    let since = failsSince ?? now
    failsSince = since
    if failure.kind.pauses { return pause(failure.message) }
    if now - since >= settings.backoff.patience {
      return pause("deliveries have failed for days, at last because \(failure.message)")
    }
    let pause = settings.backoff.pause(after: attempts, requested: failure.retryAfter, using: &random)
    phase = .waiting(until: now &+ pause)
    return .wait(until: now &+ pause)
  }

  // MARK: Decisions

  private mutating func next(now: UInt64) -> Action {
    if let pause = settings.pause {
      phase = .paused(pause)
      return .nothing
    }
    guard settings.isAllowed else {
      phase = .denied
      return .nothing
    }
    guard let position = validPosition else {
      if let pauseAtFirst, pauseAtFirst.resumes == settings.resumes {
        phase = .paused(pauseAtFirst.reason)
        return .nothing
      }
      phase = .making(through: nil)
      return .make(after: nil, through: nil)
    }
    if let pause = position.pause, pause.resumes == settings.resumes {
      phase = .paused(pause.reason)
      return .nothing
    }
    // What the receiver has is of a history that was lost.
    if wantsList || position.version > newest {
      phase = .making(through: nil)
      return .make(after: nil, through: nil)
    }
    if let through = position.through {
      phase = .making(through: through)
      return .make(after: position, through: through)
    }
    guard position.version != newest else {
      phase = .idle
      return .nothing
    }
    if isUncertain || settings.mode == .commits || newest == position.version + 1 {
      phase = .making(through: position.version + 1)
      return .make(after: position, through: position.version + 1)
    }
    var intent = position
    intent.through = newest
    intent.pause = nil
    phase = .recording(intent)
    return .record(self.position, intent)
  }

  /// Pauses the sink for this collection, also after a restart.
  private mutating func pause(_ reason: String) -> Action {
    let reason = String(reason.prefix(StoredSink.maximumReason))
    guard var paused = validPosition else {
      pauseAtFirst = SinkPosition.Pause(reason, resumes: settings.resumes)
      phase = .paused(reason)
      return .nothing
    }
    paused.pause = SinkPosition.Pause(reason, resumes: settings.resumes)
    phase = .recording(paused)
    return .record(position, paused)
  }
}
