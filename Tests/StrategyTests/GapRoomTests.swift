import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Testing

@Suite("The room in a gap")
struct GapRoomTests {
  @Test("is the number of elements that fit before a neighbour is rekeyed", arguments: builtIn.indices)
  func asTried(index: Int) throws {
    let strategy = builtIn[index]
    guard strategy.keyForm == .stored else { return }
    for seed in UInt64(1)...20 {
      var random = OrderingRandom(seed: seed)
      var model = KeyListModel(strategy)
      for _ in 0..<60 {
        // Most go into one place, so that gaps of all widths come about.
        let gap = random.next() % 4 == 0 ? random.position(in: 0..<(model.count + 1)) : model.count / 2
        let request = KeyRequest(count: 1, gap: gap, in: model)
        model.apply(try strategy.assignKeys(for: request, in: model, using: &random), at: gap)
      }
      let gap = random.position(in: 1..<model.count)
      var (forRoom, forTrial) = (random, random)
      let room = try GapRoom(of: gap, in: model, strategy, using: &forRoom)
      #expect(room.following == (try fitting(gap, model, strategy, &forTrial) { _ in 1 }), "seed \(seed)")
      #expect(
        room.nested == (try fitting(gap, model, strategy, &forTrial) { $0 % 2 == 0 ? 0 : 1 }),
        "seed \(seed)"
      )
    }
  }

  /// How many elements go into a gap of the whole list, tried one after the other.
  private func fitting(
    _ gap: Int,
    _ list: KeyListModel,
    _ strategy: any OrderingStrategy,
    _ random: inout OrderingRandom,
    advancing: (Int) -> Int
  ) throws -> Int {
    var (model, place) = (list, gap)
    for number in 0..<GapRoom.limit {
      let request = KeyRequest(count: 1, gap: place, in: model)
      let answer = try strategy.assignKeys(for: request, in: model, using: &random)
      guard answer.rekeys.isEmpty else { return number }
      model.apply(answer, at: place)
      place += advancing(number)
    }
    return GapRoom.limit
  }

  @Test("is unlimited if keys are ranks")
  func ranks() throws {
    var random = OrderingRandom(seed: 1)
    let list = (0..<3).map { OrderKey(rank: $0) }
    #expect(try GapRoom(of: 1, in: list, DenseInteger(), using: &random) == .unlimited)
  }
}
