import Wire

/// The receiver of the calls of one connection. The connection is transport only: it passes on what arrives,
/// and sends what it is given.
///
/// It is created when a connection is admitted, and released when the connection is closed. All methods are
/// called on the connection's event loop.
protocol CallReceiver: AnyObject {
  /// Starts a call of a method that the server has.
  ///
  /// - Parameter frame: the OPEN frame; its bytes are valid until this returns.
  func start(_ call: ServerCall, _ frame: Frame)

  /// The channel is writable again.
  func channelBecameWritable()

  /// A call was cancelled, or its deadline has passed; its work goes on until it is answered.
  func callStopped(_ stream: UInt32)

  /// Adds the figures of the connection's calls and streams.
  func addFigures(to figures: inout LoopFigures)

  /// Adds the connection's open subscriptions.
  func addFollowers(to found: inout FoundFollowers)
}

/// An open stream of answers, as its source sees it. All methods are called on the connection's event loop.
protocol AnswerStream: AnyObject {
  /// The method that opened the stream.
  var method: Method { get }

  /// The client has granted credit for more messages.
  func creditGranted()

  /// The health of the server has changed.
  func healthChanged()

  /// The server is stopping, and the stream has to end.
  func drain()

  /// The stream has ended, and nothing more can be sent on it.
  func wasEnded()
}

/// A stream that is told when the channel accepts more bytes.
protocol WritableStream: AnswerStream {
  func channelBecameWritable()
}

extension AnswerStream {
  /// Writes a message of the stream.
  ///
  /// - Parameter sequence: its number, which ``ServerConnection/data(_:)`` gives.
  func write(
    _ message: some WireMessage,
    on stream: UInt32,
    sequence: UInt64,
    to connection: ConnectionHandler
  ) {
    let arena = connection.arena
    connection.withOutput { output in
      arena.temporary {
        FrameEncoder.write(
          Frame(.data, stream: stream, sequence: sequence),
          body: message.packable(in: arena),
          to: &output
        )
      }
    }
  }
}
