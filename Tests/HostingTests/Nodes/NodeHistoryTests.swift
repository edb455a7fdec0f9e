import ArrangeModel
import Changes
import EngineTestSupport
import Testing

@testable import Engine

@Suite("Several nodes: a journal that goes back while one of them does not notice it")
struct NodeHistoryTests {
  private let name: Identifier = "a"

  /// Has the second node follow a list with two items, the second of which is lost then; the first node adds two others.
  private func goneBack(to version: UInt64 = 1) throws -> (NodePair, [SimulatedSubscriber]) {
    let pair = try NodePair()
    let subscribers = [try pair.follow(name), SimulatedSubscriber(.view("a flat all"))]
    try subscribers[1].open(at: pair.second)
    try pair.run { subscribers.allSatisfy(\.isOpen) }
    _ = try pair.add("lost", to: name, at: pair.first).get()
    for subscriber in subscribers {
      try pair.run {
        subscriber.ask()
        return subscriber.version == 2
      }
    }
    pair.isConnected = false
    try pair.goBack(name, to: version)
    for item in ["new", "newer", "newest"] { _ = try pair.add(item, to: name, at: pair.first).get() }
    return (pair, subscribers)
  }

  @Test("a replica goes on only from a version that the owner has in its own history", arguments: [0, 1])
  func otherHistory(version: UInt64) throws {
    let (pair, subscribers) = try goneBack(to: version)
    pair.isConnected = true
    for subscriber in subscribers {
      try pair.run { subscriber.end != nil }
      #expect(subscriber.end?.code == .unavailable)
    }
    #expect(pair.second.hosted(name) == nil)
    // What they have got is answered with the list of now.
    for subscriber in subscribers {
      try subscriber.open(at: pair.first)
      try pair.run {
        subscriber.ask()
        return subscriber.list?.sections.flatMap { $0.items.map(\.id.text) }.contains("newest") == true
      }
      let ids = subscriber.list?.sections.flatMap { $0.items.map(\.id.text) }
      #expect(ids == (version == 0 ? [] : ["x"]) + ["new", "newer", "newest"])
      #expect(subscriber.problem == nil)
    }
  }

  @Test("a token of a history that never was is answered with the list")
  func mixedToken() throws {
    let (pair, _) = try goneBack()
    let entry = try #require(pair.first.engine.catalog.entry(name))
    let era = try #require(pair.first.hosted(name)?.lineage.era(of: 3))
    #expect(era.first == 2)
    // As of a server that has put new commits on top of version 2, which was lost.
    let mixed = Lineage.Era(first: 3, incarnation: era.incarnation)
    for (era, isProven) in [(mixed, false), (era, true)] {
      let token = ResumeToken(epoch: entry.descriptor.epoch, version: 3, in: era)
      #expect(ResumeToken(token.bytes) == token)
      let cursor = try SubscriptionCursor(token.bytes)
      let hosted = try #require(pair.first.hosted(name))
      let feed = ChangeFeed<ListAtVersion, ChangeLog>(ChangeLog(base: hosted.durable.version))
      let watched = WatchedCollection(hosted: hosted, feed: feed, hasKeys: false)
      let state = watched.classify(cursor) { $0 }
      if case .known(let next) = state, case .start(let reason) = next.place {
        #expect(!isProven && reason == .epochChanged)
      } else {
        #expect(isProven)
      }
      let source = ViewToken.Source(epoch: entry.descriptor.epoch, version: 3, in: era)
      let view = ViewToken(view: ViewIdentity(text: "a"), offset: 0, sources: [source])
      #expect(ViewToken(view.bytes) == view)
      let start = SourceStart(key: hosted.key, epoch: hosted.descriptor.epoch, state: hosted.working)
      let reason = view.reason(over: [ViewSource(name: name, start)])
      #expect(reason == (isProven ? nil : .epochChanged))
    }
  }

  @Test("a commit that goes on from another history is not applied")
  func otherBase() throws {
    let pair = try NodePair()
    let subscriber = try pair.follow(name)
    try pair.run { subscriber.isOpen }
    pair.isConnected = false
    _ = try pair.add("y", to: name, at: pair.first).get()
    let hosted = try #require(pair.second.hosted(name))
    let era = try #require(hosted.lineage.era(of: 1))
    let records = try pair.cluster.base.commits(of: hosted.key, from: 2, limit: 1)
    let shared = pair.second.engine.shard(for: name).shared
    func replicate(_ base: Lineage.Era?) -> UInt64? {
      shared.replicate(records.map { FollowedCommit($0, base: base) }, of: hosted.key, named: name)
    }
    #expect(replicate(Lineage.Era(first: era.first, incarnation: era.incarnation &+ 1)) == nil)
    #expect(hosted.durable.version == 1 && pair.second.hosted(name) == nil)
    try pair.run { subscriber.end != nil }
    try subscriber.open(at: pair.second)
    try pair.run { subscriber.isOpen }
    #expect(pair.second.hosted(name)?.durable.version == 2)
  }

  @Test("a replica that is as new as its owner in another history is none that a view may be read from")
  func freshness() throws {
    let pair = try NodePair()
    let subscriber = try pair.follow(name)
    try pair.run { subscriber.isOpen }
    _ = try pair.add("y", to: name, at: pair.first).get()
    try pair.run { pair.second.hosted(name)?.durable.version == 2 }
    let info = try pair.call(pair.first, name) { $0.info(name, reply: $1) }.get()
    func whenReached(_ info: CollectionInfo, by owner: Int64) -> Result<Void, ArrangeError>? {
      let answer = Box<Result<Void, ArrangeError>?>(nil)
      pair.second.engine.shard(for: name).shared.whenReached(info, by: owner) { answer.value = $0 }
      return answer.value
    }
    #expect(throws: Never.self) { try whenReached(info, by: 0)?.get() }
    // Another node is the owner by now.
    #expect(throws: ArrangeError.notOwned) { try whenReached(info, by: 5)?.get() }
    var other = info
    other.history ^= 2
    #expect(throws: ArrangeError.notOwned) { try whenReached(other, by: 0)?.get() }
    #expect(pair.second.hosted(name) == nil)
  }

  @Test("a replica whose connection was lost is confirmed again before a view is read from it")
  func confirmation() throws {
    let pair = try NodePair()
    let subscriber = try pair.follow(name)
    try pair.run { subscriber.isOpen }
    _ = try pair.add("y", to: name, at: pair.first).get()
    try pair.run { pair.second.hosted(name)?.durable.version == 2 }
    let info = try pair.call(pair.first, name) { $0.info(name, reply: $1) }.get()
    let hosted = try #require(pair.second.hosted(name))
    let shared = pair.second.engine.shard(for: name).shared
    shared.recordLost(of: hosted.key, named: name)
    let answer = Box<Result<Void, ArrangeError>?>(nil)
    shared.whenReached(info, by: 0) { answer.value = $0 }
    #expect(answer.value == nil)
    _ = shared.replicate([], of: hosted.key, named: name)
    #expect(answer.value != nil)
  }
}
