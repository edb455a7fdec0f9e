/// The format of log lines.
package enum LogFormat: String, Sendable, Hashable, CaseIterable {
  case text
  case json
}

/// Writes an object of strings as one line of JSON.
package enum JSONLine {
  /// Marks a truncated value.
  private static let mark = "…"

  /// - Parameters:
  ///   - head: the first members, in this order.
  ///   - fields: the other members, sorted by name. A name that is in the head gets the prefix `_`.
  ///   - longest: the maximum number of bytes of the line. Values are truncated until it fits.
  package static func text(
    _ head: [(String, String)],
    _ fields: [(String, String)],
    longest: Int
  ) -> String {
    let taken = Set(head.map(\.0))
    let members =
      head + fields.map { (taken.contains($0.0) ? "_" + $0.0 : $0.0, $0.1) }.sorted { $0.0 < $1.0 }
    var most = longest
    while true {
      let line = "{" + members.map { "\(quoted($0, .max)):\(quoted($1, most))" }.joined(separator: ",") + "}"
      // Names come from the program and are short: only values can make a line long.
      guard line.utf8.count > longest, most > 16 else { return line }
      most /= 2
    }
  }

  /// A quoted string, truncated to `most` bytes.
  private static func quoted(_ text: String, _ most: Int) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      guard quoted.utf8.count <= most else {
        quoted += mark
        break
      }
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      default:
        switch scalar.properties.generalCategory {
        // These characters could control a terminal, or end the line.
        case .control, .format, .lineSeparator, .paragraphSeparator:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        default: quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }
}
