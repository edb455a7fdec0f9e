/// One turn of a connection on its event loop: how many of its frames are worked off before other connections are looked
/// at.
///
/// It begins with the time. After each frame ``isOver(afterSmallFrame:clock:)`` says whether the others come first; the
/// frames that are left wait for the next turn.
///
/// The clock is looked at after each frame that can take long, and now and then among those that can't.
package struct ConnectionTurn: Sendable {
  /// How long a turn may take, in nanoseconds. The frame that is worked off when the time is over is the last one.
  package static let longest: UInt64 = 1_000_000

  /// The maximum number of frames of a turn.
  package static let mostFrames = 4_096

  /// After how many small frames the clock is looked at.
  package static let smallFramesPerLook = 32

  /// From how many nanoseconds on a turn was a long one: the next one of the connection waits until the others had theirs.
  package static let long: UInt64 = 250_000

  /// The time when the clock was looked at last.
  package private(set) var now: MonotonicTime
  private let start: MonotonicTime
  private var frames = 0
  private var smallFrames = 0

  package init(at now: MonotonicTime) {
    start = now
    self.now = now
  }

  /// How many nanoseconds the turn has taken when the clock was looked at last.
  package var duration: UInt64 { now.nanoseconds &- start.nanoseconds }

  /// Whether others have their turn before the connection has another one.
  package var wasLong: Bool { duration >= ConnectionTurn.long }

  /// Notes that a frame was worked off, and says whether the turn is over.
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
    return duration >= ConnectionTurn.longest || frames >= ConnectionTurn.mostFrames
  }
}
