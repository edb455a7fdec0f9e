/// The screen of a terminal that a command has for itself until it ends. Only lines that are others than before are
/// written.
struct LiveScreen {
  // The alternate screen, without a cursor and without lines that go on in the next one.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let leave = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let output: any TextOutput
  private let screen: TerminalScreen
  private let restore: @Sendable () -> Void
  private var size: TerminalScreen.Size
  private var shown: [String]?

  /// Takes the terminal.
  init(_ screen: TerminalScreen, _ output: any TextOutput) throws(OutputError) {
    self.output = output
    self.screen = screen
    size = screen.size()
    restore = screen.quiet()
    do { try output.write(Array(LiveScreen.enter.utf8)) } catch {
      restore()
      throw error
    }
  }

  /// Shows what a closure makes for the size of the terminal.
  mutating func show(_ lines: (TerminalScreen.Size) -> [String]) throws(OutputError) {
    let now = screen.size()
    if now != size { shown = nil }
    size = now
    let lines = lines(size)
    var text = shown == nil ? "\u{1B}[2J" : ""
    let old = shown ?? []
    for row in 0..<max(lines.count, old.count) {
      let line = row < lines.count ? lines[row] : ""
      if row < old.count ? old[row] != line : !line.isEmpty {
        // Erased first: behind a line that fills the row there is no place to erase from.
        text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
      }
    }
    shown = lines
    if !text.isEmpty { try output.write(Array(text.utf8)) }
  }

  /// Gives the terminal back as it was.
  func close() {
    try? output.write(Array(LiveScreen.leave.utf8))
    restore()
  }
}
