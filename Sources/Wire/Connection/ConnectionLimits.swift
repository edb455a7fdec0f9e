/// What one connection may take, on either side. The defaults are those of the specification.
package struct ConnectionLimits: Sendable, Hashable {
  /// The largest frame that is taken after HELLO, in bytes: ``Frame/largestByDefault`` to
  /// ``Frame/largestEver``.
  package var largestFrame = Frame.largestByDefault

  /// How many unary calls may be open at once.
  package var mostCalls = 256

  /// How many server streams may be open at once.
  package var mostSubscriptions = 4096

  /// Up to how many bytes the requests of open calls, and the answers that they may get, are held before no
  /// more frames are taken. One call is always taken, however large it is.
  package var mostHeldBytes = 4 * 1024 * 1024

  /// How many bytes of these the requests of server streams may take. They hold them for as long as they are open, so that
  /// there has to be room left for calls, which end by themselves.
  package var mostSubscriptionBytes = 2 * 1024 * 1024

  /// How long HELLO, and WELCOME after it, may take, in nanoseconds.
  package var helloNanoseconds: UInt64 = 5_000_000_000

  /// How long a frame may take from its first byte to its last, in nanoseconds.
  package var partialFrameNanoseconds: UInt64 = 30_000_000_000

  /// After how much silence a PING is sent, in nanoseconds; 0: never.
  package var keepaliveNanoseconds: UInt64 = 30_000_000_000

  /// After how much more silence the connection is given up, in nanoseconds.
  package var keepaliveTimeoutNanoseconds: UInt64 = 10_000_000_000

  /// The limits of the specification.
  package init() {}
}
