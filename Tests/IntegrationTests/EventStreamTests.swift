import ArrangeModel
import Changes
import InputText
import ListModel
import MessageJSON
import Ordering
import SwiftCodec
import TestSupport
import Testing
import Wire

@Suite("Changes as events over HTTP", .timeLimit(.minutes(10)))
struct EventStreamTests {
  private let server: ServerProcess
  private let door: HTTPDoor

  init() throws {
    server = try ServerProcess(flags: ["--loops", "2", "--http", "127.0.0.1:0"])
    door = try HTTPDoor(server)
  }

  /// The message of an event.
  private static func message(_ json: JSONNode) throws -> SubscriptionMessage {
    let method = try #require(MessageSchema.current.method("Changes/Subscribe"))
    let bytes = try JSONToMessage(views: .ofTests).bytes(of: json, as: method.response)
    return try bytes.withUnsafeBytes { try SubscriptionMessage.decode($0, using: Arena(codec: .swift)) }
  }

  /// A reader of events, whose list is checked with each one.
  private struct Reader {
    let path: String
    let port: Int
    let follower: FoldingSubscriber
    var source: EventSource?
    var lastID = ""

    init(_ path: String, _ door: HTTPDoor, threshold: Int) {
      (self.path, port) = (path, door.port)
      var request = SubscribeRequest(collection: "board")
      request.options.reloadThreshold = threshold
      follower = FoldingSubscriber(request)
    }

    /// Takes the next event.
    mutating func next() throws {
      if source == nil { source = try EventSource("/v1" + path, port: port, lastID: lastID) }
      guard let source, let event = try source.next() else { throw Failure("the stream has ended") }
      lastID = source.lastID
      let message = try EventStreamTests.message(try JSONNode.body(Array(event.data.utf8)))
      let name =
        switch message.content {
        case .snapshot: "list"
        case .batch: "batch"
        case .tree: "tree"
        case .progress: "progress"
        }
      guard event.name == name else { throw Failure("\(event.name) is a \(name)") }
      if let token = message.resumeToken, URLBase64.encode(token) != event.id {
        throw Failure("the id is not the token")
      }
      try follower.take(message)
    }
  }

  /// Random edits, and readers that lose their connections in the middle of things and go on. Each batch has to begin where the
  /// last one has ended, and the list that comes of all of them has to be that of the model.
  @Test("resume without a gap and without a repeat, wherever they were cut", arguments: 0..<3)
  func cuts(seed: UInt64) throws {
    let frames = try RawConnection(port: server.port)
    let create = CreateCollectionRequest(name: "board", strategy: "lexorank")
    _ = try frames.result(.createCollection, create, as: CollectionInfo.self)
    var generator = TransactionGenerator(.history(), seed: seed)
    generator.profile.size = 60
    var model = NaiveList(names: generator.names)
    var readers = [0, 3, 100].map { threshold in
      Reader("/collections/board/changes?threshold=\(threshold)", door, threshold: threshold)
    }
    var cuts = 0
    for _ in 0..<120 {
      for _ in 0..<1 + generator.below(3) {
        let request = ApplyRequest(collection: "board", operations: generator.transaction(for: model))
        guard let (next, _) = try? model.applying(request) else { continue }
        let result: ApplyResult = try frames.result(.apply, request)
        #expect(result.version == next.version)
        model = next
      }
      for place in readers.indices {
        switch generator.below(4) {
        case 0:
          // The connection is lost, perhaps with an event that was not read.
          readers[place].source = nil
          cuts += 1
        case 1: break
        default:
          while readers[place].follower.version < model.version || readers[place].follower.list == nil {
            try readers[place].next()
            if generator.below(8) == 0 { readers[place].source = nil }
          }
          #expect(readers[place].follower.list?.shown == model.content.shown)
        }
      }
    }
    for place in readers.indices {
      while readers[place].follower.version < model.version { try readers[place].next() }
      #expect(readers[place].follower.list?.shown == model.content.shown)
    }
    #expect(cuts > 50 && readers[2].follower.batches > 20 && readers[2].follower.snapshots[.first] == 1)
  }

  @Test("are of views as well, also of those that are given in the address")
  func views() throws {
    #expect(try door.send("PUT", "/collections/board").status == 201)
    #expect(try door.send("PUT", "/views/open", #"{"view":"board where not done"}"#).status == 200)
    for path in ["/views/open/changes", "/query/changes?view=board%20where%20not%20done"] {
      let source = try EventSource("/v1" + path, port: door.port)
      #expect(source.status == 200 && source.headers["content-type"] == "text/event-stream")
      #expect(source.headers["x-accel-buffering"] == "no" && source.headers["cache-control"] == "no-store")
      let first = try #require(try source.next())
      #expect(first.name == "list" && !first.id.isEmpty)
      let id = "i\(path.utf8.count)"
      #expect(
        try door.send("POST", "/collections/board/items", #"{"id":"\#(id)","fields":{"done":false}}"#).status
          == 200
      )
      let second = try #require(try source.next())
      #expect(second.name == "batch" && second.data.contains(id) && second.id != first.id)
    }
  }

  @Test("begin before anything has changed since the token")
  func quiet() throws {
    #expect(try door.send("PUT", "/collections/board").status == 201)
    let path = "/v1/collections/board/changes"
    let token = try #require(try EventSource(path, port: door.port).next()).id
    let resumed = try EventSource(path, port: door.port, lastID: token)
    #expect(resumed.status == 200)
    #expect(try door.send("POST", "/collections/board/items", #"{"id":"a"}"#).status == 200)
    var next = try resumed.next()
    while next?.name == "progress" { next = try resumed.next() }
    #expect(next?.name == "batch")
  }

