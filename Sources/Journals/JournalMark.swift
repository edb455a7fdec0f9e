import Engine
import Synchronization

/// How far the journal was acknowledged, in a file beside the log and the database. If log and database do
/// not reach this position, acknowledged data was lost.
///
/// It is written after each record is durable and before the record is acknowledged, and is not flushed:
/// after the process ends it is exact; after a power loss it may be an older one. Two slots are written in
/// turn, so that a torn write leaves the previous mark.
struct JournalMark: Sendable, Hashable {
  private static let magic = "ARNGMARK"
  private static let format: UInt32 = 1
  private static let factsCount = LogTag.byteCount + 16
  /// The size of the file in bytes. It never changes, so that writing does not have to grow the file.
  static let fileLength = 4_096
  /// The offsets of the two slots, in bytes; each is in a sector of its own.
  static let places = [0, 512]

  var tag: LogTag
  /// The last record that was acknowledged.
  var position: LogPosition
  /// Whether everything is in the database, so that no log is needed.
  var isEnded: Bool

  static func path(in directory: String) -> String { directory + "/journal.mark" }

  /// The mark as it is stored.
  var bytes: [UInt8] {
    var facts: [UInt8] = []
    tag.write(to: &facts)
    ByteCoding.append(position.sequence, to: &facts)
    ByteCoding.append(position.chain, to: &facts)
    ByteCoding.append(UInt32(isEnded ? 1 : 0), to: &facts)
    return SealedFacts.write(facts, magic: JournalMark.magic, format: JournalMark.format)
  }

  init(tag: LogTag, position: LogPosition, isEnded: Bool) {
    self.tag = tag
    self.position = position
    self.isEnded = isEnded
  }

  /// Reads the newer of the marks in a file; nil if there is none.
  init?(_ file: [UInt8]) {
    let marks = JournalMark.places.compactMap { place in
      file.count > place ? JournalMark(piece: Array(file[place...])) : nil
    }
    guard let newest = marks.max(by: { $0.order < $1.order }) else { return nil }
    self = newest
  }

  private var order: (UInt64, UInt64, Int) { (tag.generation, position.sequence, isEnded ? 1 : 0) }

  /// Reads a mark; nil if the bytes are not a valid mark.
  private init?(piece bytes: [UInt8]) {
    let facts = SealedFacts.read(
      bytes,
      magic: JournalMark.magic,
      format: JournalMark.format,
      count: JournalMark.factsCount
    )
    guard let facts else { return nil }
    tag = LogTag(facts)
    (position, isEnded) = facts.withUnsafeBytes { facts in
      let sequence = ByteCoding.number(UInt64.self, in: facts, at: LogTag.byteCount)
      let chain = ByteCoding.number(UInt32.self, in: facts, at: LogTag.byteCount + 8)
      let ended = ByteCoding.number(UInt32.self, in: facts, at: LogTag.byteCount + 12)
      return (LogPosition(sequence: sequence, chain: chain), ended == 1)
    }
  }

  /// Reads the mark of a directory; nil if there is none.
  static func read(in directory: String) throws(JournalError) -> JournalMark? {
    let path = path(in: directory)
    guard try JournalDirectory.checkRegular(path) else { return nil }
    let bytes = try JournalDirectory.firstBytes(fileLength, of: path)
    guard let mark = JournalMark(bytes) else {
      if let newer = SealedFacts.newerFormat(bytes, magic: magic, than: format) {
        throw JournalError(
          .damaged,
          "\(path) has format \(newer), made by a newer version of the server, or is damaged; this one reads format \(format)"
        )
      }
      throw JournalError(
        .damaged,
        "\(path) is damaged: it does not say how far the journal was acknowledged; bring the file back. Where that can't "
          + "be, remove it: the server then starts if journal.sqlite and journal.log are whole by themselves"
      )
    }
    return mark
  }
}

/// The open file of the mark.
final class MarkFile: Sendable {
  let path: String
  private let descriptor: CInt
  /// The number of marks written.
  private let count = Atomic(0)

  /// Creates the file, durably. An existing file is replaced.
  init(in directory: String, _ mark: JournalMark) throws(JournalError) {
    let path = JournalMark.path(in: directory)
    descriptor = try JournalDirectory.makeFile(path, paddedTo: JournalMark.fileLength, mark.bytes)
    self.path = path
  }

  deinit { _ = JournalDirectory.close(descriptor) }

  /// Writes a mark. It survives the end of the process at once, and a power loss some time later.
  func write(_ mark: JournalMark) throws(JournalError) {
    // The first slot has the mark that the file was created with.
    let turn = count.wrappingAdd(1, ordering: .relaxed).newValue
    let place = JournalMark.places[turn % JournalMark.places.count]
    try JournalDirectory.write(mark.bytes[...], to: descriptor, at: place, path)
  }
}
