import ArrangeModel
import EngineTestSupport
import Ordering
import Testing

@testable import Engine

/// A view whose lists are elsewhere, delivered by one node and then by another one.
@Suite("Sinks of several nodes")
struct NodeSinkTests {
  private static let view: Identifier = "shown"

  /// What a receiver has of a view.
  private struct Receiver {
    var has: StateID?
    var list = FoldedSink(rows: [])
    var wholes = 0

    mutating func take(_ message: SinkMessage) throws {
      switch message.content {
      case .rows(let rows, _):
        wholes += 1
        list = FoldedSink(rows)
      case .changes(let changes):
        guard message.to != has else { return }
        try #require(message.from == has)
        try list.apply(changes)
      case .list, .pointer: Issue.record("\(message.content)")
      }
      has = message.to
    }
  }

  private static func create(_ pair: NodePair) throws -> CollectionKey {
    for name in ["a", "b"] as [Identifier] { try pair.create(name) }
    _ = try pair.add("1", to: "a", at: pair.first).get()
    let definition = try ViewDefinition(parsing: "x: a; y: b")
    let _: ViewInfo = try pair.call(pair.first, view) {
      $0.storedViews.define(view, as: definition, reply: $1)
    }.get()
    let settings = SinkSettings(url: "https://a.example/", secrets: ["env:A"], view: view)
    let _: SinkInfo = try pair.call(pair.first, "hooks") {
      $0.sinks.create(CreateSinkRequest(name: "hooks", settings: settings), for: .server, reply: $1)
    }.get()
    pair.second.journal.learnCatalog()
    try pair.run()
    return try #require(pair.first.engine.catalog.sink("hooks")?.key)
  }

  private static func feed(_ node: SimulatedNode, _ key: CollectionKey) -> SinkView {
    let engine = node.engine
    return SinkView(view, of: engine.shard(for: view), for: key, home: { engine.home(of: $0) }, whenNews: {})
  }

  /// Makes the next message.
  private static func make(
    _ pair: NodePair,
    _ node: SimulatedNode,
    _ feed: SinkView,
    _ key: CollectionKey
  ) throws -> (payload: SinkPayload, message: SinkMessage)? {
    let made = Box<SinkMessage?>(nil)
    let position = try #require(feed.look(view, for: key)).position
    let payload: SinkPayload? = try pair.call(node, view) { _, reply in
      feed.message(
        of: view,
        after: position,
        through: nil,
        encode: { message in
          made.value = message
          return [1]
        },
        reply: reply
      )
    }.get()
    guard let payload, let message = made.value else { return nil }
    return (payload, message)
  }

  private static func record(
    _ pair: NodePair,
    _ node: SimulatedNode,
    _ feed: SinkView,
    _ key: CollectionKey,
    _ payload: SinkPayload
  ) throws {
    let old = try #require(feed.look(view, for: key)).position
    let new = SinkPosition(version: payload.state.version, incarnation: payload.state.incarnation)
    let isWritten: Bool = try pair.call(node, view) { _, reply in
      feed.record(new, replacing: old, of: view, for: key, reply: reply)
    }.get()
    #expect(isWritten)
  }

  @Test(
    "a view is delivered by the owner of its name, and the next owner goes on with the message that was tried"
  )
  func takeover() throws {
    let pair = try NodePair()
    let key = try NodeSinkTests.create(pair)
    var receiver = Receiver()
    let first = NodeSinkTests.feed(pair.first, key)
    #expect(NodeSinkTests.feed(pair.second, key).look(NodeSinkTests.view, for: key) == nil)
    for number in 2..<5 {
      let (payload, message) = try #require(try NodeSinkTests.make(pair, pair.first, first, key))
      try receiver.take(message)
      try NodeSinkTests.record(pair, pair.first, first, key, payload)
      _ = try pair.add("\(number)", to: "a", at: pair.first).get()
    }
    #expect(receiver.wholes == 1)
    // A message may have been sent when the node loses the view.
    let tried = try #require(try NodeSinkTests.make(pair, pair.first, first, key))
    _ = try pair.add("y", to: "b", at: pair.first).get()
    first.stop()
    let slot = Slot.of(NodeSinkTests.view)
    try pair.release(SlotSet([slot]), by: pair.first, to: pair.second)
    try pair.second.journal.gain()
    try pair.run { pair.second.engine.ownership?.serves(slot) ?? false }
    #expect(first.look(NodeSinkTests.view, for: key) == nil)
    let second = NodeSinkTests.feed(pair.second, key)
    let again = try #require(try NodeSinkTests.make(pair, pair.second, second, key))
    #expect(again.payload.to == tried.payload.to && again.payload.from == tried.payload.from)
    try receiver.take(again.message)
    let before = receiver.list
    try receiver.take(tried.message)
    #expect(receiver.list == before)
    try NodeSinkTests.record(pair, pair.second, second, key, again.payload)
    let last = try #require(try NodeSinkTests.make(pair, pair.second, second, key))
    try receiver.take(last.message)
    try NodeSinkTests.record(pair, pair.second, second, key, last.payload)
    #expect(try NodeSinkTests.make(pair, pair.second, second, key) == nil)
    #expect(receiver.wholes == 1 && receiver.list.fields.count == 2 + 5)
    // The lists stay with the other node, which the view follows.
    _ = try pair.add("5", to: "a", at: pair.first).get()
    let next = try #require(try NodeSinkTests.make(pair, pair.second, second, key))
    try receiver.take(next.message)
    #expect(receiver.wholes == 1 && receiver.list.fields.count == 2 + 6)
  }
}
