import ArrangeModel
import Backups
import Engine
import Foundation
import Journals
import Ordering
import Postgres

/// The content of an intact backup.
struct BackupSummary: Sendable, Hashable {
  var collections: Int
  var views = 0
  var commits = 0
  var bytes = 0
  /// The time of the backup.
  var time: Timestamp

  /// The content, as the end of a sentence.
  var text: String {
    let views = views > 0 ? " and \(views.counted("view"))" : ""
    return
      "\(collections.counted("collection"))\(views), \(commits.counted("commit")), \(bytes.counted("byte")), as of \(time.text ?? "")"
  }

  var members: [(String, JSON)] {
    [
      ("collections", .count(collections)), ("views", .count(views)), ("commits", .count(commits)),
      ("bytes", .count(bytes)), ("time", .string(time.text ?? "")),
    ]
  }
}

/// A collection or a view in a backup, to be created again.
enum RestoredList {
  case list(ImportedList, strategy: String, outline: OutlineSettings?)
  case view(ViewDefinition)
}

/// A backup in a file, in a pipe, or on standard input.
struct BackupFile {
  /// The name in messages.
  private let name: String
  private let handle: FileHandle

  /// - Parameter path: the file; `-` for standard input.
  /// - Throws: ``CommandFailure`` if it can't be read.
  init(_ path: String) throws(CommandFailure) {
    name = Files.name(path)
    handle = FileHandle(fileDescriptor: try Files.openRepeatable(path), closeOnDealloc: true)
  }

  /// Calls a closure with a reader at the beginning of the backup.
  ///
  /// - Throws: ``CommandFailure`` if the file can't be read, or is not an intact backup.
  private func read<Value>(_ body: (inout BackupReader) throws -> Value) throws -> Value {
    do {
      try handle.seek(toOffset: 0)
      var reader = try BackupReader { count in
        [UInt8](try handle.read(upToCount: count) ?? Data())
      }
      return try body(&reader)
    } catch let error as BackupError {
      throw CommandFailure(.invalid, "\(name): \(error)")
    } catch let error as CocoaError {
      throw CommandFailure(.file, "can't read \(name): \(error.localizedDescription)")
    }
  }

  /// Reads a backup to its end, to verify it.
  func check() throws -> BackupSummary {
    try read { reader in
      var summary = BackupSummary(collections: 0, time: Timestamp(microseconds: reader.manifest.time))
      while let part = try reader.next() {
        switch part {
        case .collection(let record, _):
          let isView = try CollectionDescriptor(encoded: record.descriptor).view != nil
          if isView { summary.views += 1 } else { summary.collections += 1 }
        case .commit: summary.commits += 1
        case .chunk, .end: break
        }
      }
      summary.bytes = reader.byteCount
      return summary
    }
  }

  /// Creates a data directory from a backup, atomically.
  func restore(to directory: String) throws {
    do {
      try LoggedJournal.make(directory) { journal in
        try read { reader in _ = try BackupRestore.restore(&reader, into: journal) }
      }
    } catch let error as JournalError {
      throw CommandFailure(error.code == .conflict ? .conflict : .file, error.message)
    }
  }

  /// Makes a journal in a PostgreSQL database from a backup, atomically.
  ///
  /// - Parameters:
  ///   - address: the connection string.
  ///   - schema: the schema to make; nil for the one that servers use if they are told nothing else.
  /// - Returns: where that is, without a password.
  func restore(toDatabase address: String, schema: String?) throws -> String {
    do {
      let address = try PostgresAddress(address)
      guard !address.hasPassword else {
        throw CommandFailure(
          .usage,
          "everybody on this machine can read a password in a command line; put it into the file that PGPASSFILE names"
        )
      }
      var options = PostgresJournal.Options()
      if let schema {
        guard PostgresJournal.Options.isSchema(schema) else {
          throw CommandFailure(
            .usage,
            "--journal-schema has to be lowercase letters, digits and _, and no reserved word of SQL"
          )
        }
        options.schema = schema
      }
      try PostgresJournal.make(address, options: options) { journal in
        try read { reader in _ = try BackupRestore.restore(&reader, into: journal) }
      }
      return "\(address), schema \(options.schema)"
    } catch let error as JournalError {
      throw CommandFailure(error.code == .conflict ? .conflict : .file, error.message)
    }
  }

  /// Reads one collection or view.
  func collection(_ wanted: Identifier) throws -> RestoredList {
    try read { reader in
      while let copy = try CollectionCopy(&reader) {
        guard copy.record.name == wanted else { continue }
        let descriptor = try CollectionDescriptor(encoded: copy.record.descriptor)
        if let view = descriptor.view { return .view(view.definition) }
        let list = ImportedList(try copy.state(), descriptor.fields)
        return .list(list, strategy: descriptor.strategy, outline: descriptor.outline)
      }
      throw CommandFailure(.notFound, "\(name) has no collection \"\(wanted)\"")
    }
  }
}

extension ImportedList {
  fileprivate init(_ state: CollectionState, _ fields: Fields) {
    self.init()
    self.fields = fields
    for index in 0..<state.sectionCount {
      let section = state.section(at: index).element
      var imported = ImportedSection(id: section.id, fields: section.fields)
      var trail = OutlineTrail()
      var walk = RowWalk(state, section: index)
      while let (item, depth) = walk.next() {
        var copy = ImportedItem(id: item.element.id, fields: item.element.fields, offset: 0)
        copy.parent = trail.parent(of: item.element.id, depth: depth)
        imported.items.append(copy)
      }
      sections.append(imported)
    }
  }
}
