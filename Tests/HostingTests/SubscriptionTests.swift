import ArrangeModel
import Changes
import EngineTestSupport
import Ordering
import Synchronization
import Testing

@testable import Engine

@Suite("Subscriptions of the engine")
struct SubscriptionTests {
  /// A stage with a section and items, and one subscriber that has seen them.
  private func watched(
    _ options: SubscribeRequest.Options = .init(),
    items: Int = 3
  ) throws -> (Stage, Watcher) {
    let stage = try Stage()
    for index in 0..<items { try stage.apply(.add("i\(index)")) }
    let watcher = Watcher(options)
    try stage.subscribe(watcher)
    try stage.catchUp(watcher)
    return (stage, watcher)
  }

  private func reason(_ message: SubscriptionMessage?) -> SnapshotReason? {
    guard case .snapshot(let page)? = message?.content else { return nil }
    return page.reason
  }

  /// A section comes with 20,000 items and goes with them.
  private func fill(_ stage: Stage, _ round: Int) throws {
    let items = (0..<20_000).map { NewElement(id: Identifier(unchecked: "r\(round)-\($0)")) }
    try stage.begin([.insertSections([NewElement(id: "s")], to: .init())])
    try stage.begin([.insertItems(items, to: ItemDestination(section: "s"))])
    try stage.begin([.removeSections([ElementReference("s")], onlyIfEmpty: false)])
    try stage.settle()
  }

  @Test("a listener is notified once of commits that become durable together, and never of others")
  func news() throws {
    let (stage, watcher) = try watched()
    #expect(watcher.news == 0)
    stage.journal.appends.close()
    for id in ["a", "b", "c"] { try stage.begin([.add(id)]) }
    stage.executor.runWaiting()
    #expect(watcher.news == 0 && stage.version == 3)
    #expect(try stage.ask(watcher) == nil, "nothing is durable")
    stage.journal.appends.open()
    try stage.settle()
    stage.executor.runWaiting()
    #expect(watcher.news == 1)
    let message = try stage.ask(watcher)
    guard case .batch(let batch, from: 3, commits: 3)? = message?.content else {
      Issue.record("\(String(describing: message))")
      return
    }
    #expect(batch.items.inserts.count == 3)
  }

  @Test("failed commits are never seen, and every subscriber is notified of the end")
  func failure() throws {
    let (stage, watcher) = try watched()
    stage.journal.appends.close()
    try stage.begin([.add("a")])
    stage.executor.runWaiting()
    #expect(try stage.ask(watcher) == nil)
    stage.journal.fails.store(true, ordering: .relaxed)
    stage.journal.appends.open()
    try stage.settle()
    try stage.executor.run { stage.failure.value != nil }
    #expect(watcher.end?.code == .unavailable && watcher.news == 0)
    let late = Watcher()
    try stage.subscribe(late)
    try stage.catchUp(late)
    #expect(late.version == 3 && late.list?.element("a") == nil)
  }

  @Test("a snapshot is of one version during edits", arguments: [false, true])
  func pages(sendsKeys: Bool) throws {
    var options = SubscribeRequest.Options()
    options.sendsKeys = sendsKeys
    let (stage, first) = try watched(options, items: 80)
    let slow = Watcher(options)
    slow.largestBytes = 300
    try stage.subscribe(slow)
    var pages = 0
    while slow.version == 0 {
      let message = try #require(try stage.ask(slow))
      #expect(message.version == 80)
      pages += 1
      try stage.apply(.add("n\(pages)", to: ItemDestination(.first)))
      // Not durable yet, and part of no page.
      stage.journal.appends.close()
      try stage.begin([.removeItems([ElementReference(Identifier("i\(pages)"))])])
      stage.executor.runWaiting()
      try stage.ask(first)
      stage.journal.appends.open()
      try stage.settle()
    }
    #expect(pages > 5 && slow.version == 80)
    try stage.catchUp(slow)
    #expect(slow.list == first.list || slow.version > first.version)
  }

