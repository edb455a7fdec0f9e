import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Log: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the newest lines of the server's log.",
    discussion: """
      A server keeps the newest \(ServerLogRequest.maximumLimit) lines of its log in memory, in the format in which it writes \
      them. It needs the permission admin. One of several nodes has its own; name it with --server.

      EXAMPLES
        arrange log
        arrange log --severity warning
        arrange log --follow --lines 20
        arrange log --json | jq -r 'select(.severity == "error").text'
      """
  )

  /// How long it waits before it asks for new lines.
  private static let pause = Duration.seconds(1)

  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("How many lines are shown, 1 to \(ServerLogRequest.maximumLimit).", valueName: "n")
  )
  var lines = ServerLogRequest.standardLimit

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The least severe lines that are shown: \(LogSeverity.words); all if not given.",
      valueName: "severity"
    ),
    completion: .list(LogSeverity.allCases.map(\.word)),
    transform: Log.severity
  )
  var severity = LogSeverity.trace

  @Flag(name: .shortAndLong, help: "Go on with new lines until Ctrl-C, also over restarts of the server.")
  var follow = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  private static func severity(_ text: String) throws -> LogSeverity {
    guard let found = LogSeverity.allCases.first(where: { $0.word == text }) else {
      throw ValidationError("\"\(text)\" is no severity; it is one of \(LogSeverity.words).")
    }
    return found
  }

  func validate() throws {
    guard (1...ServerLogRequest.maximumLimit).contains(lines) else {
      throw ValidationError("--lines goes from 1 to \(ServerLogRequest.maximumLimit).")
    }
  }

  func run(in context: CommandContext) async throws {
    var log = try await context.client.serverLog(limit: lines, severity: severity)
    try show(log, in: context)
    var isGone = false
    while follow {
      try await Task.sleep(for: Log.pause)
      do throws(ArrangeError) {
        log = try await next(after: log, in: context)
      } catch {
        // It is likely to be restarted, and then its first lines matter most.
        guard error.code == .unavailable else { throw error }
        if !isGone { context.console.printError("\(error.message.printable); trying again") }
        isGone = true
        continue
      }
      isGone = false
      if log.missed > 0 {
        context.console.printError("\(Int(clamping: log.missed).counted("line")) came too fast to be kept")
      }
      try show(log, in: context)
    }
  }

  /// The lines that follow those of an answer.
  private func next(after log: ServerLog, in context: CommandContext) async throws(ArrangeError) -> ServerLog
  {
    let next = try await read(after: log.last, in: context)
    guard next.serverID != log.serverID else { return next }
    // Its numbers begin anew, so what was read may have left some out.
    context.console.printError("the server has started again")
    return try await read(after: 0, in: context)
  }

  private func read(after last: UInt64, in context: CommandContext) async throws(ArrangeError) -> ServerLog {
    try await context.client.serverLog(after: last, limit: ServerLogRequest.maximumLimit, severity: severity)
  }

  private func show(_ log: ServerLog, in context: CommandContext) throws {
    for line in log.lines {
      try context.isJSON ? context.console.print(line.json) : context.console.print(line.text.printable)
    }
  }
}

extension LogSeverity {
  fileprivate var word: String { "\(self)" }

  fileprivate static var words: String { allCases.map(\.word).joined(separator: ", ") }
}

extension ServerLog.Line {
  fileprivate var json: JSON {
    .object(["number": .unsigned(number), "severity": .string(severity.word), "text": .string(text)])
  }
}
