/// The watch over a peer that may have vanished: PING after silence, the end after more of it.
struct Keepalive {
  /// See ``ConnectionLimits/keepaliveNanoseconds``; 0: never.
  var interval: UInt64

  /// See ``ConnectionLimits/keepaliveTimeoutNanoseconds``.
  var timeout: UInt64

  /// How many bytes in a second the slowest reader takes. It answers a PING when it has read what was sent
  /// before.
  static let slowestReading: UInt64 = 16 * 1024

  /// How many bytes at most are on their way to a reader, in the buffers of both systems and in our own.
  static let mostUnread = 16 * 1024 * 1024

  /// How many bytes the peer may not have read yet: those that were sent since the PING before its last PONG.
  private var unread = 0

  /// How many of them were sent since the last PING.
  private var sentSinceAsked = 0

  /// How long the peer may need to read what was sent before the PING, in nanoseconds.
  private var readingTime: UInt64 = 0

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

  /// Bytes were sent.
  @inline(__always)
  mutating func sent(_ bytes: Int) {
    unread = min(unread &+ bytes, Keepalive.mostUnread)
    sentSinceAsked = min(sentSinceAsked &+ bytes, Keepalive.mostUnread)
  }

  /// A PONG came: what was sent before the last PING was read.
  mutating func answered() { unread = sentSinceAsked }

  /// When something is due next, if nothing comes until then.
  var next: MonotonicTime {
    if interval == 0 { return .never }
    if let askedAt { return askedAt.advanced(byNanoseconds: timeout).advanced(byNanoseconds: readingTime) }
    return lastHeard.advanced(byNanoseconds: interval)
  }

  /// What is due now.
  mutating func check(at now: MonotonicTime) -> Due {
    guard now >= next else { return .nothing }
    if askedAt != nil { return .givingUp }
    askedAt = now
    readingTime = UInt64(unread) * 1_000_000_000 / Keepalive.slowestReading
    sentSinceAsked = 0
    defer { token &+= 1 }
    return .ping(token: token)
  }
}
