internal import ArrangeModel

/// The result of a load test, as text and JSON.
struct BenchReport: Sendable {
  var plan: BenchPlan
  /// The strategy of the collections; nil if there were none.
  var strategy: String?
  var outcome: LoadGenerator.Outcome

  private var tally: LoadTally { outcome.tally }
  private var seconds: Double { outcome.elapsed / .seconds(1) }

  /// The number of successful calls per second.
  var callsPerSecond: Double { seconds > 0 ? Double(tally.latency.count) / seconds : 0 }

  /// The kinds of calls, if there is more than one.
  private var parts: [(kind: CallKind, latency: Latency)] {
    let shares = plan.operation.shares
    return shares.count > 1 ? shares.map { ($0.kind, tally.latency(of: $0.kind)) } : []
  }

  // MARK: Text

  var text: String {
    let latency = tally.latency
    var lines = [heading, ""]
    lines.append("  calls/s   \(Int(callsPerSecond.rounded()).grouped)")
    lines.append("  calls     \(latency.count.grouped) in \(RoundTripTimes.text(seconds)) s")
    lines.append("  latency   \(BenchReport.text(latency))")
    for part in parts where part.latency.count > 0 {
      let name = "\(part.kind)".padded(to: 8)
      lines.append("  \(name)  \(BenchReport.text(part.latency)), \(part.latency.count.counted("call"))")
    }
    lines.append("  errors    \(errors)")
    if tally.unanswered > 0 {
      let reason = plan.rate == nil ? "no answer came" : "no answer came, or there was no turn for them"
      lines.append("  missing   \(tally.unanswered.counted("call")): \(reason)")
    }
    if tally.lostConnections > 0 {
      lines.append("  lost      \(tally.lostConnections.counted("connection"))")
    }
    lines.append("  seed      \(plan.seed)")
    if outcome.wasInterrupted { lines.append("  interrupted, the figures are of the time before that") }
    return lines.joined(separator: "\n")
  }

  private var heading: String {
    var text =
      "\(plan.operation.rawValue): \(plan.clients.counted("client")) × \(plan.pipeline.grouped) in flight"
    if let rate = plan.rate { text += ", \(BenchReport.rate(rate)) calls/s wanted" }
    if plan.threads > 1 { text += ", \(plan.threads) threads" }
    if let strategy {
      let items = "\(plan.collections.counted("collection")) of \(plan.items.counted("item"))"
      text += ", \(items), \(strategy)"
    }
    return text
  }

  private static func rate(_ rate: Double) -> String {
    rate == rate.rounded() ? Int(rate).grouped : RoundTripTimes.text(rate)
  }

  private static func text(_ latency: Latency) -> String {
    let figures = [
      ("p50", latency.p50), ("p90", latency.p90), ("p99", latency.p99), ("p99.9", latency.p999),
      ("max", latency.max),
    ]
    return figures.map { "\($0.0) \(RoundTripTimes.text($0.1))" }.joined(separator: "  ") + " ms"
  }

  private var errors: String {
    guard tally.errorCount > 0 else { return "none" }
    return tally.errors.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key) \($0.value.grouped)" }.joined(separator: ", ")
  }

  // MARK: JSON

  var json: JSON {
    var members: JSON.Members = [
      "operation": .string(plan.operation.rawValue), "clients": .count(plan.clients),
      "pipeline": .count(plan.pipeline), "threads": .count(plan.threads),
      "rate": plan.rate.map { .number($0) } ?? .null, "seed": .string("\(plan.seed)"),
      "warmup_seconds": .number(plan.warmup / .seconds(1)), "seconds": .number(seconds),
      "interrupted": .bool(outcome.wasInterrupted), "calls": .count(tally.latency.count),
      "calls_per_second": .number(callsPerSecond), "unanswered": .count(tally.unanswered),
      "lost_connections": .count(tally.lostConnections),
      "errors": .object(JSON.Members(tally.errors.map { ("\($0.key)", .count($0.value)) })),
      "latency_ms": BenchReport.json(tally.latency),
    ]
    if plan.operation.needsCollections {
      members.append("collections", .count(plan.collections))
      members.append("items", .count(plan.items))
      members.append("strategy", strategy.map { .string($0) } ?? .null)
      members.append("request_ids", .bool(plan.hasRequestIDs))
    }
    if !parts.isEmpty {
      let operations = parts.map { part in
        (
          "\(part.kind)",
          JSON.object([
            "calls": .count(part.latency.count), "latency_ms": BenchReport.json(part.latency),
          ])
        )
      }
      members.append("operations", .object(JSON.Members(operations)))
    }
    return .object(members)
  }

  private static func json(_ latency: Latency) -> JSON {
    .object([
      "min": .number(latency.min), "mean": .number(latency.mean), "p50": .number(latency.p50),
      "p90": .number(latency.p90), "p99": .number(latency.p99), "p99.9": .number(latency.p999),
      "max": .number(latency.max),
    ])
  }
}

extension String {
  /// The text, padded with spaces at the end.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
