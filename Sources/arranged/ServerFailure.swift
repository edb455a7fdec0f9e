import ArgumentParser
import ArrangeModel
import ArrangeServer
import Engine
import Ordering
import ServiceManager
import StrategyLoading

/// Why the server ends: one line for each reason, and the exit status.
struct ServerFailure: Error {
  /// The exit statuses, as in `sysexits.h`.
  enum ExitStatus: Int32 {
    /// A setting is invalid.
    case usage = 64
    /// Another process uses what the server needs, or the server can't listen on the address.
    case unavailable = 69
    /// An internal error of the server.
    case software = 70
    /// The data can't be read or written.
    case storage = 74
  }

  let status: ExitStatus
  let message: String

  init(_ error: any Error) {
    switch (error as? Overtaken)?.error ?? error {
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
  /// Runs a command. If it fails, writes the reason to standard error, and exits with the status for it.
  static func reporting(_ body: () async throws -> Void) async throws {
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

/// What is wrong with the settings, with a line for each.
struct SettingErrors: Error, CustomStringConvertible {
  let errors: [SettingError]

  init(_ errors: [SettingError]) { self.errors = errors }

  var description: String { errors.map(\.description).joined(separator: "\n") }
}
