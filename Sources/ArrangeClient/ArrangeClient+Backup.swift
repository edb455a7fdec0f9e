public import ArrangeModel
internal import Wire

extension ArrangeClient {
  /// A backup of a server: the contents of everything, or of some collections and views, as of one moment.
  ///
  /// ```swift
  /// for try await piece in client.backup() { try file.write(contentsOf: piece) }
  /// ```
  ///
  /// The server continues to commit meanwhile. When the sequence ends without an error, its pieces together are the whole backup.
  /// It is not resumed: if the connection is lost, it ends with an error. The caller needs the permission `admin`.
  ///
  /// - Parameter collections: the names of collections and views to include; empty for all.
  public func backup(of collections: [Identifier] = []) -> BackupPieces {
    var stream = ServerStream<BackupRequest, BackupPiece>(
      session,
      .backup,
      BackupRequest(collections: collections)
    ) { _, _ in nil }
    stream.window = BackupPieces.window
    return BackupPieces(stream: stream)
  }
}

/// The bytes of a backup, in pieces.
public struct BackupPieces: AsyncSequence, Sendable {
  public typealias Element = [UInt8]
  public typealias Failure = ArrangeError

  /// How many pieces may be on their way.
  static let window: UInt64 = 8

  let stream: ServerStream<BackupRequest, BackupPiece>

  public func makeAsyncIterator() -> Iterator { Iterator(pieces: stream.makeAsyncIterator()) }

  /// A place in the backup. Dropping it ends the backup.
  public struct Iterator: AsyncIteratorProtocol {
    let pieces: ServerStream<BackupRequest, BackupPiece>.Iterator

    /// The next piece; nil at the end of the backup.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ArrangeError) -> [UInt8]? {
      try await pieces.next(isolation: actor)?.data
    }

    public mutating func next() async throws(ArrangeError) -> [UInt8]? { try await next(isolation: nil) }
  }
}
