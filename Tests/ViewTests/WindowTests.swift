import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("Windows around a row")
struct WindowTests {
  private static func id(_ number: Int) -> Identifier { Identifier(unchecked: "i\(number)") }

  /// A collection with the items i0, i1 and so on in one section.
  private static func stage(_ count: Int) throws -> ViewStage {
    let stage = try ViewStage(options: EngineOptions(), seed: 1)
    try stage.create("board", strategy: "dense")
    let items = (0..<count).map { NewElement(id: id($0), fields: ["n": .int(Int64($0))]) }
    stage.begin("board", [.insertItems(items, to: ItemDestination())])
    try stage.settle()
    return stage
  }

  private static func view(_ text: String, around row: Int, _ before: Int, _ after: Int) throws
    -> ViewReference
  {
    var view = try ViewDefinition(parsing: text)
    view.window = .around(id(row), before: before, after: after)
    return ViewReference(name: nil, definition: view)
  }

  private static func ids(_ watcher: ViewWatcher) -> [String] {
    watcher.list.sections.flatMap { $0.items.map(\.id.text) }
  }

  @Test("stay where they are while other rows come and go, and say how much is before and after them")
  func stay() throws {
    let stage = try WindowTests.stage(1_000)
    let watcher = try ViewWatcher(try WindowTests.view("board", around: 500, 2, 1), .init(), on: stage)
    try watcher.catchUp(stage)
    #expect(WindowTests.ids(watcher) == ["i498", "i499", "i500", "i501"])
    #expect(watcher.window == WindowPlace(anchor: "i500", section: 0, firstItem: 498, sectionItems: 1_000))
    // Far away: nothing to show, and the next progress says how many rows there are now.
    stage.begin("board", [.insertItems([NewElement(id: "new")], to: ItemDestination(.first))])
    try stage.settle()
    let batches = watcher.batches
    try watcher.ask(stage, sendsProgress: true)
    #expect(watcher.batches == batches && watcher.told == .progress)
    #expect(watcher.window == WindowPlace(anchor: "i500", section: 0, firstItem: 499, sectionItems: 1_001))
    // Inside: one row comes, one leaves.
    stage.begin("board", [.moveItems([ElementReference("i7")], to: ItemDestination(.before("i500")))])
    try stage.settle()
    try watcher.catchUp(stage)
    #expect(WindowTests.ids(watcher) == ["i499", "i7", "i500", "i501"])
    #expect(watcher.reloads.isEmpty)
  }

  @Test(
    "follow the row when it moves, go on around a neighbour when it goes, and return to it when it is back"
  )
  func follow() throws {
    let stage = try WindowTests.stage(100)
    let watcher = try ViewWatcher(
      try WindowTests.view("board flat all where not exists hidden", around: 50, 1, 1),
      .init(),
      on: stage
    )
    func edit(_ operation: ListOperation) throws {
      stage.begin("board", [operation])
      try stage.settle()
      try watcher.catchUp(stage)
    }
    try watcher.catchUp(stage)
    try edit(.moveItems([ElementReference("i50")], to: ItemDestination(.after("i90"))))
    #expect(WindowTests.ids(watcher) == ["i90", "i50", "i91"])
    // It leaves the view.
    try edit(.updateItems([FieldsUpdate(ElementReference("i50"), set: ["hidden": .bool(true)])]))
    #expect(WindowTests.ids(watcher) == ["i90", "i91", "i92"] && watcher.window?.anchor == "i91")
    // The one that stands in for it moves away within the section, and is left; then it goes.
    try edit(.removeItems([ElementReference("i91"), ElementReference("i92"), ElementReference("i93")]))
    #expect(WindowTests.ids(watcher) == ["i89", "i90", "i94"] && watcher.window?.anchor == "i90")
    try edit(.updateItems([FieldsUpdate(ElementReference("i50"), set: [:], remove: ["hidden"])]))
    #expect(WindowTests.ids(watcher) == ["i90", "i50", "i94"] && watcher.window?.anchor == "i50")
    #expect(watcher.reloads.isEmpty)
  }

  @Test("go on around a row that was shown, not around one that comes from beyond the cap")
  func caps() throws {
    let stage = try WindowTests.stage(6)
    let watcher = try ViewWatcher(
      try WindowTests.view("board flat all cap 4", around: 3, 1, 0),
      .init(),
      on: stage
    )
    try watcher.catchUp(stage)
    #expect(WindowTests.ids(watcher) == ["i2", "i3"])
    // i2 and i4 are as near, and i4 would be the later one, but nobody has seen it.
    stage.begin("board", [.removeItems([ElementReference("i3")])])
    try stage.settle()
    try watcher.catchUp(stage)
    #expect(WindowTests.ids(watcher) == ["i1", "i2"] && watcher.window?.anchor == "i2")
    // i4 is shown now.
    stage.begin("board", [.removeItems(["i0", "i1", "i2"].map { ElementReference($0) })])
    try stage.settle()
    try watcher.catchUp(stage)
    #expect(WindowTests.ids(watcher) == ["i4"] && watcher.window?.anchor == "i4")
  }

