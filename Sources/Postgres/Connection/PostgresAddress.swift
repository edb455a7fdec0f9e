import ArrangeModel
import CLibPQ
package import Engine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a PostgreSQL database is: a connection string as libpq reads it.
///
/// The string may have a password. It is shown to nobody: `description` has none, and no error has the string.
package struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
  /// The schemes of connection strings in the form of a URI.
  package static let schemes = PostgresMirror.schemes

  /// The string, for libpq alone.
  let text: String
  /// Host, port, database and user, as far as they are given.
  package let description: String
  /// Whether the string has a password itself, in place of a file or the environment.
  package let hasPassword: Bool
  /// Whether a server that asks for a password gets none, wherever one could be found: whoever has written the string may not
  /// have what the environment of the process has for others.
  let isWithoutPassword: Bool
  /// The name that the server shows for the connections, with the machine and the process id.
  let applicationName: String

  /// Reads a connection string.
  ///
  /// - Parameter isWithoutPassword: whether no password is looked for in files and in the environment.
  /// - Throws: ``JournalError/Code/unusable`` if it is none, or if libpq can't be loaded.
  package init(_ text: String, isWithoutPassword: Bool = false) throws(JournalError) {
    if let failure = libpq_load() { throw JournalError(.unusable, String(cString: failure)) }
    let isURI = PostgresAddress.schemes.contains { text.hasPrefix($0) } && !text.utf8.contains(0)
    guard isURI, let options = libpq_parse(text) else {
      if isURI, let unknown = PostgresAddress.unknownOption(in: text) {
        throw JournalError(
          .unusable,
          "the connection string has the option \(unknown), which libpq, PostgreSQL's client library, does not know"
            + (PostgresAddress.nearest(to: unknown).map { "; did you mean \($0)?" } ?? "")
        )
      }
      throw JournalError(
        .unusable,
        "this is no connection string of PostgreSQL; write postgresql://USER@HOST:PORT/DATABASE?OPTION=VALUE, "
          + "with other characters than letters and digits as %XX"
      )
    }
    defer { libpq_free_options(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.value { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    self.text = text
    self.isWithoutPassword = isWithoutPassword
    hasPassword = values["password"] != nil || values["sslpassword"] != nil
    description = PostgresAddress.describe(values)
    applicationName = "arranged \(PostgresAddress.hostName):\(getpid())"
  }

  private static func describe(_ values: [String: String]) -> String {
    var text = "postgresql://"
    if let user = values["user"] { text += "\(user)@" }
    text += values["host"] ?? values["hostaddr"] ?? ""
    if let port = values["port"] { text += ":\(port)" }
    return text + "/" + (values["dbname"] ?? "")
  }

  // MARK: Unknown options

  /// The names of the options that libpq knows.
  private static let knownOptions: [String] = {
    guard let options = libpq_parse("") else { return [] }
    defer { libpq_free_options(options) }
    var names: [String] = []
    var option = options
    while let keyword = option.pointee.keyword {
      names.append(String(cString: keyword))
      option += 1
    }
    // What libpq takes from URIs of other programs.
    return names + ["ssl"]
  }()

  /// The maximum length of the name of an option that is shown.
  private static let longestOption = 40

  /// The first option of a URI that libpq does not know; nil if there is none, or if it does not look like an option, and may be
  /// part of a password.
  private static func unknownOption(in text: String) -> String? {
    guard let question = text.firstIndex(of: "?") else { return nil }
    let options = text[text.index(after: question)...]
    guard !options.contains("@") else { return nil }
    for option in options.split(separator: "&") {
      let name = option.prefix { $0 != "=" }
      guard name.count < option.count, (1...longestOption).contains(name.count),
        name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") })
      else { return nil }
      if !knownOptions.contains(String(name)) { return String(name) }
    }
    return nil
  }

  /// The option that a misspelled one was probably meant to be: one that becomes it if a character is inserted, deleted or
  /// replaced, or two are swapped.
  private static func nearest(to name: String) -> String? {
    knownOptions.first { known in
      let (long, short) = known.count >= name.count ? (known, name) : (name, known)
      guard long.count - short.count <= 1 else { return false }
      let begin = zip(long, short).prefix { $0 == $1 }.count
      let (left, right) = (long.dropFirst(begin), short.dropFirst(begin))
      if long.count > short.count { return left.dropFirst() == right }
      return left.dropFirst() == right.dropFirst()
        || left.count > 1 && left.prefix(2).elementsEqual(right.prefix(2).reversed())
          && left.dropFirst(2) == right.dropFirst(2)
    }
  }

  /// The name of this machine.
  static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
