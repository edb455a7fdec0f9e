/// When the next backup is due, by two clocks: the wall clock can be set back, and would put the backup off for as long;
/// the other one stands still while the machine sleeps. The first that says so counts.
struct BackupDue: Equatable {
  /// What the clocks say, in seconds: since 1970, and since some start.
  struct Now: Equatable {
    var wall: Int64
    var monotonic: Int64
  }

  private let wall: Int64
  private let monotonic: Int64

  /// - Parameter pause: in seconds from now.
  init(in pause: Int64, now: Now) {
    (wall, monotonic) = (now.wall + pause, now.monotonic + pause)
  }

  /// - Parameters:
  ///   - last: when the last good backup was made; nil if there is none.
  ///   - interval: how long after it, in seconds.
  init(after last: Int64?, interval: Int64, now: Now) {
    self.init(in: last.map { min(interval, max(0, $0 + interval - now.wall)) } ?? 0, now: now)
  }

  /// How long it is until then, in seconds; 0 if it is due.
  func wait(now: Now) -> Int64 { max(0, min(wall - now.wall, monotonic - now.monotonic)) }
}