  @Test(
    "go on around a row that is left, not around one that came to the end when the last one went",
    arguments: ["", " cap 4"]
  )
  func end(cap: String) throws {
    let stage = try WindowTests.stage(3)
    let watcher = try ViewWatcher(
      try WindowTests.view("board flat all" + cap, around: 2, 0, 0),
      .init(),
      on: stage
    )
    try watcher.catchUp(stage)
    stage.begin(
      "board",
      [.removeItems([ElementReference("i2")]), .insertItems([NewElement(id: "new")], to: ItemDestination())]
    )
    try stage.settle()
    try watcher.catchUp(stage)
    #expect(WindowTests.ids(watcher) == ["i1"] && watcher.window?.anchor == "i1")
  }

  @Test("show nothing of a row that was never there, and open when it comes")
  func unknown() throws {
    let stage = try WindowTests.stage(3)
    let watcher = try ViewWatcher(try WindowTests.view("board", around: 7, 1, 1), .init(), on: stage)
    try watcher.catchUp(stage)
    #expect(watcher.list.sections.isEmpty)
    #expect(watcher.window == WindowPlace(anchor: nil, section: 0, firstItem: 0, sectionItems: 0))
    stage.begin("board", [.insertItems([NewElement(id: "i7")], to: ItemDestination(.first))])
    try stage.settle()
    try watcher.catchUp(stage)
    #expect(WindowTests.ids(watcher) == ["i7", "i0"])
  }

  @Test("move by subscribing again with the token, by one batch")
  func scroll() throws {
    let stage = try WindowTests.stage(2_000)
    let text = "board flat all sort n desc"
    var options = SubscribeRequest.Options()
    options.reloadThreshold = 1_000
    var watcher = try ViewWatcher(try WindowTests.view(text, around: 0, 50, 50), options, on: stage)
    try watcher.catchUp(stage)
    for row in stride(from: 40, through: 1_960, by: 40) {
      let next = try WindowTests.view(text, around: row, 50, 50)
      watcher.leave()
      watcher = try ViewWatcher(
        next,
        options,
        on: stage,
        resuming: watcher.token,
        watcher.list,
        version: watcher.version
      )
      stage.begin(
        "board",
        [.insertItems([NewElement(fields: ["n": .int(Int64(row))])], to: ItemDestination())]
      )
      try stage.settle()
      try watcher.catchUp(stage)
      #expect(watcher.batches == 1 && watcher.reloads.isEmpty, "to \(row)")
      #expect(watcher.list.shown == (try stage.fetch(next, pageSize: 1_000)).shown)
      #expect(watcher.list.size.items <= 101)
    }
  }

  @Test("have the rows of a view with another window, without a tree of their own")
  func sharedRows() throws {
    let stage = try WindowTests.stage(500)
    let watchers = try [0, 100, 499].map { row in
      try ViewWatcher(
        try WindowTests.view("board flat all sort n desc", around: row, 5, 5),
        .init(),
        on: stage
      )
    }
    func roots() -> [ObjectIdentifier] {
      watchers[0].home.views.values.compactMap { view in
        guard case .rows(let rows, _)? = view.parts.first else { return nil }
        return ObjectIdentifier(rows.list.items(ofSection: 0).root)
      }
    }
    #expect(roots().count == 3 && Set(roots()).count == 1)
    for watcher in watchers { try watcher.catchUp(stage) }
    // A change is made once, and they share its result.
    stage.begin("board", [.removeItems([ElementReference("i100"), ElementReference("i499")])])
    try stage.settle()
    for watcher in watchers { try watcher.catchUp(stage) }
    #expect(Set(roots()).count == 1)
    #expect(WindowTests.ids(watchers[1]).contains("i101") && !WindowTests.ids(watchers[1]).contains("i100"))
    #expect(watchers.map(\.window?.anchor) == ["i0", "i99", "i498"])
  }

  @Test("stay at their places through restarts and other anchors", arguments: 1...40 as ClosedRange<UInt64>)
  func histories(seed: UInt64) throws {
    var history = try WindowHistory(seed: seed)
    do {
      for _ in 0..<60 { try history.step() }
    } catch {
      Issue.record("seed \(seed), step \(history.steps): \(error)")
    }
  }
}