  @Test("the list of a snapshot is kept until its last reader is done")
  func heldLists() throws {
    let (stage, _) = try watched(items: 80)
    func held() -> [UInt64] {
      stage.shard.collections[stage.name]?.watchers.feed?.snapshots.held.map(\.list.version) ?? []
    }
    func beginner() throws -> Watcher {
      let watcher = Watcher()
      watcher.largestBytes = 300
      try stage.subscribe(watcher)
      try stage.ask(watcher)
      return watcher
    }
    let (first, second) = (try beginner(), try beginner())
    try stage.apply(.add("a"))
    let third = try beginner()
    #expect(held() == [80, 81])
    try stage.catchUp(first)
    #expect(held().sorted() == [80, 81], "somebody else is under way")
    try stage.catchUp(third)
    #expect(held() == [80])
    try stage.catchUp(second)
    #expect(held() == [])
    #expect(first.list == third.list && second.list == third.list)
  }

  @Test("the list of an abandoned snapshot is dropped while the collection is in use")
  func abandonedLists() throws {
    let (stage, watcher) = try watched(items: 80)
    let (gone, slow) = (Watcher(), Watcher())
    for reader in [gone, slow] {
      reader.largestBytes = 300
      try stage.subscribe(reader)
      try stage.ask(reader)
      try stage.apply(.add("n\(stage.version)"))
    }
    stage.unsubscribe(gone)
    func held() -> [UInt64] {
      stage.shard.collections[stage.name]?.watchers.feed?.snapshots.held.map(\.list.version) ?? []
    }
    #expect(held() == [80, 81])
    for second in 1...60 {
      stage.advance(seconds: 1)
      try stage.apply(.add("m\(second)"))
      try stage.catchUp(watcher)
      if second == 30 { try stage.ask(slow) }
    }
    #expect(held() == [81])
    stage.advance(seconds: 30)
    #expect(held() == [])
    // Who was slow finds the version by the log.
    #expect(try stage.ask(slow)?.version == 81)
    try stage.catchUp(slow)
    #expect(slow.list == watcher.list)
  }

  @Test("a page is made without keys for one reader and with keys for another, in either order")
  func keylessPages() throws {
    var withKeys = SubscribeRequest.Options()
    withKeys.sendsKeys = true
    // More than two pages, so that the list that was made by taking back is held for a further one.
    let (stage, _) = try watched(items: 120)
    let (keyed, plain) = (Watcher(withKeys), Watcher())
    for watcher in [keyed, plain] {
      watcher.largestBytes = 700
      try stage.subscribe(watcher)
      try stage.ask(watcher)
    }
    // Moves change keys, which taking back does not bring back.
    for index in 0..<40 { try stage.apply(.move("i\(index)", to: ItemDestination(.first))) }
    // Nobody reads it for so long that it is no longer kept whole.
    stage.advance(seconds: stage.options.heldReadSeconds)
    #expect(try stage.ask(plain)?.version == 120, "it is found by taking back")
    // The one with keys begins again, since no keys are known of that version.
    let message = try #require(try stage.ask(keyed))
    #expect(message.version == stage.version)
    try stage.catchUp(plain)
    try stage.catchUp(keyed)
    #expect(keyed.list == plain.list)
  }

  @Test("many subscribers read snapshots with keys, each once and to the end", arguments: [false, true])
  func crowd(hasPlain: Bool) throws {
    var withKeys = SubscribeRequest.Options()
    withKeys.sendsKeys = true
    let (stage, _) = try watched(items: 120)
    let most = SnapshotLists<ListAtVersion>.maximumCount
    var watchers: [Watcher] = []
    for index in 0..<most * 2 {
      let watcher = Watcher(hasPlain && index % 3 == 0 ? .init() : withKeys)
      watcher.largestBytes = 1_500
      try stage.subscribe(watcher)
      let message = try #require(try stage.ask(watcher))
      #expect(message.version <= stage.version)
      watchers.append(watcher)
      try stage.apply(.move("i\(index % 120)", to: ItemDestination(.first)))
      #expect(stage.hosted?.watchers.feed?.snapshots.held.count ?? 0 <= most)
    }
    // Page by page, all of them in turn.
    for _ in 0..<100 where watchers.contains(where: { $0.version == 0 }) {
      for watcher in watchers where watcher.version == 0 {
        guard case .snapshot(let page)? = try stage.ask(watcher)?.content else { throw ArrangeError.stopped }
        try #require(page.page > 0, "it begins again")
      }
      try stage.apply(.move("i5", to: ItemDestination(.first)))
    }
    for watcher in watchers {
      try stage.catchUp(watcher)
      #expect(watcher.version == stage.version)
    }
    #expect(stage.hosted?.watchers.feed?.snapshots.held.isEmpty ?? false)
  }

