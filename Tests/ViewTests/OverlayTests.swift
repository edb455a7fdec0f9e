import ArrangeModel
import Changes
import EngineTestSupport
import Foundation
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("Overlays")
struct OverlayTests {
  private static let scale = Int(ProcessInfo.processInfo.environment["ARRANGE_TEST_SCALE"] ?? "") ?? 1

  @Test(
    "show the old rows with the placed ones in the gap, whatever others do",
    arguments: 0..<40 as Range<UInt64>
  )
  func histories(seed: UInt64) throws {
    var history = try OverlayHistory(seed: seed)
    do {
      for _ in 0..<80 * Self.scale { try history.step() }
    } catch {
      Issue.record("seed \(seed), step \(history.steps): \(error)")
    }
  }

  @Test("end with one clear error where there is none, and with their collection")
  func missing() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 1)
    let view = ViewReference(name: nil, definition: try ViewDefinition(parsing: "board overlay mine"))
    func refused(_ body: () throws -> Void) -> ArrangeError? {
      #expect(throws: ArrangeError.self, performing: body)
    }
    func create(_ overlay: Identifier, isShared: Bool = false) throws -> OverlayInfo {
      let request = CreateOverlayRequest(collection: "board", overlay: overlay, isShared: isShared)
      return try stage.call {
        stage.engine.shard(for: "board").overlays.create(request, for: .server, reply: $0)
      }
    }
    #expect(refused { _ = try create("mine") }?.code == .notFound)
    try stage.create("board", strategy: "dense")
    let error = refused { _ = try stage.fetch(view, pageSize: 5) }
    #expect(error?.code == .notFound && error?.field == "view.parts[0].query.overlay")
    #expect(try create("mine").entryCount == 0)
    #expect(refused { _ = try create("mine") }?.code == .alreadyExists)
    #expect(refused { _ = try create("mine", isShared: true) }?.field == "overlay")
    #expect(try create("triage", isShared: true).principal == nil)
    #expect(try stage.fetch(view, pageSize: 5).sections.isEmpty)
    // They are in no list, and are there after a restart.
    try stage.restart()
    #expect(stage.engine.catalog.names(after: nil, limit: 10) == ["board"])
    #expect(stage.engine.catalog.overlays(from: "").count == 2)
    let watcher = try ViewWatcher(view, .init(), on: stage)
    try watcher.catchUp(stage)
    try stage.delete("board")
    try stage.settle()
    #expect(watcher.ended?.code == .notFound)
    #expect(stage.engine.catalog.overlays(from: "").isEmpty)
    try stage.create("board", strategy: "dense")
    #expect(refused { _ = try stage.fetch(view, pageSize: 5) }?.code == .notFound)
  }

  @Test("have names that no client can send")
  func names() throws {
    let name = OverlayName("triage", of: "board", for: try Principal("ann"))
    #expect(OverlayName(name.stored) == name)
    #expect(throws: ArrangeError.self) { try Identifier(name.stored.text) }
    #expect(try Identifier(storedName: name.stored.text) == name.stored)
    #expect(throws: ArrangeError.self) { try Identifier(storedName: "\u{1}board\u{1}ann") }
    #expect(throws: ArrangeError.self) { try Identifier(storedName: "\u{1}\u{1}ann\u{1}triage") }
    #expect(Slot.of(name.stored) == Slot.of("board"))
  }

  @Test("are stored in a format that older servers refuse")
  func format() throws {
    var descriptor = CollectionDescriptor(
      strategy: "dense",
      strategyVersion: 1,
      epoch: 7,
      createdAt: Timestamp(microseconds: 1),
      fields: [:]
    )
    #expect(descriptor.encoded[0] == 1)
    descriptor.isOverlay = true
    #expect(descriptor.encoded[0] == 5)
    #expect(try CollectionDescriptor(encoded: descriptor.encoded) == descriptor)
  }

  @Test("are not made anew for a change that involves no entry")
  func untouched() throws {
    var base = CollectionState()
    let items = (0..<1_000).map {
      ItemEntry(element: Element(id: Identifier(unchecked: "i\($0)")), key: .empty)
    }
    base.insertSection(Element(id: "s"), key: .empty, items: items, at: 0)
    let entry = OverlayEntry(item: "i500", section: "s", predecessors: ["i10", "i9"])
    var overlay = CollectionState()
    let stored = Element(id: entry.item, fields: entry.storedFields)
    overlay.insertSection(
      Element(id: ""),
      key: .empty,
      items: [ItemEntry(element: stored, key: .empty)],
      at: 0
    )
    let order = OverlayOrder(overlay, over: base)
    func isAffected(byMoveOf id: String) -> Bool {
      let path = base.path(ofItem: Identifier(unchecked: id))!
      let element = base.item(at: path).element
      let edits = [
        LoggedEdit(.itemDetached, element, section: 0, index: path.item),
        LoggedEdit(.itemAttached, element, section: 0, index: path.item),
      ]
      return order.isAffected(by: SourceChange(EditTrace(edits), to: base), in: base)
    }
    #expect(!isAffected(byMoveOf: "i600"))
    #expect(!isAffected(byMoveOf: "i11"))
    for id in ["i500", "i10", "i9"] { #expect(isAffected(byMoveOf: id), "\(id)") }
  }
}

/// A list that others change, an overlay of it in which rows are placed, and a subscriber of a view of it.
private struct OverlayHistory {
  private static let texts = [
    "board overlay mine", "board overlay mine flat all", "board overlay mine where not h",
    "board overlay mine group a", "board overlay mine sort b", "board overlay mine sections s1 cap 3",
    "x: board overlay mine\ny: board",
  ]

