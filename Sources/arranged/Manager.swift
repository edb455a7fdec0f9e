import Dispatch
import Foundation
import ServiceManager

/// What the process says to the manager of services that has started it, if one has.
struct Manager: Sendable {
  private let socket: NotifySocket?
  private let watchdog: Watchdog?

  init(_ environment: [String: String]) throws(ServiceManagerError) {
    socket = try NotifySocket(environment: environment)
    watchdog = try Watchdog(environment: environment, process: getpid())
  }

  /// The server serves, for the first time or again.
  ///
  /// - Parameter status: what people are told; nil for no change.
  func serves(_ status: String?) { socket?.send([.ready] + (status.map { [.status($0)] } ?? [])) }

  /// The server begins to read its settings anew.
  func reloads() { socket?.send([.reloading(microseconds: DispatchTime.now().uptimeNanoseconds / 1_000)]) }

  /// The server begins to stop.
  func stops() { socket?.send([.stopping, .status("answers what was taken, and flushes")]) }

  /// Tells the manager that the server is alive, as long as it is.
  ///
  /// - Parameter isAlive: comes back when everything that has to answer has answered.
  /// - Returns: what goes on until it is cancelled; nil where nobody waits for that.
  func watch(isAlive: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
    guard let socket, let watchdog else { return nil }
    return Task {
      await watchdog.run(
        isAlive: isAlive,
        rest: { try await Task.sleep(for: $0) },
        tell: { socket.send([.watchdog]) }
      )
    }
  }
}
