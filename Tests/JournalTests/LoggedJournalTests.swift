import ArrangeModel
import Engine
import EngineTestSupport
import Foundation
import Ordering
import Synchronization
import Testing

@testable import Journals

@Suite("Journal with a log")
struct LoggedJournalTests {
  /// Options with which nothing is brought to the database before somebody reads it or the log is full.
  static var patient: LoggedJournal.Options {
    var options = LoggedJournal.Options()
    options.store.pageSize = 512
    options.smallestLog = 32
    options.largestLog = 256
    options.flushThreshold = .max
    return options
  }

  /// Appends a history and gives the files as a crash leaves them.
  ///
  /// - Parameter moved: before which append somebody reads, so that those before it are in the database.
  static func files(after appends: [[JournalEntry]], moved: Int) throws -> [String: [UInt8]] {
    try files(after: appends, moved: moved) { _ in }
  }

  /// The same, and then does something with the journal, which is still open.
  private static func files(
    after appends: [[JournalEntry]],
    moved: Int,
    then body: (LoggedJournal) throws -> Void
  ) throws -> [String: [UInt8]] {
    try withTemporaryDirectory(inMemory: true) { directory in
      let journal = try LoggedJournal(directory: directory, options: patient)
      defer { journal.close() }
      for (index, entries) in appends.enumerated() {
        if index == moved { _ = try journal.collections() }
        try journal.append(entries)
      }
      let files = try JournalTests.files(directory)
      try body(journal)
      return files
    }
  }

  static func recovered(_ files: [String: [UInt8]]) throws -> Result<JournalSnapshot, JournalError> {
    try withTemporaryDirectory(inMemory: true) { directory in
      try JournalHistory.recovered(files, in: directory) { (directory) throws(JournalError) in
        try LoggedJournal(directory: directory, options: patient)
      }
    }
  }

  @Test("a crash after any append loses none, whatever the state of the database")
  func crashes() throws {
    let appends = JournalHistory.make(11, seed: 3)
    let states = JournalHistory.states(appends)
    for count in 1...appends.count {
      for moved in 0...count {
        let files = try Self.files(after: Array(appends[..<count]), moved: moved)
        #expect(files["journal.log"] != nil)
        let snapshot = try Self.recovered(files).get()
        #expect(snapshot == states[count], "\(count) appends, \(moved) of them in the database")
      }
    }
  }

  @Test("a crash while the log is flushed to the database loses none")
  func crashesWhileRecovering() throws {
    let appends = JournalHistory.make(9, seed: 4)
    let state = try #require(JournalHistory.states(appends).last)
    var moments: [[String: [UInt8]]] = []
    var files = try Self.files(after: appends, moved: 3) { journal in
      repeat {
        moments.append(try JournalTests.files(journal.directory.path))
      } while try journal.inOrder { () throws(JournalError) in try journal.flushSome(bytes: 1) }
    }
    #expect(moments.count == appends.count - 2)
    // As far as the recovery came: some records are in the database, and the log is as it was.
    for moment in moments {
      files["journal.sqlite"] = moment["journal.sqlite"]
      files["journal.sqlite-wal"] = moment["journal.sqlite-wal"]
      #expect(try Self.recovered(files).get() == state)
    }
  }

