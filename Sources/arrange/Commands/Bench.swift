import ArgumentParser
import ArrangeModel

struct Bench: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how fast the server answers under load.",
    discussion: """
      Makes calls from many clients at the same time and prints how many were answered in a second, and how long \
      that took.

      OPERATIONS
        ping      a call that needs no storage (Health/Check)
        insert    a transaction that inserts an item after a random one
        move      a transaction that moves a random item behind another
        transact  a transaction that moves a random item in each of two collections
        undo      half moves, each a step of one of \(CallMaker.stackCount) stacks, and half undos of one of these
        fetch     a read of \(CallMaker.fetchedItems) items at a random place
        mixed     half fetches, four tenths moves, one tenth inserts

      All but ping work on collections of their own, whose names begin with '\(BenchLists.prefix)'. They are made, \
      filled with items, and removed at the end, also after Ctrl-C.

      Without --rate, each client makes its next call when an answer came: a closed loop. With --rate, calls begin \
      at an even pace whatever becomes of the others: an open loop. Latency then counts from the moment at which \
      the call was to begin, so a server that stands still for a second shows in every call of that second.

      EXAMPLES
        arrange bench
        arrange bench ping --clients 50 --pipeline 16
        arrange bench move --items 100000 --strategy dense --duration 30
        arrange bench mixed --collections 20 --rate 5000 --seed 7 --json
      """
  )

  @Argument(help: "The operation of each call.")
  var operation: BenchOperation = .ping

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("How many clients, each with a connection.", valueName: "n")
  )
  var clients = 50

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("How many calls each client has in flight.", valueName: "n")
  )
  var pipeline = 1

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("For how many seconds to measure; 10 if not given.", valueName: "seconds"),
    transform: Arguments.duration
  )
  var duration: Duration = .seconds(10)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "For how many seconds to make calls before that; 1 if not given.",
      valueName: "seconds"
    ),
    transform: Arguments.duration
  )
  var warmup: Duration = .seconds(1)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many collections to work on; as few as the operation needs if not given.",
      valueName: "n"
    )
  )
  var collections: Int?

  @Option(name: .long, help: ArgumentHelp("How many items each of them has at first.", valueName: "n"))
  var items = 10_000

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The strategy of the collections; otherwise the server's default.",
      valueName: "strategy"
    ),
    completion: .from(.strategies)
  )
  var strategy: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "An open loop with so many calls in a second, all clients together.",
      valueName: "calls/s"
    )
  )
  var rate: Double?

  @Option(
    name: .long,
    help: ArgumentHelp("The number from which all random choices follow; otherwise drawn.", valueName: "n")
  )
  var seed: UInt64?

  @Option(name: .long, help: ArgumentHelp("How many threads make the calls.", valueName: "n"))
  var threads = 1

  @Flag(
    name: .customLong("request-ids"),
    help: "Give every transaction a request id, as the client library does."
  )
  var requestIDs = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  /// The plan from the options, with a random seed if none is given.
  var plan: BenchPlan {
    var plan = BenchPlan(operation, seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    plan.clients = clients
    plan.pipeline = pipeline
    plan.threads = threads
    plan.duration = duration
    plan.warmup = warmup
    if let collections { plan.collections = collections }
    plan.items = items
    plan.strategy = strategy
    plan.rate = rate
    plan.hasRequestIDs = requestIDs
    return plan
  }

  func validate() throws {
    if let problem = plan.problem { throw ValidationError(problem) }
  }

  func run(in context: CommandContext) async throws {
    let suffix = String(UInt64.random(in: 0...UInt64(UInt32.max)), radix: 36)
    let run = BenchRun(plan: plan, lists: BenchLists(plan, suffix: suffix), context: context)
    let report = try await Interruption.watched { try await run.report(until: $0) }
    if let report { try context.console.print(context.isJSON ? report.json.text : report.text) }
    guard let report, !report.outcome.wasInterrupted else {
      throw CommandFailure(.interrupted, "interrupted; the collections of the test are removed")
    }
    if let failure = report.failure { throw failure }
  }
}
