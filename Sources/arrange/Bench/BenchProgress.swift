/// The progress line of a load test: it is redrawn on a terminal, and not shown elsewhere.
struct BenchProgress {
  private let console: Console
  private let total: Duration
  private var last: (elapsed: Duration, answered: Int) = (.zero, 0)
  /// The recent rate, in calls per second.
  private var pace = 0.0
  private var isDrawn = false

  init(_ console: Console, total: Duration) {
    self.console = console
    self.total = total
  }

  /// Shows the elapsed time and the number of completed calls.
  mutating func show(_ elapsed: Duration, _ answered: Int) {
    guard console.isErrorsTerminal else { return }
    let seconds = (elapsed - last.elapsed) / .seconds(1)
    if seconds > 0 { pace = Double(answered - last.answered) / seconds }
    last = (elapsed, answered)
    isDrawn = true
    let line = BenchProgress.line(elapsed: elapsed, total: total, answered: answered, pace: pace)
    try? console.errors.write(Array("\r\u{1B}[K\(line)".utf8))
  }

  /// Erases the line.
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
