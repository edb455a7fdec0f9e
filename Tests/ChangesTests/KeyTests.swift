import ArrangeModel
import Changes
import Ordering
import Testing

@Suite("Order keys of placed elements")
struct KeyTests {
  private static let lanes = 4
  private static let count = 4_000

  @Test("are those of NEW, derived, composed in any way, and inverted", arguments: 0..<lanes)
  func histories(lane: Int) {
    for number in stride(from: lane, to: Self.count, by: Self.lanes) {
      let seed = UInt64(number) + 1
      var generator = HistoryGenerator(seed: seed, number % 10 == 0 ? .manyEmptySections : .small)
      let history = generator.makeHistory()
      do {
        try KeyedHistory(history).check()
      } catch {
        Issue.record("seed \(seed): \(error)\n\(history.text)")
        return
      }
    }
  }

  private let three = ListSize(sections: 1, items: 3)
  private func key(_ text: String) -> OrderKey { OrderKey(Array(text.utf8)) }

  private func moving(_ keys: [PlacedKey<ListPath>]) -> ChangeBatch {
    var batch = ChangeBatch(before: three, after: three)
    batch.items.moves = [Move(from: ListPath(section: 0, item: 2), to: ListPath(section: 0, item: 0))]
    batch.items.keys = keys
    return batch
  }

  @Test("are in the order of their positions, each at an existing one, and exist for everything that moves")
  func checks() throws {
    func at(_ item: Int, section: Int = 0) -> PlacedKey<ListPath> {
      PlacedKey(at: ListPath(section: section, item: item), key: key("k"))
    }
    try moving([]).check(oldItemCounts: [3])
    try moving([at(0)]).check(oldItemCounts: [3])
    try moving([at(0), at(2)]).check(oldItemCounts: [3])
    var sectionOnly = moving([])
    sectionOnly.sections.keys = [PlacedKey(at: 0, key: key("s"))]
    var wrongSection = moving([at(0)])
    wrongSection.sections.keys = [PlacedKey(at: 1, key: key("s"))]
    var ofNew = ChangeBatch(before: three, after: ListSize(sections: 1, items: 4))
    let element = ElementSnapshot(id: "new", fields: Fields(), contentVersion: 0, key: key("n"))
    ofNew.items.inserts = [ItemInsert(at: ListPath(section: 0, item: 1), source: .new(element))]
    ofNew.items.keys = [at(1)]
    let cases: [(ChangeBatch, Rule)] = [
      (moving([at(1)]), .oneForm), (moving([at(0), at(0)]), .oneForm), (moving([at(1), at(0)]), .oneForm),
      (moving([at(0), at(3)]), .once), (moving([at(0), at(0, section: 1)]), .once), (sectionOnly, .oneForm),
      (wrongSection, .once), (ofNew, .oneForm),
    ]
    for (batch, rule) in cases {
      let violation = #expect(throws: Violation.self, "\(batch)") { try batch.check(oldItemCounts: [3]) }
      #expect(violation?.rule == rule, "\(batch)")
    }
    // What could not be applied is refused there too.
    let list = SectionedList([.init(element, items: [element, element, element])])
    for batch in [moving([at(0), at(3)]), moving([at(0), at(0, section: 1)]), wrongSection] {
      #expect(throws: BatchError.self) {
        var list = list
        try list.apply(batch)
      }
    }
  }

  @Test("are left out of a composition with a batch that moves something without keys")
  func mixed() throws {
    let (keyed, plain) = (moving([PlacedKey(at: ListPath(section: 0, item: 0), key: key("k"))]), moving([]))
    #expect(try !keyed.composed(with: plain).hasKeys && !plain.composed(with: keyed).hasKeys)
    #expect(try keyed.composed(with: keyed).items.keys.count == 2)
    let nothing = ChangeBatch(before: three, after: three)
    #expect(try keyed.composed(with: nothing) == keyed && nothing.composed(with: keyed) == keyed)
  }
}

/// A list of the model in which the order key of each element tells when it was placed.
private struct KeyedList: ListVersion {
  var base: ModelList
  /// The step in which each section and each item was placed, by their numbers.
  var sectionSteps: [Int: Int]
  var itemSteps: [Int: Int]

