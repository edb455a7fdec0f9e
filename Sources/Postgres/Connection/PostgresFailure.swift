import CLibPQ

/// Why statements failed.
struct PostgresFailure: Error, Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// The connection was lost, or could not be made. Whether a transaction in progress took effect is unknown.
    case lost
    /// The server refused or undid the transaction for a reason that may pass: it shuts down, a statement took too
    /// long, there is no room.
    case passing
    /// Another server has written since this one did, or before it got the lock.
    case overtaken
    /// Any other error of a statement. The transaction was undone.
    case refused
  }

  /// What the database does not give to a server. The message is a sentence that says so, and what to do.
  enum Lack: Sendable, Hashable {
    case connections
    /// It is read-only.
    case writes
  }

  let kind: Kind
  /// The message of the server or the library, without a line break.
  let message: String
  /// The SQLSTATE; empty if the server sent none.
  var state = ""
  /// The name of the violated constraint.
  var constraint = ""
  /// The column that an error is about.
  var column = ""
  var lack: Lack?

  /// The classes of SQLSTATEs whose transactions may succeed later: connection exceptions, rollbacks, lack of
  /// resources, locks that are not available, intervention of an operator, and system errors.
  private static let passingClasses: Set<Substring> = ["08", "40", "53", "55", "57", "58"]

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = PostgresFailure.line(message)
  }

  /// The error in a result.
  init(result: OpaquePointer) {
    func field(_ code: Int) -> String {
      libpq_result_field(result, CInt(code)).map { String(cString: $0) } ?? ""
    }
    state = field(LIBPQ_FIELD_SQLSTATE)
    constraint = field(LIBPQ_FIELD_CONSTRAINT)
    column = field(LIBPQ_FIELD_COLUMN)
    message = PostgresFailure.line(field(LIBPQ_FIELD_MESSAGE))
    kind = PostgresFailure.passingClasses.contains(state.prefix(2)) ? .passing : .refused
  }

  /// Why a connection could not be made: the library's reason, or that the database takes no writes.
  static func connecting(_ connection: OpaquePointer) -> PostgresFailure {
    let failure = lost(connection)
    // What the library says when target_session_attrs is not met.
    let isReadOnly = ["session is read-only", "server is in hot standby mode"].contains {
      failure.message.contains($0)
    }
    guard isReadOnly else { return failure }
    var explained = PostgresFailure(
      .lost,
      "the database takes no writes, since it is a standby or default_transaction_read_only is on; name the primary, or turn "
        + "the setting off for the role and the database"
    )
    explained.lack = .writes
    return explained
  }

  /// The connection's own error.
  static func lost(_ connection: OpaquePointer) -> PostgresFailure {
    let message = libpq_error_message(connection).map { String(cString: $0) } ?? ""
    return PostgresFailure(.lost, message.isEmpty ? "the connection was closed" : message)
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmed }.joined(separator: "; ")
  }
}

extension Substring {
  /// The text without blanks at both ends.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
