import ArrangeModel
import Engine
import Foundation
import Ordering

@testable import Journals

/// The files of a data directory, by their names.
typealias DataFiles = [String: [UInt8]]

/// A data directory at one time, with its earlier versions.
struct DamagedScene: Sendable {
  let name: String
  let files: DataFiles
  /// Earlier versions of the same directory.
  let earlier: [DataFiles]
  /// The expected content after a start with these files: everything that was acknowledged.
  let content: JournalSnapshot

  /// The moments at which directories are damaged.
  static let names = ["kill", "kill, moved", "torn", "stop", "checkpoint", "half a checkpoint", "moving"]

  static func options(pageSize: Int) -> LoggedJournal.Options {
    var options = LoggedJournal.Options()
    options.store.pageSize = pageSize
    options.store.checkpointInterval = 12
    options.smallestLog = 40
    options.largestLog = 80
    // The tests decide when records are moved to the database.
    options.flushThreshold = .max
    return options
  }
}

/// A journal under writes, with copies of its directory at several times.
final class DamagedLife {
  private let directory: ScratchDirectory
  private var journal: LoggedJournal
  private let memory = MemoryJournal()
  private var random: OrderingRandom
  private var versions: [UInt64] = [0, 0, 0]
  private var checkpoints: [UInt64?] = [nil, nil, nil]
  private(set) var earlier: [DataFiles] = []
  private let options: LoggedJournal.Options

  private var path: String { directory.file("data") }

  init(seed: UInt64, pageSize: Int) throws {
    directory = try ScratchDirectory()
    random = OrderingRandom(seed: seed)
    options = DamagedScene.options(pageSize: pageSize)
    journal = try LoggedJournal(directory: directory.file("data"), options: options)
    try append(
      versions.indices.map { index in
        .create(key(index), name: Identifier(unchecked: "list \(index)"), descriptor: [UInt8(index)])
      }
    )
  }

  deinit { journal.close() }

  private func key(_ index: Int) -> CollectionKey { CollectionKey(Int64(index) * 11 + 11) }

  private func append(_ entries: [JournalEntry]) throws {
    try journal.append(entries)
    try memory.append(entries)
  }

  /// The current files.
  func files() throws -> DataFiles {
    var files: DataFiles = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      files[name] = [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }
    return files
  }

  /// Appends something of every kind.
  func write(_ count: Int) throws {
    for _ in 0..<count {
      let index = Int.random(in: 0..<versions.count, using: &random)
      var entries: [JournalEntry] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        versions[index] += 1
        let payload = (0..<Int.random(in: 0...400, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        let request: [UInt8]? = Bool.random(using: &random) ? Array("\(index) \(versions[index])".utf8) : nil
        entries.append(
          .commit(
            CommitRecord(
              collection: key(index),
              version: versions[index],
              requestID: request,
              payload: payload
            )
          )
        )
      }
      let version = versions[index]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: entries.append(.describe(key(index), descriptor: Array("described at \(version)".utf8)))
      case 1:
        for chunk in 0...2 {
          let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: 700)
          entries.append(
            .checkpointChunk(key(index), version: version, index: chunk, isLast: chunk == 2, bytes: bytes)
          )
        }
        checkpoints[index] = version
      case 2:
        if let checkpoint = checkpoints[index], checkpoint > 4 {
          entries.append(.trim(key(index), before: checkpoint - 2))
        }
      default: break
      }
      try append(entries)
      if Int.random(in: 0..<6, using: &random) == 0 { try remember() }
    }
  }

  /// Keeps the current files as an earlier version.
  func remember() throws { earlier.append(try files()) }

  /// Moves records to the database.
  func move(_ count: Int = .max) throws {
    for _ in 0..<count {
      guard try journal.inOrder({ () throws(JournalError) in try journal.flushSome(bytes: 1) }) else { break }
    }
  }

  /// Moves everything to the database and checkpoints SQLite's log, which keeps its bytes until the next
  /// write.
  func checkpoint() throws {
    try move()
    try journal.store.maintain()
  }

  /// Stops the journal and opens it again.
  func restart() throws {
    try stop()
    journal = try LoggedJournal(directory: path, options: options)
  }

  func stop() throws {
    journal.close()
    try remember()
  }

  func scene(_ name: String, _ files: DataFiles? = nil) throws -> DamagedScene {
    DamagedScene(
      name: name,
      files: try files ?? self.files(),
      earlier: earlier,
      content: try .recovered(from: memory)
    )
  }
}

extension DamagedScene {
  /// Makes a scene.
  init(_ name: String, seed: UInt64, pageSize: Int) throws {
    let life = try DamagedLife(seed: seed, pageSize: pageSize)
    // An earlier run: its files are older versions.
    try life.write(12)
    try life.restart()
    switch name {
    case "kill": try life.write(14)
    case "kill, moved":
      for _ in 0..<6 {
        try life.write(5)
        try life.move(4)
      }
    case "torn":
      try life.write(12)
      self = try life.scene(name, DamagedScene.torn(try life.files()))
      return
    case "stop":
      try life.write(20)
      try life.move(10)
      try life.stop()
    case "checkpoint":
      try life.write(20)
      try life.checkpoint()
      try life.write(6)
      try life.move(3)
    case "half a checkpoint":
      try life.write(20)
      try life.move()
      let before = try life.files()
      try life.checkpoint()
      self = try life.scene(name, DamagedScene.half(before, try life.files(), pageSize: pageSize))
      return
    case "moving":
      try life.write(20)
      try life.move(9)
    default: preconditionFailure("there is no scene \(name)")
    }
    self = try life.scene(name)
  }

  /// The files with the first half of a record more, which the kill of the process cut off.
  private static func torn(_ files: DataFiles) throws -> DataFiles {
    var files = files
    guard let log = files["journal.log"], let header = LogHeader(log) else { return files }
    let layout = LogBlock.Layout(header.tag)
    let start = LogHeader.place(of: 0)
    var newest = header.tag.start
    var next = start
    log.withUnsafeBytes { bytes in
      for place in stride(from: start, to: bytes.count, by: LogBlock.size) {
        guard let block = LogBlock(bytes, at: place, layout), block.sequence > newest.sequence else {
          continue
        }
        newest = LogPosition(sequence: block.sequence, chain: 0)
        next = place + LogBlock.size
      }
    }
    newest = try LogRecords(log, of: "journal.log", layout, after: header.tag.start).newest
    var blocks: [UInt8] = []
    _ = LogBlock.write([UInt8](repeating: 9, count: 6_000), after: newest, layout, into: &blocks)
    files["journal.log"]?.replaceSubrange(next..<next + 1_536, with: blocks[..<1_536])
    return files
  }

  /// The files when half of the pages were moved from SQLite's log.
  private static func half(_ before: DataFiles, _ after: DataFiles, pageSize: Int) -> DataFiles {
    var files = after
    guard let old = before["journal.sqlite"], let new = after["journal.sqlite"] else { return files }
    let half = new.count / pageSize / 2 * pageSize
    files["journal.sqlite"] = Array(new[..<half]) + old.dropFirst(half)
    return files
  }
}
