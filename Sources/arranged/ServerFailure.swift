import ArgumentParser
import ArrangeModel
import ArrangeServer
import Engine
import Ordering
import ServiceManager
import StrategyLoading

/// Why the server ends, in one line for each reason, and with which status.
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
    case let error as SettingErrors: (status, message) = (.usage, error.description)
    case let error as ServiceManagerError: (status, message) = (.usage, error.description)
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

extension ServerFailure {
  /// Runs a command. Where it fails, standard error tells why, and the exit status says of which kind that is.
  static func told(_ body: () async throws -> Void) async throws {
    do {
      try await body()
      LineWriter.flushAll()
    } catch {
      let failure = ServerFailure(error)
      for line in failure.message.split(separator: "\n") { LineWriter.errors.write("Error: \(line)") }
      LineWriter.flushAll()
      throw ExitCode(failure.status.rawValue)
    }
  }
}

/// What is wrong with a setting, in one sentence that names it.
struct SettingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What is wrong with settings, in as many lines.
struct SettingErrors: Error, CustomStringConvertible {
  let errors: [SettingError]

  init(_ errors: [SettingError]) { self.errors = errors }

  var description: String { errors.map(\.description).joined(separator: "\n") }
}
