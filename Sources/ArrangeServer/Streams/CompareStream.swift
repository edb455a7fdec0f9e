import ArrangeModel
import Comparison
import Engine
import Foundation
import Ordering
import Synchronization
import Wire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open `Server/Compare` stream.
///
/// The comparison runs on a thread of its own, with low priority. Its progress is kept as two numbers, of
/// which the newest are sent whenever the client has credit; the report follows in pieces. All state except
/// the run is used on the connection's event loop.
final class CompareStream: AnswerStream, @unchecked Sendable {
  /// The maximum initial number of items, and of operations, of a workload. Larger lists take memory that the
  /// server needs.
  static let maximumSize = 200_000
  /// The number of progress messages of a whole comparison, at most.
  private static let progressSteps = 200
  /// By how much the priority of the thread is lowered, in steps of `nice`.
  private static let niceness: Int32 = 10
  /// The overhead of a message, in bytes.
  private static let messageHead = 64

  var method: Method { .compare }
  private let connection: ConnectionHandler
  private let stream: UInt32
  private let run: Run
  /// The newest progress that was not sent yet.
  private var progress: (done: Int, total: Int)?
  /// The rest of the report, and of its page if it was asked for; nil while the comparison runs.
  private var rest: Report?
  private var hasEnded = false

  private struct Report {
    var json: ArraySlice<UInt8>
    var page: ArraySlice<UInt8>

    var isEmpty: Bool { json.isEmpty && page.isEmpty }

    /// Takes the next piece.
    mutating func next(upTo length: Int) -> ComparisonProgress {
      if json.isEmpty {
        defer { page = page.dropFirst(length) }
        return ComparisonProgress(done: 0, total: 0, page: Array(page.prefix(length)))
      }
      defer { json = json.dropFirst(length) }
      return ComparisonProgress(done: 0, total: 0, report: Array(json.prefix(length)))
    }
  }

  /// A comparison, as its thread sees it.
  private final class Run: Sendable {
    private let isCancelled = Atomic(false)
    /// The completed operations at the last message, and all of them.
    private let reported = Mutex(0)

    var isWanted: Bool { !isCancelled.load(ordering: .relaxed) }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Whether the client is told about the progress.
    func isNews(_ done: Int, of total: Int) -> Bool {
      reported.withLock { reported in
        guard done == total || done - reported >= max(1, total / CompareStream.progressSteps) else {
          return false
        }
        reported = done
        return true
      }
    }
  }

  /// Starts a comparison.
  ///
  /// - Parameters:
  ///   - request: the plan, and what the client wants.
  ///   - whenDone: called once, on any thread, when the comparison has ended.
  init(
    _ connection: ConnectionHandler,
    _ stream: UInt32,
    _ request: CompareRequest,
    strategies: StrategyCatalog,
    clock: @escaping @Sendable () -> UInt64,
    whenDone: @escaping @Sendable () -> Void
  ) {
    self.connection = connection
    self.stream = stream
    let run = Run()
    self.run = run
    let loop = connection.loop
    let thread = Thread { [self] in
      setpriority(CompareStream.thisThread, 0, CompareStream.niceness)
      let result = Result { () throws(PlanError) in
        let comparison = Comparison(
          try CompareStream.plan(request.plan, strategies),
          strategies: strategies,
          clock: clock
        )
        return try comparison.run { done, total in
          guard run.isNews(done, of: total) else { return }
          loop.execute { self.record(done, of: total) }
        } while: {
          run.isWanted
        }
      }
      let report = result.map { report in
        Report(
          json: Array(report.json.text.utf8)[...],
          page: request.page ? Array(report.html.utf8)[...] : []
        )
      }
      whenDone()
      loop.execute { self.take(report) }
    }
    thread.name = "arrange-compare"
    thread.start()
  }

  #if canImport(Glibc)
    private static let thisThread = __priority_which_t(PRIO_PROCESS.rawValue)
  #else
    private static let thisThread = Int32(PRIO_PROCESS)
  #endif

  /// Reads a plan, and refuses what must not run inside a server.
  private static func plan(
    _ text: String,
    _ strategies: StrategyCatalog
  ) throws(PlanError) -> ComparisonPlan {
    guard !text.isEmpty else { return .standard }
    guard try ComparisonPlan.libraries(inYAML: text).isEmpty else {
      throw PlanError(path: "libraries", "a server compares the strategies that it has; leave libraries out")
    }
    let plan = try ComparisonPlan(yaml: text, strategies: strategies)
    for workload in plan.workloads {
      guard workload.kind != .trace else {
        throw PlanError(path: workload.label, "a server reads no files; compare traces with arrange compare")
      }
      guard max(workload.items, workload.operations) <= maximumSize else {
        throw PlanError(
          path: workload.label,
          "a server compares with at most \(maximumSize) items and operations; run larger workloads with "
            + "arrange compare"
        )
      }
    }
    return plan
  }

  private func record(_ done: Int, of total: Int) {
    progress = (done, total)
    advance()
  }

  private func take(_ report: Result<Report, PlanError>) {
    guard !hasEnded else { return }
    switch report {
    case .success(let report):
      rest = report
      advance()
    case .failure(let error):
      connection.finish(stream, Status(ArrangeError(.invalidArgument, "\(error)", field: "plan")))
    }
  }

  /// Sends what the client accepts.
  func advance() {
    connection.loop.check()
    while !hasEnded, progress != nil || rest?.isEmpty == false {
      guard connection.takesOutput(), case .send(let sequence) = connection.connection.data(stream) else {
        return
      }
      guard let message = takeMessage() else { return }
      write(message, on: stream, sequence: sequence, to: connection)
    }
    guard !hasEnded, let rest, rest.isEmpty else { return }
    connection.finish(stream, Status(.ok, "", processed: .done))
  }

  private func takeMessage() -> ComparisonProgress? {
    if let progress {
      self.progress = nil
      return ComparisonProgress(done: progress.done, total: progress.total)
    }
    return rest?.next(upTo: max(1, connection.largestBody - CompareStream.messageHead))
  }

  func creditGranted() { advance() }

  func healthChanged() {}

  func drain() {
    let message = "the server stops; compare again when it is back"
    connection.finish(stream, Status(.unavailable, message, processed: .notStarted))
  }

  func wasEnded() {
    hasEnded = true
    rest = nil
    run.cancel()
  }
}
