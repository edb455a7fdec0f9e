package import ArrangeModel

/// The exit status of a command, for scripts. The help of `arrange` documents them.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case failed = 1
  case notFound = 2
  case conflict = 3
  case invalid = 4
  case unavailable = 5
  case denied = 6
  case usage = 64
  case file = 74
  case interrupted = 130

  /// The meaning of the status, for the help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed for another reason"
    case .notFound: "not found: no such collection, section, item or anchor"
    case .conflict: "conflict: it exists already, or has another state or version"
    case .invalid: "invalid: a value that is not accepted, or a mistake in an imported file"
    case .unavailable: "unavailable: the server can't be reached or is too busy; try again"
    case .denied: "denied: the token is missing, wrong, or does not permit it"
    case .usage: "the command line is wrong"
    case .file: "a file or standard output can't be read or written"
    case .interrupted: "interrupted by Ctrl-C or a signal"
    }
  }

  /// The status for an error of the service.
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
