/// The tag of a list at one version: `"7@00f1e2d3c4b5a697"`, the version and its history.
package struct EntityTag: Sendable, Hashable {
  package var version: UInt64
  package var history: UInt64

  package init(version: UInt64, history: UInt64) { (self.version, self.history) = (version, history) }

  /// Reads a tag in quotes.
  ///
  /// - Returns: nil for anything else, such as a weak tag or several.
  package init?(_ text: String) {
    guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let version = UInt64(parts[0]), "\(version)" == parts[0],
      let history = HistoryText.number(String(parts[1]))
    else { return nil }
    self.init(version: version, history: history)
  }

  /// The tag in quotes.
  package var text: String { "\"\(version)@\(HistoryText.text(history))\"" }
}
