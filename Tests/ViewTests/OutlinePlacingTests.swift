import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

@Suite("Placing rows in views of outlines", .timeLimit(.minutes(5)))
struct OutlinePlacingTests {
  private static let name: Identifier = "plan"

  /// The outline `c(a(x y) b)d(z)` in the section `s`, and `e` in `t`; `n` is a number, and `done` is true for `y` and `z`.
  private func stage(_ settings: OutlineSettings = OutlineSettings(maximumDepth: 5)) throws -> ViewStage {
    let stage = try ViewStage(options: EngineOptions(), seed: 1)
    try stage.create(Self.name, strategy: "lexorank", outline: settings)
    try stage.create("board", strategy: "lexorank")
    func items(_ items: [(Identifier, Int64, Bool)]) -> [NewElement] {
      items.map {
        NewElement(id: $0.0, fields: ["n": .int($0.1), "done": .bool($0.2), "in": .string("k\($0.1 % 2)")])
      }
    }
    try apply(
      stage,
      [
        .insertSections([NewElement(id: "s"), NewElement(id: "t")], to: .init()),
        .insertItems(items([("c", 3, false), ("d", 1, false)]), to: .init(section: "s")),
        .insertItems(items([("a", 9, false), ("b", 2, false)]), to: .init(below: .init("c"))),
        .insertItems(items([("x", 5, false), ("y", 4, true)]), to: .init(below: .init("a"))),
        .insertItems(items([("z", 7, true)]), to: .init(below: .init("d"))),
        .insertItems(items([("e", 8, false)]), to: .init(section: "t")),
      ]
    )
    return stage
  }

  private func apply(_ stage: ViewStage, _ operations: [ListOperation], to name: Identifier = name) throws {
    let request = ApplyRequest(collection: name, operations: operations)
    let _: ApplyResult = try stage.call { stage.engine.shard(for: name).apply(request, reply: $0) }
    try stage.settle()
  }

  private func inline(_ text: String) throws -> ViewReference {
    ViewReference(name: nil, definition: try ViewDefinition(parsing: text).named())
  }

  private func plan(_ request: PlaceRowsRequest, _ view: ViewReference, _ stage: ViewStage) throws
    -> PlacePlan
  {
    try stage.call {
      PlacePlanning(on: stage.engine.home(of: view)).plan(request, in: view, for: .server, reply: $0)
    }
  }

  private func state(_ stage: ViewStage) throws -> CollectionState {
    try #require(stage.engine.shard(for: Self.name).collections[Self.name]?.working)
  }

  /// An outline in words: children in brackets, and a bar between sections.
  private func drawing(_ state: CollectionState) -> String {
    func draw(_ scope: Scope) -> String {
      (0..<state.count(in: scope)).map { index in
        let item = state.item(at: ListSlot(scope: scope, index: index)).element
        let number = state.branches?.number(of: item, hash: item.idHash)
        let below = number.map { draw(.children($0)) } ?? ""
        return item.id.text + (below.isEmpty ? "" : "(\(below))")
      }.joined(separator: " ")
    }
    return (0..<state.sectionCount).map { draw(.items(section: $0)) }.joined(separator: "|")
  }

  /// A request from the text `rows after previous before next under parent to section`; "-" is the top.
  private func request(_ text: String) -> PlaceRowsRequest {
    var request = PlaceRowsRequest()
    var words = text.split(separator: " ").map { Identifier(unchecked: String($0)) }[...]
    while let word = words.popFirst() {
      switch word.text {
      case "after": request.previous = words.popFirst()
      case "before": request.next = words.popFirst()
      case "under": request.parent = words.popFirst().map { $0 == "-" ? .empty : $0 }
      case "to": request.section = words.popFirst() ?? .empty
      case "aimed": request.aim = words.popFirst() == "after" ? .afterPrevious : .beforeNext
      case "new": request.items.append(NewElement(id: words.popFirst(), fields: ["done": .bool(true)]))
      default: request.rows.append(word)
      }
    }
    return request
  }

