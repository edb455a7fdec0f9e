public import ArrangeModel
internal import NIOConcurrencyHelpers

/// How the connection of a client to its server is.
public enum ConnectionState: Sendable, Hashable {
  /// Nothing has needed a connection yet.
  case idle

  /// The first connection is being made.
  case connecting

  /// The server has greeted.
  case connected

  /// The connection was lost or could not be made, and why. It is tried again for as long as a call or a subscription needs
  /// it.
  case disconnected(ArrangeError)

  /// The client was closed.
  case closed
}

/// The state of a client's connection, and who wants to be told of it.
final class ConnectionStates: Sendable {
  /// How many changes wait for a reader that is slow; then the oldest ones are left out.
  private static let mostWaiting = 16

  private struct State {
    var current = ConnectionState.idle
    var nextReader: UInt64 = 0
    var readers: [UInt64: AsyncStream<ConnectionState>.Continuation] = [:]
  }

  private let state = NIOLockedValueBox(State())

  var current: ConnectionState { state.withLockedValue { $0.current } }

  /// The state is another one.
  func become(_ next: ConnectionState) {
    let readers = state.withLockedValue { state -> [AsyncStream<ConnectionState>.Continuation] in
      guard state.current != next, state.current != .closed else { return [] }
      state.current = next
      return Array(state.readers.values)
    }
    // Outside of the lock: a reader that ends is forgotten at once.
    for reader in readers {
      reader.yield(next)
      if next == .closed { reader.finish() }
    }
  }

  /// An attempt begins. That the connection is lost stays until there is another one.
  func attempt() {
    if current == .idle { become(.connecting) }
  }

  /// The state now, and each one that follows.
  func stream() -> AsyncStream<ConnectionState> {
    let (stream, reader) = AsyncStream.makeStream(
      of: ConnectionState.self,
      bufferingPolicy: .bufferingNewest(ConnectionStates.mostWaiting)
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
