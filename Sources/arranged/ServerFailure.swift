import ArrangeModel
import ArrangeServer
import Engine
import Ordering
import StrategyLoading

/// Why the server ends, in one line, and with which status.
struct ServerFailure: Error {
  /// The exit statuses, which are those of `sysexits.h`.
  enum ExitStatus: Int32 {
    /// A setting can't be.
    case usage = 64
    /// Something else has what the server needs, or the address can't be listened on.
    case unavailable = 69
    /// The server made a mistake.
    case software = 70
    /// The data can't be read or written.
    case storage = 74
  }

  let status: ExitStatus
  let message: String

  init(_ error: any Error) {
    switch error {
    case let error as SettingError: (status, message) = (.usage, error.description)
    case let error as TLSError: (status, message) = (.usage, error.description)
    case let error as AccessError: (status, message) = (.usage, error.description)
    case let error as StrategyLoadingError: (status, message) = (.usage, "strategies: \(error)")
    case let error as ListenError: (status, message) = (.unavailable, error.description)
    case let error as JournalError:
      (status, message) = (error.code == .inUse ? .unavailable : .storage, error.message)
    case let error as ArrangeError:
      let isSetting = [.invalidArgument, .failedPrecondition, .notFound, .alreadyExists, .outOfRange]
        .contains(error.code)
      (status, message) = (isSetting ? .usage : .storage, error.message)
    default: (status, message) = (.software, "\(error)")
    }
  }
}

/// What is wrong with a setting, in one sentence that names it.
struct SettingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
