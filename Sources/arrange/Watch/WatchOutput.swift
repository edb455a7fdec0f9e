import ArrangeClient
import ArrangeModel
import Changes

/// The display of a watched list.
protocol WatchOutput {
  /// Shows an update.
  mutating func show(_ update: WatchedUpdate) throws
  /// Shows that the connection was lost or restored.
  mutating func show(_ connection: ConnectionState) throws
  /// Handles a tick of the timer.
  mutating func tick() throws
  /// Handles a new size of the terminal.
  mutating func refresh() throws
  /// Suspends the program until it is continued.
  mutating func stop() throws
  /// Handles the continuation after a suspension.
  mutating func resume() throws
  /// Ends the display.
  func close()
  /// Ends the display, from any thread, and without waiting.
  var closing: @Sendable () -> Void { get }
}

/// One line for each update: JSON, or a summary for people.
struct WatchLines: WatchOutput {
  /// The interval at which the existence of a reader is checked.
  static let tick: Duration = .seconds(1)

  let console: Console
  /// Formats elements as JSON; nil for summaries.
  let elements: ElementJSON?

  func show(_ update: WatchedUpdate) throws {
    if let elements {
      try console.print(update.json(elements))
    } else if let line = UpdateSummary(update: update).line {
      try console.print(line.printable)
    }
  }

  /// JSON has a line for it. Otherwise it is written to the error output, because the lines of the output are
  /// changes.
  func show(_ connection: ConnectionState) throws {
    if elements != nil {
      try console.print(connection.json)
    } else {
      console.printError("arrange: \(connection.sentence)".printable)
    }
  }

  /// Ends if the reader is gone, as in `arrange watch board | head`, even if there is nothing to write.
  func tick() throws {
    if console.output.isAbandoned { throw OutputError.brokenPipe }
  }

  func refresh() {}
  func stop() {}
  func resume() {}
  func close() {}
  var closing: @Sendable () -> Void { {} }
}

/// A full-screen display of a list that is updated in place.
struct WatchScreen: WatchOutput {
  /// The interval at which faded marks are removed.
  static let tick: Duration = .milliseconds(500)
  /// The maximum number of summaries that are kept.
  private static let maximumLogLines = 16

  private let view: WatchView
  private var screen: LiveScreen
  private var watched = WatchedList()
  private var version: UInt64 = 0
  private var log: [String] = []
  /// Whether the list has arrived.
  private var isLoaded = false

  init(_ view: WatchView, _ screen: TerminalScreen, _ output: any TextOutput) throws(OutputError) {
    self.view = view
    self.screen = try LiveScreen(screen, output)
  }

  mutating func show(_ update: WatchedUpdate) throws {
    do { try watched.take(update, at: .now) } catch {
      throw CommandFailure(.failed, "a batch of the server does not fit the list: \(error)")
    }
    version = update.version
    isLoaded = true
    if let line = UpdateSummary(update: update).line {
      log = (log + [line]).suffix(WatchScreen.maximumLogLines)
    }
    try refresh()
  }

  mutating func show(_ connection: ConnectionState) throws {
    log = (log + [connection.sentence]).suffix(WatchScreen.maximumLogLines)
    try refresh()
  }

  mutating func tick() throws {
    // A shell that brings the program to the foreground does not always send a signal.
    if !screen.isOpen { try resume() }
    if watched.hasMarks { try refresh() }
  }

  mutating func stop() throws {
    try screen.stop()
    try refresh()
  }

  mutating func resume() throws {
    try screen.take()
    try refresh()
  }

  mutating func refresh() throws {
    guard isLoaded else { return }
    let now = ContinuousClock.now
    watched.fade(at: now)
    let (watched, version, log, focus) = (watched, version, log, focus)
    try screen.show { [view] size in
      view.lines(watched, version: version, log: log, focus: focus, size: size, at: now)
    }
  }

  func close() { screen.close() }

  var closing: @Sendable () -> Void { screen.closing }

  /// The rows to show: those that changed last, and then other marked ones.
  private var focus: [Int] {
    let rows = ListRows(watched)
    var last = Set(rows.ghostRows)
    var others: Set<Int> = []
    for (index, section) in watched.list.sections.enumerated() {
      let id = section.element.id
      if watched.focusedSections.contains(id) {
        last.insert(rows.index(ofSection: index))
      } else if watched.sectionMarks[id] != nil {
        others.insert(rows.index(ofSection: index))
      }
      if watched.focusedItems.isEmpty, watched.itemMarks.isEmpty { continue }
      for (item, element) in section.items.enumerated() {
        if watched.focusedItems.contains(element.id) {
          last.insert(rows.index(ofItem: ListPath(section: index, item: item)))
        } else if watched.itemMarks[element.id] != nil {
          others.insert(rows.index(ofItem: ListPath(section: index, item: item)))
        }
      }
    }
    return last.sorted() + others.sorted()
  }
}

extension ConnectionState {
  /// The state as a sentence for people.
  fileprivate var sentence: String {
    switch self {
    case .disconnected(let error): "the connection to the server was lost, trying again: \(error.message)"
    case .connected: "the server is reachable again"
    case .idle, .connecting, .closed: "\(self)"
    }
  }

  fileprivate var json: JSON {
    var members: JSON.Members = ["update": .string("connection")]
    if case .disconnected(let error) = self {
      members.append("state", .string("disconnected"))
      members.append("message", .string(error.message))
    } else {
      members.append("state", .string("\(self)"))
    }
    return .object(members)
  }
}
