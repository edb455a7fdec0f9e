import Engine
import Synchronization

/// How far a journal was acknowledged, in a file beside the log and the database: what is not as far as that has lost something.
///
/// It is written after each record is durable and before that is acknowledged, and not flushed: after the end of a process it
/// is exact, after a loss of power it may be of some moment before. Two places take turns, so that one that is cut off in the
/// middle leaves the one before it.
struct JournalMark: Sendable, Hashable {
  private static let magic = "ARNGMARK"
  private static let format: UInt32 = 1
  private static let factsCount = LogTag.byteCount + 16
  /// The length of the file in bytes: it does not grow when it is written.
  static let fileLength = 4_096
  /// Where the two places are, in bytes: in sectors of their own.
  static let places = [0, 512]

  var tag: LogTag
  /// The last record that was acknowledged.
  var position: LogPosition
  /// Whether everything is in the database, so that there need be no log.
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

  /// Reads the newer of the marks in a file; nil where there is none.
  init?(_ file: [UInt8]) {
    let marks = JournalMark.places.compactMap { place in
      file.count > place ? JournalMark(piece: Array(file[place...])) : nil
    }
    guard let newest = marks.max(by: { $0.order < $1.order }) else { return nil }
    self = newest
  }

  private var order: (UInt64, UInt64, Int) { (tag.generation, position.sequence, isEnded ? 1 : 0) }

  /// Reads a mark; nil where the bytes are none.
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

  /// Reads the mark of a directory; nil where there is none.
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

/// The file of the mark, while it is written.
final class MarkFile: Sendable {
  let path: String
  private let descriptor: CInt
  /// How many marks were written.
  private let count = Atomic(0)

  /// Makes the file, durably, in the place of one that is there.
  init(in directory: String, _ mark: JournalMark) throws(JournalError) {
    let path = JournalMark.path(in: directory)
    descriptor = try JournalDirectory.makeFile(path, paddedTo: JournalMark.fileLength, mark.bytes)
    self.path = path
  }

  deinit { _ = JournalDirectory.close(descriptor) }

  /// Writes a mark. It is there when the process ends, and some time later when power goes.
  func write(_ mark: JournalMark) throws(JournalError) {
    // The first place has the mark that the file was made with.
    let turn = count.wrappingAdd(1, ordering: .relaxed).newValue
    let place = JournalMark.places[turn % JournalMark.places.count]
    try JournalDirectory.write(mark.bytes[...], to: descriptor, at: place, path)
  }
}
