import Engine
import Foundation

@testable import Journals

/// A damage to one file of a data directory.
enum Damage: Hashable, Sendable, CustomStringConvertible {
  /// The unit of flips and of truncation, in bytes.
  static let blockLength = 512

  case missing
  case empty
  case zeroed
  /// Truncated to a number of bytes.
  case cut(Int)
  /// A flipped bit of a byte.
  case flipped(byte: Int, bit: Int)
  /// An earlier version of the file.
  case earlier(Int)
  /// The file of another directory.
  case foreign

  /// The kind, for the table.
  var kind: String {
    switch self {
    case .missing: "missing"
    case .empty: "empty"
    case .zeroed: "zeroed"
    case .cut: "cut"
    case .flipped: "bit flipped"
    case .earlier: "earlier version"
    case .foreign: "another directory's"
    }
  }

  var description: String {
    switch self {
    case .cut(let length): "cut to \(length) bytes"
    case .flipped(let byte, let bit): "bit \(bit) of byte \(byte) flipped"
    case .earlier(let index): "earlier version \(index)"
    default: kind
    }
  }

  /// The damaged file; nil if it is then missing.
  func apply(to name: String, in scene: DamagedScene, _ foreign: DataFiles) -> [UInt8]? {
    var file = scene.files[name] ?? []
    switch self {
    case .missing: return nil
    case .empty: return []
    case .zeroed: return [UInt8](repeating: 0, count: file.count)
    case .cut(let length): return Array(file[..<length])
    case .flipped(let byte, let bit): file[byte] ^= 1 << UInt8(bit)
    case .earlier(let index): return scene.earlier[index][name]
    case .foreign: return foreign[name]
    }
    return file
  }

  /// Every damage to a file.
  ///
  /// - Parameter place: which byte of a block is changed, and which bit of that.
  static func all(of name: String, in scene: DamagedScene, _ place: (_ block: Int) -> (Int, Int)) -> [Damage]
  {
    guard let file = scene.files[name] else {
      // A missing file may come from elsewhere.
      return scene.earlier.indices.filter { scene.earlier[$0][name] != nil }.map { .earlier($0) } + [.foreign]
    }
    var damages: [Damage] = [.missing, .empty, .zeroed, .foreign]
    damages += stride(from: blockLength, to: file.count, by: blockLength).map { .cut($0) }
    for start in stride(from: 0, to: file.count, by: blockLength) {
      let (byte, bit) = place(start / blockLength)
      damages.append(.flipped(byte: start + byte % min(blockLength, file.count - start), bit: bit))
    }
    damages += scene.earlier.indices.map { .earlier($0) }
    return damages
  }
}

/// One damaged start.
struct DamageCase: Sendable, CustomStringConvertible {
  enum Outcome: String, Sendable, CaseIterable {
    /// Everything that was acknowledged was found.
    case right
    /// The start was refused, with the name of the file, and changed nothing.
    case refused
  }

  let scene: DamagedScene
  let foreign: DataFiles
  let file: String
  let damage: Damage
  let options: LoggedJournal.Options

  var description: String { "after \"\(scene.name)\", \(file) \(damage)" }

  /// Starts a journal on the damaged files.
  ///
  /// - Throws: a ``Violation`` if data are lost silently, or a refused start changes a file.
  func perform() throws -> Outcome {
    let scratch = try ScratchDirectory()
    let data = scratch.file("data")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
    var files = scene.files
    files[file] = damage.apply(to: file, in: scene, foreign)
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(data)/\(name)")) }
    let refusal: JournalError?
    do throws(JournalError) {
      let journal = try LoggedJournal(directory: data, options: options)
      defer { journal.close() }
      let found = try JournalSnapshot.recovered(from: journal)
      guard found == scene.content else {
        throw JournalError(.conflict, "something else was found than what was acknowledged")
      }
      refusal = nil
    } catch {
      guard error.code == .damaged || error.code == .unusable else { throw Violation("\(error)") }
      guard error.message.contains(file) else { throw Violation("\(file) is not named: \(error)") }
      refusal = error
    }
    let finding = DamageCase.errorOfVerify(data, options)
    guard (refusal == nil) == (finding == nil) else {
      throw Violation("a start says \(refusal?.message ?? "right"), verify \(finding?.message ?? "right")")
    }
    guard refusal != nil else { return .right }
    var left: DataFiles = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: data) {
      left[name] = [UInt8](try Data(contentsOf: URL(filePath: "\(data)/\(name)")))
    }
    let changed = Set(left.keys).union(files.keys).filter { left[$0] != files[$0] }.sorted()
    guard changed.isEmpty else { throw Violation("a start that is refused changes \(changed)") }
    return .refused
  }

  /// Opens a directory as `arranged verify` does, which reads all of the database.
  ///
  /// - Returns: the error of the journal; nil if it opens.
  private static func errorOfVerify(_ data: String, _ options: LoggedJournal.Options) -> JournalError? {
    var options = options
    options.isProvisional = true
    options.store.checkedBytes = .max
    do throws(JournalError) {
      try LoggedJournal(directory: data, options: options).close()
      return nil
    } catch {
      return error
    }
  }
}
