import ArrangeModel
import Changes
import TestSupport
import Testing
import Wire

@Suite("Who sees who follows")
struct FollowersAccessTests {
  private static let file = """
    roles:
      maker: [ { on: "**", may: [all] } ]
      owner: [ { on: "a*", may: [manage, watch] } ]
      reader: [ { on: "**", may: [read, watch] } ]
    principals:
      maker: { roles: [maker], tokens: [ { sha256: TOKEN(maker) } ] }
      ann: { roles: [owner], tokens: [ { sha256: TOKEN(ann) } ] }
      bob: { roles: [reader], tokens: [ { sha256: TOKEN(bob) } ] }
      root: { roles: [admin], tokens: [ { sha256: TOKEN(root) } ] }
    """

  @Test("followers are shown to who may manage the name, those of given views to administrators")
  func shown() async throws {
    let bench = try AccessBench(FollowersAccessTests.file)
    let (maker, ann) = (try bench.connect("maker"), try bench.connect("ann"))
    let (bob, root) = (try bench.connect("bob"), try bench.connect("root"))
    for name in ["ab", "b"] as [Identifier] {
      let _: CollectionInfo = try maker.result(.createCollection, CreateCollectionRequest(name: name))
      _ = try bob.open(Method.subscribe.name, bob.encode(SubscribeRequest(collection: name)), credit: 10)
    }
    _ = try ann.open(Method.subscribe.name, ann.encode(SubscribeRequest(collection: "ab")), credit: 10)
    var given = SubscribeRequest(collection: .empty)
    given.view = try ViewDefinition(parsing: "b")
    _ = try bob.open(Method.subscribe.name, bob.encode(given), credit: 10)

    func list(_ connection: RawConnection, _ name: Identifier? = nil) throws -> FollowerList {
      try connection.result(.followers, FollowersRequest(collection: name))
    }
    try await bench.wait(for: "four subscriptions") { try list(root).followers.count == 4 }
    #expect(try list(root).counts.map(\.collection) == [nil, "ab", "b"])
    #expect(Set(try list(root).followers.map(\.principal)) == ["ann", "bob"])
    #expect(try list(maker).counts.map(\.collection) == ["ab", "b"])
    #expect(try list(ann).counts == [FollowerList.Count(collection: "ab", followers: 2)])
    #expect(Set(try list(ann).followers.map(\.principal)) == ["ann", "bob"])
    #expect(try list(ann, "b") == FollowerList(followers: [], counts: []))
    #expect(try list(bob) == FollowerList(followers: [], counts: []))
    withExtendedLifetime((maker, ann, bob, root)) {}
  }
}
