import ArrangeModel
import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import Engine
@testable import Postgres

/// A mirror in a schema of its own, and what SQL says of it.
final class TestMirror {
  let mirrors = PostgresMirrors()
  var place: MirrorPlace
  let reader: PostgresConnection

  /// - Parameters:
  ///   - schema: that of another mirror; nil for a new one.
  ///   - port: of something between.
  init(
    key: Int64 = 1,
    epoch: UInt64 = 7,
    schema: String? = nil,
    keepsMoves: Bool = false,
    port: Int? = nil
  ) throws {
    let server = try PostgresServer.shared.get()
    let schema = schema ?? "m" + UUID().uuidString.lowercased().replacing("-", with: "").prefix(12)
    place = MirrorPlace(
      sink: CollectionKey(key),
      name: "lists",
      epoch: epoch,
      connection: server.address(port: port),
      isWithoutPassword: true,
      schema: schema,
      keepsMoves: keepsMoves
    )
    reader = try PostgresSession.open(PostgresAddress(server.address()), schema: schema)
  }

  /// Delivers a message.
  func write(
    _ message: SinkMessage,
    isOwner: @escaping @Sendable () async -> Bool = { true }
  ) async -> SinkDelivery.Failure? {
    await mirrors.write(message, to: place, isOwner: isOwner)
  }

  /// Carries a statement out, whose first value is a text.
  @discardableResult
  func sql(_ text: String) throws -> String? {
    let rows = try reader.run(PostgresCall(PostgresStatement(text)))
    return rows.count == 0 || rows.isNull(0, 0) ? nil : rows.text(0, 0)
  }

  func number(_ text: String) throws -> Int { Int(try sql("SELECT (\(text))::text") ?? "") ?? -1 }

  /// Compares what SQL says with a list.
  func check(
    _ name: Identifier,
    _ list: FoldedSink,
    version: UInt64,
    _ place: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try #require(
      try sql(
        """
        SELECT json_build_object(\
        'version', (SELECT version FROM lists WHERE collection = '\(name)'), \
        'sections', (SELECT json_agg(json_build_array(id, fields) ORDER BY rank) FROM sections \
        WHERE collection = '\(name)'), \
        'items', (SELECT json_agg(json_build_array(id, section, parent, fields) ORDER BY rank) FROM items \
        WHERE collection = '\(name)'))::text
        """
      )
    )
    let found = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(found["version"] as? UInt64 == version, "\(place)", sourceLocation: sourceLocation)
    var order: [FoldedSink.Owner: [Identifier]] = [:]
    var fields: [FoldedSink.Owner: NSDictionary] = [:]
    func id(_ value: Any) -> Identifier? { (value as? String).map { Identifier(unchecked: $0) } }
    for section in found["sections"] as? [[Any]] ?? [] {
      let id = try #require(id(section[0]))
      order[.list, default: []].append(id)
      fields[.section(id)] = section[1] as? NSDictionary
    }
    for item in found["items"] as? [[Any]] ?? [] {
      let (own, section, parent) = (try #require(id(item[0])), id(item[1]), id(item[2]))
      #expect((section == nil) != (parent == nil), "\(place)", sourceLocation: sourceLocation)
      let owner = parent.map { FoldedSink.Owner.item($0) } ?? .section(section ?? "")
      order[owner, default: []].append(own)
      fields[.item(own)] = item[3] as? NSDictionary
    }
    try #require(order == list.order, "\(place)", sourceLocation: sourceLocation)
    try #require(fields.count == list.fields.count, "\(place)", sourceLocation: sourceLocation)
    for (owner, expected) in list.fields {
      let wanted = try JSONSerialization.jsonObject(with: Data(expected.jsonBytes)) as? NSDictionary
      try #require(
        fields[owner] == wanted,
        "\(place): \(owner) has \(fields[owner] as Any), not \(wanted as Any)",
        sourceLocation: sourceLocation
      )
    }
  }
}