/// Subscribers with windows around rows of one collection, through edits, restarts, and changes of the anchor.
struct WindowHistory {
  private static let texts = [
    "board", "board flat all sort p", "a: fixed menu (x)\nb: board where p != 1", "board group p cap 4",
  ]

  private(set) var steps = 0
  private let seed: UInt64
  private let stage: ViewStage
  private var random: OrderingRandom
  private var operations: TransactionGenerator
  private var watchers: [ViewWatcher] = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = OrderingRandom(seed: seed)
    operations = TransactionGenerator(.history(), seed: seed &* 31)
    operations.profile.fields = { random, _ in RandomView.fields(&random) }
    stage = try ViewStage(options: EngineOptions(), seed: seed)
    try stage.create("board", strategy: "fractional")
    for _ in 0..<12 { try edit() }
    for _ in 0..<3 { watchers.append(try watcher(try reference(), resuming: nil)) }
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func step() throws {
    steps += 1
    switch draw(20) {
    case 0: try restart()
    case 1..<4: try moveAnchor()
    case 4..<8: try check()
    default: try edit()
    }
  }

  private mutating func edit() throws {
    stage.begin("board", operations.transaction(on: try stage.content(of: "board"), size: 24))
    try stage.settle()
  }

  /// A view around an item that is there, or was.
  private mutating func reference() throws -> ViewReference {
    var view = try ViewDefinition(parsing: WindowHistory.texts[draw(WindowHistory.texts.count)]).named()
    let items: [Identifier] =
      try stage.content(of: "board").sections.flatMap(\.items).map(\.id) + ["gone"]
    let prefix = view.parts.count > 1 ? "b/" : ""
    view.window = .around(
      Identifier(unchecked: prefix + items[draw(items.count)].text),
      before: draw(4),
      after: draw(4)
    )
    return ViewReference(name: nil, definition: view)
  }

  private func watcher(_ reference: ViewReference, resuming old: ViewWatcher?) throws -> ViewWatcher {
    var options = SubscribeRequest.Options()
    options.reloadThreshold = 1_000
    let watcher = try ViewWatcher(
      reference,
      options,
      on: stage,
      resuming: old?.token,
      old?.list ?? SectionedList(),
      version: old?.version ?? 0
    )
    watcher.window = old?.window
    return watcher
  }

  private mutating func moveAnchor() throws {
    let place = draw(watchers.count)
    let old = watchers[place]
    try old.catchUp(stage)
    old.leave()
    watchers[place] = try watcher(try reference(), resuming: old)
    try check()
  }

  /// Some changes are made that no subscriber gets before the server has ended, or after it has started again.
  private mutating func restart() throws {
    try check()
    let old = watchers
    let told = old.map { ($0.window, $0.list) }
    try edit()
    try stage.restart()
    try edit()
    watchers = try old.map { try watcher($0.reference, resuming: $0) }
    try check()
    for (watcher, (window, list)) in zip(watchers, told) {
      try #require(watcher.reloads.isEmpty, "a whole list after a restart: \(watcher.reloads)")
      // A window that was somewhere does not vanish as long as there is a section.
      let wasShown = !list.sections.isEmpty
      let sections = try naive(watcher).sections
      try #require(
        !wasShown || sections.isEmpty || !watcher.list.sections.isEmpty,
        "a window that was at \(window as Any)"
      )
    }
  }

  private func naive(_ watcher: ViewWatcher) throws -> NaiveView {
    NaiveView(
      definition: watcher.reference.definition,
      collections: ["board": try stage.content(of: "board")]
    )
  }

  /// Each subscriber has what the view shows: a window around the row that it is told, which is the one it asked for if
  /// this is shown.
  private mutating func check() throws {
    for watcher in watchers {
      try watcher.catchUp(stage)
      try #require(watcher.ended == nil)
      try #require(watcher.list.shown == (try stage.fetch(watcher.reference, pageSize: 100)).shown)
      guard case .around(let anchor, _, _) = watcher.reference.definition.window else { continue }
      var naive = try naive(watcher)
      let wanted = NaiveWindow.after(nil, anchor: anchor, naive.sections)
      if wanted != nil { try #require(watcher.window?.anchor == anchor) }
      if let shown = watcher.list.sections.first {
        let section = try #require(naive.sections.firstIndex { $0.section.element.id == shown.element.id })
        let items = naive.sections[section].section.items
        let item = try watcher.window?.anchor.map { row in try #require(items.firstIndex { $0.id == row }) }
        naive.anchored = NaiveWindow(section: section, item: item ?? 0)
      }
      try #require(naive.list.shown == watcher.list.shown)
    }
  }
}
