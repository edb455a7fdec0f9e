/// Tells a service manager again and again that the service is alive, as long as it is.
///
/// A manager that hears nothing for the time that it has set ends the service and starts it again.
package struct Watchdog: Sendable, Hashable {
  private static let variable = "WATCHDOG_USEC"

  /// How long it rests between two answers: half of what the manager waits.
  package let interval: Duration

  /// Reads what the manager has set; nil where it does not wait.
  ///
  /// - Parameter process: the number of this process.
  /// - Throws: ``ServiceManagerError`` where that is no number of microseconds.
  package init?(environment: [String: String], process: Int32) throws(ServiceManagerError) {
    guard let text = environment[Watchdog.variable], !text.isEmpty,
      ManagerVariable.isMeant(environment["WATCHDOG_PID"], for: process)
    else { return nil }
    guard let microseconds = Int64(text), microseconds > 1 else {
      throw ServiceManagerError("\(Watchdog.variable): \"\(text)\" is not a number of microseconds")
    }
    interval = .microseconds(microseconds / 2)
  }

  /// Goes on until the task is cancelled.
  ///
  /// - Parameters:
  ///   - isAlive: comes back when everything that has to answer has answered. As long as it does not, nothing is told.
  ///   - rest: waits.
  ///   - notify: tells the manager.
  package func run(
    isAlive: @Sendable () async -> Void,
    rest: @Sendable (Duration) async throws -> Void,
    notify: @Sendable () -> Void
  ) async {
    while !Task.isCancelled {
      await isAlive()
      notify()
      do { try await rest(interval) } catch { return }
    }
  }
}
