import ArrangeModel
import Dispatch
import EngineTestSupport
import Testing

@testable import Engine

@Suite("Reads after what a view has shown")
struct ReadAfterViewTests {
  @Test(
    "what a view has shown is in what is read of its collection, even before the collection's shard has its turn"
  )
  func fetch() throws {
    let pair = try NodePair()
    let engine = pair.first.engine
    let all = (0..<100).map { Identifier(unchecked: "list\($0)") }
    let home = engine.shard(for: all[0])
    let name = try #require(all.first { engine.shard(for: $0) !== home })
    let shard = engine.shard(for: name)
    for name in [all[0], name] { try pair.create(name) }
    let definition = try ViewDefinition(parsing: "a: \(all[0]) flat all\nb: \(name) flat all")
    let view = ViewReference(name: nil, definition: definition)
    let shown = Box<FetchPage?>(nil)
    let show = {
      shown.value = nil
      engine.home(of: view).fetch(FetchRequest(collection: ""), from: view) { shown.value = try? $0.get() }
    }
    show()
    try pair.run { shown.value != nil }
    let written = Box<Result<ApplyResult, ArrangeError>?>(nil)
    let before = shard.storage.commitCount
    shard.apply(ApplyRequest(collection: name, operations: [.add("x")])) { written.value = $0 }
    // The end of the turn, in which it is submitted.
    pair.first.executors[shard.index].runOnce()
    let end = DispatchTime.now() + 20
    while shard.storage.commitCount == before { try #require(DispatchTime.now() < end) }
    repeat {
      try #require(DispatchTime.now() < end)
      show()
    } while shown.value?.sections.flatMap(\.items).isEmpty ?? true
    #expect(pair.first.hosted(name)?.durable.version == 0 && written.value == nil)
    let read = Box<FetchPage?>(nil)
    shard.fetch(FetchRequest(collection: name)) { read.value = try? $0.get() }
    #expect(read.value?.collection.version == 1 && read.value?.sections.flatMap(\.items).map(\.id) == ["x"])
    let described = Box<CollectionInfo?>(nil)
    shard.info(name) { described.value = try? $0.get() }
    #expect(described.value?.version == 1)
    // Whoever has the answer finds it in the view, and gets it once.
    #expect(try written.value?.get().version == 1)
    try pair.run()
    #expect(try pair.add("y", to: name, at: pair.first).get().version == 2)
  }
}
