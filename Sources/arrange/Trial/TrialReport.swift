import ArrangeModel

/// The result of a trial.
struct TrialReport {
  private let path: String
  private let options: TrialOptions
  private var loaded: (name: String, version: UInt32, longestKey: Int, summary: String)?
  private var parts: [TrialPart] = []
  private(set) var faults: [TrialFault] = []
  /// Why the library can't be used at all, and whether the reason is a missing file.
  private(set) var refusal: (isMissing: Bool, reason: String)?

  init(path: String, options: TrialOptions) {
    self.path = path
    self.options = options
  }

  mutating func take(_ event: TrialEvent) {
    switch event {
    case .loaded(let name, let version, let longestKey, let summary):
      loaded = (name, version, longestKey, summary)
    case .refused(let isMissing, let reason): refusal = (isMissing, reason)
    case .ended(let part):
      if let place = parts.firstIndex(where: { $0.name == part.name }) {
        parts[place].add(part)
      } else {
        parts.append(part)
      }
    case .fault(let fault): faults.append(fault)
    case .began, .done: break
    }
  }

  /// The conclusion, in one sentence.
  var verdict: String {
    let name = loaded?.name ?? path
    return faults.isEmpty
      ? "\(name) keeps all rules, with seed \(options.seed)"
      : "\(name) is not usable: \(faults.count.counted("fault"))"
  }

  /// The report as text.
  func lines(_ style: Style) -> [String] {
    var lines: [String] = []
    if let loaded {
      let longest = loaded.longestKey.counted("byte")
      lines.append("\(loaded.name), version \(loaded.version), keys of at most \(longest)")
      lines.append(loaded.summary)
      lines.append("")
    }
    var table = Table(
      ("part", .left),
      ("inserts", .right),
      ("keys per insert", .right),
      ("most keys", .right),
      ("longest key", .right)
    )
    for part in parts {
      let hasInserts = part.inserts > 0
      table.append(
        part.name,
        hasInserts ? part.inserts.grouped : "",
        hasInserts ? part.perInsert : "",
        hasInserts ? part.most.grouped : "",
        part.longestKey > 0 ? "\(part.longestKey)" : ""
      )
    }
    if !parts.isEmpty { lines += table.lines(style) + [""] }
    for fault in faults {
      lines.append(
        "\(style.red(fault.rule)) in step \(fault.step) of ‘\(fault.part)’: \(fault.explanation)"
      )
    }
    return lines + [faults.isEmpty ? style.green(verdict) : style.red(verdict)]
  }

  var json: JSON {
    var members: JSON.Members = [
      "file": .string(path), "seed": .string("\(options.seed)"), "passed": .bool(faults.isEmpty),
    ]
    if let loaded {
      members.append("name", .string(loaded.name))
      members.append("version", .unsigned(UInt64(loaded.version)))
      members.append("maximum_key_length", .count(loaded.longestKey))
    }
    let parts = parts.map { part -> JSON in
      .object([
        "part": .string(part.name), "inserts": .count(part.inserts), "keys_written": .count(part.written),
        "most_keys": .count(part.most), "longest_key": .count(part.longestKey),
      ])
    }
    let faults = faults.map { fault -> JSON in
      .object([
        "rule": .string(fault.rule), "part": .string(fault.part), "step": .count(fault.step),
        "explanation": .string(fault.explanation),
      ])
    }
    members.append("parts", .array(parts))
    members.append("faults", .array(faults))
    return .object(members)
  }
}

extension TrialPart {
  /// The keys written for each insert, with two decimals.
  fileprivate var perInsert: String {
    let hundredths = (written * 100 + inserts / 2) / inserts
    let decimals = hundredths % 100
    return "\((hundredths / 100).grouped).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}
