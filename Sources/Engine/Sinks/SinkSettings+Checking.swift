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
    if view == nil {
      guard !collections.isEmpty else {
        throw refuse("collections", "name at least one collection, or a view")
      }
    } else {
      guard collections.isEmpty else {
        throw refuse("view", "a sink delivers a view or collections; make a sink of its own for the view")
      }
      guard postgres == nil else {
        throw refuse("view", "a mirror has lists; name collections, or have a webhook deliver the view")
      }
      guard mode == .merged else {
        throw refuse(
          "mode",
          "a view has no commits of its own, so its changes are merged; choose the mode merged"
        )
      }
    }
    _ = try patterns()
    if let postgres { return try check(postgres) }
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
    // That of an IPv6 address is behind its brackets.
    let port = authority.split(separator: "]").last?.split(separator: ":", omittingEmptySubsequences: false)
    if let port, port.count == 2, UInt16(port[1]).map({ $0 > 0 }) != true {
      throw refuse("url", "the port of an address is a number from 1 to 65535")
    }
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

  private func check(_ mirror: PostgresMirror) throws(ArrangeError) {
    func refuse(_ field: String, _ message: String) -> ArrangeError {
      ArrangeError(.invalidArgument, message, field: "settings.\(field)")
    }
    for (field, isGiven) in [
      ("url", !url.isEmpty), ("secrets", !secrets.isEmpty), ("allowed_addresses", !allowedAddresses.isEmpty),
    ] where isGiven {
      throw refuse(field, "a sink is a webhook or a mirror: leave out \(field), or postgres")
    }
    let text = mirror.connection
    let prefix = [SinkSettings.environmentPrefix, SinkSettings.filePrefix].first { text.hasPrefix($0) }
    if let prefix {
      guard text.utf8.count > prefix.utf8.count else {
        throw refuse("postgres.connection", "the name of a variable or the path of a file is missing")
      }
    } else {
      guard let scheme = PostgresMirror.schemes.first(where: { text.hasPrefix($0) }) else {
        throw refuse(
          "postgres.connection",
          "name the connection string by env:NAME or file:PATH, or write postgresql://USER@HOST:PORT/DATABASE"
        )
      }
      let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
      let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
      let options = text.drop { $0 != "?" }.lowercased()
      guard !user.contains(":"), !options.contains("password=") else {
        throw refuse(
          "postgres.connection",
          "a password is not part of a sink; put the string into a file or a variable of the server, and name it by "
            + "file:PATH or env:NAME"
        )
      }
    }
    guard PostgresMirror.isSchema(mirror.schema) else {
      throw refuse(
        "postgres.schema",
        "a schema has 1 to 63 lowercase letters, digits and _, not a digit first and not pg_ at the beginning, and is no reserved "
          + "word of SQL"
      )
    }
  }
}

extension PostgresMirror {
  /// What connection strings begin with.
  package static let schemes = ["postgresql://", "postgres://"]

  /// The reserved words of PostgreSQL up to version 18, which name no schema without quotes, and the schema that every database has.
  package static let reservedWords = Set(
    """
    all analyse analyze and any array as asc asymmetric authorization binary both case cast check \
    collate collation column concurrently constraint create cross current_catalog current_date \
    current_role current_schema current_time current_timestamp current_user default deferrable desc \
    distinct do else end except false fetch for foreign freeze from full grant group having ilike in \
    information_schema initially inner intersect into is isnull join lateral leading left like limit \
    localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing \
    primary references returning right select session_user similar some symmetric system_user table \
    tablesample then to trailing true union unique user using variadic verbose when where window with
    """.split(separator: " ").map(String.init)
  )

  /// Whether a text can be the name of a schema of PostgreSQL: a lowercase letter or `_`, and then such letters and digits, but no
  /// reserved word.
  package static func isSchema(_ text: String) -> Bool {
    let isStart: (UInt8) -> Bool = { (0x61...0x7A).contains($0) || $0 == 0x5F }
    guard let first = text.utf8.first, isStart(first), text.utf8.count <= 63, !text.hasPrefix("pg_"),
      !reservedWords.contains(text)
    else {
      return false
    }
    return text.utf8.allSatisfy { isStart($0) || (0x30...0x39).contains($0) }
  }
}
