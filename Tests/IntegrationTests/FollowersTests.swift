import ArrangeClient
import ArrangeModel
import TestSupport
import Testing
import Wire

@Suite("Who follows", .timeLimit(.minutes(5)))
struct FollowersTests {
  private let server: ServerProcess

  init() throws { server = try ServerProcess(flags: ["--loops", "2"]) }

  private func client(_ name: String) -> ArrangeClient {
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.clientName = name
    return ArrangeClient(configuration)
  }

  /// Asks until the answer satisfies a condition.
  private func followers(
    _ client: ArrangeClient,
    of name: Identifier? = nil,
    limit: Int = FollowersRequest.standardLimit,
    until condition: (FollowerList) -> Bool
  ) async throws -> FollowerList {
    while true {
      let list = try await client.followers(of: name, limit: limit)
      if condition(list) { return list }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func insert(into name: Identifier, _ client: ArrangeClient) async throws {
    try await client.apply([.insertItems([NewElement(id: "x")], to: ItemDestination())], to: name)
  }

  private func total(_ list: FollowerList) -> Int { list.counts.reduce(0) { $0 + $1.followers } }

  /// Follows a list until the task is cancelled.
  private func follow(_ client: ArrangeClient, _ name: Identifier) -> Task<Void, any Error> {
    Task { for try await _ in client.updates(of: name) {} }
  }

  @Test("subscriptions of all connections are shown, oldest first, and leave the list when they end")
  func list() async throws {
    let (ann, bob) = (client("ann"), client("bob"))
    for name in ["a", "b"] as [Identifier] {
      try await ann.create(name)
      try await insert(into: name, ann)
    }
    try await ann.defineView("v", ViewDefinition(parsing: "a\nb"))
    var tasks = [follow(bob, "b")]
    _ = try await followers(ann) { total($0) == 1 }
    tasks += [follow(ann, "a")]
    _ = try await followers(ann) { total($0) == 2 }
    tasks += [follow(ann, "b")]
    _ = try await followers(ann) { total($0) == 3 }
    tasks += [follow(bob, "v")]
    let list = try await followers(ann) { list in
      total(list) == 4 && list.followers.allSatisfy { $0.version > 0 || $0.collection == "v" }
    }
    #expect(list.followers.map(\.collection) == ["a", "b", "b", "v"])
    #expect(list.followers.map(\.client) == ["ann", "bob", "ann", "bob"])
    #expect(list.followers.map(\.version) == [1, 1, 1, 0])
    #expect(list.followers.allSatisfy { $0.state == .current && $0.principal == "anonymous" })
    #expect(list.followers.allSatisfy { $0.address == "127.0.0.1" && $0.since.microseconds > 0 })
    #expect(list.counts.map(\.collection) == ["a", "b", "v"])
    #expect(list.counts.map(\.followers) == [1, 2, 1])

    let ofB = try await ann.followers(of: "b", limit: 1)
    #expect(ofB.followers.map(\.client) == ["bob"])
    #expect(ofB.counts == [FollowerList.Count(collection: "b", followers: 2)])
    #expect(try await ann.followers(of: "none") == FollowerList(followers: [], counts: []))

    tasks[0].cancel()
    _ = try await followers(ann, of: "b") { $0.followers.map(\.client) == ["ann"] }
    await bob.close()
    _ = try await followers(ann) { total($0) == 2 }
    for task in tasks { task.cancel() }
    _ = try await followers(ann) { total($0) == 0 }
    await ann.close()
  }

  @Test("a view in a request has no name, and a client that grants no credit waits for it")
  func withoutNameOrCredit() async throws {
    let ann = client("ann")
    try await ann.create("a")
    let raw = try RawConnection(port: server.port)
    var request = SubscribeRequest(collection: "a")
    request.options.shortestIntervalMicroseconds = 0
    try raw.open(Method.subscribe.name, raw.encode(request), credit: 1)
    _ = try await followers(ann) { $0.followers.map(\.collection) == ["a"] }
    try await insert(into: "a", ann)
    let waiting = try await followers(ann) { $0.followers.first?.state == .waitingForCredit }
    #expect(waiting.followers.count == 1)
    var view = SubscribeRequest(collection: .empty)
    view.view = try ViewDefinition(parsing: "a only t")
    try raw.open(Method.subscribe.name, raw.encode(view), credit: 1)
    let list = try await followers(ann) { total($0) == 2 }
    #expect(list.followers.map(\.collection) == [nil, "a"])
    #expect(list.counts.map(\.collection) == [nil, "a"])
    withExtendedLifetime(raw) {}
    await ann.close()
  }

  @Test("a limit outside of its range is refused")
  func limit() async throws {
    let ann = client("ann")
    let error = await #expect(throws: ArrangeError.self) {
      _ = try await ann.followers(limit: FollowersRequest.maximumLimit + 1)
    }
    #expect(error?.code == .outOfRange && error?.field == "limit")
    await ann.close()
  }
}
