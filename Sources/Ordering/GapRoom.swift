/// How many elements fit into a gap of a list before neighbours must be rekeyed.
public struct GapRoom: Sendable, Hashable {
  /// The maximum number of elements that are tried.
  public static let limit = 10_000

  /// How many fit if each goes after the previous one; ``limit`` stands for that many or more.
  public var following: Int

  /// How many fit if each goes between the last two, which takes the most room; ``limit`` stands for that
  /// many or more.
  public var nested: Int

  public init(following: Int, nested: Int) {
    self.following = following
    self.nested = nested
  }

  /// Unlimited room, for keys that follow from ranks.
  public static let unlimited = GapRoom(following: limit, nested: limit)

  /// How many neighbours on each side the strategy sees.
  private static let neighbours = 4

  /// Measures the room by inserting keys.
  ///
  /// - Parameters:
  ///   - gap: the position that the next element would have.
  ///   - list: the keys.
  ///   - strategy: the strategy that makes the keys.
  ///   - random: the source of the strategy's randomness.
  /// - Throws: what the strategy throws.
  public init(
    of gap: Int,
    in list: some KeyList,
    _ strategy: any OrderingStrategy,
    using random: inout OrderingRandom
  ) throws(OrderingError) {
    guard strategy.keyForm == .stored else {
      self = .unlimited
      return
    }
    let first = max(0, gap - GapRoom.neighbours)
    let near = list.keys(in: first..<min(list.count, gap + GapRoom.neighbours))
    func count(advancing: (Int) -> Int) throws(OrderingError) -> Int {
      var keys = near
      var place = gap - first
      for number in 0..<GapRoom.limit {
        let request = KeyRequest(count: 1, gap: place, in: keys)
        let answer = try strategy.assignKeys(for: request, in: keys, using: &random)
        guard answer.rekeys.isEmpty, let key = answer.keys.first else { return number }
        keys.insert(key, at: place)
        place += advancing(number)
        // Only nearby keys matter, and inserting into a long array of keys would be slow.
        let excess = keys.count - 4 * GapRoom.neighbours
        if excess > 0, place > 2 * GapRoom.neighbours {
          keys.removeFirst(excess)
          place -= excess
        } else if excess > 0 {
          keys.removeLast(excess)
        }
      }
      return GapRoom.limit
    }
    following = try count { _ in 1 }
    nested = try count { $0 % 2 == 0 ? 0 : 1 }
  }
}
