import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

@Suite("The lineage of versions")
struct LineageTests {
  @Test("finds the incarnation of every retained version")
  func eras() {
    var random = OrderingRandom(seed: 8)
    for _ in 0..<200 {
      var lineage = Lineage()
      var made: [UInt64] = [Lineage.unknown]
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        let incarnation = UInt64.random(in: 0..<4, using: &random)
        made.append(incarnation)
        lineage.record(UInt64(made.count - 1), madeBy: incarnation)
      }
      for (version, incarnation) in made.enumerated() {
        #expect(lineage.incarnation(of: UInt64(version)) == incarnation)
      }
      #expect(zip(lineage.eras, lineage.eras.dropFirst()).allSatisfy { $0.incarnation != $1.incarnation })
      let oldest = Int.random(in: 0..<made.count, using: &random)
      lineage.forget(before: UInt64(oldest))
      for version in max(1, oldest)..<max(1, made.count) {
        #expect(lineage.incarnation(of: UInt64(version)) == made[version], "\(version) from \(oldest)")
      }
    }
  }

  @Test("is bounded, and forgets the oldest eras")
  func limit() {
    var lineage = Lineage()
    let last = UInt64(Lineage.maximumEras) + 100
    for version in 1...last { lineage.record(version, madeBy: version) }
    #expect(lineage.eras.count == Lineage.maximumEras)
    #expect(lineage.incarnation(of: last) == last && lineage.incarnation(of: 101) == 101)
    #expect(lineage.classify(100, madeBy: 100, newest: last) == .unproven)
  }

  @Test("distinguishes versions of this history from those of another")
  func judgement() {
    var lineage = Lineage()
    #expect(lineage.classify(0, madeBy: nil, newest: 0) == .proven)
    #expect(lineage.classify(1, madeBy: 7, newest: 0) == .foreign)
    for version in 1...3 as ClosedRange<UInt64> { lineage.record(version, madeBy: 7) }
    for version in 4...6 as ClosedRange<UInt64> { lineage.record(version, madeBy: 8) }
    #expect(lineage.classify(3, madeBy: 7, newest: 6) == .proven)
    #expect(lineage.classify(4, madeBy: 7, newest: 6) == .foreign)
    #expect(lineage.classify(4, madeBy: 8, newest: 6) == .proven)
    // Durable up to 5.
    #expect(lineage.classify(6, madeBy: 8, newest: 5) == .foreign)
    #expect(lineage.classify(3, madeBy: nil, newest: 6) == .unproven)
    #expect(lineage.classify(3, madeBy: Lineage.unknown, newest: 6) == .unproven)
  }

  @Test("is restored from a checkpoint, without undone versions")
  func checkpoint() throws {
    var state = CollectionState()
    state.version = 5
    for (version, incarnation) in [(1, 0), (2, 7), (4, 8), (6, 9)] as [(UInt64, UInt64)] {
      state.lineage.record(version, madeBy: incarnation)
    }
    var writer = CheckpointWriter(state)
    var reader = CheckpointReader()
    while let chunk = writer.next() { try reader.read(chunk.bytes) }
    let read = try reader.finish(version: 5)
    #expect(read.lineage.eras == Array(state.lineage.eras.prefix(2)))
  }

  @Test("is unknown in a checkpoint of the first format, and damage is refused")
  func damage() throws {
    // A chunk without sections.
    var old = CheckpointReader()
    try old.read([1])
    let state = try old.finish(version: 5)
    #expect(state.version == 5 && state.lineage.incarnation(of: 5) == Lineage.unknown)
    for eras in [[3, 2, 7, 3, 2, 8], [3, 0, 7], [3, 6, 7], [3, 4, 7, 3, 3, 7]] as [[UInt8]] {
      var reader = CheckpointReader()
      try reader.read([2] + eras)
      do {
        _ = try reader.finish(version: 5)
        Issue.record("\(eras) are taken")
      } catch {
        #expect(error.code == .dataLoss)
      }
    }
  }
}
