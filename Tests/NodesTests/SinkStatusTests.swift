import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Several servers: sinks", .serialized)
struct SinkStatusTests {
  /// How long a test waits for other servers before it fails, in seconds.
  private static let patience = 60.0

  @Test("any server tells what all of them deliver, and which view it is")
  func status() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      let names = (0..<ServedCluster.count).map { served.name("list", of: $0) }
      for name in names {
        try connections[0].create(name)
        try connections[0].add("x", to: name)
      }
      let view = served.name("view", of: 2)
      let definition = try ViewDefinition(
        parsing: names.enumerated().map { "p\($0): \"\($1)\"" }.joined(separator: "\n")
      )
      let _: ViewInfo = try connections[1].result(
        .defineView,
        DefineViewRequest(name: view, view: definition)
      )
      var settings = SinkSettings(
        url: "http://127.0.0.1:1/",
        collections: ["list-*"],
        secrets: ["env:NO_SUCH_KEY"]
      )
      let _: SinkInfo = try connections[1].result(
        .createSink,
        CreateSinkRequest(name: served.name("hooks", of: 0), settings: settings)
      )
      (settings.collections, settings.view) = ([], view)
      let _: SinkInfo = try connections[0].result(
        .createSink,
        CreateSinkRequest(name: served.name("views", of: 1), settings: settings)
      )
      for connection in connections {
        func collections(of sink: Identifier) throws -> Set<Identifier> {
          let status: SinkStatus = try connection.result(
            .sinkStatus,
            SinkStatusRequest(name: sink, limit: 10)
          )
          #expect(status.missingNodes == 0 && status.collectionCount == status.collections.count)
          // There is no key to sign with, which each attempt finds.
          guard status.collections.allSatisfy({ $0.attempts > 0 && $0.error.contains("NO_SUCH_KEY") }) else {
            return []
          }
          return Set(status.collections.map(\.collection))
        }
        let end = Date() + SinkStatusTests.patience
        while try collections(of: served.name("hooks", of: 0)) != Set(names)
          || collections(of: served.name("views", of: 1)) != [view]
        {
          try #require(Date() < end, "it is never delivered everywhere")
          usleep(50_000)
        }
        let list: SinkList = try connection.result(.listSinks, ListSinksRequest())
        #expect(list.sinks.count == 2)
      }
      withExtendedLifetime(connections) {}
    }
  }
}
