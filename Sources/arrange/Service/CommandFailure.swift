package import ArrangeModel

/// Why a command failed.
package struct CommandFailure: Error, Sendable, Hashable {
  package var status: ExitStatus
  /// What is wrong and what to do, for people.
  package var message: String
  /// The service's code, such as `NOT_FOUND`; nil if the error did not come from the service.
  package var code: StatusCode?
  /// The invalid field of the request.
  package var field: String?
  /// The word that distinguishes the cases of the code, if there is one.
  package var reason: String?

  package init(
    _ status: ExitStatus,
    _ message: String,
    code: StatusCode? = nil,
    field: String? = nil,
    reason: String? = nil
  ) {
    self.status = status
    self.message = message
    self.code = code
    self.field = field
    self.reason = reason
  }

  /// - Parameter isWrite: whether the command changes something.
  package init(_ error: ArrangeError, _ address: ServerAddress, isWrite: Bool) {
    var message = error.message
    let server = address.server
    if error.code == .deadlineExceeded {
      message =
        "no answer from \(server) came within \(address.patience.answer.secondsText); --timeout waits longer"
    } else if error.code == .unavailable, !message.contains(server) {
      message += " (server \(server))"
    }
    if error.code == .unavailable || error.code == .deadlineExceeded, error.processed == .unknown, isWrite {
      message += ". Whether the change was made is not known"
    }
    self.init(ExitStatus(error.code), message, code: error.code, field: error.field, reason: error.reason)
  }

  /// The failure as JSON, for `--json`.
  package var json: JSON {
    var members: JSON.Members = ["exit": .integer(Int64(status.rawValue)), "message": .string(message)]
    members.append("code", .string(code.map { "\($0)" } ?? "\(status)".uppercased()))
    if let field, !field.isEmpty { members.append("field", .string(field)) }
    if let reason { members.append("reason", .string(reason)) }
    return .object(["error": .object(members)])
  }
}