  @Test("a torn newest record was never acknowledged; other damage is detected", arguments: [false, true])
  func damage(isTorn: Bool) throws {
    var appends = JournalHistory.make(7, seed: 5)
    // The newest one has several blocks.
    let long = (0..<3 * LogBlock.maximumContent).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    appends.append([.describe(CollectionKey(11), descriptor: long)])
    let states = JournalHistory.states(appends)
    let files = try Self.files(after: appends, moved: 2)
    let log = try #require(files["journal.log"])
    let header = try #require(LogHeader(log))
    let layout = LogBlock.Layout(header.tag)
    let mark = try #require(files["journal.mark"].flatMap { JournalMark($0) })
    #expect(mark.position.sequence == 8 && mark.tag == header.tag && !mark.isEnded)
    var before = mark
    before.position = try LogRecords(log, of: "", layout, after: header.tag.start).records[6].position
    var outcomes: [String: Int] = [:]
    for start in stride(from: LogBlock.size, to: log.count, by: LogBlock.size) {
      let block = log.withUnsafeBytes { LogBlock($0, at: start, layout) }
      for offset in [0, 5, 8, 17, 19, 21, 25, LogBlock.headLength, LogBlock.size - 1] {
        var damaged = files
        damaged["journal.log"]?[start + offset] ^= 0x10
        // The end of a process in the middle of a write leaves a mark that does not know of the record yet.
        if isTorn { damaged["journal.mark"] = before.bytes }
        let result = try Self.recovered(damaged)
        // Of the last block of a record, the end is no content.
        let isPadding = block.map { start + offset >= $0.content.upperBound } ?? true
        switch (Int(block?.sequence ?? 0), result) {
        case (0...2, .success(let snapshot)):
          #expect(snapshot == states[8])
          outcomes["not needed", default: 0] += 1
        case (_, .success(let snapshot)) where isPadding:
          #expect(snapshot == states[8])
          outcomes["padding", default: 0] += 1
        case (8, .success(let snapshot)) where isTorn:
          #expect(snapshot == states[7])
          outcomes["newest", default: 0] += 1
        case (8, .failure(let error)) where !isTorn:
          #expect(error.code == .damaged && error.message.contains("journal.log"))
          outcomes["newest", default: 0] += 1
        case (3...7, .failure(let error)):
          #expect(error.code == .damaged && error.message.contains("journal.log"))
          outcomes["damaged", default: 0] += 1
        default: Issue.record("block \(start / LogBlock.size), byte \(offset): \(result)")
        }
      }
    }
    #expect(outcomes["newest"] ?? 0 >= 4 * 8)
    #expect(outcomes["damaged"] ?? 0 >= 5 * 8)
  }

