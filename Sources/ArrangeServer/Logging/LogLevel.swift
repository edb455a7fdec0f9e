package import Logging
import Synchronization

/// The minimum level of log lines. It can be changed while loggers use it.
package final class LogLevel: Sendable {
  /// From the lowest to the highest.
  private static let levels = Logger.Level.allCases.sorted()

  private let place: Atomic<Int>

  package init(_ level: Logger.Level) { place = Atomic(LogLevel.place(of: level)) }

  package var level: Logger.Level {
    get { LogLevel.levels[place.load(ordering: .relaxed)] }
    set { place.store(LogLevel.place(of: newValue), ordering: .relaxed) }
  }

  private static func place(of level: Logger.Level) -> Int {
    guard let place = levels.firstIndex(of: level) else { preconditionFailure("\(level) is a level") }
    return place
  }
}
