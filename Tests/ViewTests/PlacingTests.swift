import ArrangeModel
import Changes
import Foundation
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("Placing rows in a view")
struct PlacingTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let scale = Int(environment["ARRANGE_TEST_SCALE"] ?? "") ?? 1
  private static let seed = UInt64(environment["ARRANGE_TEST_SEED"] ?? "") ?? 1

  private static let layouts = [
    "board", "board flat all", "board sections s1, s0 flat all", "board group a",
    "board group a declare 1, missing, 2", "board group a by b sum a",
    "board group a declare 1, missing by b declare 0 order desc",
  ]
  private static let filters = ["", "where not h", "where exists b", "where a != 2"]
  private static let orders = ["", "sort b", "sort b desc, a", "sort a missing first, b"]
  private static let caps = ["", "cap 1", "cap 2"]

  private static func definitions() throws -> [ViewDefinition] {
    try layouts.flatMap { layout in
      try filters.flatMap { filter in
        try orders.flatMap { order in
          try caps.map { cap in try ViewDefinition(parsing: "\(layout) \(filter) \(order) \(cap)") }
        }
      }
    }
  }

  private static func state(_ random: inout OrderingRandom, items: Int) -> NaivePlacing.State {
    var state = NaivePlacing.State(
      sections: [.init(id: "s0", items: []), .init(id: "s1", items: [])],
      fields: [:]
    )
    for number in 0..<items {
      let id = Identifier(unchecked: "i\(number)")
      let section = Int.random(in: 0..<2, using: &random)
      state.sections[section].items.insert(
        id,
        at: Int.random(in: 0...state.sections[section].items.count, using: &random)
      )
      state.fields[id] = fields(&random)
    }
    return state
  }

  private static func fields(_ random: inout OrderingRandom) -> Fields {
    var fields: Fields = [:]
    for name in ["a", "b"] {
      let value = Int64.random(in: 0...2, using: &random)
      if value > 0 { try? fields.set(name, to: .int(value)) }
    }
    if Int.random(in: 0..<4, using: &random) == 0 { try? fields.set("h", to: .bool(true)) }
    return fields
  }

  static func list(_ definition: ViewDefinition, _ content: SectionedList) throws -> ViewList {
    var state = CollectionState()
    for (index, section) in content.sections.enumerated() {
      func element(_ snapshot: ElementSnapshot) -> Element {
        Element(id: snapshot.id, fields: snapshot.fields, contentVersion: snapshot.contentVersion)
      }
      state.insertSection(
        element(section.element),
        key: .empty,
        items: section.items.map { ItemEntry(element: element($0), key: .empty) },
        at: index
      )
    }
    let parts = try ViewEvaluation(definition, over: ["board"], [state]).finish()
    let shown = zip(parts, definition.parts).enumerated().map { number, pair in
      let rows: ViewPart.Rows =
        switch pair.0 {
        case .fixed: .own(.init(RowList(fixed: pair.1.content), of: nil))
        case .mirror: .mirror(.init(state))
        case .rows(let rows, _): .own(.init(rows.list, of: state))
        }
      return ViewPart(pair.1, number: number, rows: rows, .init(pair.1), isOpaque: false)
    }
    return ViewList(version: 0, parts: shown, window: LiveView.firstWindow(of: definition))
  }

  /// The state after a plan.
  private static func applied(_ plan: PlacePlan, to state: NaivePlacing.State) throws -> NaivePlacing.State {
    let result = try NaiveList(state.list).applying(plan.operations).0.content
    var fields: [Identifier: Fields] = [:]
    for item in result.sections.flatMap(\.items) { fields[item.id] = item.fields }
    return NaivePlacing.State(
      sections: result.sections.map { .init(id: $0.element.id, items: $0.items.map(\.id)) },
      fields: fields
    )
  }

  /// Compares a decision with the least state.
  private static func check(_ naive: NaivePlacing, _ aim: PlaceAim) throws {
    var request = PlaceRowsRequest(section: naive.section, allow: Set(PlaceEffect.allCases))
    request.aim = aim
    (request.previous, request.next) = (naive.previous, naive.next)
    if naive.isNew {
      request.items = naive.items.map { NewElement(id: $0, fields: naive.old.fields[$0] ?? [:]) }
    } else {
      request.rows = naive.items
    }
    let comment = Comment(rawValue: "\(naive.definition.text)\n\(naive.old)\n\(request)")
    let list = try list(naive.definition, naive.old.list)
    let least = naive.least()
    let plan: PlacePlan
    do {
      plan = try PlaceResolver(definition: naive.definition, list: list).plan(request)
    } catch {
      #expect(least == nil && error.code == .failedPrecondition, "\(error) \(comment)")
      return
    }
    let result = try applied(plan, to: naive.old)
    guard let least else {
      // A new item may be one that the filter does not show.
      if naive.isNew, plan.effects[0].hidden == .filter { return }
      Issue.record("there is no such state, but \(result) \(comment)")
      return
    }
    #expect(least.states.contains(result), "\(least.cost) \(least.states)\nnot \(result)\n\(comment)")
    // Exactly what it needs has to be allowed.
    var needed: Set<PlaceEffect> = []
    if least.cost.writesSort { needed.insert(.sortFields) }
    if least.cost.changesSection { needed.insert(.section) }
    #expect(plan.isEmpty == (least.cost == NaivePlacing.Cost() && !naive.isNew), comment)
    for missing in needed {
      request.allow = needed.subtracting([missing])
      let error = #expect(throws: ArrangeError.self, comment) {
        try PlaceResolver(definition: naive.definition, list: list).plan(request)
      }
      #expect(error?.field == "allow[\(missing.word)]")
    }
    request.allow = needed
    #expect(try PlaceResolver(definition: naive.definition, list: list).plan(request) == plan, comment)
  }

  @Test("takes the state with the least effect, of all in which one row is in the gap")
  func oneRow() throws {
    var random = OrderingRandom(seed: Self.seed)
    var cases = 0
    for definition in try Self.definitions() {
      for _ in 0..<Self.scale {
        let state = Self.state(&random, items: 4)
        for item in Self.shown(definition, state) {
          for (section, gap) in Self.gaps(definition, state, without: [item]) {
            let aim = PlaceAim.allCases.randomElement(using: &random) ?? .automatic
            let naive = NaivePlacing(definition, state, [item], section: section, gap: gap, aim: aim)
            guard naive.isNamed else { continue }
            try Self.check(naive, aim)
            cases += 1
          }
        }
      }
    }
    print("placing: \(cases) cases of one row")
  }

  @Test("takes such a state for two rows in either order")
  func twoRows() throws {
    var random = OrderingRandom(seed: Self.seed)
    var cases = 0
    for definition in try Self.definitions() {
      for _ in 0..<Self.scale {
        let state = Self.state(&random, items: 4)
        let items = Array(Self.shown(definition, state).shuffled(using: &random).prefix(2))
        guard items.count == 2 else { continue }
        for (section, gap) in Self.gaps(definition, state, without: items) {
          let aim = PlaceAim.allCases.randomElement(using: &random) ?? .automatic
          let naive = NaivePlacing(definition, state, items, section: section, gap: gap, aim: aim)
          guard naive.isNamed else { continue }
          try Self.check(naive, aim)
          cases += 1
        }
      }
    }
    print("placing: \(cases) cases of two rows")
  }

  @Test("inserts a new item with the least change of its fields, beside the aimed row")
  func newItem() throws {
    var random = OrderingRandom(seed: Self.seed)
    for definition in try Self.definitions() {
      for _ in 0..<Self.scale {
        var state = Self.state(&random, items: 4)
        for (section, gap) in Self.gaps(definition, state, without: []) {
          // One that the filter shows as it is.
          var seen = state
          seen.sections[0].items.append("new")
          repeat {
            state.fields["new"] = Self.fields(&random)
            seen.fields["new"] = state.fields["new"]
          } while !NaivePlacing.rows(definition, seen).contains { $0.rows.contains("new") }
          let aim = PlaceAim.allCases.randomElement(using: &random) ?? .automatic
          let naive = NaivePlacing(
            definition,
            state,
            ["new"],
            isNew: true,
            section: section,
            gap: gap,
            aim: aim
          )
          if naive.isNamed { try Self.check(naive, aim) }
        }
      }
    }
  }

  /// The rows that are shown.
  private static func shown(_ definition: ViewDefinition, _ state: NaivePlacing.State) -> [Identifier] {
    NaiveView(definition: definition, collections: ["board": state.list]).list.sections.flatMap {
      $0.items.map(\.id)
    }
  }

  /// All gaps of all sections.
  private static func gaps(
    _ definition: ViewDefinition,
    _ state: NaivePlacing.State,
    without items: [Identifier]
  ) -> [(section: Identifier, gap: Int)] {
    NaivePlacing.rows(definition, state).flatMap { section in
      (0...section.rows.filter { !items.contains($0) }.count).map { (section.id, $0) }
    }
  }
}
