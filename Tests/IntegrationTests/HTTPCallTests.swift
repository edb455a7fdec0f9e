import ArrangeClient
import ArrangeModel
import Changes
import Foundation
import InputText
import ListModel
import Ordering
import TestSupport
import Testing
import Wire

@Suite("Calls over HTTP", .timeLimit(.minutes(10)))
struct HTTPCallTests {
  private let server: ServerProcess
  private let door: HTTPDoor

  init() throws {
    server = try ServerProcess(flags: ["--loops", "2", "--http", "127.0.0.1:0"])
    door = try HTTPDoor(server)
  }

  private func items(of reply: HTTPReply) -> [String] {
    reply["sections"]?.elements?.flatMap { $0["items"]?.elements ?? [] }.compactMap { $0["id"]?.string } ?? []
  }

  @Test("a list is made, filled, changed, read and deleted by addresses of its own")
  func tour() throws {
    let made = try door.send("PUT", "/collections/board", #"{"fields":{"title":"Board"}}"#)
    #expect(made.status == 201 && made["fields", "title"]?.string == "Board")
    #expect(try door.send("PUT", "/collections/board").status == 409)
    let refused = try door.send("PUT", "/collections/board", "{}", [("If-None-Match", "*")])
    #expect(refused.status == 412 && refused["code"]?.string == "ALREADY_EXISTS")
    for section in ["todo", "doing"] {
      #expect(try door.send("POST", "/collections/board/sections", #"{"id":"\#(section)"}"#).status == 200)
    }
    for item in ["a", "b", "c"] {
      let body = #"{"id":"\#(item)","fields":{"n":1},"section":"todo"}"#
      let added = try door.send("POST", "/collections/board/items", body)
      #expect(added.status == 200 && added["changed"]?.bool == true)
    }
    let moved = try door.send(
      "POST",
      "/collections/board/items/c/move",
      #"{"first":true,"section":"doing","if_section":"todo"}"#
    )
    #expect(moved["operations"]?.elements?[0]["elements"]?.elements?[0]["item"]?["section"]?.number == 1)
    let late = try door.send("POST", "/collections/board/items/c/move", #"{"last":true,"if_section":"todo"}"#)
    #expect(late.status == 409 && late["code"]?.string == "ABORTED")
    #expect(try door.send("PATCH", "/collections/board/items/a", #"{"set":{"n":2.0}}"#).status == 200)
    #expect(try door.send("DELETE", "/collections/board/items/b?if_section=todo").status == 200)

    let read = try door.send("GET", "/collections/board")
    #expect(read.status == 200 && items(of: read) == ["a", "c"])
    #expect(read.headers["content-type"] == "application/json")
    let tag = try #require(read.headers["etag"])
    #expect(tag.hasPrefix("\"8@") && tag.hasSuffix("\"") && tag.utf8.count == 20)
    let again = try door.send("GET", "/collections/board", nil, [("If-None-Match", tag)])
    #expect(again.status == 304 && again.text.isEmpty && again.headers["etag"] == tag)
    // The fields of the collection change without a version.
    let info = try door.send("GET", "/collections/board/info", nil, [("If-None-Match", tag)])
    #expect(info.status == 200 && info.headers["etag"] == nil)
    let part = try door.send("GET", "/collections/board?section=todo&from=0&limit=1")
    #expect(items(of: part) == ["a"] && part.headers["etag"] == tag)
    #expect(items(of: try door.send("GET", "/collections/board?around=c&before=0&after=0")) == ["c"])
    #expect(try door.send("HEAD", "/collections/board").status == 200)

    #expect(try door.send("DELETE", "/collections/board").status == 204)
    #expect(try door.send("GET", "/collections/board").status == 404)
  }

  @Test("a write has a condition on the version, and a request id that makes it safe to repeat")
  func conditions() throws {
    #expect(try door.send("PUT", "/collections/b").status == 201)
    let first = try door.send("POST", "/collections/b/items", #"{"id":"a"}"#, [("Idempotency-Key", "k1")])
    let tag = try #require(first.headers["etag"])
    let repeated = try door.send("POST", "/collections/b/items", #"{"id":"a"}"#, [("Idempotency-Key", "k1")])
    #expect(repeated.status == 200 && repeated["replayed"]?.bool == true && repeated.headers["etag"] == tag)
    #expect(try door.send("POST", "/collections/b/items", #"{"id":"b"}"#, [("If-Match", tag)]).status == 200)
    let late = try door.send("POST", "/collections/b/items", #"{"id":"c"}"#, [("If-Match", tag)])
    #expect(late.status == 412 && late["code"]?.string == "ABORTED")
    #expect(late["processed"]?.string == "not_started")
    // The same number of another history.
    let other = "\"2@\(String(repeating: "1", count: 16))\""
    let foreign = try door.send("POST", "/collections/b/items", #"{"id":"c"}"#, [("If-Match", other)])
    #expect(foreign.status == 412)
  }

  @Test("a call has a deadline")
  func deadline() throws {
    #expect(try door.send("PUT", "/collections/b").status == 201)
    let reply = try door.send("GET", "/collections/b", nil, [("Request-Timeout", "0.000001")])
    // It may be done before the server looks at the clock.
    #expect(reply.status == 504 || reply.status == 200)
    #expect(try door.send("GET", "/collections/b", nil, [("Request-Timeout", "60")]).status == 200)
  }

  @Test("what is refused says what, where, and what to do")
  func refusals() throws {
    #expect(try door.send("PUT", "/collections/b").status == 201)
    func problem(
      _ verb: String,
      _ path: String,
      _ body: String? = nil,
      type: String = "application/json"
    ) throws -> String {
      let reply = try door.send(verb, path, body, type: type)
      #expect(reply.headers["content-type"] == "application/problem+json", "\(reply)")
      #expect(reply["status"]?.number == Int64(reply.status))
      return "\(reply.status) \(reply["code"]?.string ?? "") \(reply["field"]?.string ?? "-")"
    }
    #expect(try problem("GET", "/nothing") == "404 NOT_FOUND -")
    #expect(try problem("POST", "/collections/b", "{}") == "405 UNIMPLEMENTED -")
    #expect(try problem("GET", "/collections/none") == "404 NOT_FOUND collection")
    #expect(
      try problem("POST", "/collections/b/items", "{}", type: "text/plain")
        == "415 INVALID_ARGUMENT Content-Type"
    )
    #expect(try problem("POST", "/collections/b/items", #"{"id":"a","id":"b"}"#) == "400 INVALID_ARGUMENT -")
    #expect(try problem("POST", "/collections/b/items", #"{"idd":"a"}"#) == "400 INVALID_ARGUMENT idd")
    #expect(try problem("POST", "/collections/b/items", #"{"id":"\u0007"}"#) == "400 INVALID_ARGUMENT id")
    #expect(try problem("POST", "/collections/b/items", #"{"at":-1}"#) == "400 OUT_OF_RANGE at")
    #expect(
      try problem("POST", "/collections/b/apply", #"{"operations":[{"x":1}]}"#)
        == "400 INVALID_ARGUMENT operations[0].x"
    )
    #expect(try problem("DELETE", "/collections/b/items/none") == "404 NOT_FOUND id")
    #expect(try problem("GET", "/collections/b?nothing=1") == "400 INVALID_ARGUMENT nothing")
    #expect(try problem("POST", "/query", #"{"view":"b where"}"#) == "400 INVALID_ARGUMENT view")
    #expect(try problem("POST", "/Nodes/Give", "{}") == "404 NOT_FOUND -")
    let large = #"{"id":"\#(String(repeating: "x", count: 1_100_000))"}"#
    #expect(try problem("POST", "/collections/b/items", large) == "413 RESOURCE_EXHAUSTED -")
    #expect(try door.send("GET", "/collections/b")["collection", "version"]?.number == 0)
  }

  @Test("views are given in requests as text, stored, read and deleted")
  func views() throws {
    #expect(try door.send("PUT", "/collections/b").status == 201)
    for (id, done) in [("a", true), ("b", false), ("c", false)] {
      let body = #"{"id":"\#(id)","fields":{"done":\#(done)}}"#
      #expect(try door.send("POST", "/collections/b/items", body).status == 200)
    }
    let shown = try door.send("POST", "/query", #"{"view":"b where not done"}"#)
    #expect(items(of: shown) == ["b", "c"] && shown.headers["etag"] == nil)
    let stored = try door.send("PUT", "/views/open", #"{"view":"b where not done"}"#)
    #expect(stored.status == 200 && stored["definition"]?.string == "b where not done\n")
    #expect(items(of: try door.send("GET", "/views/open")) == ["b", "c"])
    #expect(try door.send("GET", "/views")["views"]?.elements?.count == 1)
    let placed = try door.send("POST", "/views/open/place", #"{"rows":["c"],"next":"b"}"#)
    #expect(placed.status == 200 && placed["applied"]?.elements?.count == 1)
    #expect(items(of: try door.send("GET", "/views/open")) == ["c", "b"])
    #expect(try door.send("DELETE", "/views/open").status == 204)
    #expect(try door.send("GET", "/views/open/definition").status == 404)
  }

  @Test("every method can be called by its name, and the server describes all of them")
  func methods() throws {
    for method in Method.allCases where method.access != .node {
      let name = String(method.name.dropFirst("arrange.v1.".count))
      guard method.description.kind == .unary else { continue }
      let reply = try door.send("POST", "/\(name)", "{}")
      #expect([200, 204, 400, 404].contains(reply.status), "\(name): \(reply)")
    }
    let document = try door.send("GET", "/openapi.json")
    #expect(document["openapi"]?.string == "3.1.0" && document["paths", "/Collections/Apply"] != nil)
  }

  /// A random history, of which half of the calls come over frames and half over HTTP.
  @Test("half of the operations over frames and half over HTTP agree with the model", arguments: 0..<4)
  func both(seed: UInt64) throws {
    let frames = try RawConnection(port: server.port)
    let strategy = ["lexorank", "dense", "fractional"][Int(seed % 3)]
    let create = CreateCollectionRequest(name: "board", strategy: strategy)
    _ = try door.call(.createCollection, create, as: CollectionInfo.self)
    var profile = TransactionGenerator.Profile()
    profile.mistakes = .outdated
    profile.conditional = 20
    profile.unnamed = 0
    var generator = TransactionGenerator(profile, seed: seed)
    var model = NaiveList(names: generator.names)
    var refused = 0
    for step in 0..<150 {
      let operations = generator.transaction(for: model)
      let request = ApplyRequest(
        collection: "board",
        operations: operations,
        ifVersion: generator.chance(20) ? model.version : nil
      )
      let result: Result<ApplyResult, ArrangeError>
      do {
        result = .success(
          generator.chance(50) ? try frames.result(.apply, request) : try door.call(.apply, request)
        )
      } catch let error as ArrangeError { result = .failure(error) }
      switch (result, Result { try model.applying(request) }) {
      case (.success(let result), .success((let next, let effect))):
        #expect(result.changed == effect.changed, "step \(step)")
        model = next
        #expect(result.version == model.version, "step \(step)")
      case (.failure(let error), .failure(let refusal as ListModel.Refusal)):
        refused += 1
        // An anchor may be the default section, whose id is none of an item.
        let isEmpty = error.code == .invalidArgument && error.message.hasPrefix("an id has at least")
        #expect(error.code == refusal.code || isEmpty, "step \(step): \(error)")
      case (let result, let expected):
        Issue.record("step \(step): \(result), and not \(expected) for \(operations)")
        return
      }
      guard step % 10 == 9 else { continue }
      let page: FetchPage = try door.call(.fetch, FetchRequest(collection: "board", pageSize: 5_000))
      let list = SectionedList(page.sections.map { .init($0.section, items: $0.items) })
      #expect(list.shown == model.content.shown, "step \(step)")
      #expect(try frames.list("board").list == list, "step \(step)")
    }
    #expect(model.version > 50 && refused > 0)
  }
}
