package import Logging
import Synchronization

/// The minimum level of log lines, and the node that writes them. Both can be changed while loggers use them.
package final class LogLevel: Sendable {
  /// From the lowest to the highest.
  private static let levels = Logger.Level.allCases.sorted()

  private let place: Atomic<Int>
  private let nodeText = Mutex<String?>(nil)

  /// The id of the node, which every line then has; nil as long as there is none.
  package var node: String? {
    get { nodeText.withLock { $0 } }
    set { nodeText.withLock { $0 = newValue } }
  }

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
