extension ArrangeClient {
  /// How the connection is now.
  public var connectionState: ConnectionState { session.connection.current }

  /// The current state of the connection, and each later one; the sequence ends when the client is closed.
  ///
  /// Calls and subscriptions wait for a connection automatically. Use this to show whether the server is
  /// reachable.
  ///
  ///     for await state in client.connectionStates {
  ///       switch state {
  ///       case .disconnected(let error): banner = "Trying to reach the server: \(error.message)"
  ///       case .connected: banner = nil
  ///       case .idle, .connecting, .closed: break
  ///       }
  ///     }
  public var connectionStates: AsyncStream<ConnectionState> { session.connection.stream() }
}
