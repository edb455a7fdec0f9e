/// Signals that are told to a closure, which runs on a queue of its own: it comes to its turn also while everything else
/// waits, for a terminal that takes nothing for example.
///
/// While a signal is watched it does nothing else. When nobody watches it any more, it does what it did before.
package final class SignalWatch: Sendable {
  private let id: UInt64

  /// Begins to watch. When it is back, no signal is missed any more.
  ///
  /// - Parameters:
  ///   - signals: their numbers.
  ///   - tell: is called with the number of each signal that comes, one after the other. Signals of one number that come
  ///     faster than they are told can be told as one, as the system itself has it.
  package init(_ signals: [Int32], _ tell: @escaping @Sendable (Int32) -> Void) {
    id = SignalTrap.shared.add(signals, tell)
  }

  deinit { cancel() }

  /// Ends it. What came before can still be told while this runs, not afterwards on a thread that waited for it.
  package func cancel() { SignalTrap.shared.remove(id) }
}
