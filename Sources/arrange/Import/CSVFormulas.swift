/// The cells that a spreadsheet would run as formulas, and the form in which they are text.
///
/// An apostrophe before a formula makes it text. A text that begins with apostrophes and a formula gets one more,
/// so that every text is read back as it was. Numbers are no formulas.
enum CSVFormulas {
  /// The first characters of what spreadsheets run, those of wide scripts too.
  private static let beginnings: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// The text in the form that no spreadsheet runs.
  static func protect(_ text: String) -> String {
    isFormula(text.unicodeScalars.drop { $0 == "'" }) && !isNumber(text) ? "'\(text)" : text
  }

  /// The text of a cell in that form.
  static func unprotect(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.first == "'", isFormula(scalars.drop { $0 == "'" }) else { return text }
    return String(scalars.dropFirst())
  }

  private static func isFormula(_ scalars: Substring.UnicodeScalarView) -> Bool {
    scalars.first.map(beginnings.contains) ?? false
  }

  /// Whether a text is a plain number, such as `-5` or `-1.5`.
  private static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E } && Double(text) != nil
  }
}
