import ArrangeModel
import Changes
import Testing

@testable import Engine

@Suite("Views that differ only in caps and windows")
struct SharedRowsTests {
  private static let text = "a flat all where n >= 0"

  private static func view(cap: Int?, window: Range<Int>? = nil) throws -> ViewReference {
    var view = try ViewDefinition(parsing: cap.map { "\(text) cap \($0)" } ?? text)
    if let window { view.window = .items(window, section: 0) }
    return ViewReference(name: nil, definition: view)
  }

  private static func ids(_ watcher: ViewWatcher) -> [String] {
    watcher.list.sections.flatMap { $0.items.map(\.id.text) }
  }

  @Test("have the same rows, which are evaluated and brought up to date once")
  func share() throws {
    let stage = try ViewStage(options: EngineOptions(), seed: 3)
    try stage.create("a", strategy: "lexorank")
    let items = (0..<200).map {
      NewElement(id: Identifier(unchecked: "i\($0)"), fields: ["n": .int(Int64($0))])
    }
    stage.begin("a", [.insertItems(items, to: .init())])
    try stage.settle()
    var watchers = try (1...40).map { try ViewWatcher(try Self.view(cap: $0 * 5), .init(), on: stage) }
    watchers.append(try ViewWatcher(try Self.view(cap: nil), .init(), on: stage))
    watchers.append(try ViewWatcher(try Self.view(cap: 50, window: 10..<20), .init(), on: stage))
    let host = watchers[0].home
    #expect(host.views.count == watchers.count)
    let group = try #require(host.viewsOfRows.values.first)
    #expect(host.viewsOfRows.count == 1)
    var expected = (0..<200).map { "i\($0)" }
    func check(_ watcher: ViewWatcher) throws {
      try watcher.catchUp(stage)
      guard case .collection(let query) = watcher.reference.definition.parts[0].content else { return }
      var shown = Array(expected.prefix(query.cap ?? .max))
      if case .items(let items, _) = watcher.reference.definition.window { shown = Array(shown[items]) }
      #expect(Self.ids(watcher) == shown, "\(watcher.reference.definition.text)")
    }
    let evaluated = group.followed
    for round in 0..<12 {
      let id = expected.remove(at: (round * 67) % expected.count)
      expected.insert(id, at: 3)
      stage.begin("a", [.moveItems([ElementReference(Identifier(unchecked: id))], to: .init(.at(3)))])
      try stage.settle()
      // Some of them lag by several commits, and are at times the first to follow.
      for (number, watcher) in watchers.enumerated().reversed() where round % 4 == 3 || number % 3 != 2 {
        try check(watcher)
      }
    }
    // Once for each commit, and once more for all that lagged, for what they had missed.
    #expect(group.followed - evaluated <= 12 + 3)
    #expect(watchers.allSatisfy { $0.reloads.isEmpty })
    for watcher in watchers { watcher.leave() }
    stage.time += 1_000_000_000_000
    host.evictIdleViews(now: stage.time)
    #expect(host.views.isEmpty && host.viewsOfRows.isEmpty)
  }
}
