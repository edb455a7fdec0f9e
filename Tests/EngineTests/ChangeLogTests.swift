import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("The log of changes")
struct ChangeLogTests {
  @Test("keeps an edit in 24 bytes")
  func size() {
    #expect(MemoryLayout<LoggedEdit>.size <= 24 && MemoryLayout<LoggedEdit>.stride == 24)
  }

  @Test("restores a list at every version, and explains every change", arguments: 0..<60 as Range<UInt64>)
  func history(seed: UInt64) throws {
    var history = LoggedHistory(seed: seed)
    try history.run(commits: 80, size: seed % 3 == 0 ? 8 : 40)
    var log = ChangeLog(base: 0)
    for commit in history.commits { log.append(commit.edits, requestID: commit.requestID) }
    try history.check(log, "seed \(seed)")
  }

  @Test("is the same if its commits were read from a journal", arguments: 100..<140 as Range<UInt64>)
  func stored(seed: UInt64) throws {
    var history = LoggedHistory(seed: seed)
    try history.run(commits: 60, size: 25)
    var random = OrderingRandom(seed: seed)
    // Some commits are prepended in pieces, the others were made while the collection was watched.
    var start = Int.random(in: 0...60, using: &random)
    var log = ChangeLog(base: UInt64(start))
    for commit in history.commits[start...] { log.append(commit.edits, requestID: commit.requestID) }
    while start > 0 {
      let from = Int.random(in: 0..<start, using: &random)
      log.prepend(try history.commits[from..<start].map { try Commit($0.record) })
      start = from
      #expect(log.base == UInt64(start) && log.newest == 60, "seed \(seed)")
    }
    try history.check(log, "seed \(seed)")
  }

  @Test(
    "lets whole commits go where it has too many edits, and stays right",
    arguments: [1, 2, 3] as [UInt64]
  )
  func trimming(seed: UInt64) throws {
    var history = LoggedHistory(seed: seed)
    try history.run(commits: 30, size: 10)
    var log = ChangeLog(base: 0)
    for commit in history.commits { log.append(commit.edits, requestID: commit.requestID) }
    // Commits of many edits, until the first ones must go.
    let section = try #require(history.states.last?.sectionCount)
    while log.base < 10 {
      try history.apply([
        .insertSections([NewElement(id: Identifier("large"))], to: SectionDestination(.at(section))),
        .insertItems(
          (0..<9_000).map { NewElement(id: Identifier(unchecked: "l\($0)")) },
          to: ItemDestination(section: "large")
        ),
      ])
      log.append(history.commits[history.commits.count - 1].edits, requestID: nil)
      try history.apply([.removeSections([ElementReference("large")], onlyIfEmpty: false)])
      log.append(history.commits[history.commits.count - 1].edits, requestID: nil)
    }
    #expect(log.size.fits(ChangeLog.capacity) && log.newest == UInt64(history.commits.count))
    #expect(!log.covers(log.base - 1) && log.covers(log.base) && !log.covers(log.newest + 1))
    var state = try #require(history.states.last)
    log.undo(&state, to: log.base)
    #expect(state.content == history.states[Int(log.base)].content, "seed \(seed)")
  }

  @Test("drops a commit that is larger than the log by itself")
  func largeCommit() throws {
    var log = ChangeLog(base: 4)
    let element = Element(id: "x")
    let edit = Edit.attach(element: element, key: .empty, to: .items(section: 0), at: 0, origin: .inserted)
    log.append([edit], requestID: nil)
    log.append([Edit](repeating: edit, count: ChangeLog.capacity.edits + 1), requestID: nil)
    #expect(log.base == 6 && log.newest == 6 && log.room == ChangeLog.capacity)
    log.append([edit], requestID: nil)
    #expect(log.base == 6 && log.newest == 7)
    #expect(log.trace(after: 6, through: 7).items.count == 1)
  }

  /// An element of a number of bytes.
  private func element(_ bytes: Int) throws -> Element {
    Element(id: "x", fields: try Fields([("t", .string(String(repeating: "x", count: bytes)))]))
  }

  @Test("drops commits by the bytes of contents that only it retains")
  func bytes() throws {
    let (large, small) = (try element(60_000), Element(id: "x"))
    let most = ChangeLog.capacity.bytes / large.byteCount
    let scope = Scope.items(section: 0)
    var log = ChangeLog(base: 0)
    // The list has these.
    for _ in 0..<most * 2 {
      log.append([.attach(element: large, key: .empty, to: scope, at: 0, origin: .inserted)], requestID: nil)
    }
    #expect(log.base == 0)
    for count in 1...most + 100 {
      log.append([.update(in: scope, at: 0, before: large, after: small)], requestID: nil)
      try #require(log.size.fits(ChangeLog.capacity), "\(count)")
    }
    #expect(log.base > 0 && log.size.edits < most && log.size.edits > most * 9 / 10)
    // A removed section counts with all its items.
    let entries = Array(repeating: ItemEntry(element: large, key: .empty), count: most + 1)
    let newest = log.newest
    log.append(
      [
        .detach(
          element: small,
          key: .empty,
          placed: 0,
          items: entries,
          from: .sections,
          at: 0,
          purpose: .removal
        )
      ],
      requestID: nil
    )
    #expect(log.base == newest + 1 && log.size == LogSize())
  }

  @Test("drops commits without moves, and counts nothing that was dropped")
  func emptyCommits() throws {
    var log = ChangeLog(base: 0)
    let id = RequestID(unchecked: Array(repeating: 7, count: 64))
    for _ in 0...ChangeLog.capacity.commits { log.append([], requestID: id) }
    #expect(log.base == 1 && log.size.commits == ChangeLog.capacity.commits)
    log.append([.update(in: .sections, at: 0, before: try element(9), after: try element(8))], requestID: nil)
    log.trim(before: log.newest)
    #expect(log.size == LogSize())
  }

