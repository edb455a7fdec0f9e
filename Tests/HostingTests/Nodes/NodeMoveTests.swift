import ArrangeModel
import Changes
import Dispatch
import EngineTestSupport
import Ordering
import Testing

@testable import Engine

@Suite("Several nodes: slots that move, step by step")
struct NodeMoveTests {
  @Test("a call that waits for the content of a list that came is answered if the list goes away meanwhile")
  func awayWhileRead() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    // The second node follows the list, so that it has an old state when it gets it.
    let subscriber = try pair.follow(name)
    try pair.run { subscriber.isOpen }
    try pair.release(slots, by: pair.first, to: pair.second)
    pair.second.journal.reads.close()
    try pair.second.journal.gain()
    try pair.run { pair.second.journal.reads.waiting > 0 }
    let answer = Box<Result<Void, ArrangeError>?>(nil)
    let listener = SimulatedSubscriber(.collection(name))
    pair.second.engine.shard(for: name).subscribe(listener, to: name, as: .exact) { answer.value = $0 }
    #expect(answer.value == nil)
    try pair.release(slots, by: pair.second, to: pair.first)
    pair.second.journal.reads.open()
    try pair.first.journal.gain()
    try pair.run { answer.value != nil }
    try answer.value?.get()
    _ = try pair.add("y", to: name, at: pair.first).get()
  }

  @Test("a retry of a transaction that changed nothing is answered by the next owner as by the first")
  func unchangedRequests() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    func move(to placement: Placement, at node: SimulatedNode) throws -> ApplyResult {
      let request = ApplyRequest(
        collection: name,
        operations: [.move("x", to: ItemDestination(placement))],
        requestID: RequestID(unchecked: [1])
      )
      return try pair.call(node, name) { $0.apply(request, reply: $1) }.get()
    }
    #expect(try !move(to: .last, at: pair.first).repeated)
    try pair.release(slots, by: pair.first, to: pair.second)
    try pair.second.journal.gain()
    try pair.run { pair.second.engine.ownership?.serves(Slot.of(name)) ?? false }
    let again = try move(to: .last, at: pair.second)
    #expect(again.repeated && !again.changed && again.version == 1)
    #expect(throws: ArrangeError.self) { try move(to: .first, at: pair.second) }
  }

  @Test(
    "a slot is served once every view and subscriber of its lists has what the journal has",
    arguments: [1, 2]
  )
  func servedWhenRead(lists: Int) throws {
    let pair = try NodePair()
    // Of different shards, where there are two.
    let names = ["a", "b", "c", "d", "e", "f"].map { Identifier(unchecked: $0) }
    let first = names[0]
    let other =
      names.first { pair.first.engine.shard(for: $0) !== pair.first.engine.shard(for: first) } ?? first
    let followed = lists == 1 ? [first] : [first, other]
    let slots = SlotSet((followed + ["other"]).map { Slot.of($0) })
    let subscribers = try followed.flatMap { name in
      let subscriber = try pair.follow(name)
      let view = SimulatedSubscriber(.view("\(name) flat all"))
      try view.open(at: pair.second)
      return [subscriber, view]
    }
    try pair.run { subscribers.allSatisfy(\.isOpen) }
    pair.isConnected = false
    for name in followed { _ = try pair.add("y", to: name, at: pair.first).get() }
    try pair.release(slots, by: pair.first, to: pair.second)
    pair.second.journal.reads.close()
    try pair.second.journal.gain()
    let serves = { (name: Identifier) in pair.second.engine.ownership?.serves(Slot.of(name)) ?? false }
    // A slot of which nobody here has anything is served at once.
    try pair.run { serves("other") && pair.second.journal.reads.waiting > 0 }
    for name in followed { #expect(!serves(name)) }
    pair.second.journal.reads.open()
    try pair.run { followed.allSatisfy(serves) }
    for name in followed {
      let view = ViewReference(name: nil, definition: try ViewDefinition(parsing: "\(name) flat all"))
      let page = Box<Result<FetchPage, ArrangeError>?>(nil)
      pair.second.engine.home(of: view).fetch(FetchRequest(collection: ""), from: view) { page.value = $0 }
      try pair.run { page.value != nil }
      #expect(try page.value?.get().sections.flatMap { $0.items.map(\.id) } == ["x", "y"])
    }
  }

  @Test("what is read of a list after its slot came, and before the slot is served, is what the owner has")
  func readBeforeServed() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    pair.second.journal.learnCatalog()
    try pair.release(slots, by: pair.first, to: pair.second)
    try pair.second.journal.gain()
    // The shards have not heard of it yet.
    #expect(!(pair.second.engine.ownership?.serves(Slot.of(name)) ?? true))
    let shard = pair.second.engine.shard(for: name)
    let answer = Box<Result<Void, ArrangeError>?>(nil)
    shard.subscribe(SimulatedSubscriber(.collection(name)), to: name, as: .exact) { answer.value = $0 }
    try pair.run { answer.value != nil }
    #expect(pair.second.hosted(name)?.role == .owner)
    _ = try pair.add("y", to: name, at: pair.second).get()
  }

  @Test("what was read of a list before it came is not taken for what it is now")
  func movedWhileRead() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    pair.second.journal.ends.close()
    let subscriber = try pair.follow(name)
    try pair.run { pair.second.journal.ends.waiting > 0 }
    #expect(!subscriber.isOpen)
    _ = try pair.add("y", to: name, at: pair.first).get()
    try pair.release(slots, by: pair.first, to: pair.second)
    try pair.second.journal.gain()
    try pair.run { pair.second.engine.ownership?.serves(Slot.of(name)) ?? false }
    let answer = Box<Result<CollectionInfo, ArrangeError>?>(nil)
    pair.second.engine.shard(for: name).info(name) { answer.value = $0 }
    pair.second.journal.ends.open()
    try pair.run { answer.value != nil }
    #expect(try answer.value?.get().version == 2)
    #expect(pair.second.engine.catalog.entry(name)?.version == 2)
    _ = try pair.add("z", to: name, at: pair.second).get()
  }

  @Test("what was read of a list before it came is no damage if the list was deleted meanwhile")
  func deletedWhileRead() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    pair.second.journal.reads.close()
    _ = try pair.follow(name)
    try pair.run { pair.second.journal.reads.waiting > 0 }
    try pair.call(pair.first, name) { $0.delete(name, reply: $1) }.get()
    try pair.release(slots, by: pair.first, to: pair.second)
    try pair.second.journal.gain()
    try pair.run { pair.second.engine.ownership?.serves(Slot.of(name)) ?? false }
    pair.second.journal.reads.open()
    try pair.run()
    // The storage goes on.
    try pair.create(name, at: pair.second)
    _ = try pair.add("z", to: name, at: pair.second).get()
  }

  private final class Listener: CommitListener, @unchecked Sendable {
    var newest: UInt64 = 0
    func record(_ commit: FollowedCommit) { newest = commit.record.version }
    func recordEnd(_ error: ArrangeError) {}
  }

  @Test("a node that begins to follow a list while a commit is being written learns of that commit")
  func followWhileWriting() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    let shard = pair.first.engine.shard(for: name)
    let epoch = try #require(pair.first.engine.catalog.entry(name)).descriptor.epoch
    let written = Box<Result<ApplyResult, ArrangeError>?>(nil)
    shard.apply(ApplyRequest(collection: name, operations: [.add("y")])) { written.value = $0 }
    #expect(written.value == nil)
    let listener = Listener()
    shard.shared.addFollower(listener, of: name, epoch: epoch) { result in
      if case .success(let start) = result { listener.newest = max(listener.newest, start.version) }
    }
    try pair.run { written.value != nil }
    #expect(try written.value?.get().version == 2)
    #expect(listener.newest == 2)
  }

  @Test("a list that another node has deleted is not taken for damage of the journal")
  func deletedElsewhere() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    try pair.restartSecond()
    #expect(pair.second.engine.catalog.entry(name)?.version == 1)
    _ = try pair.call(pair.first, name) { $0.delete(name, reply: $1) }.get()
    let subscriber = SimulatedSubscriber(.collection(name))
    try subscriber.open(at: pair.second)
    try pair.run { subscriber.end != nil }
    #expect(subscriber.end?.code == .unavailable)
    #expect(!pair.second.hasFailed)
    pair.second.journal.learnCatalog()
    try subscriber.open(at: pair.second)
    try pair.run { subscriber.end != nil }
    #expect(subscriber.end?.code == .notFound)
  }

  @Test("nothing is answered without a lease")
  func lease() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    pair.first.journal.lease.end()
    let read = { try pair.call(pair.first, name) { $0.fetch(FetchRequest(collection: name), reply: $1) } }
    #expect(throws: ArrangeError.notOwned) { try read().get() }
    #expect(throws: ArrangeError.notOwned) {
      try pair.call(pair.first, name) { $0.info(name, reply: $1) }.get()
    }
    #expect(throws: ArrangeError.notOwned) { try pair.add("y", to: name, at: pair.first).get() }
    let deletion = try pair.call(pair.first, name) { $0.delete(name, reply: $1) }
    #expect(throws: ArrangeError.notOwned) { try deletion.get() }
    // What a caller may not see does not exist, on any node and at any time.
    for node in [pair.first, pair.second] {
      let hidden = try pair.call(node, .empty) { $0.fetch(FetchRequest(collection: .empty), reply: $1) }
      #expect(hidden.failureCode == .notFound)
    }
    pair.first.journal.lease.extend(until: .max)
    #expect(try read().get().collection.version == 1)
  }

  @Test("the journal of the tests takes nothing from a node that does not own the slot")
  func strictness() throws {
    let pair = try NodePair()
    let name: Identifier = "a"
    try pair.create(name)
    let record = try #require(try pair.cluster.base.collections().first)
    let commit = JournalEntry.commit(
      CommitRecord(collection: record.key, version: 1, requestID: nil, payload: [])
    )
    #expect(throws: JournalError.self) { try pair.second.journal.append([commit]) }
    let other = JournalEntry.create(CollectionKey(7), name: "b", descriptor: [], version: 0)
    #expect(throws: JournalError.self) { try pair.second.journal.append([other]) }
    let chunk = JournalEntry.checkpointChunk(record.key, version: 0, index: 0, isLast: false, bytes: [1])
    try pair.first.journal.append([chunk])
    try pair.release(SlotSet([Slot.of(name)]), by: pair.first, to: pair.second)
    #expect(throws: JournalError.self) { try pair.first.journal.append([commit]) }
    // Assigned, and not read yet.
    #expect(throws: JournalError.self) { try pair.second.journal.append([commit]) }
    try pair.second.journal.gain()
    let next = JournalEntry.checkpointChunk(record.key, version: 0, index: 1, isLast: true, bytes: [2])
    #expect(throws: JournalError.self) { try pair.second.journal.append([next]) }
    #expect(try pair.cluster.base.collections().map(\.version) == [0])
    pair.cluster.expel(pair.second.journal)
    #expect(!pair.second.journal.isOvertaken)
    #expect(throws: JournalError.self) { try pair.second.journal.append([chunk]) }
    #expect(pair.second.journal.isOvertaken)
    #expect(!pair.second.journal.lease.isHeld)
  }
}

extension Result where Failure == ArrangeError {
  fileprivate var failureCode: StatusCode? { if case .failure(let error) = self { error.code } else { nil } }
}
