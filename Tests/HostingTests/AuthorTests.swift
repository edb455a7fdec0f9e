import ArrangeModel
import Changes
import Testing

@testable import Engine

@Suite("The author of a commit")
struct AuthorTests {
  private let ann = Principal(unchecked: "ann")
  private let bob = Principal(unchecked: "bob")

  private func history(_ stage: Stage) throws -> [HistoryEntry] {
    let request = HistoryRequest(collection: stage.name)
    let page: HistoryPage = try stage.call { $0.history(request, reply: $1) }
    return page.commits
  }

  private func result(
    _ stage: Stage,
    _ operations: [ListOperation],
    by principal: Principal,
    _ id: RequestID
  ) throws -> ApplyResult {
    let request = ApplyRequest(collection: stage.name, operations: operations, requestID: id)
    return try stage.call { $0.apply(request, for: stage.caller(principal), reply: $1) }
  }

  @Test("is in the history, also after a restart and for key changes")
  func isKept() throws {
    let stage = try Stage()
    try stage.apply(.add("a"))
    try stage.apply(.add("b"), by: ann)
    try stage.apply(.add("c"), by: .anonymous)
    let change = ChangeStrategyRequest(collection: stage.name, strategy: "fractional")
    let _: ChangeStrategyResult = try stage.call {
      $0.changeStrategy(change, for: stage.caller(bob), reply: $1)
    }
    for _ in 0..<2 {
      #expect(try history(stage).map(\.author) == [nil, ann, .anonymous, bob])
      try stage.restart()
    }
  }

  @Test("a request id belongs to its principal and does not answer another one's request")
  func requestIDs() throws {
    let stage = try Stage()
    let id = RequestID(unchecked: [1, 2, 3])
    for _ in 0..<2 {
      let first = try result(stage, [.add("a")], by: ann, id)
      let second = try result(stage, [.add("b")], by: bob, id)
      let third = try result(stage, [.add("c")], by: .anonymous, id)
      #expect([first, second, third].map(\.version) == [1, 2, 3])
      #expect([first, second, third].allSatisfy { $0.operations.count == 1 })
      let entries = try history(stage)
      #expect(entries.map(\.requestID) == [id, id, id] && entries.map(\.author) == [ann, bob, .anonymous])
      // The second time all of them are known, even to a server that has read them from the journal.
      try stage.restart()
    }
    // An id that looks like the key of another principal is a different id.
    let forged = RequestID(unchecked: RequestKey(id, of: ann).bytes)
    #expect(try !result(stage, [.add("d")], by: .anonymous, forged).repeated)
  }

  @Test("is in batches on request, and own request ids are those of the principal")
  func batches() throws {
    var options = SubscribeRequest.Options()
    options.ownRequestPrefix = [7]
    let stage = try Stage()
    try stage.apply(.add("a"))
    let plain = Watcher(options)
    options.namesAuthors = true
    let named = Watcher(options)
    named.reader = ann
    for watcher in [plain, named] {
      try stage.subscribe(watcher)
      try stage.catchUp(watcher)
    }
    let own = RequestID(unchecked: [7, 1])
    try stage.apply(.add("b"), by: bob, requestID: RequestID(unchecked: [7, 2]))
    try stage.apply(.add("c"), by: ann, requestID: own)
    try stage.apply(.add("d"), by: bob)
    let told = try #require(try stage.ask(named))
    #expect(told.notes.authors == [CommitAuthor(bob, commits: 2), CommitAuthor(ann, commits: 1)])
    #expect(told.notes.ownRequestIDs == [own])
    // The ids belong to others.
    #expect(try stage.ask(plain)?.notes == CommitNotes())
  }

  @Test("no message names more authors than the limit")
  func many() {
    var notes = CommitNotes()
    let wanted = CommitNotes.Wanted(reader: .anonymous, prefix: [], authors: true)
    for round in 0..<2 {
      for index in 0..<100 { notes.record(nil, by: Principal(unchecked: "p\(index)"), as: wanted) }
      #expect(notes.authors.count == CommitNotes.mostAuthors)
      #expect(notes.authors.allSatisfy { $0.commits == round + 1 })
    }
    #expect(notes.largestEncoding < SubscribeRequest.smallestBatchLimit)
  }
}
