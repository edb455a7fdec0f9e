/// The format of a backup: a header followed by records.
///
/// ```text
/// head      8 bytes "ARRANGEB", then the number of the format (4 bytes)
/// record    the length of its content (4 bytes), its kind (1 byte), the content, and the CRC-32C of all that (4 bytes)
/// ```
///
/// Fixed-width numbers are little-endian; numbers within a record are varints. The first record is the
/// manifest: the time and the content of the backup. Then come the collections, each with its commits, the
/// chunks of its checkpoint, and an end record with their counts. The last record has the SHA-256 of every
/// byte before it, and nothing follows it, so that any truncation or change is detected. The format does not
/// depend on the store that the backup was made from.
enum BackupFormat {
  static let magic = Array("ARRANGEB".utf8)
  static let current: UInt32 = 1
  /// The length of the header, in bytes.
  static let headLength = 12
  /// The length of what comes before and after a record's content, in bytes.
  static let recordHead = 5
  static let recordTail = 4
  /// The maximum length of a record's content, in bytes: greater than that of any journal entry.
  static let longestContent = 256 << 20

  enum Kind: UInt8 {
    case manifest = 1
    case collection, commit, chunk, collectionEnd, end
  }
}

/// The description of a backup in its first record.
package struct BackupManifest: Sendable, Hashable {
  /// The time of the backup, in microseconds since 1970.
  package var time: Int64
  /// The version of the program that made it.
  package var version: String
  /// The number of collections and views.
  package var collections: Int

  package init(time: Int64, version: String, collections: Int) {
    self.time = time
    self.version = version
    self.collections = collections
  }
}

/// Why a backup can't be used: what is wrong, and where.
package struct BackupError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// The file is not a backup, or was made by a newer version.
    case unusable
    /// The content was changed since it was written.
    case damaged
  }

  package var code: Code
  /// The position of the invalid record: the number of bytes before it.
  package var offset: Int
  package var message: String

  package init(_ code: Code, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  package var description: String { "\(message) (at byte \(offset))" }
}
