/// Delivers signals to a closure, which runs on a separate queue, even while everything else is blocked, for
/// example by a terminal that does not accept output.
///
/// While a signal is watched, its default action is suppressed. When nothing watches it any more, its
/// previous action is restored.
package final class SignalWatch: Sendable {
  private let id: UInt64

  /// Begins to watch. After this returns, no signal is missed.
  ///
  /// - Parameters:
  ///   - signals: their numbers.
  ///   - notify: called with the number of each signal, one after the other. Several signals of one number in
  ///     quick succession may be delivered as one, as by the system itself.
  package init(_ signals: [Int32], _ notify: @escaping @Sendable (Int32) -> Void) {
    id = SignalTrap.shared.add(signals, notify)
  }

  deinit { cancel() }

  /// Stops watching. Earlier signals may still be delivered while this runs, but not afterwards.
  package func cancel() { SignalTrap.shared.remove(id) }
}
