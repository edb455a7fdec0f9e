import ArrangeModel
import Engine
import Ordering
import StrategyLoading
import TestSupport
import Testing

/// A library that breaks a rule gets an error, and nothing is changed.
@Suite("A loaded strategy that misbehaves")
struct MisbehaviourTests {
  /// Faults that a process survives, with the number of keys that brings them out and what is said of them.
  static let faults: [(fault: String, count: Int, text: String)] = [
    ("out_of_order", 2, "keys that do not ascend"),
    ("same_as_neighbour", 1, "a key that is not above the one before it"),
    ("too_few", 2, "1 keys where 2 were asked for"), ("too_many", 1, "2 keys where 1 were asked for"),
    ("unknown_status", 1, "the unknown status 77"), ("refuses", 1, "not today"),
    ("too_long", 1, "a key of 17 bytes, not 1 to 16"), ("longer_than_all", 1, "a key of 0 bytes"),
    ("claims_too_much", 1, "claims to have written more than there was room for"),
    ("ignores_room", 3_000, "claims to have written more than there was room for"),
    ("needs_too_much", 1, "which is too much"), ("rekeys_outside", 1, "a rekey of 2..<3 in a list of 2"),
    ("rekeys_overlapping", 1, "rekeys that overlap"), ("rekeys_nothing", 1, "a rekey of no element"),
    ("garbage", 1, "wrote fewer bytes than its keys have"),
  ]

  @Test("is reported by its name and the rule", arguments: faults.indices)
  func errors(index: Int) throws {
    let (fault, count, text) = MisbehaviourTests.faults[index]
    let list = [OrderKey("4000000000000000".utf8), OrderKey("5000000000000000".utf8)]
    let strategy = try StrategyLibrary(loading: Faulty.library(fault)).kind.strategy()
    var random = OrderingRandom(seed: 1)
    do {
      _ = try strategy.assignKeys(
        for: KeyRequest(count: count, gap: 1, in: list),
        in: list,
        using: &random
      )
      Issue.record("no error")
    } catch {
      guard case .strategyFailed(let why) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(why.contains("‘faulty’") && why.contains(text), "\(why)")
    }
  }

  @Test("leaves a transaction without effect", arguments: faults.indices)
  func transactions(index: Int) throws {
    let (fault, count, _) = MisbehaviourTests.faults[index]
    let strategy = try StrategyLibrary(loading: Faulty.library(fault)).kind.strategy()
    let good = try StrategyLibrary(loading: Faulty.library("none")).kind.strategy()
    let random = OrderingRandom(seed: 1)
    func items(_ names: [String]) throws -> [NewElement] {
      try names.map { NewElement(id: try Identifier($0)) }
    }
    var editor = TransactionEditor(CollectionState(), strategy: good, random: random) {
      Identifier(unchecked: "none")
    }
    try editor.perform([.insertItems(try items(["a", "b"]), to: ItemDestination())])
    let state = (consume editor).finish().state
    let before = ids(state)
    let keys = (0..<2).map { state.key(in: .items(section: 0), at: $0) }

    var second = TransactionEditor(state, strategy: strategy, random: random) {
      Identifier(unchecked: "none")
    }
    let new = try items((0..<count).map { "n\($0)" })
    let place = ItemDestination(.before("b"))
    do throws(ArrangeError) {
      try second.perform([.insertItems(new, to: place)])
      Issue.record("no error")
    } catch {
      #expect(error.code == .internal && error.message.contains("faulty"), "\(error.message)")
    }
    let after = (consume second).rollBack()
    #expect(ids(after) == before)
    #expect((0..<2).map { after.key(in: .items(section: 0), at: $0) } == keys)
    #expect(after.version == 1)
  }

  private func ids(_ state: CollectionState) -> [Identifier] {
    (0..<state.itemCount(section: 0)).map { state.item(at: ListPath(section: 0, item: $0)).element.id }
  }
}
