/// Writes the text format of Prometheus, version 0.0.4.
struct PrometheusText {
  private(set) var text = ""

  /// Writes the help text and the type of a metric.
  mutating func begin(_ description: MetricDescription) {
    text += "# HELP \(description.name) \(PrometheusText.escaped(description.help, quotes: false))\n"
    text += "# TYPE \(description.name) \(description.kind.rawValue)\n"
  }

  mutating func add(_ name: String, _ labels: [(String, String)], _ value: Int64) {
    add(name, labels, number: String(value))
  }

  mutating func add(_ name: String, _ labels: [(String, String)], _ value: Double) {
    add(name, labels, number: PrometheusText.number(value))
  }

  /// Writes a histogram, whose buckets are cumulative.
  mutating func add(
    _ description: MetricDescription,
    _ labels: [(String, String)],
    _ cells: [(buckets: [Int64], sum: Int64)]
  ) {
    guard let bounds = description.bounds else { return }
    var below: Int64 = 0
    for place in 0...bounds.values.count {
      below += cells.reduce(0) { $0 + $1.buckets[place] }
      let bound =
        place < bounds.values.count
        ? PrometheusText.number(Double(bounds.values[place]) / bounds.unit) : "+Inf"
      add("\(description.name)_bucket", labels + [("le", bound)], below)
    }
    let sum = cells.reduce(0) { $0 + $1.sum }
    if bounds.unit == 1 {
      add("\(description.name)_sum", labels, sum)
    } else {
      add("\(description.name)_sum", labels, Double(sum) / bounds.unit)
    }
    add("\(description.name)_count", labels, below)
  }

  private mutating func add(_ name: String, _ labels: [(String, String)], number: String) {
    text += name
    if !labels.isEmpty {
      text += "{"
      for (place, (label, value)) in labels.enumerated() {
        if place > 0 { text += "," }
        text += "\(label)=\"\(PrometheusText.escaped(value, quotes: true))\""
      }
      text += "}"
    }
    text += " \(number)\n"
  }

  /// A number, without a fraction if it is integral.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: value).map { String($0) } ?? "\(value)"
  }

  /// A help text or label value, escaped.
  private static func escaped(_ text: String, quotes: Bool) -> String {
    guard
      text.utf8.contains(where: { [UInt8(ascii: "\\"), UInt8(ascii: "\n"), UInt8(ascii: "\"")].contains($0) })
    else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
