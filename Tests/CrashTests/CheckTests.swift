import ArrangeModel
import Changes
import Ordering
import Testing

/// The checker itself: a correct history passes, and every kind of violation is found and named.
@Suite("The checker of histories")
struct CheckTests {
  /// A list to which items are appended, as its clients and its server report it.
  private struct Story {
    var calls: [Call] = []
    var journal: [HistoryEntry] = []

    static func id(_ number: Int) -> Identifier { Identifier(stringLiteral: "i\(number)") }

    static func request(_ number: Int) -> ApplyRequest {
      ApplyRequest(
        collection: "list",
        operations: [.insertItems([NewElement(id: id(number))], to: ItemDestination())],
        requestID: RequestID(unchecked: [UInt8(number)])
      )
    }

    /// The result of appending an item as the one that makes a version.
    static func result(_ number: Int, version: Int, repeated: Bool = false) -> ApplyResult {
      let path = ListPath(section: 0, item: version - 1)
      let key = OrderKey(bigEndian: UInt64(version - 1))
      return ApplyResult(
        version: UInt64(version),
        changed: true,
        repeated: repeated,
        rekeyed: 0,
        operations: [[PlacedElement(id: id(number), place: .item(path), key: key)]]
      )
    }

    mutating func call(_ number: Int, _ invoked: Int, _ completed: Int, _ outcome: Call.Outcome) {
      calls.append(
        Call(
          cycle: 0,
          client: 0,
          collection: "list",
          request: .write(Story.request(number)),
          invoked: invoked,
          completed: completed,
          outcome: outcome
        )
      )
    }

    /// A list as it is sent.
    static func content(_ version: Int, _ numbers: [Int]) -> ListContent {
      let section = ElementSnapshot(
        id: .empty,
        fields: Fields(),
        contentVersion: 1,
        key: OrderKey(bigEndian: 0)
      )
      let items = numbers.enumerated().map { rank, number in
        ElementSnapshot(
          id: Story.id(number),
          fields: Fields(),
          contentVersion: UInt64(rank + 1),
          key: OrderKey(bigEndian: UInt64(rank))
        )
      }
      return ListContent(version: UInt64(version), sections: version > 0 ? [(section, items)] : [])
    }

    mutating func read(_ version: Int, _ numbers: [Int], _ invoked: Int, _ completed: Int) {
      call(.read, invoked, completed, .content(Story.content(version, numbers)))
    }

    /// A subscriber gets a message.
    mutating func watch(_ version: Int, _ numbers: [Int], at time: Int) {
      let content = Story.content(version, numbers)
      let list = SectionedList(content.sections.map { .init($0.section, items: $0.items) })
      call(.watch, time, time, .shown(version: UInt64(version), ListFingerprint(list)))
    }

    mutating func call(_ request: Call.Request, _ invoked: Int, _ completed: Int, _ outcome: Call.Outcome) {
      calls.append(
        Call(
          cycle: 0,
          client: 1,
          collection: "list",
          request: request,
          invoked: invoked,
          completed: completed,
          outcome: outcome
        )
      )
    }

    mutating func commit(_ number: Int) {
      let version = journal.count + 1
      let path = ListPath(section: 0, item: version - 1)
      var changes = [
        HistoryChange(kind: .itemInserted, id: Story.id(number), to: path, after: Fields())
      ]
      if version == 1 {
        let start = ListPath(section: 0, item: 0)
        changes.insert(HistoryChange(kind: .sectionInserted, id: .empty, to: start, after: Fields()), at: 0)
      }
      journal.append(
        HistoryEntry(
          version: UInt64(version),
          time: Timestamp(microseconds: 0),
          requestID: RequestID(unchecked: [UInt8(number)]),
          rekeyed: 0,
          changes: changes
        )
      )
    }

    /// Whether nodes pass calls on to each other.
    var isPassedOn = false

    /// The violation that the checker finds; nil if there is none.
    var finding: Violation.Kind? {
      do throws(Violation) {
        try HistoryCheck(
          collection: "list",
          isRank: true,
          calls: calls,
          journal: journal,
          ends: [100],
          retained: 1_000,
          isPassedOn: isPassedOn
        ).run()
        return nil
      } catch {
        return error.kind
      }
    }
  }

  /// Two answered inserts, and one without an answer that was done.
  private var right: Story {
    var story = Story()
    story.call(1, 1, 3, .result(Story.result(1, version: 1)))
    story.call(2, 2, 5, .result(Story.result(2, version: 2)))
    story.call(3, 6, 50, .unknown)
    for number in 1...3 { story.commit(number) }
    return story
  }

  @Test("a correct history passes, whatever happened to unanswered calls")
  func passes() {
    var story = right
    #expect(story.finding == nil)
    story.read(2, [1, 2], 4, 7)
    story.read(3, [1, 2, 3], 8, 9)
    story.call(3, 101, 102, .result(Story.result(3, version: 3, repeated: true)))
    #expect(story.finding == nil)
    story = right
    story.journal.removeLast()
    #expect(story.finding == nil)
    story.call(3, 101, 102, .result(Story.result(3, version: 3)))
    story.commit(3)
    #expect(story.finding == nil)
  }

