import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("Views of an engine of several shards")
struct ViewHostTests {
  @Test("always show exactly what is durable", arguments: 0..<60 as Range<UInt64>)
  func histories(seed: UInt64) throws {
    var history = try RandomViews(seed: seed)
    do {
      for _ in 0..<120 { try history.step() }
      try history.settle()
    } catch {
      Issue.record("seed \(seed), step \(history.steps): \(error)")
    }
  }

  @Test("show what is durable of outlines as well", arguments: 100..<140 as Range<UInt64>)
  func outlines(seed: UInt64) throws {
    var history = try RandomViews(seed: seed, outlines: true)
    do {
      for _ in 0..<120 { try history.step() }
      try history.settle()
    } catch {
      Issue.record("seed \(seed), step \(history.steps): \(error)")
    }
  }

  @Test("refuse invalid views")
  func refusals() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 1)
    try stage.create("board", strategy: "dense")
    func definition(_ name: Identifier) -> ViewDefinition {
      ViewDefinition([.init(.collection(.init(name)))])
    }
    #expect(throws: ArrangeError.self) { try stage.define("home", definition("nothing")) }
    #expect(throws: ArrangeError.self) { try stage.define("board", definition("board")) }
    try stage.define("home", definition("board"))
    #expect(throws: ArrangeError.self) { try stage.define("other", definition("home")) }
    #expect(throws: ArrangeError.self) { try stage.create("home", strategy: "dense") }
    #expect(throws: ArrangeError.self) { try stage.delete("home") }
    #expect(throws: ArrangeError.self) { try stage.content(of: "home") }
    let missing = ViewReference(name: nil, definition: definition("nothing"))
    #expect(throws: ArrangeError.self) { try stage.fetch(missing, pageSize: 10) }
  }

  @Test("end for their subscribers when a collection is deleted, and can be opened again once it exists")
  func deletion() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 2)
    for name in RandomView.collections { try stage.create(name, strategy: "dense") }
    let definition = ViewDefinition(RandomView.collections.map { .init(.collection(.init($0))) })
    let reference = ViewReference(name: nil, definition: definition)
    let watcher = try ViewWatcher(reference, .init(), on: stage)
    try watcher.catchUp(stage)
    try stage.delete("b")
    try stage.settle()
    #expect(watcher.ended?.code == .notFound)
    try stage.create("b", strategy: "dense")
    stage.begin("b", [.insertItems([NewElement(id: "x")], to: ItemDestination(section: ""))])
    try stage.settle()
    let again = try ViewWatcher(reference, .init(), on: stage, resuming: watcher.token, watcher.list)
    try again.catchUp(stage)
    #expect(again.reloads == [.epochChanged])
    #expect(again.list.size.items == 1)
  }

  @Test("make a batch from another definition, or from before a restart, once for all subscribers")
  func sharedPast() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 4)
    for name in RandomView.collections { try stage.create(name, strategy: "dense") }
    func definition(_ names: [Identifier]) -> ViewDefinition {
      ViewDefinition(names.map { .init(.collection(.init($0))) }).named()
    }
    func insert(_ id: String, into name: Identifier) throws {
      let item = NewElement(id: Identifier(unchecked: id))
      let requestID = RequestID(unchecked: Array("own \(id)".utf8))
      stage.begin(name, [.insertItems([item], to: ItemDestination())], requestID: requestID)
      try stage.settle()
    }
    try stage.define("home", definition(["a"]))
    for name in RandomView.collections { try insert("first", into: name) }
    var options = SubscribeRequest.Options()
    options.ownRequestPrefix = Array("own".utf8)
    let old = ViewReference(name: "home", definition: definition(["a"]))
    let watchers = try (0..<5).map { _ in try ViewWatcher(old, options, on: stage) }
    for watcher in watchers { try watcher.catchUp(stage) }

    try stage.define("home", definition(["a", "b"]))
    try stage.settle()
    var before = stage.messages.count
    for watcher in watchers { try watcher.catchUp(stage) }
    #expect(watchers.allSatisfy { $0.batches == 1 && $0.list.sections.count == 2 })
    #expect(stage.messages.count == before + 1)

    for id in ["second", "third"] { try insert(id, into: "b") }
    try stage.restart()
    let new = ViewReference(name: "home", definition: definition(["a", "b"]))
    before = stage.messages.count
    for watcher in watchers {
      let late = try ViewWatcher(new, options, on: stage, resuming: watcher.token, watcher.list)
      try late.catchUp(stage)
      #expect(late.batches == 1 && late.list.size.items == 4)
      let own = late.ownRequestIDs.map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(own == ["own second", "own third"])
    }
    #expect(stage.messages.count == before + 1)
  }

  @Test("end a snapshot with the token of its version, even if their log has dropped it")
  func tokenOfSnapshot() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 4)
    try stage.create("a", strategy: "dense")
    let text = String(repeating: "x", count: 10_000)
    func insert(_ ids: Range<Int>) throws {
      let items = ids.map { NewElement(id: Identifier(unchecked: "i\($0)"), fields: ["text": .string(text)]) }
      stage.begin("a", [.insertItems(items, to: ItemDestination(section: ""))])
      try stage.settle()
    }
    try insert(0..<30)
    let reference = ViewReference(name: nil, definition: ViewDefinition([.init(.collection(.init("a")))]))
    let watcher = try ViewWatcher(reference, .init(), on: stage)
    try watcher.ask(stage)
    #expect(watcher.cursor.isInSnapshot)
    try insert(30..<31)
    // Somebody else has the view follow.
    #expect(try stage.fetch(reference, pageSize: 10).size.items == 31)
    let view = try #require(watcher.home.views.values.first)
    view.feed.log.trim(keeping: 1)
    while watcher.cursor.isInSnapshot { try watcher.ask(stage) }
    #expect(watcher.list.size.items == 30)
    let again = try ViewWatcher(reference, .init(), on: stage, resuming: watcher.token, watcher.list)
    try again.catchUp(stage)
    #expect(again.list.size.items == 31 && again.batches == 1)
  }

  @Test(
    "refuse a token of which a byte was changed",
    arguments: [
      nil, ViewToken.Window(section: nil, start: 0, end: 0, index: 0),
      ViewToken.Window(section: 3, start: 400, end: 601, index: 500),
    ]
  )
  func changedTokens(window: ViewToken.Window?) throws {
    let token = ViewToken(
      view: ViewIdentity(text: "board"),
      offset: 300,
      window: window,
      sources: [
        .init(epoch: .max, version: 7, incarnation: 1), .init(epoch: 3, version: 200, incarnation: .max),
      ]
    )
    #expect(ViewToken(token.bytes) == token)
    for place in token.bytes.indices {
      for byte in 0...UInt8.max where byte != token.bytes[place] {
        var changed = token.bytes
        changed[place] = byte
        #expect(throws: ArrangeError.self, "\(changed)") { try SubscriptionCursor(changed) }
      }
    }
  }

  @Test("show every acknowledged commit, also with several collections")
  func readYourWrites() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 3)
    for name in RandomView.collections { try stage.create(name, strategy: "dense") }
    let definition = ViewDefinition(RandomView.collections.map { .init(.collection(.init($0))) })
    let reference = ViewReference(name: nil, definition: definition)
    for number in 0..<50 {
      let name = RandomView.collections[number % 2]
      let item = NewElement(id: Identifier(unchecked: "i\(number)"))
      stage.begin(name, [.insertItems([item], to: ItemDestination(section: ""))])
      try stage.run { stage.unanswered == 0 }
      #expect(try stage.fetch(reference, pageSize: 7).size.items == number + 1)
    }
  }
}