  @Test("a snapshot from a shared list is never older than the subscriber's version")
  func crowdedVersion() throws {
    var withKeys = SubscribeRequest.Options()
    withKeys.sendsKeys = true
    withKeys.reloadThreshold = 1
    let (stage, watcher) = try watched(withKeys, items: 120)
    watcher.largestBytes = 1_500
    let most = SnapshotLists<ListAtVersion>.maximumCount
    for index in 0..<most {
      if index == most - 1 { try stage.catchUp(watcher) }
      let other = Watcher(withKeys)
      other.largestBytes = 1_500
      try stage.subscribe(other)
      try stage.ask(other)
      try stage.apply(.move("i\(index)", to: ItemDestination(.last)))
    }
    try #require(stage.hosted?.watchers.feed?.snapshots.held.count == most)
    let had = watcher.version
    try stage.apply(.add("x", "y"))
    // The newest that is kept is the one that the subscriber has.
    let message = try stage.ask(watcher)
    #expect(reason(message) == .tooManyChanges && message?.version ?? 0 > had)
    try stage.apply(.add("z"))
    // When those who read them have been silent for a while, one of the lists goes for it.
    stage.advance(seconds: 11)
    try stage.catchUp(watcher)
    #expect(watcher.version == stage.version)
  }

  @Test("subscribers at the same version with other options get what they requested")
  func options() throws {
    let (stage, _) = try watched(items: 30)
    var watchers: [Watcher] = []
    for profile in [ChangeBatch.Profile.exact, .uikit] {
      for threshold in [3, 100] {
        for sendsKeys in [false, true] {
          for largest in [nil, 4_096] as [Int?] {
            for prefix in [[], [1], [2]] as [[UInt8]] {
              var options = SubscribeRequest.Options()
              options.profile = profile
              options.reloadThreshold = threshold
              options.sendsKeys = sendsKeys
              options.largestBatchBytes = largest
              options.ownRequestPrefix = prefix
              watchers.append(Watcher(options))
            }
          }
        }
      }
    }
    for watcher in watchers {
      try stage.subscribe(watcher)
      try stage.catchUp(watcher)
    }
    for round in 0..<6 {
      try stage.apply(
        .move("i\(round)", to: ItemDestination(.last)),
        .updateItems([FieldsUpdate(ElementReference("i9"), set: ["n": .int(Int64(round))])]),
        requestID: RequestID(unchecked: [UInt8(round % 3), UInt8(round)])
      )
      if round == 4 {
        try stage.apply(
          .insertItems(
            (0..<4).map { NewElement(fields: ["t": .string(String(repeating: "x", count: 2_000 + $0))]) },
            to: ItemDestination()
          )
        )
      }
      for watcher in watchers.shuffled() { try stage.catchUp(watcher) }
    }
    for watcher in watchers { #expect(watcher.version == stage.version) }
  }

  @Test("messages for subscribers at the same version are made once, batches and snapshots alike")
  func sharing() throws {
    let (stage, first) = try watched(items: 60)
    var watchers = [first]
    for _ in 0..<20 {
      let watcher = Watcher()
      watcher.largestBytes = 900
      try stage.subscribe(watcher)
      watchers.append(watcher)
    }
    let before = stage.encodings
    // Page by page, all of them.
    for _ in 0..<100 where watchers.contains(where: { $0.version == 0 }) {
      for watcher in watchers where watcher.version == 0 { try stage.ask(watcher) }
    }
    let pages = stage.encodings - before
    #expect(pages > 1 && pages < 10, "\(pages)")
    try stage.apply(.move("i3", to: ItemDestination(.first)))
    for watcher in watchers { try stage.ask(watcher) }
    // One for each limit of the messages.
    #expect(stage.encodings == before + pages + 2)
    #expect(watchers.allSatisfy { $0.version == stage.version })
  }

  @Test("as many changes as the threshold are a batch, one more is a snapshot")
  func threshold() throws {
    var options = SubscribeRequest.Options()
    options.reloadThreshold = 4
    for (count, isBatch) in [(3, true), (4, true), (5, false)] {
      let (stage, watcher) = try watched(options)
      for index in 0..<count { try stage.apply(.add("n\(index)")) }
      let message = try stage.ask(watcher)
      #expect(reason(message) == (isBatch ? nil : .tooManyChanges), "\(count)")
    }
    options.reloadThreshold = 0
    let (stage, watcher) = try watched(options)
    try stage.apply(.add("a"))
    #expect(reason(try stage.ask(watcher)) == .tooManyChanges)
    // What comes to nothing is no change.
    try stage.apply(.add("b"))
    try stage.apply(.removeItems([ElementReference("b")]))
    #expect(try stage.ask(watcher) == nil)
  }

  @Test("an element larger than the subscriber's limit is still sent, by itself")
  func largeElement() throws {
    var options = SubscribeRequest.Options()
    options.largestBatchBytes = 4_096
    let (stage, watcher) = try watched(options)
    try stage.apply(
      .insertItems(
        [NewElement(id: "large", fields: ["t": .string(String(repeating: "x", count: 20_000))])],
        to: ItemDestination(.at(1))
      )
    )
    #expect(reason(try stage.ask(watcher)) == .tooLarge)
    try stage.catchUp(watcher)
    #expect(watcher.version == stage.version)
    // Larger than what the connection takes at all is an error that says so.
    let small = Watcher(options)
    small.largestBytes = 10_000
    try stage.subscribe(small)
    let error = #expect(throws: ArrangeError.self) { try stage.catchUp(small) }
    #expect(error?.code == .resourceExhausted)
  }

  @Test("changes that cancelled out are not examined again with later ones")
  func unchanged() throws {
    let (stage, watcher) = try watched()
    for _ in 0..<30 {
      try stage.apply(.add("x"))
      try stage.apply(.removeItems([ElementReference("x")]))
      // The subscriber stays where it was told that it is.
      let answer = stage.beginAsking(watcher)
      guard case .success(.upToDate)? = answer.value else { throw ArrangeError.stopped }
      let told = UnchangedVersion(version: 3, hasKeys: false)
      #expect(stage.hosted?.watchers.feed?.messages.sameVersion(as: told) == stage.version)
    }
    try stage.apply(.add("y"))
    guard case .batch(let batch, from: 3, commits: 61)? = try stage.ask(watcher)?.content else {
      Issue.record("no batch from the version that was told")
      return
    }
    #expect(batch.items.inserts.count == 1)
  }

  @Test("a batch larger than the snapshot is not sent, even if it names each element once")
  func largerThanSnapshot() throws {
    // 6000 items are a snapshot of two pages.
    for (updated, count, isBatch) in [(400, 400, false), (150, 400, true), (6_000, 6_000, false)] {
      var options = SubscribeRequest.Options()
      options.reloadThreshold = 10_000
      let (stage, watcher) = try watched(options, items: 0)
      let ids = (0..<count).map { Identifier(unchecked: "i\($0)") }
      try stage.apply(.insertItems(ids.map { NewElement(id: $0) }, to: ItemDestination()))
      try stage.catchUp(watcher)
      let updates = ids.prefix(updated).map { FieldsUpdate(ElementReference($0), set: ["n": .int(1)]) }
      try stage.apply(.updateItems(updates))
      let message = try stage.ask(watcher)
      #expect(reason(message) == (isBatch ? nil : .tooLarge), "\(updated) of \(count)")
      // Whoever only looks how large a snapshot would be does not read one.
      try stage.catchUp(watcher)
      #expect(
        watcher.version == stage.version && stage.hosted?.watchers.feed?.snapshots.held.isEmpty ?? false
      )
    }
  }

