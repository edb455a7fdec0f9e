/// A plain list of keys that applies the answers of strategies.
///
/// It is a reference for tests, not a store: two arrays, one for the keys before a position and one,
/// reversed, for those after it. Work at one position is O(1); going to another position costs the distance.
///
/// For a strategy whose keys are ranks it holds only the number of elements.
public struct KeyListModel: KeyList {
  private let strategy: any OrderingStrategy
  private var front: [OrderKey] = []
  private var reversedBack: [OrderKey] = []
  private var rankCount = 0

  /// Makes an empty list for a strategy.
  public init(_ strategy: any OrderingStrategy) { self.strategy = strategy }

  public var count: Int {
    strategy.keyForm == .rank ? rankCount : front.count + reversedBack.count
  }

  public func key(at position: Int) -> OrderKey {
    guard strategy.keyForm == .stored else { return OrderKey(rank: position) }
    if position < front.count { return front[position] }
    return reversedBack[reversedBack.count - 1 - (position - front.count)]
  }

  /// All keys in list order.
  public var keys: [OrderKey] { keys(in: 0..<count) }

  /// Applies the rekeys of an answer and inserts its keys into the gap.
  ///
  /// - Precondition: the rekeys are within the list.
  public mutating func apply(_ assignment: KeyAssignment, at gap: Int) {
    guard strategy.keyForm == .stored else {
      rankCount += assignment.keys.count
      return
    }
    for case .keys(let start, let keys) in assignment.rekeys {
      for (offset, key) in keys.enumerated() { replace(at: start + offset, by: key) }
    }
    go(to: gap)
    front.append(contentsOf: assignment.keys)
  }

  /// Removes the elements of a range.
  public mutating func remove(_ range: Range<Int>) {
    guard strategy.keyForm == .stored else {
      rankCount -= range.count
      return
    }
    go(to: range.upperBound)
    front.removeLast(range.count)
  }

  private mutating func replace(at position: Int, by key: OrderKey) {
    if position < front.count {
      front[position] = key
    } else {
      reversedBack[reversedBack.count - 1 - (position - front.count)] = key
    }
  }

  private mutating func go(to position: Int) {
    while front.count > position { reversedBack.append(front.removeLast()) }
    while front.count < position { front.append(reversedBack.removeLast()) }
  }
}
