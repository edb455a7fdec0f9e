import Ordering

/// Measures the room left in a list: how many items fit into one of its gaps, each between the two before it,
/// until the strategy must rekey others.
///
/// Such a zigzag is the hardest pattern for a gap. It is measured with the strategy itself, so the measure is
/// the same for all of them.
enum RoomProbe {
  /// The maximum number of gaps that are tried. In larger lists these are the ones written last, and as many
  /// evenly spread.
  static let maximumGaps = 2_048

  /// The room in the gaps that were tried.
  struct Room: Sendable, Hashable {
    var least: Int
    var median: Double
  }

  /// The room in gaps of a list; nil if keys follow from ranks and never run out, or there is no gap.
  ///
  /// - Parameters:
  ///   - keys: the keys of the list.
  ///   - recent: positions of items that were written last.
  static func room(
    keys: [OrderKey],
    recent: [Int],
    strategy: any OrderingStrategy,
    random: OrderingRandom
  ) -> Room? {
    guard strategy.keyForm == .stored, keys.count >= 2 else { return nil }
    var random = random
    let rooms = gaps(count: keys.count, recent: recent).map { room(in: $0, of: keys, strategy, &random) }
    return Room(least: rooms.min() ?? 0, median: medianOf(rooms.map(Double.init)))
  }

  /// The tried gaps, by the position of the item after them.
  static func gaps(count: Int, recent: [Int]) -> [Int] {
    guard count - 1 > maximumGaps else { return Array(1..<count) }
    var gaps = Set<Int>()
    for position in recent.prefix(maximumGaps / 4) {
      if position > 0 { gaps.insert(position) }
      if position + 1 < count { gaps.insert(position + 1) }
    }
    for number in 0..<(maximumGaps / 2) { gaps.insert(1 + number * (count - 1) / (maximumGaps / 2)) }
    return gaps.sorted()
  }

  /// How many items fit into a gap.
  private static func room(
    in gap: Int,
    of keys: [OrderKey],
    _ strategy: any OrderingStrategy,
    _ random: inout OrderingRandom
  ) -> Int {
    var list = ProbedList(base: keys, gap: gap)
    var place = gap
    for number in 0..<Figure.mostRoom {
      let request = KeyRequest(count: 1, gap: place, in: list)
      guard let answer = try? strategy.assignKeys(for: request, in: list, using: &random),
        answer.rekeys.isEmpty, let key = answer.keys.first
      else { return number }
      list.insert(key, at: place)
      // Items alternate before and after the last one.
      if number % 2 == 1 { place += 1 }
    }
    return Figure.mostRoom
  }
}

extension Figures {
  /// Records the room of a list.
  mutating func record(_ room: RoomProbe.Room?) {
    self[.roomLeft] = (room?.least).map(Double.init)
    self[.roomMedian] = room?.median
  }
}

/// A list with some keys in one of its gaps. The base is shared.
private struct ProbedList: KeyList {
  private let base: [OrderKey]
  private let gap: Int
  private var inserted: [OrderKey] = []

  init(base: [OrderKey], gap: Int) {
    self.base = base
    self.gap = gap
  }

  var count: Int { base.count + inserted.count }

  func key(at position: Int) -> OrderKey {
    if position < gap { return base[position] }
    let offset = position - gap
    return offset < inserted.count ? inserted[offset] : base[offset - inserted.count + gap]
  }

  mutating func insert(_ key: OrderKey, at position: Int) { inserted.insert(key, at: position - gap) }
}
