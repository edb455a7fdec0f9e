import ArrangeModel
import ArrangeServer
import Changes
import NIOCore
import NIOPosix
import ServerTestSupport
import SwiftCodec
import Testing
import Wire

/// Calls that do not come over the wire, such as those over HTTP.
@Suite("Several servers: calls of other protocols", .serialized)
struct DoorwayTests {
  private func call<Response: WireMessage>(
    _ doorway: Doorway,
    _ caller: Doorway.Caller,
    _ method: Wire.Method,
    _ request: some WireMessage,
    as type: Response.Type = Response.self
  ) async throws -> Response {
    let arena = Arena(codec: .swift)
    let name = String(method.name.dropFirst("arrange.v1.".count))
    let bytes = try await doorway.call(name, request.packable(in: arena).bytes, from: caller).get()
    return try bytes.withUnsafeBytes { try Response.decode($0, using: arena) }
  }

  @Test("are answered by the owner, wherever they are made")
  func forwarded() async throws {
    try await ServedCluster.run { served in
      // The connection on which such calls have come: any channel of the server's event loops.
      let connection = try await ServerBootstrap(group: ServedCluster.group).bind(host: "127.0.0.1", port: 0)
        .get()
      let caller = Doorway.Caller(connection: connection, address: nil, token: "")
      let doorways = served.servers.map(\.doorway)
      for owner in 0..<ServedCluster.count {
        let name = served.name("list", of: owner)
        let other = doorways[(owner + 1) % ServedCluster.count]
        let _: CollectionInfo = try await call(
          other,
          caller,
          .createCollection,
          CreateCollectionRequest(name: name)
        )
        for (place, doorway) in doorways.enumerated() {
          let item = NewElement(id: Identifier(unchecked: "i\(place)"))
          let request = ApplyRequest(
            collection: name,
            operations: [.insertItems([item], to: ItemDestination())]
          )
          let result: ApplyResult = try await call(doorway, caller, .apply, request)
          #expect(result.version == UInt64(place + 1))
        }
        for doorway in doorways {
          let page: FetchPage = try await call(doorway, caller, .fetch, FetchRequest(collection: name))
          #expect(page.collection.version == UInt64(ServedCluster.count))
          let stream = try await doorway.open(
            "Changes/Subscribe",
            SubscribeRequest(collection: name).packable(in: Arena(codec: .swift)).bytes,
            from: caller
          )
          guard case .message(let bytes) = await stream.next() else {
            Issue.record("there is no list")
            continue
          }
          let message = try bytes.withUnsafeBytes {
            try SubscriptionMessage.decode($0, using: Arena(codec: .swift))
          }
          #expect(message.version == UInt64(ServedCluster.count))
          stream.cancel()
        }
      }
      try await connection.close().get()
    }
  }
}