  @Test("counts commits read from a journal as estimated before", arguments: 200..<210 as Range<UInt64>)
  func storedSize(seed: UInt64) throws {
    var history = LoggedHistory(seed: seed)
    try history.run(commits: 60, size: 25)
    let stored = try history.commits.map { try Commit($0.record) }
    var size = LogSize()
    for commit in stored { size.add(stored: commit) }
    var log = ChangeLog(base: 60)
    log.prepend(Array(stored[30...]))
    log.prepend(Array(stored[..<30]))
    #expect(log.size == size, "seed \(seed)")
    #expect(size.edits == history.commits.reduce(0) { $0 + Array(LoggedEdits($1.edits)).count })
    log.trim(before: 60)
    #expect(log.size == LogSize(), "seed \(seed)")
  }

  @Test("finds request ids by prefix, each once and in order")
  func requestIDs() throws {
    var log = ChangeLog(base: 10)
    let ids: [[UInt8]?] = [[1, 1], [2, 1], nil, [1, 2], [1], [2]]
    for id in ids { log.append([], requestID: try id.map { try RequestID($0) }) }
    func found(_ from: UInt64, _ to: UInt64, _ prefix: [UInt8]) -> [[UInt8]] {
      var notes = CommitNotes()
      log.add(.init(reader: .anonymous, prefix: prefix, authors: false), after: from, through: to, to: &notes)
      return notes.ownRequestIDs.map(\.bytes)
    }
    #expect(found(10, 16, [1]) == [[1, 1], [1, 2], [1]])
    #expect(found(10, 16, [1, 2]) == [[1, 2]])
    #expect(found(11, 15, [1]) == [[1, 2], [1]])
    #expect(found(15, 16, [1]) == [] && found(13, 13, [1]) == [])
    #expect(found(10, 16, []) == [])
  }
}

/// A history of one collection: every state, retained, and every commit.
struct LoggedHistory {
  private(set) var states = [CollectionState()]
  private(set) var commits: [Commit] = []
  private var operations: TransactionGenerator
  private var random: OrderingRandom
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
    operations = TransactionGenerator(.history(), seed: seed)
    random = OrderingRandom(seed: ~seed)
  }

  mutating func run(commits count: Int, size: Int) throws {
    var refused = 0
    while commits.count < count {
      let content = states[states.count - 1].content
      do { try apply(operations.transaction(on: content, size: size)) } catch { refused += 1 }
      try #require(refused < count * 3, "seed \(seed): next to everything is refused")
    }
  }

  mutating func apply(_ operations: [ListOperation]) throws {
    let strategy = TightTestStrategy()
    var editor = TransactionEditor(states[states.count - 1], strategy: strategy, random: random) { "none" }
    try editor.perform(operations)
    random = editor.random
    let (state, edits, result) = editor.finish()
    guard result.changed else { return }
    states.append(state)
    commits.append(
      Commit(state, edits, result)
    )
  }

  /// From every version to every later one.
  func check(_ log: ChangeLog, _ comment: String) throws {
    try #require(log.base == 0 && log.newest == UInt64(commits.count))
    let contents = states.map(\.content)
    for to in states.indices {
      for from in 0...to where from % 3 == 0 || to - from < 3 || to == states.count - 1 {
        var state = states[to]
        log.undo(&state, to: UInt64(from))
        #expect(state.version == UInt64(from), "\(comment)")
        try #require(state.content == contents[from], "\(comment): \(to) taken back to \(from)")
        guard to > from, (from + to) % 4 == 0 else { continue }
        let touched = log.trace(after: UInt64(from), through: UInt64(to)).elements
        for kind in [Touched<Element>.Kind.section, .item] {
          let elements = touched.filter { $0.kind == kind }.map(\.element)
          try #require(Set(elements).count == elements.count, "\(comment): touched twice")
        }
        for profile in [ChangeBatch.Profile.exact, .uikit] {
          // The old list as it is reconstructed: by undoing.
          let derivation = ChangeBatch.derive(
            from: ListAtVersion(state: state, hasKeys: false),
            to: ListAtVersion(state: states[to], hasKeys: false),
            touched: touched,
            profile: profile
          )
          guard case .batch(let batch) = derivation else {
            Issue.record("\(comment): from \(from) to \(to) is \(derivation)")
            return
          }
          let new = ListAtVersion(state: states[to], hasKeys: false)
          let traced = TracedCollection(log, after: UInt64(from), to: new)
          try #require(
            ChangeBatch.derive(traced, touched: traced.touched, profile: profile) == derivation,
            "\(comment): \(from) to \(to), from the log alone"
          )
          var list = contents[from]
          try list.apply(batch)
          try #require(list.withoutVersions == contents[to].withoutVersions, "\(comment): \(from) to \(to)")
        }
      }
    }
  }
}

extension EditTrace {
  /// The touched elements, for lookups in lists.
  fileprivate var elements: [Touched<Element>] {
    let sections = sections.compactMap { section in
      section.element.map { Touched(.section, $0, section.touch) }
    }
    return sections + items.map { Touched(.item, $0.element, $0.touch) }
  }
}

extension CollectionState {
  /// The list as subscribers see it, with the content versions.
  var content: SectionedList {
    SectionedList(ListAtVersion(state: self, hasKeys: false))
  }
}

extension SectionedList {
  /// The list without content versions, which a batch does not report if the fields are unchanged.
  var withoutVersions: SectionedList {
    var list = self
    for section in list.sections.indices {
      list.sections[section].element.contentVersion = 0
      for item in list.sections[section].items.indices {
        list.sections[section].items[item].contentVersion = 0
      }
    }
    return list
  }
}
