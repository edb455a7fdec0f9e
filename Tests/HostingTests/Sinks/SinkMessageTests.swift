import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Testing

@testable import Engine

/// The messages of sinks, folded by a receiver and compared with the list.
@Suite("Messages of sinks", .timeLimit(.minutes(5)))
struct SinkMessageTests {
  @Test("make one version of another, whatever happened in between", arguments: 0..<30 as Range<UInt64>)
  func flat(seed: UInt64) throws {
    var past = try RandomPast(seed: seed)
    for round in 0..<60 {
      try past.write()
      let stage = past.stage
      try stage.load()
      let newest = stage.version
      guard newest > 0 else { continue }
      let from = UInt64(past.operations.below(Int(newest)))
      let through = from + 1 + UInt64(past.operations.below(Int(newest - from)))
      let message = try stage.sinkMessage(of: stage.name, after: from, through: through)
      let place = "seed \(seed), round \(round), \(from) to \(through)"
      switch message.content {
      case .changes(let changes):
        var list = FoldedSink(try #require(stage.lists[from]))
        do { try list.apply(changes) } catch { Issue.record("\(place): \(error)") }
        let expected = FoldedSink(try #require(stage.lists[through]))
        try #require(list == expected, "\(place)")
        #expect(message.to.version == through && message.from?.version == from, "\(place)")
        #expect(message.commitCount == Int(through - from), "\(place)")
      case .list(let state, .trimmed):
        let oldest = try stage.oldestVersion()
        #expect(from < oldest, "\(place)")
        let expected = FoldedSink(try #require(stage.lists[newest]))
        #expect(message.from == nil && FoldedSink(state) == expected, "\(place)")
      default: Issue.record("\(place): \(message.content)")
      }
    }
  }

  @Test("make one version of an outline of another", arguments: 0..<20 as Range<UInt64>)
  func outlines(seed: UInt64) throws {
    var past = try OutlinePast(seed: seed)
    var random = OrderingRandomSteps(seed)
    for _ in 0..<80 { try past.write() }
    for _ in 0..<60 where past.version > 0 {
      let from = random.below(past.version)
      let through = from + 1 + random.below(past.version - from)
      let message = try past.stage.sinkMessage(of: past.name, after: from, through: through)
      let place = "seed \(seed), \(from) to \(through)"
      guard case .changes(let changes) = message.content, let old = past.trees[from],
        let new = past.trees[through]
      else {
        Issue.record("\(place): \(message.content)")
        continue
      }
      var list = FoldedSink(old)
      do { try list.apply(changes) } catch { Issue.record("\(place): \(error)") }
      try #require(list == FoldedSink(new), "\(place)")
    }
  }

  @Test(
    "have the whole list for who has nothing, or something of another history, or if they would be too large"
  )
  func lists() throws {
    let stage = try Stage()
    for number in 0..<10 { try stage.apply(.add("\(number)")) }
    let first = try stage.sinkMessage(of: stage.name, after: nil, through: nil)
    guard case .list(let state, .first) = first.content else {
      throw FoldedSink.Mistake(text: "\(first.content)")
    }
    #expect(FoldedSink(state) == FoldedSink(try #require(stage.lists[10])) && first.to.version == 10)
    let foreign = SinkPosition(version: 3, incarnation: 77)
    let other = try stage.sinkMessage(of: stage.name, at: foreign, through: 5)
    guard case .list(_, .history) = other.content else { throw FoldedSink.Mistake(text: "\(other.content)") }
    let later = try stage.sinkMessage(of: stage.name, after: 10, through: 12)
    guard case .list(_, .history) = later.content else { throw FoldedSink.Mistake(text: "\(later.content)") }
    var seen: [SinkMessage.Content] = []
    let large = try stage.sinkMessage(of: stage.name, after: 1, through: 10) { message in
      seen.append(message.content)
      if case .pointer = message.content { return true }
      return false
    }
    guard case .pointer(.size) = large.content else { throw FoldedSink.Mistake(text: "\(large.content)") }
    #expect(seen.count == 3)
  }
}

extension Stage {
  func sinkMessage(
    of name: Identifier,
    after version: UInt64?,
    through: UInt64?,
    fits: @escaping (SinkMessage) -> Bool = { _ in true }
  ) throws -> SinkMessage {
    try load()
    let lineage = shard.collections[name]?.lineage
    let position = version.map { SinkPosition(version: $0, incarnation: lineage?.incarnation(of: $0) ?? 0) }
    return try sinkMessage(of: name, at: position, through: through, fits: fits)
  }

  func sinkMessage(
    of name: Identifier,
    at position: SinkPosition?,
    through: UInt64?,
    fits: @escaping (SinkMessage) -> Bool = { _ in true }
  ) throws -> SinkMessage {
    let made = Box<SinkMessage?>(nil)
    let fits = Box(fits)
    let payload: SinkPayload? = try call { shard, reply in
      shard.sinkSource.message(
        of: name,
        after: position,
        through: through,
        encode: { message in
          made.value = message
          return fits.value(message) ? [1] : nil
        },
        reply: reply
      )
    }
    #expect(payload?.to == made.value?.to && payload?.from == made.value?.from)
    guard let message = made.value else { throw FoldedSink.Mistake(text: "no message was made") }
    return message
  }
}

/// Numbers below a bound.
private struct OrderingRandomSteps {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % bound
  }
}
