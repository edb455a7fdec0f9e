/// One turn of a connection on its event loop: how many of its frames are processed before other connections
/// are served.
///
/// It begins with the current time. After each frame ``isOver(afterSmallFrame:clock:)`` tells whether to
/// serve the others first; remaining frames wait for the next turn.
///
/// The clock is read after each frame that can take long, and now and then among those that can't.
package struct ConnectionTurn: Sendable {
  /// The maximum duration of a turn, in nanoseconds. The frame being processed when it is exceeded is the
  /// last one.
  package static let longest: UInt64 = 1_000_000

  /// The maximum number of frames of a turn.
  package static let maximumFrames = 4_096

  /// The number of small frames after which the clock is read.
  package static let smallFramesPerLook = 32

  /// The duration in nanoseconds from which a turn counts as long: the connection's next turn comes after the
  /// others had theirs.
  package static let long: UInt64 = 250_000

  /// The time when the clock was last read.
  package private(set) var now: MonotonicTime
  private let start: MonotonicTime
  private var frames = 0
  private var smallFrames = 0

  package init(at now: MonotonicTime) {
    start = now
    self.now = now
  }

  /// The duration of the turn when the clock was last read, in nanoseconds.
  package var duration: UInt64 { now.nanoseconds &- start.nanoseconds }

  /// Whether others have their turn before the connection's next one.
  package var wasLong: Bool { duration >= ConnectionTurn.long }

  /// Records that a frame was processed, and returns whether the turn is over.
  ///
  /// - Parameter isSmall: whether it can't have taken long.
  @inline(__always)
  package mutating func isOver(afterSmallFrame isSmall: Bool, clock: () -> MonotonicTime) -> Bool {
    frames &+= 1
    if isSmall {
      smallFrames &+= 1
      guard smallFrames == ConnectionTurn.smallFramesPerLook else { return false }
    }
    smallFrames = 0
    now = max(now, clock())
    return duration >= ConnectionTurn.longest || frames >= ConnectionTurn.maximumFrames
  }
}
