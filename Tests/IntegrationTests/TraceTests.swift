import ArrangeModel
import Foundation
import NIOCore
import OutsideFiles
import TestSupport
import Testing
import Wire

/// Whole editing sessions over the wire, with the server killed in the middle.
@Suite("Editing traces")
struct TraceTests {
  @Test("a generated session ends with its text", arguments: ["dense", "fractional", "lexorank"])
  func madeUp(strategy: String) throws {
    try replay(EditingTrace(seed: 42, patches: 3_000), strategy)
  }

  @Test(
    "a recorded session ends in its text",
    .needs(EditingTrace.svelteComponent),
    arguments: ["dense", "fractional", "lexorank"]
  )
  func recorded(strategy: String) throws {
    try replay(EditingTrace(contentsOf: EditingTrace.svelteComponent.url), strategy)
  }

  /// Replays a session with many calls in progress; kills the server in the middle, and resends all
  /// unanswered calls.
  private func replay(_ trace: EditingTrace, _ strategy: String) throws {
    let server = try ServerProcess("--log-level", "error")
    var session = try Session(server: server, collection: "text", strategy: strategy)
    for (index, patch) in trace.patches.enumerated() {
      if index == trace.patches.count / 2 {
        try session.killServer()
      }
      try session.apply(patch)
    }
    try session.finish()
    let text = try session.text()
    #expect(text == trace.end, "\(trace.name) under \(strategy)")
    server.kill()
    try server.start()
    try session.reconnect()
    #expect(try session.text() == trace.end, "\(trace.name) under \(strategy), after another kill")
  }
}

/// A writer with up to a window of changes in progress.
private struct Session {
  /// The maximum number of unanswered calls.
  private static let window = 64

  private let server: ServerProcess
  private let collection: Identifier
  private var connection: RawConnection
  /// The ids of the characters, assuming that everything in progress is done.
  private var ids: [Identifier] = []
  private var nextID = 0
  /// The unanswered calls, in the order of sending.
  private var pending: [(stream: UInt32, request: ApplyRequest)] = []
  private var version: UInt64 = 0

  init(server: ServerProcess, collection: Identifier, strategy: String) throws {
    self.server = server
    self.collection = collection
    connection = try RawConnection(port: server.port)
    let create = CreateCollectionRequest(name: collection, strategy: strategy)
    _ = try connection.result(.createCollection, create, as: CollectionInfo.self)
  }

  mutating func apply(_ patch: EditingTrace.Patch) throws {
    var operations: [ArrangeModel.ListOperation] = []
    let range = patch.position..<patch.position + patch.removed
    if !range.isEmpty { operations.append(.removeItems(ids[range].map { ElementReference($0) })) }
    let new = try patch.inserted.map { character in
      nextID += 1
      return NewElement(id: try Identifier("c\(nextID)"), fields: ["text": .string(String(character))])
    }
    if !new.isEmpty {
      operations.append(.insertItems(new, to: ItemDestination(section: .empty, .at(patch.position))))
    }
    ids.replaceSubrange(range, with: new.compactMap(\.id))
    let requestID = try RequestID(
      Array("r\(nextID)-\(pending.count)-\(ids.count)-\(UInt64.random(in: 0 ... .max))".utf8)
    )
    let request = ApplyRequest(collection: collection, operations: operations, requestID: requestID)
    pending.append((try send(request), request))
    if pending.count >= Session.window { try takeAnswer() }
  }

  private func send(_ request: ApplyRequest) throws -> UInt32 {
    try connection.open("arrange.v1.Collections/Apply", connection.encode(request))
  }

  private mutating func takeAnswer() throws {
    let first = pending.removeFirst()
    let frame = try connection.end(first.stream)
    guard frame.code == .ok else { throw try connection.status(frame).error }
    let result = try frame.body.withUnsafeBytes { try ApplyResult.decode($0, using: connection.arena) }
    guard result.version == version + 1, result.changed else {
      throw Failure("version \(result.version) after \(version)")
    }
    version = result.version
  }

  mutating func killServer() throws {
    server.kill()
    try server.start()
    try reconnect()
  }

  /// Reconnects and resends all unanswered calls.
  mutating func reconnect() throws {
    connection = try RawConnection(port: server.port)
    for index in pending.indices { pending[index].stream = try send(pending[index].request) }
  }

  mutating func finish() throws {
    while !pending.isEmpty { try takeAnswer() }
  }

  func text() throws -> String {
    var text = ""
    var token: [UInt8]?
    repeat {
      let request = FetchRequest(collection: collection, pageSize: 5_000, pageToken: token)
      let page = try connection.result(.fetch, request, as: FetchPage.self)
      for item in page.sections.flatMap(\.items) {
        guard case .string(let character)? = item.fields["text"] else { throw Failure("an item has no text") }
        text += character
      }
      token = page.nextPageToken
    } while token != nil
    return text
  }
}