  private let stage: ViewStage
  private var random: OrderingRandom
  private var operations: TransactionGenerator
  private var naive = NaiveOverlay()
  private let reference: ViewReference
  private let watcher: ViewWatcher
  private(set) var steps = 0

  init(seed: UInt64) throws {
    random = OrderingRandom(seed: seed)
    stage = try ViewStage(options: EngineOptions(), seed: seed)
    try stage.create("board", strategy: "dense")
    operations = TransactionGenerator(.history(prefix: "i"), seed: seed)
    operations.profile.fields = { random, _ in
      var fields = Fields()
      for name in ["a", "b"] { try? fields.set(name, to: .int(Int64.random(in: 0..<2, using: &random))) }
      if Int.random(in: 0..<4, using: &random) == 0 { try? fields.set("h", to: .bool(true)) }
      return fields
    }
    let shard = stage.engine.shard(for: "board")
    let request = CreateOverlayRequest(collection: "board", overlay: "mine")
    let _: OverlayInfo = try stage.call { shard.overlays.create(request, for: .server, reply: $0) }
    let text = OverlayHistory.texts[Int(seed) % OverlayHistory.texts.count]
    reference = ViewReference(name: nil, definition: try ViewDefinition(parsing: text))
    watcher = try ViewWatcher(reference, .init(), on: stage)
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func step() throws {
    steps += 1
    let content = try stage.content(of: "board")
    switch below(10) {
    case 0..<5:
      stage.begin("board", operations.transaction(on: content, size: 12))
      try stage.settle()
    case 5: try reset()
    default: try place(content)
    }
    try compare()
  }

  private mutating func reset() throws {
    guard !naive.entries.isEmpty else { return }
    let item = naive.entries[below(naive.entries.count)].item
    naive.entries.removeAll { $0.item == item }
    let request = ResetOverlayRequest(collection: "board", overlay: "mine", items: [item])
    let info: OverlayInfo = try stage.call { [stage] in
      stage.engine.shard(for: "board").overlays.reset(request, for: .server, reply: $0)
    }
    try #require(info.entryCount == naive.entries.count)
  }

  /// Places rows of the first part in a random gap, behind the row before it.
  private mutating func place(_ content: SectionedList) throws {
    let shown = try stage.fetch(reference, pageSize: 5_000)
    let sections = shown.sections.prefix(reference.definition.parts.count > 1 ? content.sections.count : .max)
    let filled = sections.filter { !$0.items.isEmpty }
    guard !filled.isEmpty else { return }
    let section = filled[below(filled.count)]
    let dragged = Array(section.items.shuffled(using: &random).prefix(1 + below(2))).map(\.id)
    let rest = section.items.filter { !dragged.contains($0.id) }
    let gap = below(rest.count + 1)
    var request = PlaceRowsRequest(rows: dragged, section: section.element.id, aim: .afterPrevious)
    request.previous = gap > 0 ? rest[gap - 1].id : nil
    request.next = gap < rest.count ? rest[gap].id : nil
    let plan: PlacePlan
    do {
      plan = try stage.call { [stage, reference] in
        let planning = PlacePlanning(on: stage.engine.home(of: reference))
        planning.plan(request, in: reference, for: .server, reply: $0)
      }
    } catch let error as ArrangeError {
      // Rows of other sections, or of other values in the order.
      try #require(error.code == .failedPrecondition, "\(error)")
      return
    }
    let name = try #require(plan.overlay)
    guard !plan.isEmpty else { return }
    let transaction = ApplyRequest(
      collection: plan.written,
      operations: plan.operations,
      ifVersion: plan.overlayVersion
    )
    let _: ApplyResult = try stage.call { [stage] in
      stage.engine.shard(for: name.stored).apply(transaction, reply: $0)
    }
    try record(content, rest, dragged, gap)
    // Exactly the rows that were dragged are elsewhere.
    let after = try stage.fetch(reference, pageSize: 5_000)
    let now = try #require(after.sections.first { $0.element.id == section.element.id }).items.map(\.id)
    if reference.definition.text.contains("cap") { return }
    let wanted = rest[..<gap].map(\.id) + dragged + rest[gap...].map(\.id)
    try #require(now == wanted, "\(now), not \(wanted)")
  }

  /// Does the same in the model, for rows of one section, if nothing is hidden; otherwise takes over the entries.
  private mutating func record(
    _ content: SectionedList,
    _ rest: [ElementSnapshot],
    _ dragged: [Identifier],
    _ gap: Int
  ) throws {
    let request = GetOverlayRequest(collection: "board", overlay: "mine")
    let page: OverlayPage = try stage.call { [stage] in
      stage.engine.shard(for: "board").overlays.get(request, for: .server, reply: $0)
    }
    if reference.definition.text == "board overlay mine\n" {
      let base = content.sections.map { ($0.element.id, $0.items.map(\.id)) }
      let section = try #require(base.firstIndex { $0.1.contains(dragged[0]) })
      naive.place(dragged, inSection: section, behind: gap > 0 ? rest[gap - 1].id : nil, base)
      try #require(page.entries == naive.entries, "\(page.entries), not \(naive.entries)")
    }
    naive.entries = page.entries
  }

  private func compare() throws {
    try stage.settle()
    try watcher.catchUp(stage)
    let content = try stage.content(of: "board")
    var view = NaiveView(definition: reference.definition, collections: ["board": content])
    view.overlays = { $0.collection == "board" && $0.overlay != nil ? naive : nil }
    try #require(watcher.list.shown == view.list.shown, "\(watcher.list)\nnot \(view.list)")
    let fetched = try stage.fetch(reference, pageSize: 7)
    try #require(fetched.shown == view.list.shown)
  }
}