  @Test(
    "a log that is missing, too long or of another journal is found out, and nothing is changed"
  )
  func foreignLogs() throws {
    let files = try Self.files(after: JournalHistory.make(6, seed: 6), moved: 2)
    var missing = files
    missing["journal.log"] = nil
    var long = files
    long["journal.log"]? += Array(repeating: 0, count: LogFile.maximumBytes)
    var foreign = files
    let other = CollectionKey(33)
    var appends: [[JournalEntry]] = [[.create(other, name: Identifier(unchecked: "other"), descriptor: [])]]
    for version in 1...8 as ClosedRange<UInt64> {
      appends.append([.commit(CommitRecord(collection: other, version: version, requestID: nil, payload: []))]
      )
    }
    foreign["journal.log"] = try Self.files(after: appends, moved: 0)["journal.log"]
    for broken in [missing, long, foreign] {
      try withTemporaryDirectory(inMemory: true) { directory in
        for (name, bytes) in broken { try writeFile(bytes, to: "\(directory)/\(name)") }
        let error = journalError { () throws(JournalError) in
          _ = try LoggedJournal(directory: directory, options: Self.patient)
        }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("journal.log") == true)
        #expect(try JournalTests.files(directory) == broken)
      }
    }
  }

  @Test(
    "without SQLite's own log, what the log has is brought to the database again, or its loss is found out"
  )
  func withoutWriteAheadLog() throws {
    let appends = JournalHistory.make(90, seed: 10)
    var later: [UInt8]?
    var files = try Self.files(after: Array(appends[..<9]), moved: 4) { journal in
      for entries in appends[9...] {
        try journal.append(entries)
        _ = try journal.collections()
      }
      later = try JournalTests.files(journal.directory.path)["journal.log"]
    }
    files["journal.sqlite-wal"] = nil
    #expect(try Self.recovered(files).get() == JournalHistory.states(appends)[9])
    // The log has gone around since.
    files["journal.log"] = later
    guard case .failure(let error) = try Self.recovered(files) else {
      Issue.record("a database without most of its records was opened")
      return
    }
    #expect(error.code == .damaged)
  }

  @Test("a closed journal has no log, and needs none to continue")
  func closing() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let appends = JournalHistory.make(9, seed: 8)
      var journal: any Journal = try LoggedJournal(directory: directory, options: Self.patient)
      for entries in appends { try journal.append(entries) }
      journal.close()
      #expect(try JournalTests.files(directory)["journal.log"] == nil)
      // Without the log in front of it the database is a journal of its own.
      journal = try SQLiteJournal(directory: directory, options: Self.patient.store)
      #expect(try JournalSnapshot(of: journal) == JournalHistory.states(appends).last)
      journal.close()
      // One that was never written to leaves everything as it was.
      try LoggedJournal(directory: directory, options: Self.patient).close()
      #expect(try JournalTests.files(directory)["journal.log"] == nil)
    }
  }

  @Test("appends that are longer than the log, or fill it, are kept")
  func longAppends() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      var options = Self.patient
      options.smallestLog = 1
      options.store.pageSize = 4_096
      var model = NaiveJournal()
      var random = OrderingRandom(seed: 9)
      let key = CollectionKey(5)
      var journal = try LoggedJournal(directory: directory, options: options)
      let create = JournalEntry.create(key, name: Identifier(unchecked: "list"), descriptor: [])
      try journal.append([create])
      _ = model.append([create])
      for version in 1...60 as ClosedRange<UInt64> {
        let most = options.largestLog * LogBlock.size / (version.isMultiple(of: 10) ? 1 : 8)
        let payload = [UInt8](repeating: UInt8(version), count: Int.random(in: 0...most, using: &random))
        let commit = CommitRecord(
          collection: key,
          version: version,
          requestID: [UInt8(version)],
          payload: payload
        )
        try journal.append([.commit(commit)])
        _ = model.append([.commit(commit)])
        #expect(
          journalError { () throws(JournalError) in
            let again = CommitRecord(
              collection: key,
              version: version + 1,
              requestID: [UInt8(version)],
              payload: []
            )
            try journal.append([.commit(again)])
          }?.code == .conflict
        )
        guard version.isMultiple(of: 7) else { continue }
        journal.close()
        journal = try LoggedJournal(directory: directory, options: options)
      }
      #expect(try JournalSnapshot(of: journal) == model.snapshot)
      let length = try FileManager.default.attributesOfItem(atPath: "\(directory)/journal.log")[.size] as? Int
      #expect(try #require(length) <= (1 + options.largestLog) * LogBlock.size)
      journal.close()
    }
  }

  @Test("if the database fails, the journal stops, and appended data is there when it can grow again")
  func fullDatabase() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      var options = Self.patient
      options.flushThreshold = 1
      options.store.maximumPages = 40
      var journal = try LoggedJournal(directory: directory, options: options)
      let stopped = Mutex<[JournalError.Code]>([])
      let isStopped = DispatchSemaphore(value: 0)
      journal.whenStopped { error in
        stopped.withLock { $0.append(error.code) }
        isStopped.signal()
      }
      let key = CollectionKey(5)
      try journal.append([.create(key, name: Identifier(unchecked: "list"), descriptor: [])])
      var version: UInt64 = 0
      var error: JournalError?
      while error == nil, version < 1_000 {
        let commit = CommitRecord(
          collection: key,
          version: version + 1,
          requestID: nil,
          payload: Array(repeating: 1, count: 1_000)
        )
        error = journalError { () throws(JournalError) in try journal.append([.commit(commit)]) }
        if error == nil { version += 1 }
      }
      #expect(error?.code == .failed)
      #expect(isStopped.wait(timeout: .now() + 30) == .success)
      #expect(stopped.withLock { $0 } == [.failed])
      #expect(journalError { () throws(JournalError) in _ = try journal.collections() }?.code == .failed)
      journal.close()
      options.store.maximumPages = nil
      journal = try LoggedJournal(directory: directory, options: options)
      // The one that was refused may be there.
      let found = try #require(try journal.collections().first?.version)
      #expect(found == version || found == version + 1)
      journal.close()
    }
  }
}

