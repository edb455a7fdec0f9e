/// The line that shows how a load test goes on: on a terminal it is written over, elsewhere there is none.
struct BenchProgress {
  private let console: Console
  private let total: Duration
  private var last: (elapsed: Duration, answered: Int) = (.zero, 0)
  /// Calls per second, lately.
  private var pace = 0.0
  private var isDrawn = false

  init(_ console: Console, total: Duration) {
    self.console = console
    self.total = total
  }

  /// Says how long calls have been made, and how many have ended.
  mutating func show(_ elapsed: Duration, _ answered: Int) {
    guard console.isErrorsTerminal else { return }
    let seconds = (elapsed - last.elapsed) / .seconds(1)
    if seconds > 0 { pace = Double(answered - last.answered) / seconds }
    last = (elapsed, answered)
    isDrawn = true
    let line = BenchProgress.line(elapsed: elapsed, total: total, answered: answered, pace: pace)
    try? console.errors.write(Array("\r\u{1B}[K\(line)".utf8))
  }

  /// Takes the line away.
  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    try? console.errors.write(Array("\r\u{1B}[K".utf8))
  }

  /// The line: `3 of 10 s, 1,234,567 calls, 412,345 calls/s`.
  static func line(elapsed: Duration, total: Duration, answered: Int, pace: Double) -> String {
    let (done, all) = (min(elapsed, total) / .seconds(1), total / .seconds(1))
    return "\(Int(done)) of \(Int(all.rounded(.up))) s, \(answered.counted("call")), "
      + "\(Int(pace.rounded()).grouped) calls/s"
  }
}
