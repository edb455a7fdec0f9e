import ArrangeModel
import Changes
import Testing

@testable import Engine

@Suite("Stored views")
struct StoredViewTests {
  private let name: Identifier = "home"

  /// An engine with a collection and a stored view of it.
  private func stage() throws -> ViewStage {
    let stage = try ViewStage(options: EngineOptions(), seed: 11)
    try stage.create("board", strategy: "dense")
    try stage.define(name, definition(cap: 1))
    return stage
  }

  private func definition(cap: Int) -> ViewDefinition {
    ViewDefinition([.init(.collection(.init("board", cap: cap)))])
  }

  @Test("are defined and deleted one after the other, however soon that is asked for")
  func oneAfterTheOther() throws {
    let stage = try stage()
    let shard = stage.engine.shard(for: name)
    let deleted: Answer<Void> = stage.begin { shard.storedViews.deleteView(name, reply: $0) }
    let gone: Answer<Void> = stage.begin { shard.storedViews.deleteView(name, reply: $0) }
    let defined: Answer<ViewInfo> = stage.begin {
      shard.storedViews.define(name, as: definition(cap: 2), reply: $0)
    }
    let redefined: Answer<ViewInfo> = stage.begin {
      shard.storedViews.define(name, as: definition(cap: 3), reply: $0)
    }
    let taken: Answer<CollectionInfo> = stage.begin {
      shard.create(name, strategy: "dense", fields: [:], reply: $0)
    }
    let deletedAgain: Answer<Void> = stage.begin { shard.storedViews.deleteView(name, reply: $0) }
    let created: Answer<CollectionInfo> = stage.begin {
      shard.create(name, strategy: "dense", fields: [:], reply: $0)
    }
    try stage.run { created.value != nil }
    #expect(deleted.error == nil && gone.error?.code == .notFound)
    #expect(try defined.value?.get().definition == definition(cap: 2).named())
    #expect(try redefined.value?.get().definition == definition(cap: 3).named())
    #expect(taken.error?.code == .alreadyExists && deletedAgain.error == nil && created.error == nil)
    // What is there after a restart is what was answered.
    try stage.restart()
    #expect(stage.engine.catalog.entry(name)?.descriptor.view == nil)
    #expect(try stage.content(of: name).sections.isEmpty)
  }

  @Test("end for their subscribers when they are deleted, whether these ask for more or not")
  func deletion() throws {
    let stage = try stage()
    let reference = ViewReference(name: name, definition: definition(cap: 1))
    let watchers = try (0..<3).map { _ in try ViewWatcher(reference, .init(), on: stage) }
    try watchers[0].catchUp(stage)
    let inline = try ViewWatcher(ViewReference(name: nil, definition: definition(cap: 1)), .init(), on: stage)
    let shard = stage.engine.shard(for: name)
    let deleted: Answer<Void> = stage.begin { shard.storedViews.deleteView(name, reply: $0) }
    try stage.run { deleted.value != nil }
    try stage.settle()
    for watcher in watchers {
      #expect(watcher.ended?.code == .notFound && watcher.ended?.message.contains("home") == true)
    }
    #expect(inline.ended == nil)
    #expect(watchers[0].home.watchers.count == 1)
  }

  @Test("can't be subscribed to when they are deleted while their collections are read")
  func deletionWhileRead() throws {
    let stage = try stage()
    let home = stage.engine.shard(for: "board")
    let names = (0..<40).map { Identifier(unchecked: "n\($0)") }
    let far = try #require(names.first { stage.engine.shard(for: $0) !== home })
    let near = try #require(names.first { stage.engine.shard(for: $0) === home })
    try stage.create(far, strategy: "dense")
    let definition = ViewDefinition([.init(.collection(.init("board"))), .init(.collection(.init(far)))])
    try stage.define(near, definition)
    let reference = ViewReference(name: near, definition: definition)
    let listener = Listener()
    let views = stage.engine.home(of: reference)
    let subscribed: Answer<Void> = stage.begin { views.subscribe(listener, to: reference, reply: $0) }
    try stage.run(only: home) { views.opening[far] != nil }
    let deleted: Answer<Void> = stage.begin { home.storedViews.deleteView(near, reply: $0) }
    try stage.run(only: home) { deleted.value != nil }
    try stage.run { subscribed.value != nil }
    #expect(deleted.error == nil && subscribed.error?.code == .notFound)
    #expect(views.watchers.isEmpty)
  }

  private final class Listener: SubscriptionListener {
    func noteNews() {}
    func noteEnd(_ error: ArrangeError) {}
  }
}
