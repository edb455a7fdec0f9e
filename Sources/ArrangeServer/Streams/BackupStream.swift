import ArrangeModel
import Backups
import Dispatch
import Engine
import Wire

/// An open `Server/Backup` stream.
///
/// Pieces are read from the journal on a separate thread. The next piece is read when the client has credit
/// for it and the channel has accepted the previous one: a slow client costs the memory of one piece, and
/// delays nobody else. If the client accepts nothing for as long as a frame may take, the backup is ended,
/// since the store keeps the pages that it reads. All state except the source is used on the connection's
/// event loop.
final class BackupStream: AnswerStream, @unchecked Sendable {
  /// The source of the pieces. It is used by one thread at a time, which the stream ensures.
  final class Source: @unchecked Sendable {
    private let make: () throws -> BackupWriter
    private var writer: BackupWriter?

    /// - Parameter make: starts the backup; called for the first piece.
    init(_ make: @escaping () throws -> BackupWriter) { self.make = make }

    func next() throws -> [UInt8]? {
      if writer == nil { writer = try make() }
      return try writer?.next()
    }
  }

  /// The overhead of a message, in bytes.
  private static let messageHead = 16

  var method: Method { .backup }
  private let connection: ConnectionHandler
  private let stream: UInt32
  private let source: Source
  private let queue = DispatchQueue(label: "arrange.backup", qos: .utility)
  private let whenEnded: () -> Void
  /// Data that was read and not sent yet.
  private var rest: ArraySlice<UInt8> = []
  private var isReading = false
  private var isAtEnd = false
  private var hasEnded = false
  /// Whether the client has to accept data before the stream continues, and how often that has happened.
  private var isBlocked = false
  private var blockings = 0

  /// - Parameters:
  ///   - source: the source of the pieces.
  ///   - whenEnded: called once, when the stream ends.
  init(
    _ connection: ConnectionHandler,
    _ stream: UInt32,
    _ source: Source,
    whenEnded: @escaping () -> Void
  ) {
    self.connection = connection
    self.stream = stream
    self.source = source
    self.whenEnded = whenEnded
  }

  /// Sends the data that the client accepts, and reads more.
  func advance() {
    connection.loop.check()
    let most = max(1, connection.largestBody - BackupStream.messageHead)
    while !hasEnded, !rest.isEmpty {
      guard connection.takesOutput(), case .send(let sequence) = connection.connection.data(stream) else {
        return waitForClient()
      }
      isBlocked = false
      let piece = rest.prefix(most)
      rest = rest.dropFirst(most)
      write(BackupPiece(data: Array(piece)), on: stream, sequence: sequence, to: connection)
    }
    guard !hasEnded, !isReading else { return }
    if isAtEnd { return connection.finish(stream, Status(.ok, "", processed: .done)) }
    isReading = true
    let loop = connection.loop
    queue.async { [self] in
      let result = Result { try source.next() }
      loop.execute { [self] in take(result) }
    }
  }

  /// Ends the backup if the client accepts nothing for too long.
  private func waitForClient() {
    guard !isBlocked else { return }
    isBlocked = true
    blockings += 1
    let (blocking, limit) = (blockings, connection.server.limits.partialFrameNanoseconds)
    connection.loop.execute(after: limit) { [weak self] in
      guard let self, isBlocked, blockings == blocking, !hasEnded else { return }
      let message = "the client read nothing of the backup for \(limit / 1_000_000_000) s"
      connection.finish(stream, Status(.deadlineExceeded, message, processed: .done))
    }
  }

  private func take(_ result: Result<[UInt8]?, any Error>) {
    isReading = false
    guard !hasEnded else { return }
    switch result {
    case .success(let piece):
      rest = piece.map { $0[...] } ?? []
      isAtEnd = piece == nil
      advance()
    case .failure(let error): connection.finish(stream, Status(BackupStream.arrangeError(error)))
    }
  }

  private static func arrangeError(_ error: any Error) -> ArrangeError {
    switch error {
    case let error as ArrangeError: return error
    case let error as JournalError:
      let code: StatusCode =
        switch error.code {
        case .conflict: .notFound
        case .damaged: .dataLoss
        default: .unavailable
        }
      return ArrangeError(code, error.message)
    default: return ArrangeError(.internal, "\(error)")
    }
  }

  func creditGranted() { advance() }

  func channelBecameWritable() { advance() }

  func healthChanged() {}

  func drain() {
    let message = "the server stops; make the backup again when it is back"
    connection.finish(stream, Status(.unavailable, message, processed: .notStarted))
  }

  func wasEnded() {
    hasEnded = true
    rest = []
    whenEnded()
  }
}
