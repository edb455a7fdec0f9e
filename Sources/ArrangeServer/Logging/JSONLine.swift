import ArrangeModel

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
      var line = Array("{".utf8)
      for (index, member) in members.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        write(member.0, to: &line)
        line.append(UInt8(ascii: ":"))
        write(shortened(member.1, to: most), to: &line)
      }
      line.append(UInt8(ascii: "}"))
      // Names come from the program and are short: only values can make a line long.
      guard line.count > longest, most > 16 else { return String(decoding: line, as: UTF8.self) }
      most /= 2
    }
  }

  private static func write(_ text: String, to line: inout [UInt8]) {
    JSON.write(text, to: &line) { scalar in
      switch scalar.properties.generalCategory {
      // These characters could control a terminal, or end the line.
      case .control, .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }

  /// A text of at most so many bytes, and a mark if it had more.
  private static func shortened(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var beginning = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars {
      length += scalar.utf8.count
      guard length <= most else { break }
      beginning.append(scalar)
    }
    return String(beginning) + mark
  }
}
