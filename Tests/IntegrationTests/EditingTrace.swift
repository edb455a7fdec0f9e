import Foundation
import Ordering
import OutsideFiles
import TestSupport

/// A recorded or generated session of editing a text: every character is an item of a list.
struct EditingTrace {
  /// Replaces some characters at a place. Places count characters.
  struct Patch {
    var position: Int
    var removed: Int
    var inserted: [Character]
  }

  var name: String
  var patches: [Patch]
  /// The text at the end.
  var end: String

  static let svelteComponent: OutsideFile = "traces/sveltecomponent.json.gz"

  /// Reads a recorded session.
  init(contentsOf file: URL) throws {
    let unpacked = try ServerProcess.run("/bin/gzip", ["-dc", file.path]).output
    guard let json = try JSONSerialization.jsonObject(with: Data(unpacked.utf8)) as? [String: Any],
      let end = json["endContent"] as? String, let transactions = json["txns"] as? [[String: Any]]
    else { throw Failure("\(file.path) is no editing trace") }
    name = file.lastPathComponent
    self.end = end
    patches = []
    for transaction in transactions {
      for patch in transaction["patches"] as? [[Any]] ?? [] {
        guard let position = patch[0] as? Int, let removed = patch[1] as? Int, let text = patch[2] as? String
        else { throw Failure("\(file.path) has a strange patch") }
        // Places in the recording count code points.
        let characters = text.unicodeScalars.map { Character($0) }
        patches.append(Patch(position: position, removed: removed, inserted: characters))
      }
    }
  }

  /// Generates a session: runs of typing, corrections, and jumps.
  init(seed: UInt64, patches count: Int) {
    var random = OrderingRandom(seed: seed)
    var text: [Character] = []
    var cursor = 0
    name = "made up from seed \(seed)"
    patches = []
    for _ in 0..<count {
      if Int.random(in: 0..<12, using: &random) == 0 {
        cursor = Int.random(in: 0...text.count, using: &random)
      }
      let removes = cursor > 0 && Int.random(in: 0..<5, using: &random) == 0
      let removed = removes ? min(cursor, Int.random(in: 1...4, using: &random)) : 0
      let typed = removes ? 0 : Int.random(in: 1...3, using: &random)
      let inserted = (0..<typed).map { _ in "abcdefgh ijklm\n".randomElement(using: &random)! }
      cursor -= removed
      patches.append(Patch(position: cursor, removed: removed, inserted: inserted))
      text.replaceSubrange(cursor..<cursor + removed, with: inserted)
      cursor += inserted.count
    }
    end = String(text)
  }
}
