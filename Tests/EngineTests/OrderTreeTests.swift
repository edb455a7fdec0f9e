import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("Order trees")
struct OrderTreeTests {
  /// Lists of which the nodes have one, two and three levels.
  private static let counts = [0, 1, 2, 5, 31, 33, 200, 5_000]

  private static func state(_ count: Int) -> CollectionState {
    var state = CollectionState()
    let items = (0..<count).map {
      ItemEntry(element: Element(id: Identifier(unchecked: "item-\($0)")), key: OrderKey(rank: $0))
    }
    state.insertSection(Element(id: .empty), key: OrderKey(rank: 0), items: items, at: 0)
    return state
  }

  private static func keys(_ state: CollectionState) -> [OrderKey] {
    state.items(ofSection: 0).entries(in: 0..<state.itemCount).map(\.key)
  }

  @Test("replace the keys of a range, and an older version keeps its own", arguments: counts)
  func rekey(count: Int) {
    var random = OrderingRandom(seed: 7)
    var state = OrderTreeTests.state(count)
    var model = OrderTreeTests.keys(state)
    for round in 0..<60 {
      let start = random.position(in: 0..<(count + 1))
      let length = random.position(in: 0..<(min(count - start, 100) + 1))
      let keys = (0..<length).map { _ in OrderKey(bigEndian: random.next()) }
      // Every other time the nodes are shared.
      let older = round % 2 == 0 ? state : nil
      let before = model
      state.rekey(in: .items(section: 0), at: start, to: keys)
      model.replaceSubrange(start..<start + length, with: keys)
      #expect(OrderTreeTests.keys(state) == model, "round \(round): \(length) from \(start)")
      if let older { #expect(OrderTreeTests.keys(older) == before, "round \(round)") }
    }
  }

  @Test("know the keys around every gap", arguments: counts)
  func neighbours(count: Int) {
    let state = OrderTreeTests.state(count)
    let (list, model) = (ScopeKeys(state, .items(section: 0)), OrderTreeTests.keys(state))
    for gap in 0...count { #expect(list.neighbours(of: gap) == model.neighbours(of: gap), "gap \(gap)") }
  }

  @Test("find the first entry that satisfies a condition", arguments: counts)
  func firstPosition(count: Int) {
    var random = OrderingRandom(seed: 7)
    var state = OrderTreeTests.state(count)
    // Nodes of all sizes, and leaves that came together again.
    for _ in 0..<count / 2 {
      let index = random.position(in: 0..<state.itemCount)
      state.discardItem(at: ListPath(section: 0, item: index))
    }
    let (items, keys) = (state.items(ofSection: 0), OrderTreeTests.keys(state))
    for bound in 0...count {
      var calls = 0
      let position = items.firstPosition { entry in
        calls += 1
        return entry.key >= OrderKey(rank: bound)
      }
      #expect(position == keys.firstIndex { $0 >= OrderKey(rank: bound) } ?? keys.count, "bound \(bound)")
      // A level is searched by halves, and has 64 children or 32 entries at most.
      #expect(calls <= 6 + 6 + 6, "bound \(bound)")
    }
  }
}
