import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

/// Two collections that are edited, or outlines, and a view of them that follows and is compared with a fresh evaluation.
struct ViewHistory {
  let comment: String
  private let view: LiveView
  private let sources: [ViewSource]
  private var states: [Identifier: CollectionState] = [:]
  private var operations: [Identifier: TransactionGenerator] = [:]
  private var outlineOperations: [Identifier: OutlineOperations] = [:]
  private var random: OrderingRandom
  private var keys: OrderingRandom
  /// What the view showed at each of its versions.
  private var shown: [UInt64: SectionedList] = [:]
  /// The view without its window the last time it was looked at, and where a window with an anchor was.
  private var whole: NaiveWindow.Sections = []
  private var window: NaiveWindow?
  /// How often another row stood in for the one that the window was asked for around.
  private(set) var standIns = 0
  /// The number of batches that were checked.
  private(set) var batches = 0

  /// - Parameter outlines: how many of the collections are outlines.
  init(seed: UInt64, edits: Int, outlines: Int = 0) throws {
    random = OrderingRandom(seed: seed)
    keys = OrderingRandom(seed: ~seed)
    for (number, name) in RandomView.collections.enumerated() {
      operations[name] = TransactionGenerator(.history(), seed: seed &* 31 &+ UInt64(number))
      operations[name]?.profile.fields = { random, _ in RandomView.fields(&random) }
      states[name] = CollectionState()
      guard number < outlines else { continue }
      OutlineSettings(maximumDepth: 6).apply(to: &states[name, default: CollectionState()])
      outlineOperations[name] = OutlineOperations(seed: seed &* 37 &+ UInt64(number))
    }
    // Some content to begin with, and sections to choose from.
    var content: [(Identifier, Commit)] = []
    for name in RandomView.collections {
      // Outlines get deep enough that something is above and below what changes.
      let isOutline = states[name]?.branches != nil
      for _ in 0..<Int.random(in: isOutline ? 10..<30 : 0..<12, using: &random) {
        if let commit = try ViewHistory.commit(to: name, &states, &operations, &outlineOperations, &keys) {
          content.append((name, commit))
        }
      }
    }
    let sections = states.values.flatMap { $0.sectionIDs }
    var views = RandomView(seed: seed ^ 0xABCD)
    if outlines > 0 { views.contexts = 70 }
    let items = states.values.flatMap { $0.outlineRows.map(\.item.id) }
    let definition = views.definition(
      sections: Array(Set(sections + ["nowhere"])).sorted(),
      anchors: Array(Set(items + ["nowhere"])).sorted()
    )
    comment = "seed \(seed), \(definition)"
    let states = states
    sources = LiveView.collections(of: definition).enumerated().map { number, name in
      let start = SourceStart(
        key: CollectionKey(Int64(number + 1)),
        epoch: UInt64(number),
        state: states[name] ?? CollectionState()
      )
      return ViewSource(name: name, start)
    }
    // In small slices and runs, so that each stage is interrupted and continued.
    let evaluation = ViewEvaluation(definition, over: sources, itemsOfRun: 1 + Int(seed % 7))
    var parts: [LiveView.Part]?
    while parts == nil {
      var slice = WorkSlice(steps: 1 + Int(seed % 40))
      parts = try evaluation.proceed(&slice)
    }
    view = LiveView(
      definition,
      text: "",
      number: 1,
      sources: sources,
      parts: parts ?? [],
      at: evaluation.versions,
      now: 0,
      clock: EngineClock(wallTime: { Timestamp(microseconds: 0) }, monotonicNanoseconds: { 0 }),
      secretBits: { 0 }
    )
    try record()
    for _ in 0..<edits { try step() }
    try resume()
  }

  /// Follows like views on the shard, or like those off the shard.
  private func follow() {
    if view.version % 3 == 0 {
      let outcome = ViewFollower(view).run()
      if !view.isUpToDate { view.follow(to: outcome.parts, by: outcome.edits, at: outcome.versions) }
    } else {
      view.follow()
    }
  }

  private static func commit(
    to name: Identifier,
    _ states: inout [Identifier: CollectionState],
    _ operations: inout [Identifier: TransactionGenerator],
    _ outlineOperations: inout [Identifier: OutlineOperations],
    _ keys: inout OrderingRandom
  ) throws -> Commit? {
    guard let state = states[name],
      let transaction = outlineOperations[name]?.transaction(on: state, size: 36)
        ?? operations[name]?.transaction(on: state.content, size: 18)
    else { return nil }
    var editor = TransactionEditor(state, strategy: TightTestStrategy(), random: keys) { "none" }
    do { try editor.perform(transaction) } catch { return nil }
    keys = editor.random
    let (next, edits, result) = editor.finish()
    guard result.changed else { return nil }
    states[name] = next
    return Commit(next, edits, result)
  }

