import ArrangeClient
import ArrangeModel
import Changes
import InputText
import Ordering
import Synchronization
import Testing

@testable import arrange

/// `arrange watch`, against a server and against one that says what a test gives it.
@Suite struct WatchTests {
  private static func item(_ id: Identifier, _ title: String) -> ElementSnapshot {
    ElementSnapshot(id: id, fields: ["title": .string(title)], contentVersion: 1, key: .empty)
  }

  private static let list = SectionedList([
    .init(item("todo", "To do"), items: [item("a", "Write"), item("b", "読む"), item("c", "Ship")]),
    .init(item("done", "Done")),
  ])

  /// The list, and a batch that moves, deletes, inserts and updates one item each.
  private static var updates: [ListUpdate] {
    var batch = ChangeBatch(before: ListSize(sections: 2, items: 3), after: ListSize(sections: 2, items: 3))
    batch.items.deletes = [ListPath(section: 0, item: 2)]
    batch.items.inserts = [ItemInsert(at: ListPath(section: 0, item: 1), source: .new(item("d", "Plan")))]
    batch.items.moves = [Move(from: ListPath(section: 0, item: 0), to: ListPath(section: 1, item: 0))]
    batch.items.updates = [
      Update(
        at: ListPath(section: 0, item: 0),
        content: item("b", "読んだ"),
        before: FieldsFingerprint(Fields())
      )
    ]
    return [
      ListUpdate(version: 4, epoch: 255, resumeToken: [1, 4], content: .list(list, reason: .first)),
      ListUpdate(version: 5, epoch: 255, resumeToken: [1, 5], content: .progress),
      ListUpdate(version: 7, epoch: 255, resumeToken: [1, 7], content: .batch(batch, from: 5, commits: 2)),
    ]
  }

  /// Runs `arrange watch board` against a server of some updates.
  private func watch(
    _ options: [String] = [],
    _ updates: [ListUpdate] = WatchTests.updates
  ) async throws -> (result: Terminal.Result, subscriptions: [SubscribeRequest]) {
    try await ScriptedList.run(updates) { list, address in
      let result = await Terminal(server: address).run(["watch", "board"] + options)
      return (result, list.subscriptions)
    }
  }

