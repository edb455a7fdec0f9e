import ArrangeModel
import Engine
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite("Several nodes over PostgreSQL: slots that others ask for", .timeLimit(.minutes(5)))
struct PostgresGivingTests {
  private func wait(_ what: String, _ condition: () throws -> Bool) throws {
    try PostgresNodeTests.wait(what, condition)
  }

  /// Two nodes with half of the slots each, and some lists.
  private func pair(
    _ options: PostgresJournal.Options,
    port: Int? = nil,
    leaseMilliseconds: Int = 10_000
  ) throws -> (TestNode, TestNode) {
    let first = try TestNode("first", options, port: port, leaseMilliseconds: leaseMilliseconds)
    try first.journal.append((1...64).flatMap { [JournalLoad.create($0), JournalLoad.commit($0, 1)] })
    let second = try TestNode("second", options, leaseMilliseconds: leaseMilliseconds)
    try wait("the slots are shared") { first.member.slots.count == 512 && second.member.slots.count == 512 }
    return (first, second)
  }

  /// Asks a node for slots, and waits for its answer.
  private func ask(_ giver: TestNode, for slots: SlotSet, by receiver: Int64) throws {
    let isAnswered = Atomic(false)
    giver.journal.exchange.give(slots, to: receiver) { isAnswered.store(true, ordering: .releasing) }
    try wait("the node answers") { isAnswered.load(ordering: .acquiring) }
  }

  /// The owner of a slot by the database.
  private func owner(of slot: Int, _ options: PostgresJournal.Options) throws -> Int64? {
    let sql = "SELECT node FROM \(options.schema).slots WHERE slot = \(slot)"
    return Int64(try PostgresServer.shared.get().sql(sql))
  }

  @Test("a node gives the slots that another one asks for, with the lists in them, and that one keeps them")
  func giving() throws {
    let options = Schema.options()
    let (first, second) = try pair(options)
    defer {
      first.journal.close()
      second.journal.close()
    }
    let keys = (1...64).filter { first.member.slots.contains(TestNode.slot($0)) }.prefix(3)
    let slots = SlotSet(keys.map { TestNode.slot($0) })
    second.journal.exchange.want(slots)
    try ask(first, for: slots, by: second.journal.nodeID)
    #expect(first.member.slots.intersection(slots).isEmpty)
    for slot in slots.slots { #expect(try owner(of: slot, options) == second.journal.nodeID) }
    try wait("the other node has them") { slots.subtracting(second.member.slots).isEmpty }
    // One transaction over lists that had two owners, with the fence of one.
    let own = (1...64).first {
      second.member.slots.contains(TestNode.slot($0)) && !slots.contains(TestNode.slot($0))
    }
    let all = Array(keys) + [own ?? 0]
    try second.journal.append(all.map { JournalLoad.commit($0, 2) })
    #expect(throws: JournalError.self) { try first.journal.append([JournalLoad.commit(all[0], 3)]) }
    #expect(
      try JournalLoad.problems(second.journal, Dictionary(uniqueKeysWithValues: all.map { ($0, 2) })) == []
    )
    // It keeps them, and nothing else moves in return.
    usleep(1_000_000)
    #expect(second.member.slots.count == 512 + slots.count && first.member.slots.count == 512 - slots.count)
    // Those that it does not have, or that nobody living asks for, stay where they are.
    let rest = SlotSet([first.member.slots.slots[0]])
    try ask(first, for: slots, by: second.journal.nodeID)
    try ask(first, for: rest, by: 7)
    try ask(first, for: rest, by: first.journal.nodeID)
    #expect(rest.subtracting(first.member.slots).isEmpty)
    second.journal.leave()
    try wait("the first node has all") { first.member.slots == .all }
    first.journal.exchange.give(rest, to: second.journal.nodeID) {}
    try ask(first, for: rest, by: second.journal.nodeID)
    #expect(first.member.slots == .all)
  }

  @Test("the database's answer to the giver is lost: the slots have one owner, and both nodes know which")
  func lostAnswer() throws {
    let proxy = try CuttingProxy(to: PostgresServer.shared.get().port)
    defer { proxy.end() }
    let options = Schema.options()
    let (first, second) = try pair(options, port: proxy.port)
    defer {
      first.journal.close()
      second.journal.close()
    }
    for (turn, mode) in [CuttingProxy.Mode.losesAnswers, .losesRequests, .losesAnswers].enumerated() {
      let slots = SlotSet([first.member.slots.slots[turn]])
      let isAnswered = Atomic(false)
      second.journal.exchange.want(slots)
      first.journal.exchange.give(slots, to: second.journal.nodeID) {
        isAnswered.store(true, ordering: .releasing)
      }
      usleep(UInt32(turn) * 5_000)
      proxy.set(mode)
      usleep(200_000)
      proxy.set(.open)
      proxy.cut()
      try wait("the node answers") { isAnswered.load(ordering: .acquiring) }
      try wait("the other node has them") { slots.subtracting(second.member.slots).isEmpty }
      #expect(first.member.slots.intersection(slots).isEmpty)
      #expect(try owner(of: slots.slots[0], options) == second.journal.nodeID)
    }
    #expect(first.member.slots.union(second.member.slots) == .all)
  }

  @Test("a node that asks for slots ends: they are taken over from it, or stay")
  func receiverEnds() throws {
    let options = Schema.options()
    let (first, second) = try pair(options, leaseMilliseconds: 1_000)
    defer { first.journal.close() }
    let slots = SlotSet(first.member.slots.slots.prefix(4))
    let isAnswered = Atomic(false)
    first.journal.exchange.give(slots, to: second.journal.nodeID) {
      isAnswered.store(true, ordering: .releasing)
    }
    second.journal.close()
    try wait("the node answers") { isAnswered.load(ordering: .acquiring) }
    try wait("the first node has all") { first.member.slots == .all }
    let key = (1...64).first { slots.contains(TestNode.slot($0)) } ?? 1
    try first.journal.append([JournalLoad.commit(key, 2)])
  }

  @Test("the giver ends: whoever asks is answered, and gets its slots as all others do")
  func giverEnds() throws {
    let options = Schema.options()
    let (first, second) = try pair(options, leaseMilliseconds: 1_000)
    defer { second.journal.close() }
    let slots = SlotSet(first.member.slots.slots.prefix(4))
    let isAnswered = Atomic(false)
    first.journal.exchange.give(slots, to: second.journal.nodeID) {
      isAnswered.store(true, ordering: .releasing)
    }
    first.journal.close()
    try wait("the node answers") { isAnswered.load(ordering: .acquiring) }
    try wait("the second node has all") { second.member.slots == .all }
    first.journal.exchange.give(slots, to: second.journal.nodeID) {
      isAnswered.store(false, ordering: .releasing)
    }
    let isStill = isAnswered.load(ordering: .acquiring)
    #expect(!isStill)
  }
}