  private mutating func step() throws {
    let name = RandomView.collections[Int.random(in: 0..<RandomView.collections.count, using: &random)]
    guard let commit = try ViewHistory.commit(to: name, &states, &operations, &outlineOperations, &keys)
    else { return }
    guard let source = sources.first(where: { $0.name == name }) else { return }
    let step = SourceStep(commit, shardIndices: [])
    // At times several commits become durable together, and only the last one has its state.
    let hasState = Int.random(in: 0..<4, using: &random) > 0
    if hasState { step.state = states[name] }
    let isNew = source.take(step)
    try #require(isNew == hasState, "\(comment)")
    guard Int.random(in: 0..<3, using: &random) > 0 else { return }
    follow()
    try record()
    try checkBatches()
  }

  /// Compares the view with a fresh evaluation.
  private mutating func record() throws {
    let list = SectionedList(view.list)
    var naiveView = NaiveView(
      definition: view.definition,
      collections: Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0.state.content) }),
      parents: Dictionary(uniqueKeysWithValues: sources.compactMap { $0.state.parents(of: $0.name) })
    )
    if case .around(let anchor, let before, _) = view.definition.window {
      let sections = naiveView.sections
      window = NaiveWindow.after(window.map { (whole, $0) }, anchor: anchor, sections)
      whole = sections
      naiveView.anchored = window
      let place = NaiveWindow.place(window, before: before, in: sections)
      try #require(view.list.windowPlace == place, "\(comment): at \(view.list.version)")
      if let row = place.anchor, row != anchor { standIns += 1 }
    }
    let naive = naiveView.list
    try #require(list.shown == naive.shown, "\(comment): at \(view.list.version)")
    try #require(view.list.itemCount == list.size.items, "\(comment): the count of items")
    shown[view.list.version] = list
  }

  /// Batches to the newest version, from the one before it and from others.
  private mutating func checkBatches() throws {
    let watched = WatchedView(view: view)
    let versions = shown.keys.sorted()
    var chosen = Array(versions.suffix(2).prefix(1))
    chosen.append(versions[Int.random(in: 0..<versions.count, using: &random)])
    for version in Set(chosen).sorted() {
      let old = watched.list(at: version, from: view.list)
      let before = try #require(shown[version])
      try #require(SectionedList(old).shown == before.shown, "\(comment): taken back to \(version)")
      // What was touched in a view itself, so that it may move.
      var movable: Set<ViewElement> = []
      for (part, trace) in view.feed.log.traces(after: version, through: view.version).enumerated() {
        for item in trace.items where item.touch.contains(.position) {
          movable.insert(ViewElement(part: part, element: item.element))
        }
      }
      let list = view.list
      try check(from: old, before, movable: movable) {
        watched.derive(from: version, to: list, profile: $0, threshold: .max)
      }
    }
  }

  private mutating func check(
    from old: ViewList,
    _ before: SectionedList,
    movable: Set<ViewElement>? = nil,
    derive: (ChangeBatch.Profile) -> Derivation
  ) throws {
    let after = SectionedList(view.list)
    for profile in [ChangeBatch.Profile.exact, .uikit] {
      let derivation = derive(profile)
      guard case .batch(let batch) = derivation else {
        Issue.record("\(comment): from \(old.version) to \(view.list.version) is \(derivation)")
        return
      }
      batches += 1
      // Every third one against both lists, which takes as long as all the rest.
      do throws(Violation) {
        if batches % 3 == 0 {
          try batch.check(from: before, to: after)
        } else {
          try batch.check(oldItemCounts: before.itemCounts)
        }
      } catch {
        Issue.record("\(comment): from \(old.version) to \(view.list.version): \(error)")
        return
      }
      var list = before
      try list.apply(batch)
      try #require(list.shown == after.shown, "\(comment): \(old.version) to \(view.list.version)")
      if profile == .exact, let movable {
        try checkMoves(batch, old, movable)
        if batches % 3 == 0 { try checkUpdates(batch, old) }
      }
    }
  }

  /// Checks that the updates are those found by comparing everything.
  private func checkUpdates(_ batch: ChangeBatch, _ old: ViewList) throws {
    let everything = ViewList.everything(in: old, view.list)
    let derivation = ChangeBatch.derive(from: old, to: view.list, touched: everything)
    guard case .batch(let found) = derivation, found.items.updates == batch.items.updates,
      found.sections.updates == batch.sections.updates
    else {
      Issue.record("\(comment): updates since \(old.version): \(batch) where \(derivation)")
      return
    }
  }

  /// Checks that no untouched row moves, and as few others as possible: those that are not in a longest run
  /// that keeps its order with the untouched ones.
  private func checkMoves(_ batch: ChangeBatch, _ old: ViewList, _ movable: Set<ViewElement>) throws {
    var moved: Set<ViewElement> = []
    for move in batch.items.moves {
      let item = old.item(at: move.from)
      try #require(movable.contains(item), "\(comment): a row moves that nobody touched")
      moved.insert(item)
    }
    for section in 0..<view.list.sectionCount {
      guard let from = old.index(ofSection: view.list.section(at: section)) else { continue }
      // The rows that were in the section and still are, as their old indices in the new order.
      var stays: [(old: Int, isMovable: Bool, moved: Bool)] = []
      for item in 0..<view.list.itemCount(ofSection: section) {
        let element = view.list.item(at: ListPath(section: section, item: item))
        guard let path = old.path(ofItem: element), path.section == from else { continue }
        stays.append((path.item, movable.contains(element), moved.contains(element)))
      }
      let least = stays.count - NaiveOrder.mostThatStay(stays.map { ($0.old, $0.isMovable) })
      // A comment is made even if it is not needed, and this one takes long.
      guard stays.count(where: { $0.moved }) != least else { continue }
      Issue.record("\(comment): moves in section \(section): \(stays)")
    }
  }

  /// Resumes from versions that the view's own log need not cover, as after a restart.
  private mutating func resume() throws {
    guard !sources.isEmpty else { return }
    follow()
    try record()
    let versions = sources.map { source in UInt64.random(in: source.log.base...source.version, using: &random)
    }
    let rewinding = ViewRewinding(view, to: versions)
    var past: ViewPast?
    while past == nil {
      var slice = WorkSlice(steps: 50)
      past = try rewinding.proceed(&slice)
    }
    // A subscriber's token says what its window showed.
    let isAnchored = WindowAnchor(view.definition.window) != nil
    let window =
      isAnchored
      ? ShownWindow(
        section: Int.random(in: 0..<3, using: &random),
        items: 1..<Int.random(in: 1..<6, using: &random)
      )
      : view.feed.log.newest.window
    let (old, touched) = view.changes(since: try #require(past), window: window)
    let states = zip(sources, versions).map { ($0.name, $0.state(at: $1)) }
    var definition = view.definition
    if let window { definition.window = window.section.map { .init(section: $0, items: window.items) } }
    let naive = NaiveView(
      definition: definition,
      collections: Dictionary(uniqueKeysWithValues: states.map { ($0, $1.content) }),
      parents: Dictionary(uniqueKeysWithValues: states.compactMap { $1.parents(of: $0) })
    ).list
    let before = SectionedList(old)
    try #require(before.shown == naive.shown, "\(comment): as it was at \(versions)")
    let list = view.list
    for touched in [touched, ViewList.everything(in: old, list)] {
      try check(from: old, before) {
        ChangeBatch.derive(from: old, to: list, touched: touched, profile: $0)
      }
    }
  }
}

