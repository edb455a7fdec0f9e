import Dispatch
import Foundation
import ServiceManager

/// Notifies the service manager that has started the process, if there is one.
struct Manager: Sendable {
  private let socket: NotifySocket?
  private let watchdog: Watchdog?

  init(_ environment: [String: String]) throws(ServiceManagerError) {
    socket = try NotifySocket(environment: environment)
    watchdog = try Watchdog(environment: environment, process: getpid())
  }

  /// The server is ready, for the first time or again after a reload.
  ///
  /// - Parameter status: the status text for people; nil for no change.
  func serves(_ status: String?) { socket?.send([.ready] + (status.map { [.status($0)] } ?? [])) }

  /// The server starts to reload its settings.
  func reloads() { socket?.send([.reloading(microseconds: DispatchTime.now().uptimeNanoseconds / 1_000)]) }

  /// The server starts to stop.
  func stops() { socket?.send([.stopping, .status("finishing accepted calls and flushing")]) }

  /// Sends watchdog notifications as long as the server is alive.
  ///
  /// - Parameter isAlive: returns when every part of the server has answered.
  /// - Returns: a task that runs until it is cancelled; nil if the manager expects no notifications.
  func watch(isAlive: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
    guard let socket, let watchdog else { return nil }
    return Task {
      await watchdog.run(
        isAlive: isAlive,
        rest: { try await Task.sleep(for: $0) },
        notify: { socket.send([.watchdog]) }
      )
    }
  }
}