  @Test(
    "go below what the pointer says, with what is below them",
    arguments: [
      // The gap behind b: below it, beside it, or at the top.
      ("plan", "e after b before d under b", "c(a(x y) b(e)) d(z)|"),
      ("plan", "e after b before d under c", "c(a(x y) b e) d(z)|"),
      ("plan", "e after b before d under -", "c(a(x y) b) e d(z)|"),
      ("plan", "a after z under d", "c(b) d(z a(x y))|e"),
      ("plan", "a before c under -", "a(x y) c(b) d(z)|e"),
      ("plan", "d under a", "c(a(x y d(z)) b)|e"),
      ("plan", "x y under e", "c(a b) d(z)|e(x y)"),
      ("plan", "d after e under -", "c(a(x y) b)|e d(z)"),
      // Without a parent: what the rows have, or that of a neighbour.
      ("plan", "d before c", "d(z) c(a(x y) b)|e"),
      ("plan", "b after c before a", "c(b a(x y)) d(z)|e"),
      ("plan", "e after b before d", "c(a(x y) b e) d(z)|"),
      ("plan", "e after b before d aimed before", "c(a(x y) b) e d(z)|"),
      ("plan", "e after c before a", "c(e a(x y) b) d(z)|"),
      ("plan", "z to t", "c(a(x y) b) d|e z"),
      ("plan", "new n after x before y", "c(a(x n y) b) d(z)|e"),
      ("plan", "new n under b", "c(a(x y) b(n)) d(z)|e"),
      // The same gap.
      ("plan", "d after b", "c(a(x y) b) d(z)|e"), ("plan", "y b after x before d", "c(a(x y) b) d(z)|e"),
      ("plan", "y after x before b", "c(a(x y) b) d(z)|e"),
      // Among the rows of a child, behind it.
      ("plan", "e after x before y under c", "c(a(x y) e b) d(z)|"),
      // Hidden ones stay.
      ("plan where done with ancestors", "z after y under a", "c(a(x y z) b) d|e"),
      ("plan where done with ancestors", "z after a before y", "c(a(x z y) b) d|e"),
      ("plan where done with ancestors", "a after z under -", "c(b) d(z) a(x y)|e"),
      ("plan where done with ancestors", "y after z under -", "c(a(x) b) d(z) y|e"),
      ("plan where n = 9 or n = 1 with descendants", "z after y under a", "c(a(x y z) b) d|e"),
      // Sorted among siblings: x 5, y 4, a 9, b 2, c 3, d 1.
      ("plan sort n", "x after a before y", "allow[sort]"),
      ("plan sort n", "z after x under a", "c(a(x z y) b) d|e"),
      ("plan sort n", "e after z before c under -", "allow[sort]"),
      // Nobody points at a parent.
      ("plan where n > 3", "y before x", "c(a(y x) b) d(z)|e"),
      ("plan where n > 3", "z before x", "allow[parent]"),
      ("plan flat all", "e before c", "allow[section]"),
      ("plan flat all", "x after b before d", "allow[parent]"),
      ("plan flat all", "d before c", "d(z) c(a(x y) b)|e"),
      ("plan flat all sort n", "e after z before a", "c(a(x y) b) d(z)|e"),
      ("plan flat all sort n", "a after d before b", "allow[sort]"),
      ("plan flat all sort n", "z before d", "rows"),
      ("plan group in", "d before y", "d(z) c(a(x y) b)|e"),
      ("plan group in", "b after z", "allow[parent]"),
    ] as [(String, String, String)]
  )
  func placed(text: String, words: String, expected: String) throws {
    let stage = try stage()
    let view = try inline(text)
    do {
      let plan = try plan(request(words), view, stage)
      if plan.operations.isEmpty {
        #expect(plan.effects.allSatisfy { $0.parent == nil })
      } else {
        try apply(stage, plan.operations)
      }
      #expect(drawing(try state(stage)) == expected)
      let list = try stage.fetch(view, pageSize: 3)
      for effect in plan.effects {
        let row = effect.to.flatMap { list.sections[$0.section].items[$0.item] }
        #expect(row?.id == effect.row, "\(effect)")
        #expect(row?.origin == effect.origin, "\(effect)")
      }
    } catch let error as ArrangeError {
      #expect(error.field == expected, "\(error)")
    }
  }