enum NaiveOrder {
  /// How many elements of a list can stay, including all that can't be moved: a longest increasing run of
  /// their old indices that contains these. O(n²).
  static func mostThatStay(_ elements: [(old: Int, isMovable: Bool)]) -> Int {
    // The best run that ends with each element; nil if it would leave one out that has to stay.
    var best: [Int?] = []
    var result = elements.contains { !$0.isMovable } ? Int.min : 0
    for (place, element) in elements.enumerated() {
      var longest: Int? = elements[..<place].contains { !$0.isMovable } ? nil : 1
      var mustStay = false
      for other in stride(from: place - 1, through: 0, by: -1) {
        if !mustStay, let length = best[other], elements[other].old < element.old {
          longest = max(longest ?? 0, length + 1)
        }
        if !elements[other].isMovable { mustStay = true }
      }
      best.append(longest)
      if let longest, !elements[(place + 1)...].contains(where: { !$0.isMovable }) {
        result = max(result, longest)
      }
    }
    return result
  }
}

extension CollectionState {
  var content: SectionedList {
    branches == nil ? SectionedList(ListAtVersion(state: self, hasKeys: false)) : outlineContent
  }

  /// The parents of the items of an outline, with its name; nil for a flat collection.
  func parents(of name: Identifier) -> (Identifier, [Identifier: Identifier])? {
    branches == nil ? nil : (name, parents)
  }
}
