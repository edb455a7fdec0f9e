import Foundation
import Synchronization
import TestSupport

/// The address of the current server, for clients that reconnect after a restart.
final class CurrentAddress: Sendable {
  private let port = Mutex<Int?>(nil)
  private let answers = Atomic<Int>(0)

  func move(to port: Int?) { self.port.withLock { $0 = port } }

  /// Connects as soon as there is a server.
  func connect() throws -> RawConnection {
    for _ in 0..<ChildProcess.patience {
      if let port = port.withLock({ $0 }), let connection = try? RawConnection(port: port) {
        return connection
      }
      usleep(1_000)
    }
    throw Failure("there is no server")
  }

  func countAnswer() { answers.wrappingAdd(1, ordering: .relaxed) }

  /// Waits for a total number of answers.
  func wait(forAnswers count: Int) throws {
    for _ in 0..<ChildProcess.patience {
      if answers.load(ordering: .relaxed) >= count { return }
      usleep(1_000)
    }
    throw Failure("the clients get no answers")
  }
}
