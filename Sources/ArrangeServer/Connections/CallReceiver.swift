import Wire

/// What works on the calls of one connection. The connection is transport only: it hands over what came, and sends what it
/// is given.
///
/// It is made when a connection is taken in, and let go when that is gone. All of it is called on the connection's event loop.
protocol CallReceiver: AnyObject {
  /// A call came, whose method the server has.
  ///
  /// - Parameter frame: OPEN; its bytes are there until this returns.
  func start(_ call: ServerCall, _ frame: Frame)

  /// The channel takes more again, after it had enough.
  func roomCame()

  /// Adds the figures of the connection's calls and streams.
  func addFigures(to figures: inout LoopFigures)
}

/// An open stream of answers, for whoever feeds it. All of it is called on the connection's event loop.
protocol AnswerStream: AnyObject {
  /// The method that opened it.
  var method: Method { get }

  /// The client takes more messages.
  func creditCame()

  /// Whether the server can serve has changed.
  func healthChanged()

  /// The server stops: the stream is to end.
  func drain()

  /// The stream has ended, and nothing more can be sent on it.
  func wasEnded()
}