  @Test("own request ids count for the largest batch")
  func largestBatchWithIDs() throws {
    var options = SubscribeRequest.Options()
    options.largestBatchBytes = 4_096
    let plain = options
    options.ownRequestPrefix = [7]
    let (stage, watcher) = try watched(options)
    let other = Watcher(plain)
    try stage.subscribe(other)
    try stage.catchUp(other)
    let text = String(repeating: "x", count: 10)
    for index in 0..<40 as Range<UInt8> {
      let id = RequestID(unchecked: [7, index] + Array(repeating: 0, count: 60))
      try stage.apply(
        .insertItems([NewElement(fields: ["t": .string(text)])], to: ItemDestination()),
        requestID: id
      )
    }
    #expect(reason(try stage.ask(other)) == nil, "the batch fits")
    #expect(reason(try stage.ask(watcher)) == .tooLarge, "with 2560 bytes of ids it does not")
  }

  @Test("own request ids are sent once each, also those of invisible commits")
  func ownIDs() throws {
    var options = SubscribeRequest.Options()
    options.ownRequestPrefix = [7]
    let (stage, watcher) = try watched(options)
    func id(_ number: UInt8) -> RequestID { RequestID(unchecked: [7, number]) }
    try stage.apply(.add("a"), requestID: id(1))
    try stage.apply(.add("b"), requestID: RequestID(unchecked: [8, 7]))
    #expect(try stage.ask(watcher)?.ownRequestIDs == [id(1)])
    try stage.apply(.add("c"), requestID: id(2))
    try stage.apply(.removeItems([ElementReference("c")]), requestID: id(3))
    // Nothing is to be seen, and the subscriber waits to be told that it happened.
    let message = try stage.ask(watcher)
    #expect(message?.ownRequestIDs == [id(2), id(3)] && message?.content == .progress)
    #expect(try stage.ask(watcher) == nil)
  }

