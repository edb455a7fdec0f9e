import ArrangeModel
import Engine
import ListModel
import Ordering

/// Compares a state of the engine with the model.
struct Comparison {
  let state: CollectionState
  let model: NaiveList
  let strategy: any OrderingStrategy

  init(
    _ state: CollectionState,
    _ model: NaiveList,
    _ strategy: any OrderingStrategy
  ) {
    self.state = state
    self.model = model
    self.strategy = strategy
  }

  private var names: Names { model.names }

  private func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws(Mismatch) {
    guard condition else { throw Mismatch(description: what()) }
  }

  func totals() throws(Mismatch) {
    try expect(state.version == model.version, "version \(state.version), not \(model.version)")
    try expect(
      state.sectionCount == model.sections.count && state.itemCount == model.itemCount,
      "\(state.sectionCount) sections and \(state.itemCount) items, "
        + "not \(model.sections.count) and \(model.itemCount)"
    )
  }

  /// A result's element is where the result says, in the model and in the state, and has its key.
  func placed(_ element: PlacedElement) throws(Mismatch) {
    switch element.place {
    case .section(let index):
      try expect(index < model.sections.count, "section \(element.id) at \(index)")
      try expect(names[model.sections[index].id] == element.id, "section \(element.id) at \(index)")
      try place(index)
      try expect(state.key(in: .sections, at: index) == element.key, "key of \(element.id)")
    case .item(let path):
      try expect(path.section < model.sections.count, "item \(element.id) at \(path)")
      let section = model.sections[path.section]
      try expect(path.item < section.items.count, "item \(element.id) at \(path)")
      try expect(names[section.items[path.item]] == element.id, "item \(element.id) at \(path)")
      try place(path.section, path.item)
      let key = state.key(in: .items(section: path.section), at: path.item)
      try expect(key == element.key, "key of \(element.id)")
    case nil:
      // An operation that names a removed element: no such item, or no such section.
      let number = names.number(of: element.id)
      try expect(
        (model.find(item: number) == nil && state.path(ofItem: element.id) == nil)
          || (model.find(section: number) == nil && state.index(ofSection: element.id) == nil),
        "\(element.id) is still there"
      )
      try expect(element.key.isEmpty, "a removed element has a key")
    }
  }

  /// The section at an index.
  func place(_ index: Int) throws(Mismatch) {
    let id = model.sections[index].id
    let entry = state.section(at: index)
    try expect(names[id] == entry.element.id, "section \(index) is \(entry.element.id), not \(names[id])")
    try expect(state.index(ofSection: names[id]) == index, "look-up of section \(names[id])")
    try expect(entry.items.count == model.sections[index].items.count, "count of section \(names[id])")
    try content(entry.element, entry.placementVersion, model[.section, id])
    try order(in: .sections, at: index)
  }

  /// The item at a path.
  func place(_ section: Int, _ item: Int) throws(Mismatch) {
    let path = ListPath(section: section, item: item)
    let id = model.sections[section].items[item]
    let entry = state.item(at: path)
    try expect(names[id] == entry.element.id, "item \(path) is \(entry.element.id), not \(names[id])")
    try expect(state.path(ofItem: names[id]) == path, "look-up of item \(names[id])")
    try content(entry.element, entry.placementVersion, model[.item, id])
    try order(in: .items(section: section), at: item)
  }

  private func content(
    _ element: Element,
    _ placed: UInt64,
    _ expected: NaiveList.Content?
  ) throws(Mismatch) {
    try expect(
      element.fields == expected?.fields && element.contentVersion == expected?.version
        && placed == expected?.placed ?? placed,
      "content of \(element.id): \(element.fields), version \(element.contentVersion), placed \(placed), "
        + "not \(String(describing: expected))"
    )
  }

  /// The key at an index is one of the strategy's and lies between its neighbours.
  func order(in scope: Scope, at index: Int) throws(Mismatch) {
    let key = state.key(in: scope, at: index)
    try valid(key)
    if strategy.keyForm == .rank {
      try expect(state.entry(in: scope, at: index).key.isEmpty, "a rank is stored")
    }
    for (lower, upper) in [(index - 1, index), (index, index + 1)] {
      guard lower >= 0, upper < state.count(in: scope) else { continue }
      let keys = [lower, upper].map { state.key(in: scope, at: $0).bytes }
      try expect(keys[0].lexicographicallyPrecedes(keys[1]), "keys at \(lower) in \(scope): \(keys)")
    }
  }

  private func valid(_ key: OrderKey) throws(Mismatch) {
    do throws(OrderingError) {
      try strategy.validate(key)
      let text = strategy.text(of: key)
      guard try strategy.key(fromText: text) == key else { throw .invalidKey("\(text) is another key") }
    } catch {
      throw Mismatch(description: "key \(key): \(error)")
    }
    try expect(!key.isEmpty && key.count <= strategy.maximumKeyLength, "key \(key) is too long")
  }

  /// All elements, all look-ups, all keys.
  func everything() throws(Mismatch) {
    try totals()
    try expect(
      state.sectionCount == Set(model.sections.map(\.id)).count,
      "the model has sections twice"
    )
    for (index, section) in model.sections.enumerated() {
      try place(index)
      let entries = state.section(at: index).items.entries(in: 0..<section.items.count)
      var last: [UInt8] = []
      for (offset, (entry, id)) in zip(entries, section.items).enumerated() {
        let path = ListPath(section: index, item: offset)
        try expect(names[id] == entry.element.id, "item \(path) is \(entry.element.id), not \(names[id])")
        try expect(state.path(of: entry.element) == path, "look-up of item \(names[id])")
        try content(entry.element, entry.placementVersion, model[.item, id])
        guard strategy.keyForm == .stored else {
          try expect(entry.key.isEmpty, "a rank is stored")
          continue
        }
        let bytes = entry.key.bytes
        try expect(last.lexicographicallyPrecedes(bytes), "keys at \(path): \(last), \(bytes)")
        last = bytes
      }
    }
    guard strategy.keyForm == .rank else { return }
    // Ranks are 0 to n - 1: so they are if the key of each rank says just that rank.
    for (index, section) in model.sections.enumerated() where !section.items.isEmpty {
      for rank in [0, section.items.count / 2, section.items.count - 1] {
        let key = state.key(in: .items(section: index), at: rank)
        try expect(strategy.text(of: key) == "\(rank)", "rank \(rank) reads \(strategy.text(of: key))")
      }
    }
  }

  /// Two states have the same content and the same stored keys.
  static func sameKeys(_ a: CollectionState, _ b: CollectionState) throws(Mismatch) {
    func isSame(_ a: Element, _ b: Element) -> Bool {
      a == b && a.contentVersion == b.contentVersion && a.hasSameFields(as: b)
    }
    guard a.version == b.version, a.sectionCount == b.sectionCount, a.itemCount == b.itemCount else {
      throw Mismatch(description: "the copy has another version or count")
    }
    for index in 0..<a.sectionCount {
      let (x, y) = (a.section(at: index), b.section(at: index))
      guard isSame(x.element, y.element), x.key == y.key, x.placementVersion == y.placementVersion,
        x.items.count == y.items.count
      else {
        throw Mismatch(description: "section \(index) of the copy")
      }
      let range = 0..<x.items.count
      for (p, q) in zip(x.items.entries(in: range), y.items.entries(in: range)) {
        guard isSame(p.element, q.element), p.key == q.key, p.placementVersion == q.placementVersion else {
          throw Mismatch(description: "item \(p.element.id) of the copy")
        }
      }
    }
  }
}
