/// The form of a backup: a head, and records one after the other.
///
/// ```text
/// head      8 bytes "ARRANGEB", then the number of the format (4 bytes)
/// record    the length of its content (4 bytes), its kind (1 byte), the content, and the CRC-32C of all that (4 bytes)
/// ```
///
/// Numbers of a fixed length have their lowest byte first; those within a record are varints. The first record says when the
/// backup was made and of what; then come the collections, each with its commits and the chunks of its checkpoint, and its end
/// with their numbers. The last record has the SHA-256 of every byte before it, and nothing follows it: so a backup that was cut
/// off or changed anywhere is known as such. Nothing in it depends on the store that it was made from.
enum BackupFormat {
  static let magic = Array("ARRANGEB".utf8)
  static let current: UInt32 = 1
  /// The length of the head, in bytes.
  static let headLength = 12
  /// What a record has before its content, and behind it, in bytes.
  static let recordHead = 5
  static let recordTail = 4
  /// The longest content of a record, in bytes: more than any entry of a journal has.
  static let longestContent = 256 << 20

  enum Kind: UInt8 {
    case manifest = 1
    case collection, commit, chunk, collectionEnd, end
  }
}

/// What a backup says of itself.
package struct BackupManifest: Sendable, Hashable {
  /// When it was made, in microseconds since 1970.
  package var time: Int64
  /// The version of the program that made it.
  package var version: String
  /// How many collections and views it has.
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
    /// It is none, or a newer version made it.
    case unusable
    /// It is not what was written.
    case damaged
  }

  package var code: Code
  /// The place of the record at fault: the number of bytes before it.
  package var offset: Int
  package var message: String

  package init(_ code: Code, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  package var description: String { "\(message) (at byte \(offset))" }
}
