/// One workload in progress: the current list, and the violations found so far.
struct ConformanceRun {
  let strategy: any OrderingStrategy
  let seed: UInt64
  let checksText: Bool
  var model: KeyListModel
  var random: OrderingRandom
  var outcome: WorkloadOutcome
  var step = 0

  /// The whole list is checked after each of the first steps, and then once every this many steps.
  private static let stepsBetweenFullChecks = 1_000

  init(_ strategy: any OrderingStrategy, workload: OrderingWorkload, seed: UInt64, checksText: Bool) {
    self.strategy = strategy
    self.seed = seed
    self.checksText = checksText
    self.model = KeyListModel(strategy)
    self.random = OrderingRandom(seed: seed)
    self.outcome = WorkloadOutcome(workload)
  }

  var hasFailed: Bool { !outcome.violations.isEmpty }

  mutating func violate(_ rule: OrderingRule, _ explanation: String) {
    outcome.violations.append(
      OrderingViolation(
        strategy: strategy.name,
        rule: rule,
        explanation: explanation,
        workload: outcome.workload,
        seed: seed,
        step: step
      )
    )
  }

  /// Makes the list that the workload begins with, in one request.
  mutating func fill(_ count: Int) {
    guard count > 0 else { return }
    insert(count, at: 0)
    outcome.keysWritten = []
    outcome.inserted = 0
  }

  mutating func perform(_ steps: Int, initial: Int) {
    var workload = WorkloadSteps(outcome.workload, initial: initial)
    while step < steps, !hasFailed {
      switch workload.next(count: model.count, using: &random) {
      case .insert(let count, let gap): insert(count, at: gap)
      case .gather(let positions):
        for position in positions.reversed() { model.remove(position..<(position + 1)) }
        insert(positions.count, at: model.count / 2)
      case .remove(let range): model.remove(range)
      case .isolated(let position): isolated(at: position)
      case .damaged: damaged()
      }
      step += 1
    }
  }

  mutating func finish() -> WorkloadOutcome {
    if !hasFailed { checkOrder(of: 0..<model.count) }
    outcome.keysWritten.sort()
    outcome.finalCount = model.count
    return outcome
  }

  /// Asks for keys, checks the answer and applies it.
  mutating func insert(_ count: Int, at gap: Int) {
    guard !hasFailed else { return }
    let request = KeyRequest(count: count, gap: gap, in: model)
    guard let answer = answer(to: request, in: model) else { return }
    checkShape(of: answer, for: request)
    guard !hasFailed else { return }
    model.apply(answer, at: gap)
    checkNeighbourhood(of: answer, for: request)
    outcome.inserted += count
    outcome.keysWritten.append(count + answer.rekeys.reduce(0) { $0 + $1.count })
    if step < 100 || step % ConformanceRun.stepsBetweenFullChecks == 0 { checkOrder(of: 0..<model.count) }
  }

  /// Asks for keys between two neighbours, without a list.
  mutating func isolated(at gap: Int) {
    guard strategy.keyForm == .stored else { return }
    let whole = KeyRequest(count: 1 + random.position(in: 0..<3), gap: gap, in: model)
    let request = KeyRequest(count: whole.count, gap: 0, lower: whole.lower, upper: whole.upper)
    // Without a list there may be no way to make room, which is not a violation. An end is not known to be
    // one.
    guard request.lower != nil || request.upper != nil else { return }
    guard let answer = answer(to: request, in: [OrderKey](), mayFail: true) else { return }
    guard answer.rekeys.isEmpty else { return violate(.rekeyRange, "a rekey where there is no list") }
    checkShape(of: answer, for: request)
    let all = [request.lower].compactMap { $0 } + answer.keys + [request.upper].compactMap { $0 }
    for (a, b) in zip(all, all.dropFirst()) where a >= b {
      return violate(.between, "\(describe(a)) is not below \(describe(b))")
    }
    // Keys made without the list are added to it, so that later requests have such neighbours.
    model.apply(answer, at: gap)
  }

  private mutating func answer(
    to request: KeyRequest,
    in list: some KeyList,
    mayFail: Bool = false
  ) -> KeyAssignment? {
    let before = random
    do {
      let answer = try strategy.assignKeys(for: request, in: list, using: &random)
      guard checksText else { return answer }
      var again = before
      if try strategy.assignKeys(for: request, in: list, using: &again) != answer {
        violate(.repeatable, "a second call with the same random numbers has another answer")
      }
      return answer
    } catch {
      if !(mayFail && error.isStrategyFailure) {
        violate(.answers, "a request for \(request.count) keys at \(request.gap) fails: \(error)")
      }
      return nil
    }
  }
}

extension OrderingError {
  var isStrategyFailure: Bool {
    if case .strategyFailed = self { true } else { false }
  }
}
