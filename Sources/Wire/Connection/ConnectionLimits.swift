/// The limits of one connection, on either side. The defaults are those of the specification.
package struct ConnectionLimits: Sendable, Hashable {
  /// The largest frame that is accepted after HELLO, in bytes: ``Frame/defaultMaximumLength`` to
  /// ``Frame/largestEver``.
  package var largestFrame = Frame.defaultMaximumLength

  /// The maximum number of open unary calls.
  package var maximumCalls = 256

  /// The maximum number of open server streams.
  package var maximumSubscriptions = 4096

  /// The bytes of open requests and their possible answers up to which frames are accepted. One call is
  /// always accepted, whatever its size.
  package var maximumHeldBytes = 4 * 1024 * 1024

  /// The share of these bytes for the requests of server streams. They hold it as long as they are open, so
  /// some room must be left for calls, which end by themselves.
  package var maximumSubscriptionBytes = 2 * 1024 * 1024

  /// The timeout of HELLO, and then of WELCOME, in nanoseconds.
  package var helloNanoseconds: UInt64 = 5_000_000_000

  /// The timeout of a frame from its first byte to its last, in nanoseconds.
  package var partialFrameNanoseconds: UInt64 = 30_000_000_000

  /// The silence after which a PING is sent, in nanoseconds; 0: never.
  package var keepaliveNanoseconds: UInt64 = 30_000_000_000

  /// The further silence after which the connection is closed, in nanoseconds.
  package var keepaliveTimeoutNanoseconds: UInt64 = 10_000_000_000

  /// The limits of the specification.
  package init() {}
}
