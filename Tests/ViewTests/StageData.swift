import Backups
import Engine
import Foundation

@testable import Journals

/// Where the data of a stage is, and copies of it.
protocol StageData: AnyObject {
  /// Opens what is there; makes it the first time.
  func open() throws -> any Journal
  /// Copies the data of a journal that serves and has nothing in progress.
  ///
  /// - Returns: where the copy is.
  func copy(_ journal: any Journal) throws -> String
  /// Puts a copy in place of the data, whose journal is closed.
  func putBack(_ copy: String) throws
}

extension Journal {
  /// A backup of everything.
  func backedUp() throws -> [UInt8] {
    var writer = try BackupWriter(try snapshot(), time: 0, version: "test")
    var bytes: [UInt8] = []
    while let piece = try writer.next() { bytes += piece }
    return bytes
  }

  /// Brings a backup into this empty journal.
  func restore(_ backup: [UInt8]) throws {
    var rest = backup[...]
    var reader = try BackupReader { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    _ = try BackupRestore.restore(&reader, into: self)
  }
}

/// Data in memory. Copies are backups.
final class MemoryData: StageData {
  private let store = MemoryJournal.Store()
  private var place = "0"
  private var places = 0
  private var backups: [[UInt8]] = []

  func open() -> any Journal { MemoryJournal(store: store, place: place) }

  func copy(_ journal: any Journal) throws -> String {
    backups.append(try journal.backedUp())
    return "\(backups.count - 1)"
  }

  func putBack(_ copy: String) throws {
    places += 1
    place = "\(places)"
    let journal = open()
    defer { journal.close() }
    try journal.restore(backups[Int(copy) ?? 0])
  }
}

/// A data directory on the disk, as a server has it. Copies are of all files, or what is restored from a backup.
final class DirectoryData: StageData {
  private let root: URL
  private var copies = 0
  private var restored: Set<String> = []
  private var data: URL { root.appendingPathComponent("data") }

  /// How often files are copied at most until none of them changes meanwhile.
  private static let maximumAttempts = 100

  /// The files that the history is in.
  static let history = ["journal.sqlite", "journal.log"]

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func open() throws -> any Journal {
    var options = LoggedJournal.Options()
    // Small, so that data is moved and checkpointed on the way.
    options.store.checkpointInterval = 12
    options.smallestLog = 16
    options.largestLog = 64
    // Copies of files are of one moment only if nothing is brought to the database meanwhile: reads and a full log do that.
    options.flushThreshold = .max
    return try LoggedJournal(directory: data.path, options: options)
  }

  func copy(_ journal: any Journal) throws -> String {
    copies += 1
    let copy = "copy \(copies)"
    if copies % 2 == 0 {
      let backup = try journal.backedUp()
      try LoggedJournal.make(root.appendingPathComponent(copy).path) { try $0.restore(backup) }
      restored.insert(copy)
    } else {
      try copyFiles(data, root.appendingPathComponent(copy))
    }
    return copy
  }

  /// Whether single files of a copy can be put back: those of a restored directory belong to no other.
  func hasFiles(_ copy: String) -> Bool { !restored.contains(copy) }

  func putBack(_ copy: String) throws { try copyFiles(root.appendingPathComponent(copy), data) }

  /// The files of a copy, by their names.
  func files(of copy: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(copy).path)
      .filter { $0 != "LOCK" }.sorted()
  }

  /// Whether the mark of one copy is newer than that of another.
  func isMarked(_ copy: String, after other: String) throws -> Bool {
    let marks = try [copy, other].map { try JournalMark.read(in: root.appendingPathComponent($0).path) }
    guard let mark = marks[0], let other = marks[1] else { return false }
    return (mark.tag.generation, mark.position.sequence) > (other.tag.generation, other.position.sequence)
  }

  /// Keeps the files as they are now, which is how a kill of the process leaves them.
  func keep() throws -> String {
    copies += 1
    let kept = "kept \(copies)"
    try copyFiles(data, root.appendingPathComponent(kept))
    return kept
  }

  /// Puts some files of a copy in place of those of the data.
  func putBack(_ names: [String], of copy: String) throws {
    for name in names {
      let target = data.appendingPathComponent(name)
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.copyItem(
        at: root.appendingPathComponent(copy).appendingPathComponent(name),
        to: target
      )
    }
  }

  /// Copies files as they are at one moment: again where one of them was written, made or removed meanwhile, as by a
  /// checkpoint.
  private func copyFiles(_ source: URL, _ target: URL) throws {
    let manager = FileManager.default
    for _ in 0..<DirectoryData.maximumAttempts {
      guard (try? copyOnce(source, target)) != nil else { continue }
      let isSame = try manager.contentsOfDirectory(atPath: target.path).allSatisfy {
        manager.contentsEqual(
          atPath: source.appendingPathComponent($0).path,
          andPath: target.appendingPathComponent($0).path
        )
      }
      if isSame { return }
    }
    try copyOnce(source, target)
  }

  private func copyOnce(_ source: URL, _ target: URL) throws {
    try? FileManager.default.removeItem(at: target)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path) where name != "LOCK" {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent(name),
        to: target.appendingPathComponent(name)
      )
    }
  }
}
