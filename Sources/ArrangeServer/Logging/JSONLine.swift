/// How log lines are written.
package enum LogFormat: String, Sendable, Hashable, CaseIterable {
  case text
  case json
}

/// Writes an object of texts as one line of JSON.
package enum JSONLine {
  /// What is left out of a value that is too long.
  private static let mark = "…"

  /// - Parameters:
  ///   - head: what stands in front, in this order.
  ///   - fields: the rest, which is sorted. One with a name of the head gets a line below it in front.
  ///   - longest: the most bytes of the line. Values are cut, the longest first, until it has no more.
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
      // Names are the program's own, so that the values are what makes a line long.
      guard line.utf8.count > longest, most > 16 else { return line }
      most /= 2
    }
  }

  /// A text in quotes, cut to so many bytes.
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
        // Those that steer a terminal, or would end the line for who reads it.
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
