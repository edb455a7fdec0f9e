public import ArrangeModel
internal import NIOConcurrencyHelpers

/// The state of a client's connection to its server.
public enum ConnectionState: Sendable, Hashable {
  /// No call has needed a connection yet.
  case idle

  /// The first connection is being opened.
  case connecting

  /// The server has sent WELCOME.
  case connected

  /// The connection was lost or could not be opened, for this reason. New attempts are made as long as a call
  /// or a subscription needs it.
  case disconnected(ArrangeError)

  /// The client was closed.
  case closed
}

/// The state of a client's connection, with its observers.
final class ConnectionStates: Sendable {
  /// The number of changes buffered for a slow reader; beyond it the oldest ones are dropped.
  private static let maximumWaiting = 16

  private struct State {
    var current = ConnectionState.idle
    var nextReader: UInt64 = 0
    var readers: [UInt64: AsyncStream<ConnectionState>.Continuation] = [:]
  }

  private let state = NIOLockedValueBox(State())

  var current: ConnectionState { state.withLockedValue { $0.current } }

  /// Why there is no connection; nil if there is one, or none was needed yet.
  var error: ArrangeError? { if case .disconnected(let error) = current { error } else { nil } }

  /// The state has changed.
  func become(_ next: ConnectionState) {
    let readers = state.withLockedValue { state -> [AsyncStream<ConnectionState>.Continuation] in
      guard state.current != next, state.current != .closed else { return [] }
      state.current = next
      return Array(state.readers.values)
    }
    // Outside the lock: a reader that ends is removed at once.
    for reader in readers {
      reader.yield(next)
      if next == .closed { reader.finish() }
    }
  }

  /// An attempt begins. A disconnected state is kept until there is a connection.
  func attempt() {
    if current == .idle { become(.connecting) }
  }

  /// The current state, and each later one.
  func stream() -> AsyncStream<ConnectionState> {
    let (stream, reader) = AsyncStream.makeStream(
      of: ConnectionState.self,
      bufferingPolicy: .bufferingNewest(ConnectionStates.maximumWaiting)
    )
    state.withLockedValue { state in
      reader.yield(state.current)
      guard state.current != .closed else { return reader.finish() }
      let number = state.nextReader
      state.nextReader += 1
      state.readers[number] = reader
      reader.onTermination = { [weak self] _ in self?.forget(number) }
    }
    return stream
  }

  private func forget(_ number: UInt64) { state.withLockedValue { $0.readers[number] = nil } }
}
