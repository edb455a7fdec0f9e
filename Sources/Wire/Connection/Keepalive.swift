/// Detects a peer that has vanished: PING after silence, and closing after more of it.
struct Keepalive {
  /// See ``ConnectionLimits/keepaliveNanoseconds``; 0: never.
  var interval: UInt64

  /// See ``ConnectionLimits/keepaliveTimeoutNanoseconds``.
  var timeout: UInt64

  /// The bytes per second of the slowest acceptable reader. It answers a PING once it has read everything
  /// sent before.
  static let slowestReading: UInt64 = 16 * 1024

  /// The maximum number of bytes in transit to a reader, in the buffers of both systems and our own.
  static let maximumUnread = 16 * 1024 * 1024

  /// The bytes that the peer may not have read yet: those sent since the PING before its last PONG.
  private var unread = 0

  /// The bytes sent since the last PING.
  private var bytesSentSincePing = 0

  /// The time that the peer may need to read everything sent before the PING, in nanoseconds.
  private var readingTime: UInt64 = 0

  /// The time at which the last byte arrived.
  private var lastReceived: MonotonicTime

  /// The time of the unanswered PING.
  private var pingSentAt: MonotonicTime?

  /// The token of the next PING.
  private var token: UInt64 = 1

  /// The action that is due.
  enum Due {
    case nothing
    case ping(token: UInt64)
    case timedOut
  }

  init(interval: UInt64, timeout: UInt64, now: MonotonicTime) {
    self.interval = interval
    self.timeout = timeout
    lastReceived = now
  }

  /// The server named its own times: a client looks for it at least as often as it looks for the client.
  mutating func adopt(_ welcome: Welcome) {
    guard interval > 0, welcome.keepaliveMilliseconds > 0 else { return }
    interval = min(interval, UInt64(welcome.keepaliveMilliseconds) * 1_000_000)
    timeout = min(timeout, UInt64(max(welcome.keepaliveTimeoutMilliseconds, 1)) * 1_000_000)
  }

  /// Bytes arrived.
  @inline(__always)
  mutating func recordReceived(at now: MonotonicTime) {
    lastReceived = now
    pingSentAt = nil
  }

  /// Bytes were sent.
  @inline(__always)
  mutating func sent(_ bytes: Int) {
    unread = min(unread &+ bytes, Keepalive.maximumUnread)
    bytesSentSincePing = min(bytesSentSincePing &+ bytes, Keepalive.maximumUnread)
  }

  /// A PONG arrived: everything sent before the last PING was read.
  mutating func answered() { unread = bytesSentSincePing }

  /// The time of the next action, if nothing arrives until then.
  var next: MonotonicTime {
    if interval == 0 { return .never }
    if let pingSentAt {
      return pingSentAt.advanced(byNanoseconds: timeout).advanced(byNanoseconds: readingTime)
    }
    return lastReceived.advanced(byNanoseconds: interval)
  }

  /// The action that is due now.
  mutating func check(at now: MonotonicTime) -> Due {
    guard now >= next else { return .nothing }
    if pingSentAt != nil { return .timedOut }
    pingSentAt = now
    readingTime = UInt64(unread) * 1_000_000_000 / Keepalive.slowestReading
    bytesSentSincePing = 0
    defer { token &+= 1 }
    return .ping(token: token)
  }
}
