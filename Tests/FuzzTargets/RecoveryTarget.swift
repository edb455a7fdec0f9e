import ArrangeModel
import Engine
import Journals

/// The files of a journal with some bytes changed, removed or inserted.
///
/// The first byte says whether the write-ahead log gets correct checksums afterwards, so that SQLite accepts
/// it. Each change takes the next bytes: the kind of change and the file, an offset, a length, and the new
/// bytes.
package enum RecoveryTarget {
  /// The maximum number of changes to one journal.
  private static let maximumChanges = 32

  static func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    var input = FuzzInput(input)
    let isRepairing = input.byte() & 1 == 1
    var files = JournalFiles.original
    var isLogOnly = true
    for _ in 0..<maximumChanges where !input.isAtEnd {
      let choice = input.byte()
      let place = input.word()
      let bytes = Array(input.run(Int(input.byte())))
      if choice & 1 == 0 {
        change(&files.log, choice >> 1, place, bytes)
      } else {
        change(&files.database, choice >> 1, place, bytes)
        isLogOnly = false
      }
    }
    if isRepairing { WriteAheadLog.repair(&files.log) }
    try open(files, isPrefix: isLogOnly && !isRepairing)
  }

  private static func change(_ file: inout [UInt8], _ choice: UInt8, _ place: Int, _ bytes: [UInt8]) {
    guard !file.isEmpty else { return }
    let place = place % file.count
    let end = min(file.count, place + bytes.count)
    switch choice % 4 {
    case 0: file.replaceSubrange(place..<end, with: bytes[..<(end - place)])
    case 1: for (offset, byte) in bytes[..<(end - place)].enumerated() { file[place + offset] ^= byte }
    case 2: file.removeSubrange(place...)
    default: file.replaceSubrange(place..<place, with: bytes)
    }
  }

  /// Opens the files, reads everything and appends to it.
  ///
  /// - Parameter isPrefix: whether what is found has to be what some first appends made: nothing but the log
  ///   is damaged, and its checksums tell.
  private static func open(_ files: JournalFiles, isPrefix: Bool) throws(FuzzFinding) {
    let directory = JournalFiles.directory
    files.write(to: directory)
    let found: JournalSnapshot
    do throws(JournalError) { found = try read(directory) } catch {
      // SQLite trusts numbers of any size here, so it may also run out of memory.
      let codes: Set<JournalError.Code> = isPrefix ? [.damaged] : [.damaged, .unusable, .failed]
      return try expect(codes.contains(error.code), "damaged files are refused with \(error.code): \(error)")
    }
    if isPrefix {
      try expect(JournalFiles.states.contains(found), "a damaged log gives what never was: \(found)")
    }
  }

  private static func read(_ directory: String) throws(JournalError) -> JournalSnapshot {
    let journal = try SQLiteJournal(directory: directory, options: JournalFiles.options)
    defer { journal.close() }
    return try .recovered(from: journal)
  }
}
