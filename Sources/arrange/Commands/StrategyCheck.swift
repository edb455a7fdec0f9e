import ArgumentParser
import ArrangeModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command line options of a trial of a library.
struct TrialArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The library.", valueName: "file.so"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The seed of all random choices; 1 if not given.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("The steps of each workload, 1 to 100000; 1000 if not given.", valueName: "n"))
  var steps: Int?

  @Option(
    help: ArgumentHelp(
      "The parameters of the strategy, instead of the standard ones.",
      valueName: "name=number,…"
    )
  )
  var parameters: String?

  @Flag(help: "Run about a tenth of the steps.")
  var quick = false

  func validate() throws {
    if let steps, !(1...100_000).contains(steps) {
      throw ValidationError("--steps goes from 1 to 100000.")
    }
  }

  var options: TrialOptions {
    var options = TrialOptions(seed: seed, isQuick: quick, parameters: parameters ?? "")
    options.steps = steps ?? (quick ? TrialOptions.quickSteps : options.steps)
    return options
  }

  /// The arguments for the process that runs the trial.
  var words: [String] {
    var words = [file, "--seed", "\(seed)"]
    if let steps { words += ["--steps", "\(steps)"] }
    if let parameters { words += ["--parameters", parameters] }
    return quick ? words + ["--quick"] : words
  }
}

struct CheckStrategy: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a library with an ordering strategy before a server loads it.",
    discussion: """
      The library is loaded in a process apart, so a crash or an endless loop is reported and does no harm. It is \
      asked for keys in every way that lists are edited, for odd things, with too little room and as a server asks. What is \
      checked: the number and the order of keys, their length also after many inserts, how many neighbours get \
      other keys, that the same request has the same answer, also with more room, that nothing is written behind a \
      buffer or to standard output or the standard errors, and that keys and texts are read strictly.

      Ends with 0 where no rule is broken, with 4 where one is, and with 7 where there is no such file. It talks \
      to no server.

      EXAMPLES
        arrange strategy check ./libbase62.so
        arrange strategy check ./libbase62.so --quick
        arrange strategy check ./libbase62.so --parameters jitter=40 --seed 7
        arrange strategy check ./libbase62.so --json | jq .faults
      """
  )

  @OptionGroup var trial: TrialArguments

  @Option(
    name: .customLong("time-limit"),
    help: ArgumentHelp(
      "How many seconds one part of the check may take, 1 to 86400; 120 if not given.",
      valueName: "seconds"
    )
  )
  var timeLimit = 120

  @Flag(help: "Print JSON, errors too.")
  var json = false

  func validate() throws {
    guard (1...86_400).contains(timeLimit) else {
      throw ValidationError("--time-limit goes from 1 to 86400.")
    }
  }

  func run(on console: Console) throws {
    var report = TrialReport(path: trial.file, options: trial.options)
    try TrialProcess(partSeconds: timeLimit).run(["strategy", TryStrategy.name] + trial.words) {
      report.take($0)
    }
    if let (isMissing, reason) = report.refusal {
      throw CommandFailure(isMissing ? .file : .invalid, reason)
    }
    try console.print(
      json ? report.json.text : report.lines(console.style).joined(separator: "\n")
    )
    guard report.faults.isEmpty else { throw CommandFailure(.invalid, report.verdict) }
  }
}

/// Runs a trial of a library in this process, which may crash. ``CheckStrategy`` runs it as a separate
/// process.
struct TryStrategy: ConsoleCommand {
  static let name = "try"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Try a library in this process.",
    shouldDisplay: false
  )

  @OptionGroup var trial: TrialArguments

  func run(on console: Console) throws {
    let output = FileOutput(descriptor: TrialProcess.eventDescriptor)
    TrialRun.limitProcess()
    TrialRun(path: trial.file, options: trial.options) { event in
      // Flushes what a library has printed so far, so that it is attributed to the right part.
      fflush(nil)
      // If the reader is gone, there is nobody to report to.
      try? output.write(Array("\(event.line)\n".utf8))
    }.run()
  }
}
