import Ordering
import StrategyLoading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The options of a trial.
struct TrialOptions: Hashable {
  /// The seed of all random choices.
  var seed: UInt64 = 1
  /// The steps of each workload.
  var steps = 1_000
  /// Whether the trial is a short one.
  var isQuick = false
  /// The parameters of the strategy, as `NAME=NUMBER,…`; empty for the default ones.
  var parameters = ""

  /// The steps of a quick trial.
  static let quickSteps = 100

  /// The number of inserts after which keys still have to be short.
  var growthSteps: Int { isQuick ? 2_000 : 20_000 }

  /// The number of unusual keys, texts and requests.
  var oddRounds: Int { isQuick ? 200 : 2_000 }

  /// The sizes of bulk inserts.
  var bulkCounts: [Int] { isQuick ? [1, 3, 1_000] : [1, 2, 3, 10, 1_000, 20_000] }
}

/// Runs the trial of a library, in a process that it may crash.
struct TrialRun {
  /// The maximum number of parts with a broken rule, after which the trial ends.
  private static let maximumFaultyParts = 15

  /// The memory limit of the process, in bytes of address space. Without a library it needs a small part of
  /// it.
  static let memoryLimit: UInt64 = 1 << 30

  let path: String
  let options: TrialOptions
  let report: (TrialEvent) -> Void

  /// Sets the resource limits of the process.
  static func limitProcess() {
    var memory = rlimit(rlim_cur: rlim_t(memoryLimit), rlim_max: rlim_t(memoryLimit))
    var core = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
    #else
      setrlimit(RLIMIT_AS, &memory)
      setrlimit(RLIMIT_CORE, &core)
    #endif
  }

  /// Runs all parts.
  func run() {
    report(.began(part: "loading"))
    let library: StrategyLibrary
    let strategy: any OrderingStrategy
    do throws(StrategyLoadingError) {
      library = try StrategyLibrary(loading: path)
      _ = try StrategyCatalog.builtIn.adding(library)
    } catch {
      return report(.refused(isMissing: error.isMissingFile, reason: "\(error)"))
    }
    do throws(OrderingError) {
      let kind = library.kindOnTrial
      let choice = options.parameters.isEmpty ? kind.name : "\(kind.name):\(options.parameters)"
      strategy = try kind.strategy(try StrategyChoice(parsing: choice).parameters)
      report(
        .loaded(
          name: kind.name,
          version: kind.version,
          longestKey: strategy.maximumKeyLength,
          summary: kind.summary
        )
      )
    } catch {
      return report(.refused(isMissing: false, reason: "\(error)"))
    }
    // Only the first violation of each rule is reported, and the first after many inserts: others are mostly
    // the same.
    var broken = Set<OrderingRule>()
    var hasGrown = false
    var faultyParts = tryInterface(library) ? 0 : 1
    let conformance = OrderingConformance(
      strategy,
      seed: options.seed,
      steps: options.steps,
      bulkCounts: options.bulkCounts,
      growthSteps: options.growthSteps
    )
    for part in conformance.parts where faultyParts < TrialRun.maximumFaultyParts && !hasGrown {
      if case .growth = part { broken = [] }
      report(.began(part: "\(part)"))
      let outcome = conformance.run(part)
      for violation in outcome.violations where broken.insert(violation.rule).inserted {
        report(
          .fault(
            TrialFault(
              rule: violation.rule.rawValue,
              part: "\(part)",
              step: violation.step,
              explanation: violation.explanation
            )
          )
        )
      }
      if !outcome.violations.isEmpty {
        faultyParts += 1
        if case .growth = part { hasGrown = true }
      }
      report(.ended(TrialPart(part, outcome)))
    }
    report(.done)
  }

  /// Tests the library's functions individually; false if a rule was broken.
  private func tryInterface(_ library: StrategyLibrary) -> Bool {
    let part = "interface"
    report(.began(part: part))
    var trial = LibraryTrial(library, seed: options.seed, rounds: options.oddRounds)
    let found = trial.run()
    for explanation in found {
      report(.fault(TrialFault(rule: "interface", part: part, step: 0, explanation: explanation)))
    }
    report(.ended(TrialPart(name: part)))
    return found.isEmpty
  }
}

extension TrialPart {
  /// Parts that differ only in the size of the list have the same name.
  fileprivate init(_ part: ConformancePart, _ outcome: WorkloadOutcome) {
    switch part {
    case .workload(let workload, _): self.init(name: workload.rawValue)
    case .bulks: self.init(name: "bulks")
    case .growth: self.init(name: "\(part)")
    }
    inserts = outcome.inserted
    written = outcome.keysWritten.reduce(0, +)
    most = outcome.maximumKeys
    longestKey = outcome.longestKey
  }
}
