import Ordering
import Testing

@testable import Engine

@Suite("Pieces of an edited list")
struct PieceTableTests {
  /// A list of so many elements that a table is compared with.
  private struct Mirror {
    var entries: [PieceTable.Entry]
    var table: PieceTable

    /// What all pieces say, up to the number of entries.
    var pieces: [PieceTable.Entry] {
      var found: [PieceTable.Entry] = []
      table.forEach { number, index in
        #expect(index == found.count)
        found.append(.touched(number))
      } run: { run in
        #expect(run.new == found.count)
        for place in 0..<min(run.length, entries.count - found.count) {
          found.append(.untouched(run.old + place))
        }
      }
      return found
    }
  }

  @Test("match a list of all elements", arguments: 0..<40 as Range<UInt64>)
  func history(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let isNew = seed % 4 == 0
    let count = isNew ? 0 : 1 + below(seed % 2 == 0 ? 12 : 3_000)
    var mirror = Mirror(
      entries: (0..<count).map { .untouched($0) },
      table: isNew ? .empty : PieceTable()
    )
    // Long histories have many chunks; some keep to one place.
    let crowd = seed % 3 == 0 ? 4 : Int.max
    for number in 0..<1_500 {
      let reach = min(crowd, mirror.entries.count)
      if reach > 0, below(5) < 2 {
        let index = below(reach)
        #expect(mirror.table.entry(at: index) == mirror.entries[index], "seed \(seed)")
        #expect(mirror.table.remove(at: index) == mirror.entries.remove(at: index), "seed \(seed)")
      } else {
        let index = below(reach + 1)
        mirror.table.insert(number, at: index)
        mirror.entries.insert(.touched(number), at: index)
      }
      if number % 97 == 0 { #expect(mirror.pieces == mirror.entries, "seed \(seed)") }
    }
    #expect(mirror.pieces == mirror.entries, "seed \(seed)")
    for (index, entry) in mirror.entries.enumerated() {
      #expect(mirror.table.entry(at: index) == entry, "seed \(seed)")
    }
  }

  @Test("are one run without edits, and none in a new list")
  func untouched() {
    #expect(PieceTable().entry(at: 1_000_000) == .untouched(1_000_000))
    var runs = 0
    PieceTable.empty.forEach { _, _ in
      runs += 1
    } run: { _ in
      runs += 1
    }
    #expect(runs == 0)
  }
}
