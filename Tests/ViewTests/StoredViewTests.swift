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
    let deleted: Answer<Void> = stage.begin { shard.deleteView(name, reply: $0) }
    let gone: Answer<Void> = stage.begin { shard.deleteView(name, reply: $0) }
    let defined: Answer<ViewInfo> = stage.begin { shard.define(name, as: definition(cap: 2), reply: $0) }
    let redefined: Answer<ViewInfo> = stage.begin { shard.define(name, as: definition(cap: 3), reply: $0) }
    let taken: Answer<CollectionInfo> = stage.begin {
      shard.create(name, strategy: "dense", fields: [:], reply: $0)
    }
    let deletedAgain: Answer<Void> = stage.begin { shard.deleteView(name, reply: $0) }
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
}
