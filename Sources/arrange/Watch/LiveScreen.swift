import Synchronization

/// The screen of a terminal that a command has for itself until it ends, but for when the shell wants it back. Only lines
/// that are others than before are written.
struct LiveScreen {
  private let terminal: TakenTerminal
  private var size: TerminalScreen.Size
  private var shown: [String]?

  /// Takes the terminal, unless the program was started in the background.
  init(_ screen: TerminalScreen, _ output: any TextOutput) throws(OutputError) {
    terminal = TakenTerminal(screen, output)
    size = screen.size()
    try take()
  }

  /// Whether the terminal is taken.
  var isOpen: Bool { terminal.isTaken }

  /// Takes the terminal, also where it was taken before and others may have used it meanwhile; everything is shown anew.
  /// In the background nothing happens.
  mutating func take() throws(OutputError) {
    shown = nil
    try terminal.take()
  }

  /// Shows what a closure makes for the size of the terminal.
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
        // Erased first: behind a line that fills the row there is no place to erase from.
        text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
      }
    }
    shown = lines
    if !text.isEmpty { try terminal.output.write(Array(text.utf8)) }
  }

  /// Gives the terminal back and stops the program, as Ctrl-Z does; when it goes on, takes the terminal again.
  mutating func stop() throws(OutputError) {
    terminal.giveBack()
    terminal.screen.stop()
    try take()
  }

  /// Gives the terminal back as it was.
  func close() { terminal.giveBack() }

  /// Gives the terminal back as it was, from anywhere, and without waiting for one that takes nothing.
  var closing: @Sendable () -> Void { { [terminal] in terminal.giveBack(waits: false) } }
}

/// A terminal that is taken, and given back once.
private final class TakenTerminal: Sendable {
  // The alternate screen, without a cursor and without lines that go on in the next one.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let leave = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  let screen: TerminalScreen
  let output: any TextOutput
  /// Gives back how what is typed is shown; nil while the terminal is not taken.
  private let restore = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ screen: TerminalScreen, _ output: any TextOutput) {
    self.screen = screen
    self.output = output
  }

  var isTaken: Bool { restore.withLock { $0 != nil } }

  func take() throws(OutputError) {
    guard screen.isOurs() else { return }
    let undo = screen.quiet()
    // What was there before it was taken first is what it gets back.
    restore.withLock { $0 = $0 ?? undo }
    do { try output.write(Array(TakenTerminal.enter.utf8)) } catch {
      giveBack(waits: false)
      throw error
    }
  }

  /// - Parameter waits: whether to wait until the terminal takes what is written.
  func giveBack(waits: Bool = true) {
    guard let restore = restore.withLock({ $0.take() }) else { return }
    if waits || screen.isWritable() { try? output.write(Array(TakenTerminal.leave.utf8)) }
    restore()
  }
}
