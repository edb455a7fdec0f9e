package import ArrangeModel

extension SinkSettings {
  /// What the references to keys begin with.
  package static let environmentPrefix = "env:"
  package static let filePrefix = "file:"
  /// The longest reference to a key, in bytes.
  private static let maximumReference = 1_024

  /// The patterns of the names of its collections.
  ///
  /// - Throws: ``StatusCode/invalidArgument`` if one of them is none.
  package func patterns() throws(ArrangeError) -> [SinkPattern] {
    var patterns: [SinkPattern] = []
    for (index, text) in collections.enumerated() {
      patterns.append(try SinkPattern(text, field: "settings.collections[\(index)]"))
    }
    return patterns
  }

  /// The networks that may be reached although they are private.
  package var networks: [SinkNetwork] { allowedAddresses.compactMap { SinkNetwork($0) } }

  /// Checks everything that can be checked without looking outside.
  ///
  /// - Throws: ``StatusCode/invalidArgument`` with the field.
  package func check() throws(ArrangeError) {
    func refuse(_ field: String, _ message: String) -> ArrangeError {
      ArrangeError(.invalidArgument, message, field: "settings.\(field)")
    }
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard scheme == "https" || scheme == "http", url.dropFirst(scheme.count).hasPrefix("://") else {
      throw refuse("url", "the address of a receiver begins with https:// or http://")
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw refuse("url", "an address has no spaces, and escapes for letters beyond ASCII")
    }
    let authority = url.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.isEmpty, !authority.contains("@"), !url.contains("#") else {
      throw refuse("url", "an address has a host, and neither a user nor a fragment")
    }
    guard !collections.isEmpty else { throw refuse("collections", "name at least one collection") }
    _ = try patterns()
    guard !secrets.isEmpty else { throw refuse("secrets", "name at least one key: env:NAME or file:PATH") }
    for (index, text) in secrets.enumerated() {
      let prefix = [SinkSettings.environmentPrefix, SinkSettings.filePrefix].first { text.hasPrefix($0) }
      guard let prefix, text.utf8.count > prefix.utf8.count, text.utf8.count <= SinkSettings.maximumReference
      else {
        throw refuse(
          "secrets[\(index)]",
          "a key is named by env:NAME or file:PATH; the key itself is not part of a sink"
        )
      }
    }
    for (index, text) in allowedAddresses.enumerated() where SinkNetwork(text) == nil {
      throw refuse("allowed_addresses[\(index)]", "\"\(text)\" is no network such as 10.1.0.0/16 or ::1")
    }
  }
}
