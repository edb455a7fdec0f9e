extension ComparisonReport {
  /// The report as CSV (RFC 4180): a line for each strategy in each workload, with all figures. Times are in
  /// nanoseconds, shares from 0 to 1; a missing figure is empty. The figures are followed by the least and
  /// the most of the means over the seeds.
  package var csv: String {
    let heading = ["workload", "kind", "items", "writers", "strategy", "seed", "seeds", "repeats"]
    let means = Figure.allCases.filter { $0.isMeanOfSeeds && !$0.isTime }
    var lines = [heading + Figure.allCases.map(\.rawValue)]
    lines[0] += means.flatMap { ["\($0.rawValue)_least", "\($0.rawValue)_most"] } + ["problem"]
    for result in workloads {
      let workload = result.workload
      for row in result.rows {
        let place = [
          workload.label, workload.kind.rawValue, "\(workload.items)", "\(workload.writers)",
          row.variant.label,
          "\(seed)", "\(workload.seeds)", "\(repeats)",
        ]
        let values = Figure.allCases.map { row.figures[$0].map(ComparisonReport.plain) ?? "" }
        let spread = means.flatMap { figure in
          [row.spread[figure]?.lowerBound, row.spread[figure]?.upperBound].map {
            $0.map(ComparisonReport.plain) ?? ""
          }
        }
        lines.append(place + values + spread + [row.problem ?? row.refusal ?? ""])
      }
    }
    return lines.map { $0.map(ComparisonReport.quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A number that reads back unchanged, without a decimal point if it is whole.
  private static func plain(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
