internal import ArrangeClient
internal import ArrangeModel

/// A load test from beginning to end: creates the collections, measures, and removes them.
struct BenchRun {
  let plan: BenchPlan
  let lists: BenchLists
  let context: CommandContext

  /// Runs the test. The collections are always removed.
  ///
  /// - Returns: the result; nil if the test was interrupted before the first call.
  func report(until interruption: Interruption) async throws -> BenchReport? {
    let report: Result<BenchReport?, any Error>
    do { report = .success(try await measure(until: interruption)) } catch { report = .failure(error) }
    do {
      try await lists.remove(with: context.client)
    } catch {
      // If the test failed, its error takes precedence.
      _ = try report.get()
      let names = lists.names.map(\.text).joined(separator: ", ")
      throw error.adding("; these collections of the test may be left: \(names)")
    }
    return try report.get()
  }

  private func measure(until interruption: Interruption) async throws -> BenchReport? {
    let address = try LoadAddress(context.address)
    // If there is no server, the client library has the better error message.
    _ = try await context.client.ping()
    var filling = ProgressBar(context.console, total: lists.names.count * lists.items.count, "items")
    defer { filling.clear() }
    let strategy = try await lists.make(
      plan.strategy,
      with: context.client,
      while: { !interruption.isRequested },
      progress: { filling.show($0) }
    )
    filling.clear()
    if interruption.isRequested { return nil }

    var progress = BenchProgress(context.console, total: plan.warmup + plan.duration)
    defer { progress.clear() }
    let generator = LoadGenerator(plan: plan, address: address, token: context.address.token, lists: lists)
    let outcome = try await generator.run(
      while: { !interruption.isRequested },
      progress: { progress.show($0, $1) }
    )
    return BenchReport(plan: plan, strategy: strategy, outcome: outcome)
  }
}

extension BenchReport {
  /// Why the test as a whole failed: no call succeeded. Nil if one did.
  var failure: CommandFailure? {
    guard outcome.tally.latency.count == 0 else { return nil }
    guard let most = outcome.tally.errors.max(by: { $0.value < $1.value }) else {
      return CommandFailure(.unavailable, "no call got an answer")
    }
    return CommandFailure(ExitStatus(most.key), "no call succeeded", code: most.key)
  }
}