  var hasKeys: Bool { true }
  var sectionCount: Int { base.sectionCount }
  var itemCount: Int { base.itemCount }
  func itemCount(ofSection index: Int) -> Int { base.itemCount(ofSection: index) }
  func section(at index: Int) -> ModelElement { base.section(at: index) }
  func item(at path: ListPath) -> ModelElement { base.item(at: path) }
  func index(ofSection element: ModelElement) -> Int? { base.index(ofSection: element) }
  func path(ofItem element: ModelElement) -> ListPath? { base.path(ofItem: element) }

  func snapshot(ofSection index: Int) -> ElementSnapshot {
    let id = base.section(at: index).id
    return keyed(base.snapshot(ofSection: index), "s\(id)-\(sectionSteps[id] ?? 0)")
  }

  func snapshot(ofItemAt path: ListPath) -> ElementSnapshot {
    let id = base.item(at: path).id
    return keyed(base.snapshot(ofItemAt: path), "i\(id)-\(itemSteps[id] ?? 0)")
  }

  private func keyed(_ element: ElementSnapshot, _ key: String) -> ElementSnapshot {
    var element = element
    element.key = OrderKey(Array(key.utf8))
    return element
  }
}

private struct KeyedHistory {
  let history: ModelHistory
  private var states: [KeyedList] = []
  private let lists: [SectionedList]

  init(_ history: ModelHistory) {
    self.history = history
    var (sections, items): ([Int: Int], [Int: Int]) = ([:], [:])
    for (step, state) in history.states.enumerated() {
      for number in history.touched[step].sections.positions { sections[number] = step }
      for number in history.touched[step].items.positions { items[number] = step }
      states.append(KeyedList(base: state, sectionSteps: sections, itemSteps: items))
    }
    lists = states.map { SectionedList($0) }
  }

  func check() throws {
    for (from, to) in pairs() {
      let batch = try derive(from, to)
      let forView = try derive(from, to, .uikit)
      for batch in [batch, forView] {
        try batch.check(from: lists[from], to: lists[to])
        try expect(batch, gives: to, of: from)
        try expect(batch.inverted(old: lists[from]), gives: from, of: to)
      }
      let demoted = batch.demoted { states[from].itemCount(ofSection: $0) }
      try expect(demoted == forView, "demoted, \(from) to \(to)")
      // Elements of both lists are placed at the same positions by the inverse.
      let back = try batch.inverted(old: lists[from])
      try expect(back == derive(states[to], states[from], from, to, .exact), "inverted, \(from) to \(to)")
      for (middle, last) in pairs() where middle == to {
        let next = try derive(middle, last)
        let both = try batch.composed(with: next)
        try both.check(from: lists[from], to: lists[last], allowsReinserted: true)
        try expect(both, gives: last, of: from)
        if !history.hasReturns(at: [from, middle, last]) {
          try expect(both == derive(from, last), "composed, \(from), \(middle), \(last)")
        }
        for (start, end) in pairs() where start == last {
          let third = try derive(start, end)
          let (left, right) = (try both.composed(with: third), try next.composed(with: third))
          try expect(left == batch.composed(with: right), "associative, \([from, middle, last, end])")
        }
      }
    }
  }

  private func pairs() -> [(Int, Int)] {
    lists.indices.flatMap { from in lists.indices.dropFirst(from + 1).map { (from, $0) } }
  }

  private func derive(_ from: Int, _ to: Int, _ profile: ChangeBatch.Profile = .exact) throws -> ChangeBatch {
    try derive(states[from], states[to], from, to, profile)
  }

  private func derive(
    _ old: KeyedList,
    _ new: KeyedList,
    _ first: Int,
    _ last: Int,
    _ profile: ChangeBatch.Profile
  ) throws -> ChangeBatch {
    let touched = history.touched(from: first, to: last).all
    let derivation = ChangeBatch.derive(from: old, to: new, touched: touched, profile: profile)
    guard case .batch(let batch) = derivation else { throw HistoryFailure(description: "\(derivation)") }
    return batch
  }

  private func expect(_ batch: ChangeBatch, gives to: Int, of from: Int) throws {
    var (atOnce, sequential) = (lists[from], lists[from])
    try atOnce.apply(batch)
    try sequential.applySequentially(batch)
    try expect(atOnce == lists[to] && sequential == lists[to], "keys of \(from) to \(to):\n\(batch)")
  }

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw HistoryFailure(description: message()) }
  }
}
