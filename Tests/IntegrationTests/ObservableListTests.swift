import ArrangeClient
import Observation
import TestSupport
import Testing

@Suite("An observable list", .timeLimit(.minutes(5)))
@MainActor
struct ObservableListTests {
  /// Waits for a condition that other tasks of this actor make true.
  private func wait(until isDone: () -> Bool) async throws {
    for _ in 0..<ChildProcess.patience {
      if isDone() { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw Failure("it does not come")
  }

  @Test("shows the server's list, and local moves at once")
  func following() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    try await client.create("board")
    let list = ObservableList(client, "board")
    #expect(!list.isLoaded && list.sections.isEmpty)
    let following = Task { await list.follow() }
    try await wait { list.isLoaded }
    let new = (["a", "b", "c"] as [Identifier]).map {
      NewElement(id: $0, fields: ["title": .string($0.text)])
    }
    nonisolated(unsafe) var isTold = false
    withObservationTracking {
      _ = list.sections
    } onChange: {
      isTold = true
    }
    try await client.apply([.insertItems(new, to: ItemDestination(.last))], to: "board")
    try await wait { list.items.map(\.id) == ["a", "b", "c"] }
    #expect(isTold && list.items[1].fields["title", as: String.self] == "b")
    try list.move(["c"], to: ItemDestination(.first))
    #expect(list.items.map(\.id) == ["c", "a", "b"], "ahead of the server")
    // It becomes the server's order, too, as soon as the move has arrived there.
    while try await client.fetch(FetchRequest(collection: "board")).sections[0].items.first?.id != "c" {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(list.items.map(\.id) == ["c", "a", "b"] && list.error == nil)
    try await client.apply([.removeItems([ElementReference("b")])], to: "board")
    try await wait { list.items.map(\.id) == ["c", "a"] }
    try await client.delete("board")
    try await wait { list.error != nil }
    #expect(list.error?.code == .notFound)
    await following.value
    await client.close()
  }
}
