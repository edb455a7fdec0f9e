/// The progress of long work: one line that is redrawn on a terminal, and not shown elsewhere.
struct ProgressBar {
  private static let width = 30
  /// The minimum time between two updates.
  private static let interval: Duration = .milliseconds(100)

  private let console: Console
  private let noun: String
  private let total: Int
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?

  /// - Parameter noun: what is counted, in the plural.
  init(_ console: Console, total: Int, _ noun: String) {
    self.console = console
    self.total = total
    self.noun = noun
  }

  /// Shows the number of completed units.
  mutating func show(_ done: Int) {
    guard console.isErrorsTerminal else { return }
    let now = ContinuousClock.now
    if let lastDrawn, now - lastDrawn < ProgressBar.interval, done < total { return }
    lastDrawn = now
    let line = ProgressBar.line(done: done, total: total, noun: noun, elapsed: now - start)
    try? console.errors.write(Array("\r\u{1B}[K\(line)".utf8))
  }

  /// Erases the line.
  mutating func clear() {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    try? console.errors.write(Array("\r\u{1B}[K".utf8))
  }

  /// The line: `[#######·······] 500 of 2,000 items, 12,345 per second, 1 s left`.
  static func line(done: Int, total: Int, noun: String, elapsed: Duration) -> String {
    let filled = total > 0 ? min(width, width * done / total) : width
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: width - filled)
    var line = "[\(bar)] \(done.grouped) of \(total.grouped) \(noun)"
    let seconds = elapsed / .seconds(1)
    if done > 0, seconds > 0 {
      let rate = Double(done) / seconds
      line += ", \(Int(min(rate, 1e9)).grouped) per second"
      let left = Double(total - done) / rate
      if left >= 1 { line += ", \(Int(min(left, 1e9)).grouped) s left" }
    }
    return line
  }
}
