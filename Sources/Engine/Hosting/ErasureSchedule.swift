import Ordering

/// When the files of the journal are next cleared of what can't be read any more: at an interval, if something was written since, and
/// soon again after an attempt that something in use prevented.
struct ErasureSchedule {
  /// The time after which it is attempted again, in nanoseconds.
  static let pause: UInt64 = 10_000_000_000
  /// The part of the interval by which it is at random shorter or longer, so that several servers don't do it at once.
  static let spread: UInt64 = 8

  private var random: OrderingRandom
  /// In monotonic nanoseconds; nil before the first question.
  private var due: UInt64?
  /// The number of steps that were written when the files were last cleared; nil if they were not, or not of everything.
  private var clearedSteps: UInt64?
  private var isRunning = false

  init(seed: UInt64) { random = OrderingRandom(seed: seed) }

  /// Whether an attempt begins now. Asked every few seconds.
  ///
  /// - Parameters:
  ///   - interval: in nanoseconds; 0: never.
  ///   - steps: the number of steps that were written so far.
  mutating func begins(at now: UInt64, every interval: UInt64, steps: UInt64) -> Bool {
    guard !isRunning, interval > 0 else { return false }
    let latest = now + interval + interval / ErasureSchedule.spread
    // The interval may have become shorter.
    guard let due, due <= latest else {
      self.due = next(after: now, interval)
      return false
    }
    guard now >= due else { return false }
    guard clearedSteps != steps else {
      self.due = next(after: now, interval)
      return false
    }
    isRunning = true
    return true
  }

  /// The attempt is over.
  ///
  /// - Parameters:
  ///   - isComplete: whether nothing is left.
  ///   - steps: the number of steps when it began.
  mutating func end(at now: UInt64, every interval: UInt64, isComplete: Bool, steps: UInt64) {
    isRunning = false
    clearedSteps = isComplete ? steps : nil
    due = isComplete ? next(after: now, interval) : now + ErasureSchedule.pause
  }

  /// An attempt is to begin as soon as it is asked for.
  mutating func hurry() { (due, clearedSteps) = (0, nil) }

  private mutating func next(after now: UInt64, _ interval: UInt64) -> UInt64 {
    let spread = interval / ErasureSchedule.spread
    return now + interval - spread + UInt64.random(in: 0...2 * spread, using: &random)
  }
}