  @Test(
    "are refused with one clear error where that can't be",
    arguments: [
      ("plan", "c under x", "rows[0]", "below_itself"), ("plan", "c under c", "rows[0]", "below_itself"),
      ("plan", "a x after z", "rows[1]", nil), ("plan", "e under gone", "parent", nil),
      ("plan flat all", "e after b under c", "parent", nil), ("plan where done", "z under y", "parent", nil),
      ("plan group in of parent", "x after a", "section", nil),
      ("plan flat all sort in", "e before y", "rows", nil),
      ("p: plan; f: board", "p/c to f/s", "rows[0]", "has_children"),
      ("f: board", "new n to f/s under f/i", "parent", "no_outline"),
      ("plan where n = 9 with descendants", "x after y under -", "rows[0]", nil),
    ] as [(String, String, String, String?)]
  )
  func refused(text: String, words: String, field: String, reason: String?) throws {
    let stage = try stage()
    try apply(
      stage,
      [
        .insertSections([NewElement(id: "s")], to: .init()),
        .insertItems([NewElement(id: "i")], to: .init(section: "s")),
      ],
      to: "board"
    )
    var request = self.request(words)
    request.allow = [.collection, .parent]
    let error = #expect(throws: ArrangeError.self) { try plan(request, try inline(text), stage) }
    #expect(error?.field == field && error?.reason == reason, "\(error as Any)")
    #expect(error?.code == .failedPrecondition || ["rows[1]", "parent"].contains(field), "\(error as Any)")
  }

  @Test("keep the limits, which a dry run says")
  func limits() throws {
    let stage = try stage(OutlineSettings(maximumDepth: 3, maximumChildren: 2))
    let view = try inline("plan")
    let deep = #expect(throws: ArrangeError.self) { try plan(self.request("d under a"), view, stage) }
    #expect(deep?.reason == "too_many_items" || deep?.reason == "too_deep", "\(deep as Any)")
    let deeper = #expect(throws: ArrangeError.self) { try plan(self.request("d under b"), view, stage) }
    #expect(deeper?.reason == "too_deep" && deeper?.field == "rows[0]", "\(deeper as Any)")
    let more = #expect(throws: ArrangeError.self) { try plan(self.request("e under c"), view, stage) }
    #expect(more?.reason == "too_many_items" && more?.field == "parent", "\(more as Any)")
    _ = try plan(self.request("b before a"), view, stage)
  }

