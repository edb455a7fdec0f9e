import Synchronization

/// A full-screen display that a command uses until it ends, except while it is suspended. Only changed lines
/// are written.
struct LiveScreen {
  private let terminal: TakenTerminal
  private var size: TerminalScreen.Size
  private var shown: [String]?

  /// Takes over the terminal, unless the program was started in the background.
  init(_ screen: TerminalScreen, _ output: any TextOutput) throws(OutputError) {
    terminal = TakenTerminal(screen, output)
    size = screen.size()
    try take()
  }

  /// Whether the terminal is taken over.
  var isOpen: Bool { terminal.isTaken }

  /// Takes over the terminal, also if it was taken over before and other programs may have used it since;
  /// everything is redrawn. In the background nothing happens.
  mutating func take() throws(OutputError) {
    shown = nil
    try terminal.take()
  }

  /// Shows the lines that a closure returns for the size of the terminal.
  mutating func show(_ lines: (TerminalScreen.Size) -> [String]) throws(OutputError) {
    guard isOpen else { return }
    let now = terminal.screen.size()
    if now != size { shown = nil }
    size = now
    let lines = lines(size)
    var text = shown == nil ? "\u{1B}[2J" : ""
    let old = shown ?? []
    for row in 0..<max(lines.count, old.count) {
      let line = row < lines.count ? lines[row] : ""
      if row < old.count ? old[row] != line : !line.isEmpty {
        // The line is erased first: after a line that fills the row, erasing to the end would delete its last
        // character.
        text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
      }
    }
    shown = lines
    if !text.isEmpty { try terminal.output.write(Array(text.utf8)) }
  }

  /// Restores the terminal and suspends the program, as Ctrl-Z does; when it continues, takes over the
  /// terminal again.
  mutating func stop() throws(OutputError) {
    terminal.releaseTerminal()
    terminal.screen.stop()
    try take()
  }

  /// Restores the terminal.
  func close() { terminal.releaseTerminal() }

  /// Restores the terminal, from any thread, and without waiting for a blocked terminal.
  var closing: @Sendable () -> Void { { [terminal] in terminal.releaseTerminal(waits: false) } }
}

/// A terminal that is taken over, and restored once each time.
private final class TakenTerminal: Sendable {
  // Switches to the alternate screen, hides the cursor and turns off line wrapping.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let leave = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  let screen: TerminalScreen
  let output: any TextOutput
  /// Restores the echo of input; nil while the terminal is not taken over.
  private let restore = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ screen: TerminalScreen, _ output: any TextOutput) {
    self.screen = screen
    self.output = output
  }

  var isTaken: Bool { restore.withLock { $0 != nil } }

  func take() throws(OutputError) {
    guard screen.isInForeground() else { return }
    let undo = screen.quiet()
    // The state before it was first taken over is the one to restore.
    restore.withLock { $0 = $0 ?? undo }
    do { try output.write(Array(TakenTerminal.enter.utf8)) } catch {
      releaseTerminal(waits: false)
      throw error
    }
  }

  /// - Parameter waits: whether to wait until the terminal accepts output.
  func releaseTerminal(waits: Bool = true) {
    guard let restore = restore.withLock({ $0.take() }) else { return }
    if waits || screen.isWritable() { try? output.write(Array(TakenTerminal.leave.utf8)) }
    restore()
  }
}
