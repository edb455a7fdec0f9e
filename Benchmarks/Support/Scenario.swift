import ArrangeModel
import Engine

/// One kind of work on a list, done many times over: what the driver measures and counts instructions of.
package enum Scenario: String, Sendable, CaseIterable {
  /// Any item goes to any index.
  case move
  /// The same in a list that nobody else references, as in a collection without readers.
  case moveInPlace = "move-live"
  /// A new item at any index.
  case insert
  /// A new item at the end.
  case append
  /// A new item after the same item again and again.
  case hotGap = "hot-gap"
  /// The oldest item goes away.
  case remove
  /// An item gets another title.
  case update
  /// The place of an item is found by its id.
  case find
  /// An item is read at its place.
  case read
  /// The commit of a move becomes bytes for the journal.
  case encode
  /// Bytes of the journal become the commit of a move again, and are replayed.
  case replay

  /// Makes what the work is given, so that only the work itself is measured. To be called before ``run(_:count:)`` with the
  /// same count.
  package func prepare(_ list: inout BenchmarkList, count: Int) {
    switch self {
    case .move, .moveInPlace, .find: list.draw(count)
    case .update: list.drawUpdates(count)
    case .insert, .append, .hotGap, .remove, .read, .encode, .replay: break
    }
  }

  /// Does the work so many times.
  ///
  /// - Returns: a number that depends on all of it, so that nothing can be left out.
  package func run(_ list: inout BenchmarkList, count: Int) -> UInt64 {
    var sum: UInt64 = 0
    switch self {
    case .move: for _ in 0..<count { sum &+= list.moveAny().version }
    case .moveInPlace: for _ in 0..<count { sum &+= list.moveAnyInPlace().version }
    case .insert:
      for _ in 0..<count {
        let index = Int.random(in: 0...list.count, using: &list.random)
        sum &+= list.insert(1, .at(index)).version
      }
    case .append: for _ in 0..<count { sum &+= list.insert(1, .last).version }
    case .hotGap:
      let anchor = BenchmarkList.id(list.count / 2)
      for _ in 0..<count { sum &+= list.insert(1, .after(anchor)).version }
    case .remove:
      for number in 0..<count {
        sum &+= list.apply([.removeItems([ElementReference(BenchmarkList.id(number))])]).version
      }
    case .update: for _ in 0..<count { sum &+= list.updateNext().version }
    case .find: for _ in 0..<count { sum &+= UInt64(list.state.path(ofItem: list.anyID())?.item ?? 0) }
    case .read:
      for _ in 0..<count {
        let index = Int.random(in: 0..<list.count, using: &list.random)
        sum &+= list.state.item(at: ListPath(section: 0, item: index)).element.contentVersion
      }
    case .encode:
      let commit = list.moveAny()
      for _ in 0..<count { sum &+= UInt64(commit.record.payload.count) }
    case .replay:
      let before = list.state
      let record = list.moveAny().record
      for _ in 0..<count {
        var state = before
        do throws(ArrangeError) { try state.replay(Commit(record)) } catch { preconditionFailure("\(error)") }
        sum &+= state.version
      }
    }
    return sum
  }
}