  @Test("go to another outline with what is below them, and only if their ids are free there")
  func transfers() throws {
    let stage = try stage()
    try stage.create("other", strategy: "lexorank", outline: OutlineSettings())
    try apply(stage, [.insertItems([NewElement(id: "o")], to: .init(section: .empty))], to: "other")
    let view = try inline("p: plan; o: other")
    var request = PlaceRowsRequest(rows: ["p/a"], parent: "o/o")
    let error = #expect(throws: ArrangeError.self) { try plan(request, view, stage) }
    #expect(error?.field == "allow[collection]")
    request.allow = [.collection]
    let placed = try plan(request, view, stage)
    #expect(placed.transfers.map(\.from) == ["plan"] && placed.transfers[0].items.map(\.ifParent) == ["c"])
    #expect(
      placed.transfers[0].to == ItemDestination(.first, below: ParentChoice("o"))
        || placed.transfers[0].to.below.parent == "o"
    )
    #expect(placed.effects[0].parent == "o")
    try apply(stage, [.insertItems([NewElement(id: "y")], to: .init(section: .empty))], to: "other")
    let taken = #expect(throws: ArrangeError.self) { try plan(request, view, stage) }
    #expect(taken?.code == .alreadyExists && taken?.field == "rows[0]")
  }

  @Test("tell readers with the rights of a definer nothing of what is below what")
  func opaque() throws {
    let stage = try stage()
    try stage.define(
      "shown",
      try ViewDefinition(parsing: "plan\nas definer may move"),
      by: try Principal("ann")
    )
    let view = try stage.view("shown")
    let named = #expect(throws: ArrangeError.self) {
      try plan(self.request("e after b under c"), view, stage)
    }
    #expect(named?.field == "parent")
    let hidden = #expect(throws: ArrangeError.self) {
      try plan(self.request("x after b before d"), view, stage)
    }
    #expect(hidden?.field == "allow[parent]")
    var request = self.request("x after b before d")
    request.allow = [.parent]
    let placed = try plan(request, view, stage)
    #expect(placed.effects[0].parent == nil && placed.effects[0].origin == nil)
  }

  // MARK: Histories

  /// A view of a random kind.
  private func randomView(_ random: inout OrderingRandom) throws -> ViewReference {
    let layouts = ["plan", "plan", "plan", "plan sections t, s", "plan flat all", "plan group p"]
    let layout = layouts[Int.random(in: 0..<layouts.count, using: &random)]
    var modes = ["", "where q >= 0", "where q >= 0 with descendants"]
    if !layout.contains("flat"), !layout.contains("group") { modes += ["where q >= 0 with ancestors", ""] }
    let mode = modes[Int.random(in: 0..<modes.count, using: &random)]
    let orders = ["", "", "sort p", "sort q desc, p"]
    let order = orders[Int.random(in: 0..<orders.count, using: &random)]
    let caps = ["", "", "", "cap 4"]
    return try inline("\(layout) \(mode) \(order) \(caps[Int.random(in: 0..<caps.count, using: &random)])")
  }

  @Test(
    "show rows exactly where they were asked for, and nothing else changes",
    arguments: [1, 2, 3, 4] as [UInt64]
  )
  func histories(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    let stage = try ViewStage(options: EngineOptions(), seed: seed)
    try stage.create(Self.name, strategy: "lexorank", outline: OutlineSettings(maximumDepth: 6))
    try apply(stage, [.insertSections([NewElement(id: "s"), NewElement(id: "t")], to: .init())])
    var operations = OutlineOperations(seed: seed)
    var counts: [String: Int] = [:]
    for step in 0..<250 {
      let before = try state(stage)
      if step < 10 || Int.random(in: 0..<4, using: &random) == 0 {
        // Some are refused.
        let transaction = operations.transaction(on: before, size: 14)
        try? apply(stage, transaction)
        try stage.settle()
        continue
      }
      let view = try randomView(&random)
      let list = try stage.fetch(view, pageSize: 100)
      guard let request = randomRequest(list, &random) else { continue }
      let comment = Comment(
        rawValue: "seed \(seed), step \(step): \(view.definition.text) \(request)\n\(drawing(before))"
      )
      let placed: PlacePlan
      do {
        placed = try plan(request, view, stage)
      } catch let error as ArrangeError {
        let isExpected = [.failedPrecondition, .invalidArgument].contains(error.code)
        #expect(isExpected, "\(error) \(comment)")
        counts[error.reason ?? error.field ?? "", default: 0] += 1
        continue
      }
      counts[placed.isEmpty ? "nothing" : "done", default: 0] += 1
      if !placed.isEmpty { try apply(stage, placed.operations) }
      let after = try state(stage)
      check(others: before, after, request.rows, comment)
      try check(placed, request, view, list, try stage.fetch(view, pageSize: 100), before, after, comment)
    }
    #expect(counts["done", default: 0] > 20, "\(counts)")
  }

  private func randomRequest(_ list: SectionedList, _ random: inout OrderingRandom) -> PlaceRowsRequest? {
    let rows = list.sections.flatMap(\.items).map(\.id)
    guard !rows.isEmpty else { return nil }
    let count = Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
    var request = PlaceRowsRequest(rows: Array(rows.shuffled(using: &random).prefix(count)))
    let section = list.sections[Int.random(in: 0..<list.sections.count, using: &random)]
    request.section = section.element.id
    let gap = Int.random(in: 0...section.items.count, using: &random)
    request.previous = gap > 0 ? section.items[gap - 1].id : nil
    request.next = gap < section.items.count ? section.items[gap].id : nil
    request.aim = PlaceAim.allCases[Int.random(in: 0..<3, using: &random)]
    // What a person points at: below the row above the gap, or beside it or what it is below.
    if gap > 0, section.items[0].origin?.depth ?? 0 > 0, Int.random(in: 0..<2, using: &random) == 0 {
      var path: [Identifier] = [.empty]
      for item in section.items[..<gap] {
        path = Array(path.prefix(Int(max(1, item.origin?.depth ?? 1)))) + [item.id]
      }
      request.parent = path[Int.random(in: 0..<path.count, using: &random)]
    }
    request.allow = Set(PlaceEffect.allCases)
    return request
  }

  /// Checks that items which are not dragged are where they were, with what they had.
  private func check(
    others before: CollectionState,
    _ after: CollectionState,
    _ dragged: [Identifier],
    _ comment: Comment
  ) {
    func others(_ state: CollectionState) -> [[String]] {
      var lists: [String: [String]] = [:]
      for row in state.outlineRows where !dragged.contains(row.item.id) {
        let fields = row.item.fields.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
        lists[row.parent?.text ?? "section \(row.section)", default: []].append("\(row.item.id)[\(fields)]")
      }
      return lists.sorted { $0.key < $1.key }.map { [$0.key] + $0.value }
    }
    #expect(others(before) == others(after), comment)
  }

  /// Checks that the view shows the old rows with the dragged ones, and what is below them, in the gap.
  private func check(
    _ placed: PlacePlan,
    _ request: PlaceRowsRequest,
    _ view: ViewReference,
    _ old: SectionedList,
    _ new: SectionedList,
    _ before: CollectionState,
    _ after: CollectionState,
    _ comment: Comment
  ) throws {
    let parents = after.parents
    func path(_ id: Identifier) -> [Identifier] { [id] + (parents[id].map(path) ?? []) }
    for (row, effect) in zip(request.rows, placed.effects) {
      if let parent = request.parent { #expect(parents[row] ?? .empty == parent, comment) }
      if let parent = effect.parent { #expect(parents[row] ?? .empty == parent, comment) }
      #expect(effect.parent != nil || parents[row] == before.parents[row], comment)
      guard let to = effect.to else { continue }
      // Sections are counted as before: a group may be gone with its last row.
      let section = old.sections[to.section].element.id
      let items = try #require(new.sections.first { $0.element.id == section }, comment).items
      try #require(to.item < items.count, "\(effect) of \(items.map(\.id)) \(comment)")
      #expect(items[to.item].id == row, "\(effect) of \(items.map(\.id)) \(comment)")
      #expect(items[to.item].origin == effect.origin, "\(effect) \(comment)")
    }
    guard case .collection(let query) = view.definition.parts[0].content, query.cap == nil,
      placed.effects.allSatisfy({ $0.hidden == .shown })
    else { return }
    let isInTreeOrder = query.layout == .sections || query.sort.isEmpty
    func isGoing(_ id: Identifier) -> Bool {
      request.rows.contains(id) || isInTreeOrder && path(id).contains { request.rows.contains($0) }
    }
    let shown = Set(new.sections.flatMap(\.items).map(\.id))
    let rows = new.sections.flatMap(\.items).map(\.id)
    // In the gap they follow each other, each with what is below it.
    let section = try #require(new.sections.first { $0.items.contains { $0.id == request.rows[0] } }, comment)
      .items.map(\.id)
    let start = try #require(section.firstIndex(of: request.rows[0]), comment)
    let run = section[start...].prefix { isGoing($0) }
    #expect(run.filter { request.rows.contains($0) } == request.rows, comment)
    #expect(run.count == section.count { isGoing($0) }, comment)
    // All others are as before, and those that are not shown any more were only there because of what moved.
    let others = old.sections.flatMap(\.items).filter { !isGoing($0.id) }
    #expect(rows.filter { !isGoing($0) } == others.map(\.id).filter { shown.contains($0) }, comment)
    #expect(others.allSatisfy { shown.contains($0.id) || $0.origin?.isContext == true }, comment)
    // The gap is the one that was asked for.
    guard !placed.isAmbiguous else { return }
    let previous = section[..<start].last
    let next = section[start...].first { !isGoing($0) }
    let wanted = old.sections.first { $0.element.id == request.section }?.items.map(\.id) ?? []
    let gap = request.previous.map { (wanted.firstIndex(of: $0) ?? 0) + 1 } ?? 0
    func isLeft(_ id: Identifier) -> Bool { !isGoing(id) && shown.contains(id) }
    // A parent that was named without what is between may have moved the gap behind the rows of a child.
    guard request.parent == nil || placed.effects.count == 1 else { return }
    #expect(previous == wanted[..<gap].last(where: isLeft), comment)
    #expect(next == wanted[gap...].first(where: isLeft), comment)
  }
}