@Suite("Parts of the log")
struct LogPartsTests {
  @Test(
    "records lie in the ring in one piece, and never over one that waits",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func ring(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var size = 8
    var ring = LogRing(blockCount: size)
    var waiting: [Range<Int>] = []
    var taken = 0
    for _ in 0..<3_000 {
      if size < 200, Int.random(in: 0..<20, using: &random) == 0 {
        size += 8
        ring.grow(to: size)
      }
      if Bool.random(using: &random) {
        let count = Int.random(in: 1...max(1, size / 2), using: &random)
        guard let place = ring.take(count) else {
          // There is room only where something waits.
          #expect(!waiting.isEmpty)
          continue
        }
        let range = place..<place + count
        #expect(range.lowerBound >= 0 && range.upperBound <= size)
        #expect(waiting.allSatisfy { !$0.overlaps(range) })
        waiting.append(range)
        taken += 1
      } else if !waiting.isEmpty {
        waiting.removeFirst(Int.random(in: 1...waiting.count, using: &random))
        ring.release(upTo: waiting.first?.lowerBound)
      }
    }
    #expect(taken > 500)
  }

  @Test(
    "a record that is being written keeps its blocks while those before it leave",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func recordInWriting(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var size = 8
    var records = WaitingRecords()
    records.grow(to: size)
    var waiting: [Range<Int>] = []
    var written: Range<Int>?
    var sequence: UInt64 = 0
    for _ in 0..<3_000 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where written == nil:
        if size < 64, Int.random(in: 0..<20, using: &random) == 0 {
          size += 8
          records.grow(to: size)
        }
        let count = Int.random(in: 1...size / 2, using: &random)
        guard let place = records.take(count) else {
          #expect(!waiting.isEmpty)
          continue
        }
        let range = place..<place + count
        #expect(range.upperBound <= size && waiting.allSatisfy { !$0.overlaps(range) })
        written = range
      case 1:
        guard let range = written else { continue }
        sequence += 1
        let position = LogPosition(sequence: sequence, chain: 0)
        records.append(
          WaitingRecords.Record(position: position, entries: [], byteCount: 1, place: range.lowerBound)
        )
        waiting.append(range)
        written = nil
      default:
        guard !waiting.isEmpty else { continue }
        let count = Int.random(in: 1...waiting.count, using: &random)
        records.remove(records.prefix(bytes: count))
        waiting.removeFirst(count)
      }
    }
    #expect(sequence > 300)
  }

  @Test("entries are decoded unchanged, and other bytes are refused")
  func coding() throws {
    var writer = LengthWriter()
    var random = OrderingRandom(seed: 1)
    for entries in JournalHistory.make(40, seed: 2) + [
      [.delete(CollectionKey(.max)), .trim(CollectionKey(1), before: 0)]
    ] {
      LogEntryCoding.write(entries, into: &writer, keeping: 100)
      let bytes = writer.bytes
      #expect(LogEntryCoding.read(bytes) == entries)
      #expect(LogEntryCoding.read(bytes + [0]) == nil)
      for length in 0..<bytes.count { #expect(LogEntryCoding.read(Array(bytes[..<length])) == nil) }
      for _ in 0..<200 {
        var other = bytes
        other[Int.random(in: 0..<other.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
        _ = LogEntryCoding.read(other)
      }
    }
  }

  @Test("stored content can't pass for a record")
  func forgery() throws {
    let tag = LogTag(journal: .random(), generation: 1, nonce: 3)
    let layout = LogBlock.Layout(tag)
    let header = [UInt8](repeating: 0, count: LogBlock.size)
    func records(_ blocks: [UInt8], after position: LogPosition) throws -> [[UInt8]] {
      try LogRecords(header + blocks, of: "journal.log", layout, after: position).records.map(\.content)
    }
    // A record whose content holds, at every place, the blocks of a later one.
    var forged: [UInt8] = []
    _ = LogBlock.write([1, 2, 3], after: LogPosition(sequence: 1, chain: 5), layout, into: &forged)
    var blocks: [UInt8] = []
    _ = LogBlock.write(
      Array(repeatElement(forged, count: 5).joined()),
      after: tag.start,
      layout,
      into: &blocks
    )
    #expect(try records(blocks, after: tag.start).count == 1)
    // Even where the record's first block is written over.
    let fifth = LogPosition(sequence: 5, chain: 6)
    _ = LogBlock.write([4], after: fifth, layout, into: &forged)
    blocks.replaceSubrange(0..<LogBlock.size, with: forged)
    #expect(try records(blocks, after: fifth) == [[4]])
    // What another log has is nothing here, and what does not follow on the record before it is refused.
    let other = LogBlock.Layout(LogTag(journal: tag.journal, generation: 1, nonce: 4))
    #expect(try LogRecords(header + blocks, of: "journal.log", other, after: fifth).records.isEmpty)
    let error = journalError { () throws(JournalError) in
      let position = LogPosition(sequence: 5, chain: 7)
      _ = try LogRecords(header + blocks, of: "journal.log", layout, after: position)
    }
    #expect(error?.code == .damaged)
  }
}
