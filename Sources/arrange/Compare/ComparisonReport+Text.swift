import Comparison

extension ComparisonReport {
  /// The report for a terminal: a table for each workload.
  func lines(_ style: Style) -> [String] {
    var lines: [String] = []
    for result in workloads { lines += result.lines(style) + [""] }
    let bars = bars
    if !bars.isEmpty {
      let missed = bars.count { !$0.isHeld }
      let all = bars.count.counted("bar")
      lines.append(missed == 0 ? style.green("✓ \(all) held") : style.red("✗ \(missed) of \(all) missed"))
    }
    if !barsNotRun.isEmpty {
      let count = barsNotRun.count
      lines.append(
        style.yellow(
          "\(count.counted("bar")) \(bars.isEmpty ? "" : "more ")of the plan \(count == 1 ? "was" : "were") not run, and "
            + "neither held nor missed: --workload and --strategy leave out what they are for"
        )
      )
    }
    lines.append(
      style.dim("seed \(seed), \(repeats.counted("repeat")); times are medians and depend on the machine")
    )
    return lines
  }
}

extension WorkloadResult {
  fileprivate func lines(_ style: Style) -> [String] {
    let heading = "\(style.bold(workload.label.printable)): \(size)\(seeds)"
    let table = workload.kind.hasWriters ? writersTable : editsTable
    return [heading, style.dim("  \(workload.kind.summary)")] + table.lines(style).map { "  \($0)" }
      + boundLines.map { style.dim("  \($0)") } + rows.flatMap { $0.complaints(style) }
      + bars.map { "  \($0.line(style))" }
  }

  private var seeds: String {
    workload.seeds == 1
      ? "" : "; means of \(workload.seeds) seeds and their range, the rest of the worst of them"
  }

  /// The size of the workload: `10,000 operations on 10,000 items`.
  private var size: String {
    let operations = Int(rows.map { $0.figures[.operations] ?? 0 }.max() ?? 0)
    switch workload.kind {
    case .trace: return "\(operations.counted("operation"))"
    case .manyWriters:
      return "\(workload.writers.counted("writer")) in each of \(workload.rounds.counted("round")), "
        + "\(workload.items.counted("item"))"
    case .offlineMerge:
      return "\(workload.writers.counted("writer")) with \(workload.run.counted("item")) in each of "
        + "\(workload.rounds.counted("round")), \(workload.items.counted("item"))"
    case .blocks, .hotBlocks, .gathering:
      return "\(operations.counted("operation")) with \(workload.block.counted("item")) each, on "
        + "\(workload.items.counted("item"))"
    case .places:
      return "\(operations.counted("operation")) at \(workload.places.counted("place")), on "
        + "\(workload.items.counted("item"))"
    default: return "\(operations.counted("operation")) on \(workload.items.counted("item"))"
    }
  }

  private var editsTable: Table {
    var table = Table(
      ("strategy", .left),
      ("keys/item", .right),
      ("range", .right),
      ("keys/op", .right),
      ("p99", .right),
      ("most", .right),
      ("key bytes", .right),
      ("longest", .right),
      ("journal B", .right),
      ("most", .right),
      ("µs p50", .right),
      ("p99", .right),
      ("room", .right)
    )
    for row in rows {
      table.append(
        row.variant.label,
        row.text(.keysPerItem),
        row.range(.keysPerItem),
        row.text(.keysMean),
        row.text(.keysP99),
        row.text(.keysMost),
        row.text(.keyBytesMean),
        row.text(.keyBytesLongest),
        row.text(.journalMean),
        row.text(.journalMost),
        row.text(.timeP50),
        row.text(.timeP99),
        row.text(.roomMedian)
      )
    }
    return table
  }

  private var writersTable: Table {
    var table = Table(
      ("strategy", .left),
      ("equal keys", .right),
      ("in rounds", .right),
      ("interleaved", .right),
      ("keys/op", .right),
      ("most", .right),
      ("key bytes", .right),
      ("longest", .right),
      ("µs/key", .right),
      ("refused", .right)
    )
    for row in rows {
      table.append(
        row.variant.label,
        row.text(.collisions),
        row.text(.collisionRounds),
        row.text(.interleavings),
        row.text(.keysMean),
        row.text(.keysMost),
        row.text(.keyBytesMean),
        row.text(.keyBytesLongest),
        row.text(.timeMean),
        row.text(.refused)
      )
    }
    return table
  }

  private var boundLines: [String] { bounds.map { $0.sentence.printable } }
}

extension StrategyResult {
  fileprivate func text(_ figure: Figure) -> String { figures[figure].map(figure.text) ?? "–" }

  /// The range of a figure over several seeds.
  fileprivate func range(_ figure: Figure) -> String {
    guard let spread = spread[figure], spread.lowerBound < spread.upperBound else { return "" }
    return "\(figure.text(spread.lowerBound))–\(figure.text(spread.upperBound))"
  }

  fileprivate func complaints(_ style: Style) -> [String] {
    var lines: [String] = []
    if let problem { lines.append(style.red("  ✗ \(variant.label): \(problem)".printable)) }
    if !isRepeatable {
      lines.append(style.red("  ✗ \(variant.label): the repeats differ in more than time".printable))
    }
    if let refusal {
      lines.append(
        style.red(
          "  ✗ \(variant.label): \(refused.counted("operation")) refused, which its figures leave out: \(refusal)"
            .printable
        )
      )
    }
    return lines
  }
}

extension BarResult {
  fileprivate func line(_ style: Style) -> String {
    let text = "\(strategy): \(figure.rawValue) \(found), has to be \(bar.range)".printable
    return isHeld ? "\(style.green("✓")) \(text)" : "\(style.red("✗")) \(text)"
  }
}
