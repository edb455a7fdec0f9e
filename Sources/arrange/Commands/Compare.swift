import ArgumentParser
import ArrangeClient
import ArrangeModel
import Comparison
import Ordering
import StrategyLoading
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct Compare: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare ordering strategies on the same workloads.",
    discussion: """
      Carries out the same edits under several strategies, with the engine of the server but without disk and \
      network, and tells what each of them wrote: keys, bytes for the journal, time, collisions, and the room that is \
      left. It needs no server, but for --history.

      Without a configuration it runs all workloads under \
      \(ComparisonPlan.standard.strategies.map(\.label).joined(separator: ", ")), each with \
      \(Workload.standardSeeds) seeds. The same seed gives the same edits and the same counts; times are medians over \
      the repeats. As many runs are under way as there are processors.

      Ends with 1 where a bar of the plan is missed, an operation is refused, or a list comes out wrong.

      WORKLOADS
      \(WorkloadKind.allCases.filter { $0 != .trace }.map { kind in
        "  \(kind.rawValue)\(String(repeating: " ", count: 15 - kind.rawValue.count))\(kind.summary)"
      }.joined(separator: "\n"))

      EXAMPLES
        arrange compare
        arrange compare --workload hot-gap --items 100000 --operations 100000
        arrange compare --strategy lexorank --strategy lexorank:step=1024 --html report.html
        arrange compare --library ./libbase62.so --workload hot-gap
        arrange compare --config Documentation/comparison/bars-100k.yaml
        arrange compare --trace edits.json
        zcat edits.json.gz | arrange compare --trace -
        arrange compare --history board --server 127.0.0.1:7411
      """
  )

  @Option(
    name: .long,
    help: ArgumentHelp("A plan in YAML: strategies, workloads, bars.", valueName: "file"),
    completion: .file()
  )
  var config: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A recorded editing session in JSON, also several times; - is standard input.",
      valueName: "file"
    ),
    completion: .file()
  )
  var trace: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The edits that a collection has had, by its history on the server.",
      valueName: "collection"
    ),
    transform: Arguments.identifier
  )
  var history: Identifier?

  @Option(
    name: .long,
    help: ArgumentHelp("A strategy, such as lexorank:jitter=40; also several times.", valueName: "strategy"),
    completion: .list(StrategyCatalog.builtIn.names)
  )
  var strategy: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A shared library with a strategy, which is loaded and compared, too; also several times.",
      valueName: "file"
    ),
    completion: .file()
  )
  var library: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("A workload; also several times.", valueName: "workload"),
    completion: .list(WorkloadKind.allCases.map(\.rawValue).filter { $0 != "trace" })
  )
  var workload: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many items lists have at first; for shuffle and sort only where --workload names them.",
      valueName: "n"
    )
  )
  var items: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many operations there are; for shuffle and sort only where --workload names them.",
      valueName: "n"
    )
  )
  var operations: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("How many writers there are, where there are several.", valueName: "n")
  )
  var writers: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The number from which all random choices follow; otherwise the plan's, or 1.",
      valueName: "n"
    )
  )
  var seed: UInt64?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With how many seeds to run each workload; otherwise as the plan says, or \(Workload.standardSeeds).",
      valueName: "n"
    )
  )
  var seeds: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("How often to run each workload with its first seed.", valueName: "n")
  )
  var repeats: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many runs may be in progress at the same time; as many as there are processors if not given.",
      valueName: "n"
    )
  )
  var jobs: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the figures as CSV; - is standard output, in place of the tables.",
      valueName: "file"
    ),
    completion: .file()
  )
  var csv: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write a page with plots, of one file; - is standard output, in place of the tables.",
      valueName: "file"
    ),
    completion: .file()
  )
  var html: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Fail where a bar of the plan is missed or an operation is refused, or only report it."
  )
  var check = true

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  /// The file name that means standard output.
  private static let standardOutput = "-"

  /// The permitted numbers of concurrent runs.
  private static let jobsRange = 1...1_024

  func validate() throws {
    if let jobs, !Compare.jobsRange.contains(jobs) {
      throw ValidationError(
        "--jobs goes from \(Compare.jobsRange.lowerBound) to \(Compare.jobsRange.upperBound)."
      )
    }
    let printed = [
      ("--csv -", csv.map(Files.isStandardOutput) ?? false),
      ("--html -", html.map(Files.isStandardOutput) ?? false),
      ("--json", connection.json),
    ]
    .filter(\.1).map(\.0)
    guard printed.count < 2 else {
      throw ValidationError("\(printed.joined(separator: " and ")) would be mixed on standard output.")
    }
  }

  func run(in context: CommandContext) async throws {
    if let socket = LibraryProcess.socket {
      return try await LibraryProcess.serve(on: socket) {
        try run(try await makeComparison(context), context.console)
      } report: {
        try await conclude($0, context)
      }
    }
    // Code of libraries runs in a separate process, which it may crash.
    if hasLibraries { return try LibraryProcess.run() }
    try await conclude(try run(try await makeComparison(context), context.console), context)
  }

  /// Whether the options or the plan name libraries. Errors in the plan are reported later, when it is read
  /// in full. A plan on standard input can be read only once, so it is assumed to name some.
  private var hasLibraries: Bool {
    guard library.isEmpty, config != Compare.standardOutput else { return true }
    guard let config, let bytes = try? Files.read(config, limit: ComparisonPlan.maximumTextLength),
      let libraries = try? ComparisonPlan.libraries(inYAML: String(decoding: bytes, as: UTF8.self))
    else { return false }
    return !libraries.isEmpty
  }

  /// Prints the report, and throws if the results do not meet the requirements.
  private func conclude(_ report: ComparisonReport, _ context: CommandContext) async throws {
    try await write(report, context)
    if let failure = failure(of: report) { throw failure }
  }

  private func write(_ report: ComparisonReport, _ context: CommandContext) async throws {
    var isPrinted = false
    func write(_ text: String, to file: String) async throws {
      guard Files.isStandardOutput(file) else {
        return try await Files.write(file) { try $0.write(Array(text.utf8)) }
      }
      try context.console.output.write(Array(text.utf8))
      isPrinted = true
    }
    if let csv { try await write(report.csv, to: csv) }
    if let html { try await write(report.html, to: html) }
    guard !isPrinted else { return }
    if context.isJSON {
      try context.console.print(report.json)
    } else {
      try context.console.print(report.lines(context.console.style).joined(separator: "\n"))
    }
  }

  private func makeComparison(_ context: CommandContext) async throws -> Comparison {
    var recordings: [String: RecordedEdits] = [:]
    var extra: [Workload] = []
    if let history {
      let name = "history of \(history)"
      recordings[name] = try await HistoryEdits.read(history, context.client)
      extra.append(Workload(.trace, file: name))
    }
    extra += trace.map { Workload(.trace, label: Files.name($0), file: $0) }
    do {
      let options = try CompareOptions(self, extra: extra)
      let plan = try options.plan()
      for workload in plan.workloads where workload.kind == .trace {
        guard let file = workload.file, recordings[file] == nil else { continue }
        recordings[file] = try EditingTrace.read(file)
      }
      let start = ContinuousClock.now
      let jobs = jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
      return Comparison(plan, strategies: options.strategies, recordings: recordings, jobs: jobs) {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
      }
    } catch let error as StrategyLoadingError {
      throw CommandFailure(error.isMissingFile ? .file : .invalid, "\(error)")
    } catch let error as PlanError {
      throw CommandFailure(.invalid, "\(config.map { "\(Files.name($0)), " } ?? "")\(error)")
    }
  }

  private func run(_ comparison: Comparison, _ console: Console) throws -> ComparisonReport {
    let bar = Mutex<ProgressBar?>(nil)
    defer { bar.withLock { $0?.clear() } }
    do {
      return try comparison.run { done, total in
        bar.withLock { bar in
          if bar == nil { bar = ProgressBar(console, total: total, "operations") }
          bar?.show(done)
        }
      }
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
  }

  private func failure(of report: ComparisonReport) -> CommandFailure? {
    let rows = report.workloads.flatMap(\.rows)
    let wrong = rows.count { $0.problem != nil || !$0.isRepeatable }
    if wrong > 0 {
      return CommandFailure(.failed, "\(wrong.counted("run")) went wrong; the report says how")
    }
    guard check else { return nil }
    let missed = report.bars.count { !$0.isHeld }
    if missed > 0 {
      return CommandFailure(.failed, "\(missed) of \(report.bars.count.counted("bar")) missed")
    }
    let refusing = Set(rows.filter { $0.refused > 0 }.map(\.variant.label)).sorted()
    guard !refusing.isEmpty else { return nil }
    return CommandFailure(
      .failed,
      "\(refusing.joined(separator: ", ")) refused operations; the report says which and why"
    )
  }
}
