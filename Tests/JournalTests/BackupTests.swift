import ArrangeModel
import Backups
import Engine
import EngineTestSupport
import Foundation
import Journals
import Ordering
import Testing

@Suite("Backups")
struct BackupTests {
  /// A journal in memory with a history of many appends.
  private func journal(_ count: Int, seed: UInt64) throws -> MemoryJournal {
    let journal = MemoryJournal()
    for entries in JournalHistory.make(count, seed: seed) { try journal.append(entries) }
    try journal.append([.create(CollectionKey(5), name: "empty", descriptor: [])])
    return journal
  }

  private func backup(_ source: any JournalReading, names: Set<Identifier>? = nil) throws -> [UInt8] {
    var writer = try BackupWriter(source, names: names, time: 1_700_000_000_000_000, version: "1.2.3")
    var bytes: [UInt8] = []
    while let piece = try writer.next() { bytes += piece }
    return bytes
  }

  /// Reads a backup, whose bytes come in pieces of a length.
  private func read<Value>(
    _ bytes: [UInt8],
    piece: Int = .max,
    _ body: (inout BackupReader) throws -> Value
  ) throws -> Value {
    var rest = bytes[...]
    var reader = try BackupReader { count in
      let next = Array(rest.prefix(min(count, piece)))
      rest = rest.dropFirst(next.count)
      return next
    }
    return try body(&reader)
  }

  private func readAll(_ bytes: [UInt8]) throws { try read(bytes) { while try $0.next() != nil {} } }

  @Test(
    "bring a journal back as it was, whatever it was made from and to",
    arguments: 1...4 as ClosedRange<UInt64>
  )
  func roundTrip(seed: UInt64) throws {
    let source = try journal(60, seed: seed)
    let wanted = try JournalSnapshot(reading: try source.snapshot())
    let bytes = try backup(try source.snapshot())
    try withTemporaryDirectory { directory in
      for target in [MemoryJournal(), try LoggedJournal(directory: directory)] as [any Journal] {
        let summary = try read(bytes, piece: Int(seed) * 7) { reader in
          #expect(
            reader.manifest == BackupManifest(time: 1_700_000_000_000_000, version: "1.2.3", collections: 3)
          )
          return try BackupRestore.restore(&reader, into: target)
        }
        #expect(summary.collections == 3)
        #expect(try JournalSnapshot(of: target) == wanted)
        #expect(try backup(try target.snapshot()) == bytes, "a backup of the copy is the same")
        target.close()
      }
      // Everything is there after a restart.
      let again = try LoggedJournal(directory: directory)
      #expect(try JournalSnapshot.recovered(from: again) == wanted)
      again.close()
    }
  }

  @Test("have the collections that were asked for")
  func names() throws {
    let source = try journal(30, seed: 9)
    let bytes = try backup(source, names: ["list 22"])
    let copy = try read(bytes) { reader in
      let copy = try #require(try CollectionCopy(&reader))
      #expect(try CollectionCopy(&reader) == nil)
      return copy
    }
    #expect(copy.record.name == "list 22")
    let wanted = try JournalSnapshot(reading: source).collections.filter { $0.record.name == "list 22" }
    #expect(try JournalSnapshot(reading: copy).collections == wanted)
    #expect(throws: JournalError.self) { try backup(source, names: ["list 22", "none"]) }
  }

  @Test("bring sinks back paused, as ones that deliver every list anew")
  func sinks() throws {
    let source = try journal(30, seed: 9)
    var descriptor = CollectionDescriptor(
      strategy: "",
      strategyVersion: 0,
      epoch: 1,
      createdAt: Timestamp(microseconds: 5),
      fields: Fields()
    )
    let settings = SinkSettings(url: "https://a.example/", collections: ["**"], secrets: ["env:A"])
    descriptor.sink = StoredSink(settings, definer: nil)
    let name = SinkName.stored("list 22")
    try source.append([.create(CollectionKey(6), name: name, descriptor: descriptor.encoded)])
    let target = MemoryJournal()
    _ = try read(try backup(source)) { reader in try BackupRestore.restore(&reader, into: target) }
    let record = try #require(try target.collections().first { $0.name == name })
    let sink = try #require(try CollectionDescriptor(encoded: record.descriptor).sink)
    #expect(sink.settings == settings && sink.pause != nil && sink.restores == 1)
    // The backup of a collection has no sink of its name.
    try read(try backup(source, names: ["list 22"])) { reader in
      let (first, second) = (try CollectionCopy(&reader), try CollectionCopy(&reader))
      #expect(first?.record.name == "list 22" && second == nil)
    }
  }

  @Test("are known as damaged wherever a bit is another one, or bytes are missing or too many")
  func damage() throws {
    let bytes = try backup(try journal(12, seed: 3))
    try readAll(bytes)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << (place % 8)
      #expect(throws: BackupError.self, "byte \(place)") { try readAll(damaged) }
    }
    for length in stride(from: 0, to: bytes.count, by: 3) {
      #expect(throws: BackupError.self, "\(length) bytes") { try readAll(Array(bytes[..<length])) }
    }
    #expect(throws: BackupError.self) { try readAll(bytes + [0]) }
    #expect(throws: BackupError.self) { try readAll(bytes + bytes) }
  }

  @Test("of other programs and later versions are refused with a word about that")
  func foreign() throws {
    let bytes = try backup(MemoryJournal())
    try readAll(bytes)
    func message(_ bytes: [UInt8]) -> String {
      do {
        try readAll(bytes)
        return "none"
      } catch { return "\(error)" }
    }
    #expect(message(Array("SQLite format 3".utf8)) == "this is not a backup of Arrange (at byte 0)")
    var newer = bytes
    newer[8] = 2
    #expect(message(newer).contains("has format 2, this version reads format 1"))
  }

  @Test("become a data directory as a whole or not at all")
  func making() throws {
    let bytes = try backup(try journal(40, seed: 2))
    try withTemporaryDirectory { directory in
      // A slash at the end belongs to the same directory.
      let path = "\(directory)/deep/data//"
      #expect(throws: BackupError.self) {
        try LoggedJournal.make(path) { journal in
          try read(Array(bytes.dropLast())) { _ = try BackupRestore.restore(&$0, into: journal) }
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/deep").isEmpty)
      try LoggedJournal.make(path) { journal in
        try read(bytes) { _ = try BackupRestore.restore(&$0, into: journal) }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/deep") == ["data"])
      let error = journalError { () throws(JournalError) in
        do { try LoggedJournal.make(path) { _ in } } catch {
          throw (error as? JournalError) ?? JournalError(.failed, "\(error)")
        }
      }
      #expect(error?.code == .conflict)
      let journal = try LoggedJournal(directory: path)
      #expect(try backup(try journal.snapshot()) == bytes)
      journal.close()
    }
  }
}
