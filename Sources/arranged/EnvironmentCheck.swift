/// Checks the environment for variables that have the prefix of settings but are not settings.
struct EnvironmentCheck {
  private static let prefix = "ARRANGE_"
  /// Variables of the client program, and of the project's scripts.
  private static let others: Set<String> = [
    "ARRANGE_SERVER", "ARRANGE_TOKEN", "ARRANGE_TOKEN_FILE", "ARRANGE_CA", "ARRANGE_CERT", "ARRANGE_KEY",
    "ARRANGE_CONTEXT", "ARRANGE_CONTEXTS", "ARRANGE_SWIFT_FLAGS", "ARRANGE_SEEDED_BUG",
  ]

  private let variables: Set<String>

  init(settings: Set<String>) {
    variables = Set(
      (settings + ["config"]).map {
        EnvironmentCheck.prefix + $0.uppercased().replacing("-", with: "_")
      }
    )
  }

  /// Warnings about variables that have no effect.
  ///
  /// - Throws: ``SettingError`` about a variable whose name is close to that of a setting: without that
  ///   setting the server would not do what was intended. Others, such as those that Kubernetes sets for a
  ///   service of this name, are not errors.
  func warnings(about names: some Sequence<String>) throws(SettingError) -> [String] {
    var warnings: [String] = []
    for name in names.sorted() where name.hasPrefix(EnvironmentCheck.prefix) {
      guard !variables.contains(name), !EnvironmentCheck.others.contains(name) else { continue }
      if let nearest = variables.nearest(to: name, sharing: EnvironmentCheck.prefix.count) {
        throw SettingError("\(name): there is no such setting; did you mean \(nearest)?")
      }
      warnings.append("the variable \(name) is none of the server's and has no effect")
    }
    return warnings
  }
}

extension Set<String> {
  /// The name that a misspelled name was probably meant to be; nil if none is close.
  ///
  /// - Parameter sharing: the length of the prefix that all names have in common, which is not counted.
  func nearest(to name: String, sharing: Int = 0) -> String? {
    let maximumEdits = Swift.max(1, (name.count - sharing) / 4)
    return sorted().map { ($0, $0.edits(to: name)) }.filter { $0.1 <= maximumEdits }.min { $0.1 < $1.1 }?.0
  }
}

extension String {
  /// The edit distance to another text: how many characters have to be inserted, deleted, replaced or swapped
  /// with the next one.
  fileprivate func edits(to other: String) -> Int {
    let (left, right) = (Array(self), Array(other))
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, character) in left.enumerated() {
      var next = [row + 1]
      for (column, wanted) in right.enumerated() {
        var cost = Swift.min(
          last[column + 1] + 1,
          next[column] + 1,
          last[column] + (character == wanted ? 0 : 1)
        )
        if row > 0, column > 0, character == right[column - 1], left[row - 1] == wanted {
          cost = Swift.min(cost, before[column - 1] + 1)
        }
        next.append(cost)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