  @Test("are one answer for callers that can't hold a stream")
  func longPoll() throws {
    #expect(try door.send("PUT", "/collections/board").status == 201)
    let whole = try door.send("GET", "/collections/board/changes?wait=0")
    #expect(whole.status == 200 && whole["messages"]?.elements?.count == 1)
    let token = try #require(whole["messages"]?.elements?[0]["resume_token"]?.string)
    #expect(whole.headers["resume-token"] == token)
    let path = "/collections/board/changes?wait=0.05&token=\(token)"
    let nothing = try door.send("GET", path)
    #expect(nothing.status == 204 && nothing.text.isEmpty)
    for id in ["a", "b", "c"] {
      #expect(try door.send("POST", "/collections/board/items", #"{"id":"\#(id)"}"#).status == 200)
    }
    let merged = try door.send("GET", path)
    let messages = try #require(merged["messages"]?.elements)
    #expect(messages.count == 1 && messages[0]["batch"]?["commits"]?.number == 3)
    let next = try #require(messages[0]["resume_token"]?.string)
    #expect(try door.send("GET", "/collections/board/changes?wait=0&token=\(next)").status == 204)
    #expect(try door.send("GET", "/collections/board/changes?wait=x").status == 400)
    let small = try door.send("GET", "/collections/board/changes?wait=0&largest=1")
    #expect(small.status == 400 && small["field"]?.string == "largest", "\(small.text)")
    #expect(try door.send("GET", "/collections/none/changes?wait=0").status == 404)
  }

  @Test(
    "lead from the caller's version to the newest without a gap, also where some of them have cancelled out"
  )
  func longPollAfterProgress() async throws {
    #expect(try door.send("PUT", "/collections/board").status == 201)
    let whole = try door.send("GET", "/collections/board/changes?wait=0")
    var token = try #require(whole.headers["resume-token"])
    var version: Int64 = 0
    for round in 0..<20 {
      // Nothing of this is to be seen.
      for body in [
        #"{"operations":[{"insert_items":{"items":[{"id":"x"}]}}]}"#,
        #"{"operations":[{"remove_items":{"items":[{"id":"x"}]}}]}"#,
      ] { #expect(try door.send("POST", "/collections/board/apply", body).status == 200) }
      let (door, path) = (door, "/collections/board/changes?wait=20&token=\(token)")
      async let polled = Task.detached { try door.send("GET", path) }.value
      try await Task.sleep(for: .milliseconds(round))
      #expect(try door.send("POST", "/collections/board/items", #"{"id":"i\#(round)"}"#).status == 200)
      let reply = try await polled
      #expect(reply.status == 200)
      for message in try #require(reply["messages"]?.elements) {
        if let batch = message["batch"] { #expect(batch["from_version"]?.number == version, "\(reply.text)") }
        version = try #require(message["version"]?.number)
      }
      token = try #require(reply.headers["resume-token"])
    }
  }

  @Test("end with the reason and the token to go on from, when the list is deleted or the server stops")
  func ends() throws {
    for name in ["board", "other"] { #expect(try door.send("PUT", "/collections/\(name)").status == 201) }
    let deleted = try EventSource("/v1/collections/board/changes", port: door.port)
    let stopped = try EventSource("/v1/collections/other/changes", port: door.port)
    #expect(try deleted.next()?.name == "list" && stopped.next()?.name == "list")
    #expect(try door.send("DELETE", "/collections/board").status == 204)
    let last = try #require(try deleted.next())
    #expect(last.name == "end" && last.data.contains(#""code":"NOT_FOUND""#))
    #expect(try deleted.next() == nil)
    server.terminate()
    let end = try #require(try stopped.next())
    #expect(
      end.name == "end" && end.data.contains(#""code":"UNAVAILABLE""#) && end.data.contains("resume_token")
    )
    #expect(try server.waitUntilExit() == 0)
  }

  @Test("cost the server no more than a position where nobody reads them")
  func slowReader() throws {
    let frames = try RawConnection(port: server.port)
    let create = CreateCollectionRequest(name: "board", strategy: "lexorank")
    _ = try frames.result(.createCollection, create, as: CollectionInfo.self)
    let slow = try EventSource(
      "/v1/collections/board/changes?threshold=100000",
      port: door.port,
      receiveBuffer: 4_096
    )
    #expect(try slow.next()?.name == "list")
    let text = String(repeating: "x", count: 4_000)
    let commits = 2_000
    for number in 0..<commits {
      let id = Identifier(unchecked: "i\(number % 20)")
      let fields: Fields = ["text": .string(text), "n": .int(Int64(number))]
      let operation: ListOperation =
        number < 20
        ? .insertItems([NewElement(id: id, fields: fields)], to: ItemDestination())
        : .updateItems([FieldsUpdate(ElementReference(id), set: fields)])
      let request = ApplyRequest(collection: "board", operations: [operation])
      _ = try frames.result(.apply, request, as: ApplyResult.self)
    }
    // 8 MB of changes, of which at most what fits into buffers and a few messages are sent one by one.
    var (events, version) = (0, Int64(0))
    while version < Int64(commits) {
      let event = try #require(try slow.next())
      version = try #require(try JSONNode.body(Array(event.data.utf8))["version"]?.number)
      events += 1
    }
    #expect(events < commits / 2)
  }
}
