/// The watch over a peer that may have vanished: PING after silence, the end after more of it.
struct Keepalive {
  /// See ``ConnectionLimits/keepaliveNanoseconds``; 0: never.
  var interval: UInt64

  /// See ``ConnectionLimits/keepaliveTimeoutNanoseconds``.
  var timeout: UInt64

  /// When the last byte came.
  private var lastHeard: MonotonicTime

  /// When the PING was sent to which nothing came back yet.
  private var askedAt: MonotonicTime?

  /// The token of the next PING.
  private var token: UInt64 = 1

  /// What is due.
  enum Due {
    case nothing
    case ping(token: UInt64)
    case givingUp
  }

  init(interval: UInt64, timeout: UInt64, now: MonotonicTime) {
    self.interval = interval
    self.timeout = timeout
    lastHeard = now
  }

  /// Bytes came.
  @inline(__always)
  mutating func heard(at now: MonotonicTime) {
    lastHeard = now
    askedAt = nil
  }

  /// When something is due next, if nothing comes until then.
  var next: MonotonicTime {
    if interval == 0 { return .never }
    if let askedAt { return askedAt.advanced(byNanoseconds: timeout) }
    return lastHeard.advanced(byNanoseconds: interval)
  }

  /// What is due now.
  mutating func check(at now: MonotonicTime) -> Due {
    guard now >= next else { return .nothing }
    if askedAt != nil { return .givingUp }
    askedAt = now
    defer { token &+= 1 }
    return .ping(token: token)
  }
}
