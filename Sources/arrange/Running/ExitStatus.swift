package import ArrangeModel

/// The number that a command ends with, which a shell can decide by. The help of `arrange` documents them.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case failed = 1
  case notFound = 2
  case conflict = 3
  case invalid = 4
  case unavailable = 5
  case denied = 6
  case file = 7
  case usage = 64
  case interrupted = 130

  /// What the number says, for the help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed for another reason"
    case .notFound: "not found: no such collection, section, item or anchor"
    case .conflict: "conflict: it exists already, or has another state or version"
    case .invalid: "invalid: a value that is not taken, or a mistake in an imported file"
    case .unavailable: "unavailable: the server can't be reached or is too busy; try again"
    case .denied: "denied: the token is missing, wrong, or does not permit it"
    case .file: "a file or standard output can't be read or written"
    case .usage: "the command line is wrong"
    case .interrupted: "interrupted by Ctrl-C or a signal"
    }
  }

  /// The number for an error of the service.
  package init(_ code: StatusCode) {
    switch code {
    case .ok: self = .done
    case .notFound: self = .notFound
    case .alreadyExists, .failedPrecondition, .aborted: self = .conflict
    case .invalidArgument, .outOfRange: self = .invalid
    case .unavailable, .deadlineExceeded, .resourceExhausted, .cancelled: self = .unavailable
    case .permissionDenied, .unauthenticated: self = .denied
    case .unknown, .unimplemented, .internal, .dataLoss: self = .failed
    }
  }
}

/// Why a command ends without having done what it was asked.
package struct CommandFailure: Error, Sendable, Hashable {
  package var status: ExitStatus
  /// What is wrong and what to do, for a person.
  package var message: String
  /// The service's code, such as `NOT_FOUND`; nil where the service was not at fault.
  package var code: StatusCode?
  /// The field of the request at fault.
  package var field: String?

  package init(_ status: ExitStatus, _ message: String, code: StatusCode? = nil, field: String? = nil) {
    self.status = status
    self.message = message
    self.code = code
    self.field = field
  }

  package init(_ error: ArrangeError, server: String) {
    var message = error.message
    if error.code == .unavailable, !message.contains(server) { message += " (server \(server))" }
    if error.code == .unavailable || error.code == .deadlineExceeded, error.processed == .unknown {
      message += "; whether the change was made is not known"
    }
    self.init(ExitStatus(error.code), message, code: error.code, field: error.field)
  }

  /// The failure as JSON, for `--json`.
  package var json: JSON {
    var members: JSON.Members = ["exit": .integer(Int64(status.rawValue)), "message": .string(message)]
    members.append("code", .string(code.map { "\($0)" } ?? "\(status)".uppercased()))
    if let field, !field.isEmpty { members.append("field", .string(field)) }
    return .object(["error": .object(members)])
  }
}