  @Test("acknowledged or read data that is gone is lost")
  func lost() {
    var story = right
    story.journal.removeLast(2)
    #expect(story.finding == .lost)
    story = right
    story.journal.removeLast()
    story.read(3, [1, 2, 3], 8, 9)
    #expect(story.finding == .lost)
    story = right
    story.journal[1].requestID = RequestID(unchecked: [9])
    #expect(story.finding == .lost)
  }

  @Test("a request that made two versions is duplicated")
  func doubled() {
    var story = right
    story.commit(3)
    #expect(story.finding == .doubled)
  }

  @Test("versions against the order of calls are reordered")
  func reordered() {
    var story = Story()
    story.call(1, 1, 3, .result(Story.result(1, version: 2)))
    story.call(2, 4, 5, .result(Story.result(2, version: 1)))
    story.commit(2)
    story.commit(1)
    #expect(story.finding == .reordered)
    story = right
    story.read(1, [1], 6, 7)
    #expect(story.finding == .reordered, "a read that is older than an answer")
    story = right
    story.read(3, [1, 2, 3], 4, 5)
    #expect(story.finding == .reordered, "a read of what nobody asked for yet")
    story = right
    story.journal.removeLast()
    story.call(4, 101, 102, .result(Story.result(4, version: 3)))
    story.commit(4)
    story.commit(3)
    #expect(story.finding == .reordered, "what had no answer happens after its server has ended")
  }

  @Test("answers and reads that differ from the state are wrong")
  func wrong() {
    var story = right
    story.read(2, [2, 1], 6, 7)
    #expect(story.finding == .wrong)
    story = right
    story.journal[2].changes[0].to = ListPath(section: 0, item: 1)
    #expect(story.finding == .wrong)
    story = right
    story.call(2, 101, 102, .refused(.notFound))
    #expect(story.finding == .wrong, "a refusal without a reason")
    story = right
    story.call(2, 101, 102, .refused(.alreadyExists))
    #expect(story.finding == nil)
    story = right
    story.calls[2] = Call(
      cycle: 0,
      client: 0,
      collection: "list",
      request: .write(Story.request(3)),
      invoked: 6,
      completed: 50,
      outcome: .notStarted
    )
    #expect(story.finding == .wrong, "it was said not to have been started")
  }

  // MARK: Several nodes

  @Test("a read of one node is as new as what any client of any node has seen before")
  func staleReads() {
    var story = right
    story.read(3, [1, 2, 3], 7, 8)
    story.read(2, [1, 2], 9, 10)
    #expect(story.finding == .reordered, "another read has shown more")
    story = right
    story.watch(3, [1, 2, 3], at: 7)
    story.read(2, [1, 2], 8, 9)
    #expect(story.finding == .reordered, "a subscriber has shown more")
    story = right
    story.read(3, [1, 2, 3], 7, 8)
    story.call(.read, 9, 10, .version(2))
    #expect(story.finding == .reordered, "a description of the collection is a read, too")
    story = right
    story.read(3, [1, 2, 3], 7, 12)
    story.read(2, [1, 2], 9, 10)
    #expect(story.finding == nil, "reads at the same time may see different versions")
  }

  @Test("a subscriber may be behind, and shows the list of its version")
  func subscribers() {
    var story = right
    for version in 0...3 { story.watch(version, Array([1, 2, 3].prefix(version)), at: 60 + version) }
    #expect(story.finding == nil)
    story.watch(3, [1, 3, 2], at: 70)
    #expect(story.finding == .wrong, "another order")
    story = right
    story.watch(2, [1, 2, 3], at: 70)
    #expect(story.finding == .wrong, "the list of another version")
    story = right
    story.watch(4, [1, 2, 3, 4], at: 70)
    #expect(story.finding == .lost, "a version that is gone")
    story = right
    story.watch(3, [1, 2, 3], at: 5)
    #expect(story.finding == .reordered, "a version that nobody asked for yet")
  }

  @Test("a collection that was created is known to every node")
  func unknownCollection() {
    var story = right
    story.call(.read, 60, 61, .refused(.notFound))
    #expect(story.finding == .wrong)
  }

  @Test("a node that passes a call on may do so twice, and it takes effect once")
  func passedOn() {
    var story = Story()
    story.call(1, 1, 3, .result(Story.result(1, version: 1, repeated: true)))
    story.commit(1)
    #expect(story.finding == .wrong, "the only attempt was a repeated one")
    story.isPassedOn = true
    #expect(story.finding == nil)
    story.commit(1)
    #expect(story.finding == .doubled)
    story = right
    story.isPassedOn = true
    story.call(4, 20, 21, .result(Story.result(4, version: 2, repeated: true)))
    #expect(story.finding == .lost, "the answer of another request")
  }
}
