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
  package static let schemes = ["postgresql://", "postgres://"]

  /// The string, for libpq alone.
  let text: String
  /// Host, port, database and user, as far as they are given.
  package let description: String
  /// Whether the string has a password itself, in place of a file or the environment.
  package let hasPassword: Bool
  /// The name that the server shows for the connections, with the machine and the process id.
  let applicationName: String

  /// Reads a connection string.
  ///
  /// - Throws: ``JournalError/Code/unusable`` if it is none, or if libpq can't be loaded.
  package init(_ text: String) throws(JournalError) {
    if let failure = libpq_load() { throw JournalError(.unusable, String(cString: failure)) }
    guard PostgresAddress.schemes.contains(where: { text.hasPrefix($0) }), !text.utf8.contains(0),
      let options = libpq_parse(text)
    else {
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

  /// The name of this machine.
  static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
