import ArrangeClient
import Foundation
import TestSupport
import Testing

/// A copy of the data directory, made while the server is stopped, is restored, and the server continues from
/// it.
@Suite("A restored backup", .timeLimit(.minutes(3)))
struct CopyPutBackTests {
  private static let view = ViewDefinition([
    .init(.collection(.init("o", layout: .flat(.init("all")), filter: .exists("t"))))
  ])

  private func add(_ id: Identifier, to client: ArrangeClient) async throws {
    _ = try await client.apply(
      [.insertItems([NewElement(id: id, fields: ["t": .string("\(id)")])], to: .init(.last))],
      to: "o"
    )
  }

  private func stop(_ server: ServerProcess) throws {
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }

  private func ids(_ list: SectionedList) -> [String] { list.sections.flatMap { $0.items.map(\.id.text) } }

  /// Follows until the list has a number of items; returns it and the reasons of the full lists sent.
  private func follow(
    _ updates: ListUpdates,
    from start: SectionedList,
    until count: Int
  ) async throws -> (list: SectionedList, reasons: [SnapshotReason]) {
    var list = start
    var reasons: [SnapshotReason] = []
    for try await update in updates {
      switch update.content {
      case .list(let whole, let reason):
        list = whole
        reasons.append(reason)
      case .batch(let batch, _, _): try list.apply(batch)
      case .progress: break
      }
      if list.size.items == count { break }
    }
    return (list, reasons)
  }

  @Test("does not mislead subscribers that have seen lost versions, of a collection and of a view")
  func tokens() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    _ = try await client.create("o", strategy: "dense")
    try await add("1", to: client)
    try await add("2", to: client)
    try stop(server)
    let copy = server.data.appendingPathExtension("copy")
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.copyItem(at: server.data, to: copy)
    try server.start()

    // One client has the list of version 2, another one that of version 3, which is lost then.
    var seen: [(isView: Bool, isLost: Bool, token: [UInt8], list: SectionedList)] = []
    for isLost in [false, true] {
      if isLost { try await add("3", to: client) }
      for isView in [false, true] {
        var updates = (isView ? client.updates(of: Self.view) : client.updates(of: "o")).makeAsyncIterator()
        let first = try #require(try await updates.next())
        guard case .list(let list, .first) = first.content else { throw Failure("\(first)") }
        seen.append((isView, isLost, first.resumeToken, list))
      }
    }
    #expect(seen.map { $0.list.size.items } == [2, 2, 3, 3])
    try stop(server)
    try FileManager.default.removeItem(at: server.data)
    try FileManager.default.copyItem(at: copy, to: server.data)
    try server.start()
    // Another version 3, and one more.
    try await add("x", to: client)
    try await add("y", to: client)

    for (isView, isLost, token, list) in seen {
      let updates =
        isView ? client.updates(of: Self.view, from: token) : client.updates(of: "o", from: token)
      let (now, reasons) = try await follow(updates, from: list, until: 4)
      #expect(ids(now) == ["1", "2", "x", "y"], "view \(isView), lost \(isLost)")
      #expect(reasons == (isLost ? [SnapshotReason.epochChanged] : []), "view \(isView), lost \(isLost)")
    }
    await client.close()
  }

  @Test("reaches current subscribers as a whole list with the reason")
  func followers() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    _ = try await client.create("o", strategy: "lexorank")
    try await add("1", to: client)
    try stop(server)
    let copy = server.data.appendingPathExtension("copy")
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.copyItem(at: server.data, to: copy)
    try server.start()
    try await add("lost", to: client)
    let controller = OrderedResultsController(client, "o")
    while controller.sections.first?.items.count != 2 { _ = try await controller.next() }
    try stop(server)
    try FileManager.default.removeItem(at: server.data)
    try FileManager.default.copyItem(at: copy, to: server.data)
    try server.start()
    try await add("other", to: client)
    while controller.sections.first?.items.map(\.id) != ["1", "other"] { _ = try await controller.next() }
    // From then on it gets batches.
    try await add("more", to: client)
    while controller.sections.first?.items.count != 3 { _ = try await controller.next() }
    #expect(controller.sections.first?.items.map(\.id.text) == ["1", "other", "more"])
    await client.close()
  }
}
