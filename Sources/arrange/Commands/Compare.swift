import ArgumentParser
import ArrangeModel
import Comparison
import Ordering
import Synchronization

struct Compare: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare ordering strategies on the same workloads.",
    discussion: """
      Carries out the same edits under several strategies, with the engine of the server but without disk and \
      network, and tells what each of them wrote: keys, bytes for the journal, time, collisions, and the room that is \
      left. It needs no server, but for --history.

      Without a configuration it runs all workloads under \
      \(ComparisonPlan.standard.strategies.map(\.label).joined(separator: ", ")). The same seed gives the same edits \
      and the same counts; times are medians over the repeats.

      WORKLOADS
      \(WorkloadKind.allCases.filter { $0 != .trace }.map { kind in
        "  \(kind.rawValue)\(String(repeating: " ", count: 15 - kind.rawValue.count))\(kind.summary)"
      }.joined(separator: "\n"))

      EXAMPLES
        arrange compare
        arrange compare --workload hot-gap --items 100000 --operations 100000
        arrange compare --strategy lexorank --strategy lexorank:step=1024 --html report.html
        arrange compare --library ./libbase62.so --workload hot-gap
        arrange compare --config Documentation/comparison/bars-100k.yaml --check
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
    completion: .list(Arrange.strategies.names)
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

  @Option(name: .long, help: ArgumentHelp("How often to run each workload.", valueName: "n"))
  var repeats: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("Write the figures as CSV.", valueName: "file"),
    completion: .file()
  )
  var csv: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Write a page with plots, of one file.", valueName: "file"),
    completion: .file()
  )
  var html: String?

  @Flag(name: .long, help: "Fail where a bar of the plan is missed.")
  var check = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let comparison = try await makeComparison(context)
    let report = try run(comparison, context.console)
    if let csv { try await Files.write(csv) { try $0.write(Array(report.csv.utf8)) } }
    if let html { try await Files.write(html) { try $0.write(Array(report.html.utf8)) } }
    if context.isJSON {
      try context.console.print(report.json)
    } else {
      try context.console.print(report.lines(context.console.style).joined(separator: "\n"))
    }
    if let failure = failure(of: report) { throw failure }
  }

  private func makeComparison(_ context: CommandContext) async throws -> Comparison {
    var recordings: [String: RecordedEdits] = [:]
    var extra: [Workload] = []
    if let history {
      let name = "history of \(history)"
      recordings[name] = try await HistoryEdits.read(history, context.service)
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
      return Comparison(plan, strategies: options.strategies, recordings: recordings) {
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
    let wrong = report.workloads.flatMap(\.rows).count { $0.problem != nil || !$0.isRepeatable }
    if wrong > 0 {
      return CommandFailure(.failed, "\(wrong.counted("run")) went wrong; the report says how")
    }
    let missed = report.bars.count { !$0.isHeld }
    guard check, missed > 0 else { return nil }
    return CommandFailure(.failed, "\(missed) of \(report.bars.count.counted("bar")) missed")
  }
}
