import ArrangeModel
import Backups
import Dispatch
import Engine
import Wire

/// An open `Server/Backup` stream.
///
/// Pieces are read from the journal on a thread of their own, the next one when the client has credit for it and the channel has
/// taken the one before: so a slow client costs the memory of one piece, and nobody else waits. One that takes nothing for as long
/// as a frame may take is given up, since the store keeps what the backup reads. All of it is touched on the connection's event
/// loop but for the source.
final class BackupStream: AnswerStream, @unchecked Sendable {
  /// What makes the pieces. It is used by one thread at a time, which the stream sees to.
  final class Source: @unchecked Sendable {
    private let make: () throws -> BackupWriter
    private var writer: BackupWriter?

    /// - Parameter make: begins the backup; called with the first piece.
    init(_ make: @escaping () throws -> BackupWriter) { self.make = make }

    func next() throws -> [UInt8]? {
      if writer == nil { writer = try make() }
      return try writer?.next()
    }
  }

  /// How many bytes a message has beside its data.
  private static let messageHead = 16

  var method: Method { .backup }
  private let connection: ConnectionHandler
  private let stream: UInt32
  private let source: Source
  private let queue = DispatchQueue(label: "arrange.backup", qos: .utility)
  private let whenEnded: () -> Void
  /// What was read and not sent.
  private var rest: ArraySlice<UInt8> = []
  private var isReading = false
  private var isAtEnd = false
  private var hasEnded = false
  /// Whether the client has to take what was read before anything happens, and how often that was so.
  private var isBlocked = false
  private var blockings = 0

  /// - Parameters:
  ///   - source: what makes the pieces.
  ///   - whenEnded: called once, when the stream has ended.
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

  /// Goes on: sends what there is for as long as it is taken, and reads more.
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
      let answer = BackupPiece(data: Array(piece))
      connection.withOutput { output in
        connection.arena.temporary {
          FrameEncoder.write(
            Frame(.data, stream: stream, sequence: sequence),
            body: answer.packable(in: connection.arena),
            to: &output
          )
        }
      }
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

  /// Ends the backup if the client takes nothing for too long.
  private func waitForClient() {
    guard !isBlocked else { return }
    isBlocked = true
    blockings += 1
    let (blocking, limit) = (blockings, connection.server.limits.partialFrameNanoseconds)
    connection.loop.execute(after: limit) { [weak self] in
      guard let self, isBlocked, blockings == blocking, !hasEnded else { return }
      let message = "the client took nothing of the backup for \(limit / 1_000_000_000) s"
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

  func creditCame() { advance() }

  func roomCame() { advance() }

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