  @Test("more own request ids than fit make a snapshot")
  func manyOwnIDs() throws {
    var options = SubscribeRequest.Options()
    options.ownRequestPrefix = [7]
    options.reloadThreshold = 1_000
    // So many that no batch is larger than a snapshot.
    let (stage, watcher) = try watched(options, items: 500)
    let each = RequestID.maximumLength + 2
    for count in [SubscribeRequest.maximumNoteBytes / each, SubscribeRequest.maximumNoteBytes / each + 1] {
      for index in 0..<count {
        var bytes = [UInt8](repeating: 7, count: RequestID.maximumLength)
        (bytes[62], bytes[63]) = (UInt8(count & 0xFF), UInt8(index))
        try stage.begin([.add("\(count)-\(index)")], requestID: RequestID(unchecked: bytes))
      }
      try stage.settle()
      let fits = count * each <= SubscribeRequest.maximumNoteBytes
      let message = try stage.ask(watcher)
      #expect(
        reason(message) == (fits ? nil : .tooLarge) && message?.ownRequestIDs.count == (fits ? count : 0)
      )
    }
  }

  // MARK: Tokens

  @Test("a foreign token gives a snapshot with the reason, invalid bytes an error")
  func tokens() throws {
    let (stage, watcher) = try watched()
    let token = try #require(watcher.tokens.last?.bytes)
    let epoch = try #require(stage.hosted?.descriptor.epoch)
    let own = stage.shard.incarnation
    let cases: [(ResumeToken, SnapshotReason)] = [
      (ResumeToken(epoch: epoch &+ 1, version: 3, incarnation: own), .epochChanged),
      (ResumeToken(epoch: 0, version: 3, incarnation: own), .epochChanged),
      // A version that has not been yet, and one that somebody else has made.
      (ResumeToken(epoch: epoch, version: 4, incarnation: own), .epochChanged),
      (ResumeToken(epoch: epoch, version: .max, incarnation: own), .epochChanged),
      (ResumeToken(epoch: epoch &+ 1, version: .max, incarnation: own), .epochChanged),
      (ResumeToken(epoch: epoch, version: 3, incarnation: own &+ 1), .epochChanged),
      // What an older server gave out.
      (ResumeToken(epoch: epoch, version: 3, incarnation: nil), .historyTrimmed),
      (ResumeToken(epoch: epoch, version: 3, incarnation: Lineage.unknown), .historyTrimmed),
    ]
    for (token, expected) in cases {
      let other = try Watcher(.init(), resuming: token.bytes, 0, nil)
      try stage.subscribe(other)
      #expect(reason(try stage.ask(other)) == expected, "\(token)")
      try stage.catchUp(other)
      #expect(other.list == watcher.list)
    }
    // Version 0 is one like others, and nobody made it.
    let first = ResumeToken(epoch: epoch, version: 0, incarnation: nil).bytes
    let fromNothing = try Watcher(.init(), resuming: first, 0, SectionedList())
    try stage.subscribe(fromNothing)
    #expect(reason(try stage.ask(fromNothing)) == nil)
    #expect(fromNothing.list == watcher.list)

    var garbage: [[UInt8]] = [[], [0], [1], [2, 1, 1], token + [0], [UInt8](repeating: 0xFF, count: 64)]
    for length in 0..<token.count { garbage.append(Array(token.prefix(length))) }
    for bytes in garbage {
      let error = #expect(throws: ArrangeError.self, "\(bytes)") { try SubscriptionCursor(bytes) }
      #expect(error?.code == .invalidArgument && error?.field == "resume_token")
    }
  }

  @Test("a changed token is refused, whatever the change is")
  func changedTokens() throws {
    // Numbers of one byte and of ten: a change can make them longer and shorter.
    let tokens = [
      ResumeToken(epoch: 1, version: 200, incarnation: nil),
      ResumeToken(epoch: 2, version: 201, incarnation: 1),
      ResumeToken(epoch: .max, version: .max >> 1, incarnation: .max),
    ]
    for token in tokens.map(\.bytes) {
      #expect(throws: Never.self) { try SubscriptionCursor(token) }
      for place in token.indices {
        for byte in 0...UInt8.max where byte != token[place] {
          var changed = token
          changed[place] = byte
          #expect(throws: ArrangeError.self, "\(changed)") { try SubscriptionCursor(changed) }
        }
      }
    }
    var random = OrderingRandom(seed: 3)
    let token = ResumeToken(epoch: 0x1234_5678_9ABC_DEF0, version: 9, incarnation: 0x0FED_CBA9).bytes
    for _ in 0..<2_000 {
      var changed = token
      for _ in 0..<3 {
        let place = Int.random(in: token.indices, using: &random)
        changed[place] = UInt8.random(in: .min ... .max, using: &random)
      }
      guard changed != token else { continue }
      #expect(throws: ArrangeError.self, "\(changed)") { try SubscriptionCursor(changed) }
    }
  }

  @Test("a token without a checksum, as older versions made them, is refused")
  func oldTokens() {
    // Epoch 5, version 3; and a view of one collection.
    for token: [UInt8] in [[1, 5, 3], [2, 7, 7, 1, 5, 3]] {
      #expect(throws: ArrangeError.self) { try SubscriptionCursor(token) }
    }
  }

  @Test("a token from before a deletion leads to a snapshot of the new collection", arguments: [false, true])
  func recreated(isKnown: Bool) throws {
    let (stage, watcher) = try watched()
    try stage.delete()
    #expect(watcher.end?.code == .notFound)
    let error = #expect(throws: ArrangeError.self) { try stage.ask(watcher) }
    #expect(error?.code == .notFound)
    try stage.create()
    for index in 0..<6 { try stage.apply(.add("new\(index)")) }
    // Another one watches the new collection, so that its log covers the old version's number.
    let other = Watcher()
    try stage.subscribe(other)
    try stage.catchUp(other)
    try stage.apply(.add("last"))
    if isKnown {
      // A question that was in progress when the collection went.
      #expect(reason(try stage.ask(watcher)) == .epochChanged)
      #expect(watcher.version == 7)
    } else {
      let token = try #require(watcher.tokens.last?.bytes)
      let late = try Watcher(.init(), resuming: token, 3, watcher.list)
      try stage.subscribe(late)
      #expect(reason(try stage.ask(late)) == .epochChanged)
    }
    // One that stands at a version which both collections have.
    let mixed = Watcher()
    mixed.cursor = SubscriptionCursor(
      epoch: watcher.cursor.epoch &+ 1,
      .snapshot(version: 7, .first, PageCursor(section: 0, item: 2, end: nil), page: 1)
    )
    #expect(reason(try stage.ask(mixed)) == .epochChanged)
  }

  // MARK: What a journal keeps

  @Test("every token resumes after a restart, from the journal")
  func restart() throws {
    // So many that no batch is larger than a snapshot.
    let (stage, watcher) = try watched(items: 450)
    for index in 0..<600 {
      try stage.apply(
        index % 3 == 0 ? .add("n\(index)") : .move("i\(index % 3)", to: ItemDestination(.at(index % 2)))
      )
      if index % 5 == 0 { try stage.ask(watcher) }
    }
    try stage.catchUp(watcher)
    try stage.restart()
    for (token, version) in watcher.tokens.reversed() {
      var options = SubscribeRequest.Options()
      options.reloadThreshold = 10_000
      let late = try Watcher(options, resuming: token, version, stage.lists[version])
      try stage.subscribe(late)
      let message = try stage.ask(late, sendsProgress: true)
      #expect(reason(message) == nil, "from \(version)")
      #expect(late.version == stage.version)
      stage.unsubscribe(late)
    }
  }

  @Test("commits that are trimmed while they are read lead to a snapshot", arguments: [2, 150, 260, 500])
  func trimmedWhileRead(oldest: UInt64) throws {
    let stage = try Stage()
    for index in 0..<600 {
      try stage.load()
      try stage.begin([.add("n\(index)")])
    }
    try stage.settle()
    let epoch = try #require(stage.hosted?.descriptor.epoch)
    var options = SubscribeRequest.Options()
    options.reloadThreshold = 10_000
    let token = ResumeToken(epoch: epoch, version: 3, incarnation: stage.shard.incarnation).bytes
    let late = try Watcher(options, resuming: token, 3, stage.lists[3])
    try stage.subscribe(late)
    stage.journal.trimsNext.store(oldest, ordering: .relaxed)
    let message = try stage.ask(late)
    // What was read before it went is right all the same: 256 commits at a time.
    #expect((reason(message) == .historyTrimmed) == (oldest > 260))
    try stage.catchUp(late)
    #expect(late.version == 600)
  }

  @Test(
    "of all who come back while the journal is read, whosever commits are read first, none reads what another has read",
    arguments: 0..<24
  )
  func severalReaders(order: Int) throws {
    let (stage, _) = try watched(items: 20)
    try stage.restart()
    try stage.load()
    let epoch = try #require(stage.hosted?.descriptor.epoch)
    var random = OrderingRandom(seed: UInt64(order))
    stage.journal.reads.close()
    let readsBefore = stage.journal.commitReads.load(ordering: .relaxed)
    let versions = [2, 3, 8, 11].shuffled(using: &random) as [UInt64]
    var asked: [(Watcher, Box<Result<SubscriptionAnswer, ArrangeError>?>)] = []
    for version in versions {
      let token = ResumeToken(epoch: epoch, version: version, incarnation: stage.shard.incarnation).bytes
      let late = try Watcher(.init(), resuming: token, version, stage.lists[version])
      try stage.subscribe(late)
      asked.append((late, stage.beginAsking(late)))
    }
    try stage.begin([.add("meanwhile")])
    try stage.settle()
    #expect(asked.allSatisfy { $0.1.value == nil })
    // One of them does not wait for its answer.
    stage.unsubscribe(asked[3].0)
    stage.journal.reads.open()
    try stage.executor.run { asked.allSatisfy { $0.1.value != nil } }
    // Only who needs older ones reads again.
    let needed = versions.indices.count { versions[...$0].min() == versions[$0] }
    #expect(stage.journal.commitReads.load(ordering: .relaxed) - readsBefore == needed, "\(versions)")
    for (late, answer) in asked {
      let message = try stage.take(try #require(answer.value), for: late)
      #expect(reason(message) == nil && late.version == 21, "\(versions)")
    }
    #expect(stage.hosted?.watchers.feed?.log.newest == 21 && stage.hosted?.watchers.feed?.log.base == 2)
  }

  @Test(
    "who missed more commits than are read is told so, and not that they are gone",
    arguments: [20_000, 20_001]
  )
  func tooManyMissed(count: Int) throws {
    let (stage, watcher) = try watched()
    let token = try #require(watcher.tokens.last?.bytes)
    stage.unsubscribe(watcher)
    for index in 0..<count { try stage.begin([.move("i\(index % 3)", to: ItemDestination(.last))]) }
    try stage.settle()
    let late = try Watcher(.init(), resuming: token, 3, watcher.list)
    try stage.subscribe(late)
    let message = try stage.ask(late, sendsProgress: true)
    #expect(reason(message) == (count > 20_000 ? .tooManyChanges : nil))
    #expect(late.version == UInt64(3 + count))
  }

  @Test("a subscriber that missed more than the log may hold gets a snapshot, and the journal is read once")
  func tooMuchMissed() throws {
    let (stage, watcher) = try watched()
    let token = try #require(watcher.tokens.last?.bytes)
    stage.unsubscribe(watcher)
    // With their sections these go as one edit each, and take back one by one.
    for round in 0..<3 { try fill(stage, round) }
    let before = stage.journal.commitReads.load(ordering: .relaxed)
    for round in 0..<3 {
      let late = try Watcher(.init(), resuming: token, 3, watcher.list)
      try stage.subscribe(late)
      #expect(reason(try stage.ask(late, sendsProgress: true)) == .tooManyChanges, "\(round)")
    }
    #expect(stage.journal.commitReads.load(ordering: .relaxed) == before + 1)
  }

  @Test("a subscriber that returns while all others leave is still served")
  func feedGoesWhileRead() throws {
    let (stage, _) = try watched(items: 20)
    try stage.restart()
    try stage.load()
    let epoch = try #require(stage.hosted?.descriptor.epoch)
    stage.journal.reads.close()
    let token = ResumeToken(epoch: epoch, version: 4, incarnation: stage.shard.incarnation).bytes
    let late = try Watcher(.init(), resuming: token, 4, stage.lists[4])
    try stage.subscribe(late)
    let answer = stage.beginAsking(late)
    // It ends and begins anew: what is read belongs to a feed that is gone.
    stage.unsubscribe(late)
    try stage.subscribe(late)
    stage.journal.reads.open()
    try stage.executor.run { answer.value != nil }
    _ = try stage.take(try #require(answer.value), for: late)
    #expect(late.version == 20)
  }

  @Test("a watched collection stays in memory, and is evicted when nobody watches it any more")
  func eviction() throws {
    let (stage, watcher) = try watched()
    stage.advance(seconds: 100_000)
    #expect(stage.hosted != nil)
    stage.unsubscribe(watcher)
    #expect(stage.hosted?.watchers.feed == nil)
    stage.advance(seconds: 100_000)
    #expect(stage.hosted == nil)
    let late = try Watcher(.init(), resuming: try #require(watcher.tokens.last?.bytes), 3, watcher.list)
    try stage.subscribe(late)
    #expect(try stage.ask(late, sendsProgress: true)?.content == .progress)
  }

  @Test("there is no subscription to a missing collection")
  func missing() throws {
    let stage = try Stage()
    try stage.delete()
    let watcher = Watcher()
    let error = #expect(throws: ArrangeError.self) { try stage.subscribe(watcher) }
    #expect(error?.code == .notFound && error?.field == "collection")
    stage.unsubscribe(watcher)
  }

  @Test("a subscriber that lags beyond the log gets a snapshot, and the log stays within its limits")
  func outOfLog() throws {
    let (stage, watcher) = try watched()
    for round in 0..<3 { try fill(stage, round) }
    let log = try #require(stage.hosted?.watchers.feed?.log)
    #expect(log.base > 3 && log.size.fits(ChangeLog.capacity))
    #expect(reason(try stage.ask(watcher)) == .historyTrimmed)
    #expect(try stage.ask(watcher) == nil)
  }
}