  @Test func aPipeGetsALineForEachBatch() async throws {
    let result = try await watch().result
    #expect(result.status == 0)
    #expect(
      result.output == """
        version 4: the whole list, the subscription begins; 3 items in 2 sections
        version 5 to 7, 2 commits: items +1 -1 >1 ~1; 3 items in 2 sections

        """
    )
  }

  @Test func jsonHasEverything() async throws {
    let result = try await watch(["--json"]).result
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[0] == """
        {"epoch":"00000000000000ff","reason":"first","sections":[{"content_version":1,"fields":{"title":"To do"},"id":"todo","items":[\
        {"content_version":1,"fields":{"title":"Write"},"id":"a"},{"content_version":1,"fields":{"title":"読む"},"id":"b"},\
        {"content_version":1,"fields":{"title":"Ship"},"id":"c"}]},{"content_version":1,"fields":{"title":"Done"},"id":"done","items":[]}],\
        "token":"AQQ=","update":"list","version":4}
        """
    )
    #expect(lines[1] == #"{"epoch":"00000000000000ff","token":"AQU=","update":"progress","version":5}"#)
    #expect(
      lines[2] == """
        {"after":{"items":3,"sections":2},"before":{"items":3,"sections":2},"commits":2,\
        "epoch":"00000000000000ff","from":5,"items":{"deletes":[[0,2]],\
        "inserts":[{"at":[0,1],"item":{"content_version":1,"fields":{"title":"Plan"},"id":"d"}}],\
        "moves":[{"from":[0,0],"to":[1,0]}],\
        "updates":[{"at":[0,0],"item":{"content_version":1,"fields":{"title":"読んだ"},"id":"b"}}]},"profile":"exact",\
        "sections":{"deletes":[],"inserts":[],"moves":[],"updates":[]},\
        "token":"AQc=","update":"batch","version":7}
        """
    )
  }

  @Test func optionsReachTheServer() async throws {
    let (result, subscriptions) = try await watch([
      "--json", "--from", "AQQ=", "--profile", "uikit", "--interval", "0.5", "--threshold", "7", "--keys",
      "--authors", "--batches", "1",
    ])
    #expect(result.status == 0)
    let subscription = subscriptions.first
    #expect(subscription?.collection == "board")
    #expect(subscription?.resumeToken == [1, 4])
    #expect(subscription?.options.profile == .uikit)
    #expect(subscription?.options.shortestIntervalMicroseconds == 500_000)
    #expect(subscription?.options.reloadThreshold == 7)
    #expect(subscription?.options.sendsKeys == true)
    #expect(subscription?.options.namesAuthors == true)
  }

  @Test(arguments: [("0", 1), ("1", 3), ("2", 3)])
  func itEndsAfterSoManyBatches(count: String, lines: Int) async throws {
    let result = try await watch(["--json", "--batches", count]).result
    #expect(result.output.split(separator: "\n").count == lines)
  }

  /// Who goes on from a token has seen the list: also a whole one shows what came since then.
  @Test(arguments: [("0", false), ("1", false), ("0", true), ("1", true)])
  func afterATokenTheFirstUpdateCounts(count: String, isList: Bool) async throws {
    var list = WatchTests.updates[0]
    list.content = .list(WatchTests.list, reason: .tooManyChanges)
    let updates = (isList ? [list] : []) + WatchTests.updates.suffix(2)
    let result = try await watch(["--json", "--from", "AQQ=", "--batches", count], updates).result
    let lines = result.output.split(separator: "\n").count
    // Progress is an update, but shows nothing.
    #expect(lines == (isList || count == "0" ? 1 : 2))
  }

  @Test func afterATokenABatchIsNeverTooMuch() async throws {
    let updates = [WatchTests.updates[2], WatchTests.updates[2]]
    let result = try await watch(["--json", "--from", "AQQ=", "--batches", "0"], updates).result
    #expect(result.output.split(separator: "\n").count == 1)
  }

  // MARK: A real list

  /// A board at version 2.
  private func board() async throws -> Terminal {
    let terminal = Terminal()
    await terminal.run("create", "board", "--strategy", "dense")
    func new(_ id: Identifier, _ title: String) -> NewElement {
      NewElement(id: id, fields: ["title": .string(title)])
    }
    try await terminal.client.apply(
      [.insertSections([new("todo", "To do"), new("done", "Done")], to: SectionDestination())],
      to: "board"
    )
    try await terminal.client.apply(
      [
        .insertItems(
          [new("a", "Write"), new("b", "読む"), new("c", "Ship")],
          to: ItemDestination(section: "todo")
        )
      ],
      to: "board"
    )
    return terminal
  }

  /// Moves an item, inserts one, updates one and deletes one.
  private func edit(_ terminal: Terminal) async throws {
    try await terminal.client.apply(
      [
        .moveItems([ElementReference("a")], to: ItemDestination(section: "done")),
        .removeItems([ElementReference("c")]),
        .insertItems(
          [NewElement(id: "d", fields: ["title": .string("Plan")])],
          to: ItemDestination(section: "todo")
        ),
        .updateItems([FieldsUpdate(ElementReference("b"), set: ["title": .string("読んだ")])]),
      ],
      to: "board"
    )
  }

  @Test(.served) func changesAreShownAsTheyCome() async throws {
    let terminal = try await board()
    async let result = terminal.run("watch", "board", "--batches", "1")
    await terminal.untilOutput { $0.hasSuffix("\n") }
    try await edit(terminal)
    #expect(
      await result.output == """
        version 2: the whole list, the subscription begins; 3 items in 2 sections
        version 3, 1 commit: items +1 -1 >1 ~1; 3 items in 2 sections

        """
    )
    #expect(await result.status == 0)
  }

  @Test(.served) func itGoesOnFromAToken() async throws {
    let terminal = try await board()
    func line(_ options: String...) async throws -> JSONNode {
      let result = await terminal.run(["watch", "board", "--json", "--batches", "0"] + options)
      #expect(result.status == 0 && result.output.split(separator: "\n").count == 1, "\(result.errors)")
      return try JSONReader.read(Array(result.output.utf8))
    }
    let list = try await line()
    #expect(list["update"]?.string == "list" && list["reason"]?.string == "first")
    #expect(list["version"]?.double == 2)
    let epoch = try await terminal.client.info("board").epoch.epochText
    #expect(list["epoch"]?.string == epoch)
    let token = try #require(list["token"]?.string)

    try await edit(terminal)
    await terminal.run("move", "board", "d", "--first")
    let batch = await terminal.run("watch", "board", "--json", "--from", token, "--batches", "1", "--keys")
    let node = try JSONReader.read(Array(batch.output.utf8))
    #expect(node["update"]?.string == "batch" && node["from"]?.double == 2 && node["version"]?.double == 4)
    #expect(node["commits"]?.double == 2)
    #expect(batch.output.contains(#""deletes":[[0,2]]"#))
    #expect(batch.output.contains(#""inserts":[{"at":[0,0],"item":{"content_version":3,"#))
    let summary = await terminal.run("watch", "board", "--from", token, "--batches", "1")
    #expect(
      summary.output == "version 2 to 4, 2 commits: items +1 -1 >1 ~1; 3 items in 2 sections\n"
    )
    let authors = try await line("--from", token, "--authors")["authors"]?.elements
    #expect(authors?.map { $0["principal"]?.string } == ["anonymous"])
    #expect(authors?.map { $0["commits"]?.double } == [2])
    let reload = try await line("--from", token, "--threshold", "0")
    #expect(reload["update"]?.string == "list" && reload["reason"]?.string == "too_many_changes")

    // What cancels out is progress.
    let later = try #require(node["token"]?.string)
    await terminal.run("add", "board", "x", "--id", "x", "--section", "done")
    await terminal.run("remove", "board", "x")
    let progress = try await line("--from", later)
    #expect(progress["update"]?.string == "progress" && progress["version"]?.double == 6)
  }

  @Test func theLastVersionIsTold() {
    let size = ListSize(sections: 0, items: 0)
    let update = ListUpdate(
      version: .max,
      epoch: 1,
      resumeToken: [1],
      content: .batch(ChangeBatch(before: size, after: size), from: .max, commits: 0)
    )
    #expect(
      UpdateSummary(update: .list(update)).line?.hasSuffix(
        "to 18446744073709551615, 0 commits: ; 0 items in 0 sections"
      ) == true
    )
  }

  @Test(
    arguments: [
      ["--from", "???"], ["--from", ""], ["--threshold", "100001"], ["--interval", "3601"], ["--batches=-1"],
      ["--profile", "other"],
    ]
  ) func wrongOptions(_ options: [String]) async {
    let result = await Terminal().run(["watch", "board"] + options)
    #expect(result.status == 64 && result.output == "")
  }

  @Test(.served) func aCollectionThatIsNotThere() async {
    #expect(await Terminal().run("watch", "nothing").status == 2)
  }

  // MARK: The screen

  /// The text of a screen, without colours.
  private func screen(_ watched: WatchedList, rows: Int = 12, columns: Int = 40) -> [String] {
    let info = CollectionInfo(
      name: "board",
      strategy: "dense",
      fields: Fields(),
      version: 1,
      epoch: 1,
      createdAt: Timestamp(microseconds: 0),
      sectionCount: 0,
      itemCount: 0
    )
    let view = WatchView(info: info, keyTexts: nil, style: Style(isEnabled: false))
    return view.lines(
      watched,
      version: 7,
      log: ["what happened"],
      focus: [],
      size: TerminalScreen.Size(rows: rows, columns: columns),
      at: .now
    )
  }

  @Test func theScreenMarksWhatChanged() throws {
    var watched = WatchedList()
    let start = ContinuousClock.now
    for update in WatchTests.updates { try watched.take(.list(update), at: start) }
    #expect(
      screen(watched) == [
        "board  version 7, 3 items in 2 sections", "", "  To do (2)  todo", "~     0  読んだ  b",
        "+     1  Plan  d", "-        Ship  c", "  Done (1)  done", ">     0  Write  a", "", "", "",
        "what happened",
      ]
    )
    #expect(watched.hasMarks)
    watched.fade(at: start + WatchedList.visible)
    #expect(!watched.hasMarks)
    #expect(screen(watched)[3] == "      0  読んだ  b")
  }

  @Test func thePlaceOfWhatHasGoneStaysInSight() throws {
    let items = (0..<100).map { WatchTests.item(Identifier(stringLiteral: "i\($0)"), "item") }
    var batch = ChangeBatch(
      before: ListSize(sections: 1, items: 100),
      after: ListSize(sections: 1, items: 99)
    )
    batch.items.deletes = [ListPath(section: 0, item: 99)]
    var watched = WatchedList(SectionedList([.init(WatchTests.item("s", "S"), items: items)]))
    let update = ListUpdate(
      version: 2,
      epoch: 1,
      resumeToken: [1],
      content: .batch(batch, from: 1, commits: 1)
    )
    let start = ContinuousClock.now
    try watched.take(.list(update), at: start)
    #expect(watched.focusedItems == ["i98"])
    watched.fade(at: start + WatchedList.visible)
    #expect(watched.focusedItems == ["i98"])
  }

  @Test func noLineIsLongerThanTheScreen() throws {
    var watched = WatchedList()
    for update in WatchTests.updates { try watched.take(.list(update), at: .now) }
    for columns in 0...45 {
      for rows in 1...14 {
        let lines = screen(watched, rows: rows, columns: columns)
        #expect(lines.count == rows)
        for line in lines { #expect(line.columns <= columns, "\(line)") }
      }
    }
  }

  @Test(
    arguments: [
      ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("🎉", 2), ("👨‍👩‍👧", 2), ("❤\u{FE0F}", 2), ("", 0), ("ｱ", 1),
      ("한글", 4),
    ]
  ) func widths(text: String, columns: Int) { #expect(text.columns == columns) }

  @Test(arguments: [("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本", 4, "日本"), ("ab", 0, "")])
  func cutting(text: String, columns: Int, cut: String) { #expect(text.cut(toColumns: columns) == cut) }

  @Test func everyRowIsFoundByItsNumber() throws {
    var random = OrderingRandom(seed: 11)
    for _ in 0..<300 {
      var list = SectionedList()
      for section in 0..<Int.random(in: 0...4, using: &random) {
        let items = (0..<Int.random(in: 0...3, using: &random)).map {
          WatchTests.item(Identifier(stringLiteral: "i\(section).\($0)"), "i")
        }
        list.sections.append(
          .init(WatchTests.item(Identifier(stringLiteral: "s\(section)"), "s"), items: items)
        )
      }
      let ghosts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        WatchedList.Ghost(
          element: WatchTests.item("g", "g"),
          path: ListPath(
            section: Int.random(in: 0...5, using: &random),
            item: Int.random(in: -1...4, using: &random)
          ),
          itemCount: 0,
          time: .now
        )
      }
      let rows = ListRows(WatchedList(list, ghosts: ghosts))
      var seen: [ListRows.Row] = []
      for index in 0..<rows.count {
        let row = rows.row(at: index)
        seen.append(row)
        switch row {
        case .section(let section): #expect(rows.index(ofSection: section) == index)
        case .item(let path): #expect(rows.index(ofItem: path) == index)
        case .ghost(let number): #expect(rows.ghostRows[number] == index)
        }
      }
      #expect(Set(seen).count == seen.count)
      #expect(seen.count == list.size.sections + list.size.items + ghosts.count)
    }
  }

  @Test func whatIsSeenFitsAndHasTheFirstChange() {
    for count in 0...14 {
      for height in 0...8 {
        for focus in [[], [0], [count / 2], [count - 1], [1, count - 2], Array(0..<count)] {
          let focus = focus.filter { (0..<count).contains($0) }.sorted()
          let visible = VisibleRows(count: count, height: height, around: focus)
          var lines = visible.ranges.reduce(0) { $0 + $1.count }
          var end = 0
          for range in visible.ranges {
            if range.lowerBound > end { lines += 1 }
            end = range.upperBound
          }
          if end < count, !visible.ranges.isEmpty { lines += 1 }
          // A single row between two gaps takes three lines.
          #expect(lines <= max(height, 3), "\(count) \(height) \(focus): \(visible.ranges)")
          if height > 0, let first = focus.first {
            #expect(visible.ranges.contains { $0.contains(first) })
          }
          if count <= height { #expect(lines == count) }
          if height >= 3, count > height { #expect(lines >= height - 1) }
        }
      }
    }
  }

  @Test func theTerminalIsGivenBack() async throws {
    let isQuiet = Flag()
    let screen = TerminalScreen(
      size: { TerminalScreen.Size(rows: 10, columns: 40) },
      quiet: {
        isQuiet.value.withLock { $0 = true }
        return { isQuiet.value.withLock { $0 = false } }
      }
    )
    let text = try await ScriptedList.run(WatchTests.updates) { _, address in
      let terminal = Terminal(
        isTerminal: true,
        server: address,
        screen: screen,
        environment: ["TERM": "xterm"]
      )
      let result = await terminal.run("watch", "board")
      #expect(result.status == 0 && result.errors.isEmpty)
      return result.output
    }
    #expect(text.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"))
    #expect(text.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    #expect(text.contains("\u{1B}[32m+ \u{1B}[0m"))
    // Each line that did not change was written once.
    #expect(text.split(separator: "To do", omittingEmptySubsequences: false).count == 3)
    #expect(!isQuiet.value.withLock { $0 })
  }

  /// A terminal that says what happens to it.
  private final class Screen: Sendable {
    static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    static let leave = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    let output = Written()
    let isQuiet = Flag()
    let isInForeground = Flag(true)
    let isWritable = Flag(true)
    /// Whether it was given back, quiet no more, when the program was stopped.
    let wasGivenBack = Flag()

    var terminal: TerminalScreen {
      var screen = TerminalScreen(
        size: { TerminalScreen.Size(rows: 10, columns: 40) },
        quiet: { [isQuiet] in
          isQuiet.value.withLock { $0 = true }
          return { isQuiet.value.withLock { $0 = false } }
        }
      )
      screen.isInForeground = { [isInForeground] in isInForeground.value.withLock { $0 } }
      screen.isWritable = { [isWritable] in isWritable.value.withLock { $0 } }
      screen.stop = { [self] in
        let isGivenBack = take().hasSuffix(Screen.leave) && !isQuiet.value.withLock { $0 }
        wasGivenBack.value.withLock { $0 = isGivenBack }
      }
      return screen
    }

    /// What was written since the last time.
    func take() -> String {
      output.bytes.withLock { bytes in
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  @Test func aShellThatWantsTheTerminalGetsIt() throws {
    let screen = Screen()
    var live = try LiveScreen(screen.terminal, screen.output)
    try live.show { _ in ["one", "two"] }
    #expect(screen.take() == "\(Screen.enter)\u{1B}[2J\u{1B}[1;1H\u{1B}[2Kone\u{1B}[2;1H\u{1B}[2Ktwo")
    try live.stop()
    #expect(screen.wasGivenBack.value.withLock { $0 })
    // It goes on: everything is shown again, also what did not change.
    #expect(screen.isQuiet.value.withLock { $0 })
    try live.show { _ in ["one", "two"] }
    #expect(screen.take() == "\(Screen.enter)\u{1B}[2J\u{1B}[1;1H\u{1B}[2Kone\u{1B}[2;1H\u{1B}[2Ktwo")
    live.close()
    #expect(screen.take() == Screen.leave)
    #expect(!screen.isQuiet.value.withLock { $0 })
    live.close()
    #expect(screen.take() == "")
  }

  @Test func inTheBackgroundNothingIsShown() throws {
    let screen = Screen()
    var live = try LiveScreen(screen.terminal, screen.output)
    _ = screen.take()
    screen.isInForeground.value.withLock { $0 = false }
    try live.stop()
    try live.show { _ in ["one"] }
    #expect(screen.take() == "")
    #expect(!live.isOpen && !screen.isQuiet.value.withLock { $0 })
    screen.isInForeground.value.withLock { $0 = true }
    try live.take()
    try live.show { _ in ["one"] }
    #expect(screen.take() == "\(Screen.enter)\u{1B}[2J\u{1B}[1;1H\u{1B}[2Kone")
  }

  @Test(arguments: [true, false]) func whoEndsAtOnceGivesTheTerminalBack(isWritable: Bool) throws {
    let screen = Screen()
    let live = try LiveScreen(screen.terminal, screen.output)
    let close = live.closing
    _ = screen.take()
    screen.isWritable.value.withLock { $0 = isWritable }
    close()
    // Nothing is written to a terminal for which it would have to wait.
    #expect(screen.take() == (isWritable ? Screen.leave : ""))
    #expect(!screen.isQuiet.value.withLock { $0 })
  }

  @Test func ofEachMomentOneWaits() async {
    let queue = EventQueue()
    for _ in 0..<1_000 {
      queue.add(.moment(.tick))
      queue.add(.moment(.resized))
    }
    #expect(queue.interrupt())
    #expect(!queue.interrupt())
    func next() async -> String { await queue.next().map { "\($0)" } ?? "nothing" }
    #expect(await next() == "moment(arrange.EventQueue.Moment.tick)")
    queue.add(.moment(.tick))
    #expect(await next() == "moment(arrange.EventQueue.Moment.resized)")
    #expect(await next() == "interrupted")
    #expect(await next() == "moment(arrange.EventQueue.Moment.tick)")
  }

  private final class Flag: Sendable {
    let value: Mutex<Bool>
    init(_ value: Bool = false) { self.value = Mutex(value) }
  }

  private final class Written: TextOutput {
    let bytes = Mutex<[UInt8]>([])
    func write(_ new: [UInt8]) throws(OutputError) { bytes.withLock { $0 += new } }
  }
}
