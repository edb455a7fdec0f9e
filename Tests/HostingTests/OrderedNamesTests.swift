import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("Names in order") struct OrderedNamesTests {
  @Test("pages match a sorted array", arguments: 1...8 as ClosedRange<UInt64>)
  func pages(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var naive = Set<Identifier>()
    func name() -> Identifier { Identifier(unchecked: "n\(random.next() % 4_000)") }
    for _ in 0..<1_500 { naive.insert(name()) }
    var names = OrderedNames(naive)
    for step in 0..<6_000 {
      let next = name()
      // Grows, and then shrinks to nothing.
      if random.next() % 10 < (step < 3_000 ? 7 : 1) {
        names.insert(next)
        naive.insert(next)
      } else {
        names.remove(next)
        naive.remove(next)
      }
      guard step % 50 == 0 else { continue }
      let start = random.next() % 4 == 0 ? nil : name()
      let limit = Int(random.next() % 700) + 1
      let wanted = naive.filter { name in start.map { $0 < name } ?? true }.sorted().prefix(limit)
      #expect(names.names(after: start, limit: limit) == Array(wanted), "seed \(seed), step \(step)")
    }
    for name in naive { names.remove(name) }
    #expect(names.names(after: nil, limit: 1) == [])
    names.insert("again")
    #expect(names.names(after: nil, limit: 2) == ["again"])
  }
}
