extension ArrangeClient {
  /// How the connection is now.
  public var connectionState: ConnectionState { session.connection.current }

  /// How the connection is now, and each state that follows; it ends when the client is closed.
  ///
  /// Calls and subscriptions wait for a connection by themselves. This is for who wants to show that the server is gone,
  /// and that it is there again.
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
