/// A message from the process that runs a trial to the one that started it: one line each.
enum TrialEvent: Hashable {
  /// The library is loaded, and its function table is valid.
  case loaded(name: String, version: UInt32, longestKey: Int, summary: String)

  /// The library can't be used. `isMissing` is true if there is no file.
  case refused(isMissing: Bool, reason: String)

  /// A part of the trial begins.
  case began(part: String)

  /// A part of the trial has ended.
  case ended(TrialPart)

  /// A rule was broken.
  case fault(TrialFault)

  /// The trial is complete.
  case done

  /// The event as a line, without a line feed.
  var line: String {
    let fields: [String]
    switch self {
    case .loaded(let name, let version, let longestKey, let summary):
      fields = ["loaded", name, "\(version)", "\(longestKey)", summary]
    case .refused(let isMissing, let reason): fields = ["refused", isMissing ? "missing" : "wrong", reason]
    case .began(let part): fields = ["began", part]
    case .ended(let part):
      fields =
        ["ended", part.name] + [part.inserts, part.written, part.most, part.longestKey].map { "\($0)" }
    case .fault(let fault): fields = ["fault", fault.rule, fault.part, "\(fault.step)", fault.explanation]
    case .done: fields = ["done"]
    }
    // Texts from a library may contain tabs and line ends.
    return fields.map(\.printable).joined(separator: "\t")
  }

  /// Parses a line; nil if it is not an event.
  init?(line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    func number(_ place: Int) -> Int { Int(fields[place]) ?? 0 }
    switch (fields.first, fields.count) {
    case ("loaded", 5):
      self = .loaded(
        name: fields[1],
        version: UInt32(fields[2]) ?? 0,
        longestKey: number(3),
        summary: fields[4]
      )
    case ("refused", 3): self = .refused(isMissing: fields[1] == "missing", reason: fields[2])
    case ("began", 2): self = .began(part: fields[1])
    case ("ended", 6):
      var part = TrialPart(name: fields[1])
      (part.inserts, part.written, part.most, part.longestKey) = (number(2), number(3), number(4), number(5))
      self = .ended(part)
    case ("fault", 5):
      self = .fault(TrialFault(rule: fields[1], part: fields[2], step: number(3), explanation: fields[4]))
    case ("done", 1): self = .done
    default: return nil
    }
  }
}

/// The measurements of a part of a trial.
struct TrialPart: Hashable {
  /// The name of the part: a workload, or several of one kind.
  var name: String
  /// The elements that were inserted.
  var inserts = 0
  /// The keys that were written for them.
  var written = 0
  /// The maximum number of keys written by one request.
  var most = 0
  /// In bytes.
  var longestKey = 0

  /// Adds another part of the same kind.
  mutating func add(_ other: TrialPart) {
    inserts += other.inserts
    written += other.written
    most = max(most, other.most)
    longestKey = max(longestKey, other.longestKey)
  }
}

/// A rule that a library broke.
struct TrialFault: Hashable {
  /// The name of the rule.
  var rule: String
  /// The part of the trial in which it was broken.
  var part: String
  /// The number of the step of the part, from 0.
  var step: Int
  var explanation: String
}
