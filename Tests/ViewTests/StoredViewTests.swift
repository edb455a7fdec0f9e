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

  @Test("are defined and deleted one after the other, however quickly")
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

  @Test("end for their subscribers when they are deleted, with and without credit")
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

  @Test("can't be subscribed to if they are deleted while their collections are read")
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
    try stage.run(only: home) { views.sources.opening[far] != nil }
    let deleted: Answer<Void> = stage.begin { home.storedViews.deleteView(near, reply: $0) }
    try stage.run(only: home) { deleted.value != nil }
    try stage.run { subscribed.value != nil }
    #expect(deleted.error == nil && subscribed.error?.code == .notFound)
    #expect(views.watchers.isEmpty)
  }

  @Test("store their last definer, also across a restart")
  func definers() throws {
    let stage = try stage()
    let (ann, bob) = (Principal(unchecked: "ann"), Principal(unchecked: "bob"))
    #expect(try stage.view(name).definer == nil)
    #expect(try stage.define(name, definition(cap: 1), by: ann).definer == ann)
    #expect(try stage.define(name, definition(cap: 2), by: bob).definer == bob)
    let asDefiner = try ViewDefinition(parsing: "a: board cap 1\nother: board\nas definer")
    try stage.define("other", asDefiner, by: ann)
    try stage.restart()
    #expect(stage.engine.catalog.view(name)?.definer == bob)
    let reference = try stage.view("other", for: bob)
    #expect(reference.isAsDefiner && reference.definer == ann && reference.reader == bob)
    #expect(reference.sources == ["board"] && reference.name == "other" && reference.definition == asDefiner)
    // Nobody has defined it but who asks.
    let inline = try #require(stage.engine.view(named: .empty, definition: asDefiner, for: bob))
    #expect(!inline.isAsDefiner && inline.definer == nil && inline.name == nil)
  }

  @Test("show each reader their own rows, also after a redefinition")
  func readers() throws {
    let stage = try stage()
    let items = ["ann", "bob", "ann"].enumerated().map { number, owner in
      NewElement(id: Identifier(unchecked: "i\(number)"), fields: ["owner": .string(owner)])
    }
    stage.begin("board", [.insertItems(items, to: ItemDestination())])
    try stage.settle()
    let readers = ["ann", "bob", "eve"].map(Principal.init(unchecked:))
    try stage.define(name, try ViewDefinition(parsing: "board where owner = {principal}"))
    let watchers = try readers.map { try ViewWatcher(try stage.view(name, for: $0), .init(), on: stage) }
    func ids() throws -> [[String]] {
      for watcher in watchers { try watcher.catchUp(stage) }
      return watchers.map { $0.list.sections.flatMap(\.items).map(\.id.text) }
    }
    #expect(try ids() == [["i0", "i2"], ["i1"], []])
    stage.begin(
      "board",
      [.updateItems([FieldsUpdate(ElementReference("i0"), set: ["owner": .string("eve")])])]
    )
    try stage.settle()
    #expect(try ids() == [["i2"], ["i1"], ["i0"]])
    try stage.define(name, try ViewDefinition(parsing: "board where owner != {principal}"))
    try stage.settle()
    #expect(try ids() == [["i0", "i1"], ["i0", "i2"], ["i1", "i2"]])
    #expect(watchers.map(\.batches) == [2, 1, 2])
    #expect(watchers.allSatisfy { $0.reloads.isEmpty && $0.ended == nil })
    // Those of one reader are one view, as are two readers' of the same rows.
    #expect(watchers[0].home.views.values.filter { !$0.feed.listeners.isEmpty }.count == 3)
  }

  @Test("can be read in the formats of older servers")
  func oldFormats() throws {
    for offset in [0, 300] as [UInt64] {
      var writer = ByteWriter()
      writer.write(byte: offset == 0 ? 2 : 3)
      writer.write(bytes: "".utf8)
      writer.write(0 as UInt64)
      writer.write(7 as UInt64)
      writer.write(signed: 5)
      writer.write(bytes: [])
      writer.write(bytes: "only where only sort as\n".utf8)
      if offset > 0 { writer.write(offset) }
      let descriptor = try CollectionDescriptor(encoded: writer.bytes)
      let view = try #require(descriptor.view)
      let query = ViewDefinition.Query(
        "only",
        filter: .comparison("only", .equal, .bool(true)),
        sort: [.init("as")]
      )
      #expect(view.definition == ViewDefinition([.init(.collection(query))]))
      #expect(view.definer == nil && view.offset == offset && descriptor.epoch == 7)
      // As it is written now.
      #expect(try CollectionDescriptor(encoded: descriptor.encoded) == descriptor)
      var defined = descriptor
      defined.view?.definer = Principal(unchecked: "ann")
      #expect(try CollectionDescriptor(encoded: defined.encoded) == defined)
    }
    let collection = CollectionDescriptor(
      strategy: "dense",
      strategyVersion: 1,
      epoch: 7,
      createdAt: Timestamp(microseconds: 5),
      fields: Fields()
    )
    #expect(collection.encoded[0] == 1)
    #expect(try CollectionDescriptor(encoded: collection.encoded) == collection)
  }

  private final class Listener: SubscriptionListener {
    func notifyOfNewCommits() {}
    func recordEnd(_ error: ArrangeError) {}
  }
}