/// Collections, their writers, and subscribers of views, all by chance.
private struct RandomViews {
  private static let stored: Identifier = "stored"

  let stage: ViewStage
  private var operations: [Identifier: TransactionGenerator] = [:]
  /// Those of outlines.
  private var outlineOperations: [Identifier: OutlineOperations] = [:]
  private var random: OrderingRandom
  private var views: RandomView
  private var watchers: [ViewWatcher] = []
  private var sections: [Identifier] = ["nowhere"]
  private var storedDefinition: ViewDefinition
  private(set) var steps = 0

  /// - Parameter outlines: whether the collections are outlines, which have no overlays.
  init(seed: UInt64, outlines: Bool = false) throws {
    random = OrderingRandom(seed: seed)
    views = RandomView(seed: seed ^ 0x5151)
    var options = EngineOptions()
    options.idleSeconds = 5
    options.heldReadSeconds = 3
    if seed % 2 == 0 { options.checkpointInterval = 10 }
    stage = try ViewStage(options: options, seed: seed)
    for (number, name) in RandomView.collections.enumerated() {
      try stage.create(
        name,
        strategy: ["dense", "fractional", "lexorank"][Int(seed % 3)],
        outline: outlines ? OutlineSettings(maximumDepth: 6) : nil
      )
      if outlines {
        outlineOperations[name] = OutlineOperations(seed: seed &* 17 &+ UInt64(number))
        continue
      }
      operations[name] = TransactionGenerator(.history(prefix: "\(name)"), seed: seed &* 17 &+ UInt64(number))
      operations[name]?.profile.fields = { random, _ in RandomView.fields(&random) }
      for isShared in [false, true] {
        let request = CreateOverlayRequest(
          collection: name,
          overlay: isShared ? RandomView.sharedOverlay : ViewDefinition.ShownOverlay.ownName,
          isShared: isShared
        )
        let shard = stage.engine.shard(for: name)
        let _: OverlayInfo = try stage.call { shard.overlays.create(request, for: .server, reply: $0) }
      }
    }
    views.overlays = outlines ? 0 : 25
    views.contexts = outlines ? 60 : 0
    storedDefinition = views.definition(sections: sections).named()
    try stage.define(RandomViews.stored, storedDefinition)
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func step() throws {
    steps += 1
    switch below(100) {
    case 0..<34: try write()
    case 34..<40: if outlineOperations.isEmpty { try writeOverlay() } else { try write() }
    case 40..<55: stage.runOnce(below(3))
    case 55..<70:
      if !watchers.isEmpty { try watchers[below(watchers.count)].ask(stage) }
    case 70..<78: try join()
    case 78..<86: try comeBack()
    case 86..<89: try redefine()
    case 89..<91: try restart()
    case 91..<94:
      stage.time += UInt64(below(8)) * 1_000_000_000
      stage.tick()
    case 94..<97: try fetch()
    default: try settle()
    }
  }

  private mutating func write() throws {
    let name = RandomView.collections[below(RandomView.collections.count)]
    let content = try stage.content(of: name)
    sections = Array(Set(sections + content.sections.map(\.element.id)).sorted().suffix(12))
    for _ in 0..<1 + below(3) {
      let state = stage.engine.shard(for: name).collections[name]?.working ?? CollectionState()
      guard
        let transaction = outlineOperations[name]?.transaction(on: state, size: 20)
          ?? operations[name]?.transaction(on: content, size: 15)
      else { return }
      stage.begin(name, transaction)
    }
  }

  /// Gives some items of a collection entries in an overlay, with any predecessors.
  private mutating func writeOverlay() throws {
    let name = RandomView.collections[below(RandomView.collections.count)]
    let isShared = below(2) == 0
    let overlay = OverlayName(
      isShared ? RandomView.sharedOverlay : ViewDefinition.ShownOverlay.ownName,
      of: name,
      for: isShared ? nil : .anonymous
    )
    let content = try stage.content(of: name)
    let items = content.sections.flatMap { section in section.items.map { (section.element.id, $0.id) } }
    guard !items.isEmpty else { return }
    let known = try stage.content(of: overlay.stored).sections.flatMap(\.items).map(\.id)
    if below(4) == 0, let gone = known.randomElement(using: &random) {
      return stage.begin(overlay.stored, [.removeItems([ElementReference(gone)])])
    }
    let (section, item) = items[below(items.count)]
    let before = items.filter { $0.0 == section && $0.1 != item }.map(\.1).shuffled(using: &random)
    let entry = OverlayEntry(item: item, section: section, predecessors: Array(before.prefix(below(4))))
    let last = ItemDestination(section: .empty, .last)
    if known.contains(item) {
      let update = FieldsUpdate(ElementReference(item), set: entry.storedFields, replaceAll: true)
      stage.begin(overlay.stored, [.moveItems([ElementReference(item)], to: last), .updateItems([update])])
    } else {
      stage.begin(
        overlay.stored,
        [.insertItems([NewElement(id: item, fields: entry.storedFields)], to: last)]
      )
    }
  }

  private func naive(_ definition: ViewDefinition) throws -> SectionedList {
    var collections: [Identifier: SectionedList] = [:]
    var overlays: [Identifier: NaiveOverlay] = [:]
    for name in RandomView.collections {
      collections[name] = try stage.content(of: name)
      for stored in stage.engine.catalog.overlays(from: OverlayName.prefix(of: name)) {
        let items = try stage.content(of: stored).sections.flatMap(\.items)
        overlays[stored] = NaiveOverlay(
          entries: items.map { OverlayEntry(stored: Element(id: $0.id, fields: $0.fields)) }
        )
      }
    }
    var view = NaiveView(definition: definition.resolved(for: .anonymous), collections: collections)
    view.overlays = { $0.overlayName.flatMap { overlays[$0.stored] } }
    if !outlineOperations.isEmpty { view.parents = collections.mapValues(\.parentsByDepth) }
    return view.list
  }

  private mutating func reference() -> ViewReference {
    below(3) == 0
      ? ViewReference(name: RandomViews.stored, definition: storedDefinition)
      : ViewReference(name: nil, definition: views.definition(sections: sections))
  }

  private mutating func options() -> SubscribeRequest.Options {
    var options = SubscribeRequest.Options()
    if below(2) == 0 { options.profile = .uikit }
    options.reloadThreshold = below(4) == 0 ? 3 : 1_000
    return options
  }

  private mutating func join() throws {
    // Many share a view.
    var reference = reference()
    if !watchers.isEmpty, below(2) == 0 { reference = watchers[below(watchers.count)].reference }
    if watchers.count > 6 { watchers.remove(at: below(watchers.count)).leave() }
    let current =
      reference.name == nil ? reference : ViewReference(name: reference.name, definition: storedDefinition)
    watchers.append(try ViewWatcher(current, options(), on: stage))
  }

  /// Somebody goes on from a token, at times with another view.
  private mutating func comeBack() throws {
    guard !watchers.isEmpty else { return }
    let place = below(watchers.count)
    let old = watchers[place]
    guard let token = old.token, !old.cursor.isInSnapshot, old.ended == nil else { return }
    old.leave()
    if below(3) == 0 { try stage.settle() }
    var next = old.reference
    if next.name == nil {
      if below(3) == 0 { next = ViewReference(name: nil, definition: views.definition(sections: sections)) }
    } else {
      next = ViewReference(name: next.name, definition: storedDefinition)
    }
    watchers[place] = try ViewWatcher(next, old.request.options, on: stage, resuming: token, old.list)
  }

  private mutating func redefine() throws {
    storedDefinition = views.definition(sections: sections).named()
    try stage.define(RandomViews.stored, storedDefinition)
  }

  private mutating func restart() throws {
    try stage.restart()
    let old = watchers
    watchers = []
    for watcher in old {
      guard watcher.ended == nil, let token = watcher.token, !watcher.cursor.isInSnapshot else { continue }
      let reference =
        watcher.reference.name == nil
        ? watcher.reference : ViewReference(name: RandomViews.stored, definition: storedDefinition)
      watchers.append(
        try ViewWatcher(reference, watcher.request.options, on: stage, resuming: token, watcher.list)
      )
    }
  }

  private mutating func fetch() throws {
    try stage.settle()
    let reference = reference()
    let list = try stage.fetch(reference, pageSize: 1 + below(12))
    let naive = try naive(reference.definition)
    try #require(list.shown == naive.shown, "\(reference)")
  }

  /// Lets everything happen, and compares what everybody has with what is there.
  mutating func settle() throws {
    try stage.settle()
    for watcher in watchers { try watcher.catchUp(stage) }
    for watcher in watchers {
      if let error = watcher.ended {
        // Only a stored view that is evaluated elsewhere from now on.
        try #require(error.code == .unavailable && watcher.reference.name != nil, "\(error)")
        continue
      }
      let definition = watcher.reference.name == nil ? watcher.reference.definition : storedDefinition
      let naive = try naive(definition)
      try #require(watcher.list.shown == naive.shown, "\(definition)")
    }
    watchers.removeAll { $0.ended != nil }
  }
}
