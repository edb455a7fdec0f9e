/// Asks a server for a backup: everything that it holds as of one moment, or some of it.
package struct BackupRequest: Sendable, Hashable {
  /// The maximum number of names in a request.
  package static let maximumNames = 1_000

  /// The collections and views to include; empty for all.
  package var collections: [Identifier]

  package init(collections: [Identifier] = []) { self.collections = collections }
}

/// A part of a backup. All parts in their order are the backup.
package struct BackupPiece: Sendable, Hashable {
  package var data: [UInt8]

  package init(data: [UInt8]) { self.data = data }
}
