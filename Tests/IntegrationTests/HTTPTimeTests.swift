import ArrangeModel
import Changes
import InputText
import ListModel
import TestSupport
import Testing
import Wire

@Suite("Earlier versions and undo over HTTP", .timeLimit(.minutes(5)))
struct HTTPTimeTests {
  private let server: ServerProcess
  private let door: HTTPDoor

  init() throws {
    server = try ServerProcess(flags: ["--loops", "2", "--http", "127.0.0.1:0"])
    door = try HTTPDoor(server)
    #expect(try door.send("PUT", "/collections/b").status == 201)
  }

  private func ids(_ reply: HTTPReply) -> [String] {
    reply["sections"]?.elements?.flatMap { $0["items"]?.elements ?? [] }.compactMap { $0["id"]?.string } ?? []
  }

  private func ids() throws -> [String] { ids(try door.send("GET", "/collections/b")) }

  private func undo(_ body: String, key: String? = nil) throws -> HTTPReply {
    try door.send("POST", "/collections/b/undo", body, key.map { [("Idempotency-Key", $0)] } ?? [])
  }

  private func versions(_ reply: HTTPReply, _ name: String) -> [Int64] {
    reply[name]?.elements?.compactMap(\.number) ?? []
  }

  @Test("the steps of a stack are undone and made again, also those of addresses with one operation")
  func steps() throws {
    #expect(try door.send("POST", "/collections/b/items", #"{"id":"a","stack":"web"}"#).status == 200)
    #expect(try door.send("POST", "/collections/b/items", #"{"id":"c","stack":"web"}"#).status == 200)
    let moved = #"{"first":true,"stack":"web","group":"drag"}"#
    #expect(try door.send("POST", "/collections/b/items/c/move", moved).status == 200)
    let set = #"{"set":{"n":1},"stack":"web","group":"drag"}"#
    #expect(try door.send("PATCH", "/collections/b/items/c", set).status == 200)
    #expect(try door.send("DELETE", "/collections/b/items/a?stack=web").status == 200)
    #expect(try ids() == ["c"])

    let back = try undo(#"{"stack":"web"}"#, key: "u1")
    #expect(back.status == 200 && back["changed"]?.bool == true && versions(back, "undoes") == [5])
    #expect(back.headers["etag"]?.hasPrefix("\"6@") == true && back["undone"]?.elements?.count == 1)
    #expect(back["undone"]?.elements?[0]["kind"]?.string == "item_removed", "\(back.text)")
    #expect(try ids() == ["c", "a"])
    let repeated = try undo(#"{"stack":"web"}"#, key: "u1")
    #expect(repeated["replayed"]?.bool == true && repeated.headers["etag"] == back.headers["etag"])
    #expect(try undo(#"{"stack":"web","redo":true}"#, key: "u1").status != 200)

    // The next step has two commits.
    let looked = try undo(#"{"stack":"web","dry_run":true}"#)
    #expect(versions(looked, "undoes") == [3, 4] && looked["version"]?.number == 6)
    let wrong = try undo(#"{"stack":"web","expect":2}"#)
    #expect(wrong.status == 409 && wrong["code"]?.string == "ABORTED")
    #expect(try undo(#"{"stack":"web","expect":4}"#).status == 200)
    #expect(try ids() == ["a", "c"])
    #expect(try undo(#"{"stack":"web","redo":true}"#)["can_undo"]?.bool == true)
    #expect(try ids() == ["c", "a"])

    // Others have other stacks, and history says which commit belongs to which.
    let other = try undo(#"{"stack":"other"}"#)
    #expect(other.status == 200 && other["changed"]?.bool == false && versions(other, "undoes").isEmpty)
    let commits = try #require(try door.send("GET", "/collections/b/history")["commits"]?.elements)
    #expect(commits[2]["stack"]?.string == "web" && commits[2]["group"]?.string == "drag")
    for (body, field) in [("{}", "stack"), (#"{"stack":""}"#, "stack"), (#"{"stack":1}"#, "stack")] {
      let refused = try undo(body)
      #expect(refused.status == 400 && refused["field"]?.string == field, "\(refused.text)")
    }
    let long = String(repeating: "x", count: 17)
    #expect(try undo(#"{"stack":"\#(long)"}"#)["field"]?.string == "stack")
    let place = try door.send("POST", "/collections/b/items", #"{"id":"d","stack":"\#(long)"}"#)
    #expect(place.status == 400 && place["field"]?.string == "stack")
    #expect(try undo(#"{"stack":"web","of":99}"#).status == 404)
    #expect(try undo(#"{"stack":{"$bytes":"d2Vi"},"dry_run":true}"#)["can_undo"]?.bool == true)
  }

  /// Random edits, after which each version is read as it was.
  @Test("every version is read, and leads to every other one")
  func versions() throws {
    var generator = TransactionGenerator(.history(), seed: 7)
    var model = NaiveList(names: generator.names)
    let create = CreateCollectionRequest(name: "board", strategy: "lexorank")
    _ = try door.call(.createCollection, create, as: CollectionInfo.self)
    var lists = [model]
    while lists.count <= 40 {
      let request = ApplyRequest(collection: "board", operations: generator.transaction(for: model))
      guard let (next, effect) = try? model.applying(request), effect.changed else { continue }
      let result: ApplyResult = try door.call(.apply, request)
      #expect(result.version == next.version)
      model = next
      lists.append(model)
    }
    func read(_ query: String) throws -> (reply: HTTPReply, items: [String]) {
      let reply = try door.send("GET", "/collections/board?\(query)")
      #expect(reply.status == 200, "\(query): \(reply.text)")
      return (reply, ids(reply))
    }
    for version in lists.indices {
      let expected = lists[version].content.sections.flatMap(\.items).map { "\($0.id)" }
      var (reply, items) = try read("at=\(version)&page_size=3")
      #expect(reply["past"]?.bool == true)
      while let token = reply["next_page_token"]?.string, !token.isEmpty {
        let more = try read("at=\(version)&page_size=3&page_token=\(token)")
        (reply, items) = (more.reply, items + more.items)
      }
      #expect(items == expected, "version \(version)")
      let to = Int(generator.below(lists.count))
      let diff = try door.send("GET", "/collections/board/diff?from=\(version)&to=\(to)")
      #expect(diff.status == 200 && diff["from_version"]?.number == Int64(version))
      let direct: VersionDiff = try door.call(
        .diff,
        DiffRequest(collection: "board", from: .number(UInt64(version)), to: .number(UInt64(to)))
      )
      var list = SectionedList(lists[version].content.sections)
      try list.apply(direct.batch)
      #expect(list.shown == lists[to].content.shown, "from \(version) to \(to)")
    }
  }

  @Test("a version that is read has a tag, and one that is not kept or no number is refused")
  func tags() throws {
    for id in ["x", "y"] {
      #expect(try door.send("POST", "/collections/b/items", #"{"id":"\#(id)"}"#).status == 200)
    }
    let first = try door.send("GET", "/collections/b?at=1")
    #expect(
      ids(first) == ["x"] && first["past"]?.bool == true && first["collection"]?["version"]?.number == 1
    )
    let tag = try #require(first.headers["etag"])
    #expect(tag.hasPrefix("\"1@"))
    #expect(try door.send("GET", "/collections/b?at=1", nil, [("If-None-Match", tag)]).status == 304)
    #expect(try door.send("GET", "/collections/b?at=0")["sections"]?.elements?.isEmpty == true)
    #expect(try door.send("PUT", "/views/v", #"{"view":"b where not done"}"#).status == 200)
    for (path, status, code, field) in [
      ("/collections/b?at=9", 400, "OUT_OF_RANGE", "at"),
      ("/collections/b?at=x", 404, "NOT_FOUND", "at"),
      ("/collections/b?at=", 400, "INVALID_ARGUMENT", "at"),
      ("/collections/b/diff", 400, "INVALID_ARGUMENT", "from"),
      ("/collections/b/diff?from=-1", 404, "NOT_FOUND", "from"),
      ("/collections/b/diff?from=0&to=9", 400, "OUT_OF_RANGE", "to"),
      ("/collections/b/diff?from=0&profile=x", 400, "INVALID_ARGUMENT", "profile"),
      ("/collections/b/changes?at=2&play_to=1", 400, "INVALID_ARGUMENT", "play_to"),
      ("/collections/b/changes?play_to=1", 400, "INVALID_ARGUMENT", "play_to"),
      ("/views/v?at=9", 400, "OUT_OF_RANGE", "at"), ("/views/v?at=x", 404, "NOT_FOUND", "at"),
      ("/views/v?at=", 400, "INVALID_ARGUMENT", "at"),
    ] {
      let refused = try door.send("GET", path)
      #expect(
        refused.status == status && refused["code"]?.string == code && refused["field"]?.string == field,
        "\(path): \(refused.text)"
      )
    }
    #expect(try door.send("GET", "/views/v/changes?at=1").status == 409)
    let earlier = try door.send("POST", "/query", #"{"view":"b","at":{"version":1}}"#)
    #expect(
      earlier.status == 200 && earlier["collection"]?["version"]?.number == 1
        && earlier.text.contains(#""past":true"#),
      "\(earlier.text)"
    )
  }

  @Test("versions have names, and the list goes back to one, at addresses of their own")
  func namedVersions() throws {
    for id in ["x", "y"] {
      #expect(try door.send("POST", "/collections/b/items", #"{"id":"\#(id)"}"#).status == 200)
    }
    let address = "/collections/b/versions/before%20y"
    let named = try door.send("PUT", address, #"{"version":{"version":1}}"#)
    #expect(named.status == 200 && named["name"]?.string == "before y" && named["version"]?.number == 1)
    #expect(try door.send("PUT", "/collections/b/versions/now", "{}")["version"]?.number == 2)
    #expect(try door.send("PUT", "/views/v", #"{"view":"b where not done"}"#).status == 200)
    for path in ["/collections/b?at=before%20y", "/views/v?at=before%20y", "/views/v?at=1"] {
      let read = try door.send("GET", path)
      #expect(ids(read) == ["x"] && read["past"]?.bool == true, "\(path): \(read.text)")
    }
    #expect(ids(try door.send("GET", "/views/v?at=2")) == ["x", "y"])
    let diff = try door.send("GET", "/collections/b/diff?from=before%20y&to=now")
    #expect(diff["from_version"]?.number == 1 && diff["to_version"]?.number == 2, "\(diff.text)")
    let list = try door.send("GET", "/collections/b/versions")
    #expect(list["versions"]?.elements?.compactMap { $0["name"]?.string } == ["now", "before y"])
    let tag = try #require(try door.send("GET", "/collections/b").headers["etag"])
    let back = #"{"to":{"name":"before y"}}"#
    let key = ("Idempotency-Key", "back")
    let restored = try door.send("POST", "/collections/b/restore", back, [("If-Match", tag), key])
    #expect(restored.status == 200 && restored["restored"]?.number == 1 && restored["version"]?.number == 3)
    #expect(restored.headers["etag"]?.hasPrefix("\"3@") == true)
    #expect(try ids() == ["x"])
    let late = try door.send("POST", "/collections/b/restore", #"{"to":{"version":0}}"#, [("If-Match", tag)])
    #expect(late.status == 412)
    let again = try door.send("POST", "/collections/b/restore", back, [("If-Match", tag), key])
    #expect(again.status == 200 && again["replayed"]?.bool == true, "\(again.text)")
    #expect(try door.send("DELETE", address).status == 204)
    let missing = try door.send("DELETE", address)
    #expect(missing.status == 404 && missing["field"]?.string == "version", "\(missing.text)")
    #expect(try door.send("POST", "/collections/b/restore", back).status == 404)
  }

  @Test("what was removed is listed, put back and forgotten, at addresses of their own")
  func bin() throws {
    for id in ["x", "y", "z"] {
      #expect(try door.send("POST", "/collections/b/items", #"{"id":"\#(id)"}"#).status == 200)
    }
    for id in ["y", "x"] { #expect(try door.send("DELETE", "/collections/b/items/\(id)").status == 200) }
    let first = try door.send("GET", "/collections/b/bin?page_size=1")
    let element = try #require(first["elements"]?.elements?.first)
    #expect(element["id"]?.string == "x" && element["removed_by"]?.number == 5)
    let token = try #require(first["next_page_token"]?.string)
    let second = try door.send("GET", "/collections/b/bin?page_size=1&page_token=\(token)")
    #expect(second["elements"]?.elements?.first?["id"]?.string == "y", "\(second.text)")
    let put = try door.send(
      "POST",
      "/collections/b/bin/put-back",
      #"{"elements":[{"id":"y","removed_by":4}]}"#
    )
    #expect(put.status == 200 && put["version"]?.number == 6, "\(put.text)")
    #expect(try ids() == ["y", "z"])
    #expect(try door.send("DELETE", "/collections/b/bin").status == 200)
    #expect(try door.send("GET", "/collections/b/bin")["elements"]?.elements?.isEmpty == true)
  }

  @Test("an error names the parameter of the address as the address does")
  func fields() throws {
    for (verb, path, field) in [
      ("GET", "/views/none", "view"), ("GET", "/views/none/definition", "view"),
      ("DELETE", "/views/none", "view"), ("GET", "/views/none/changes", "view"),
      ("GET", "/collections/none", "collection"), ("GET", "/collections/none/info", "collection"),
      ("DELETE", "/collections/none", "collection"),
      ("GET", "/collections/none/versions", "collection"), ("GET", "/collections/none/bin", "collection"),
    ] {
      let missing = try door.send(verb, path)
      #expect(missing.status == 404 && missing["field"]?.string == field, "\(path): \(missing.text)")
    }
  }

  @Test("the way from one version to another is played as events, which end")
  func played() throws {
    for id in ["x", "y", "z"] {
      #expect(try door.send("POST", "/collections/b/items", #"{"id":"\#(id)"}"#).status == 200)
    }
    let source = try EventSource("/v1/collections/b/changes?at=1&play_to=3", port: door.port)
    var names: [String] = []
    var tokens: [String] = []
    while let event = try source.next() {
      names.append(event.name)
      tokens.append(event.id)
      if event.name == "list" { #expect(event.data.contains(#""reason":"past""#)) }
      if event.name == "end" { #expect(event.data == "{}") }
    }
    #expect(names == ["list", "batch", "batch", "end"])
    // A browser that connects again after the end is told to stop.
    let path = "/v1/collections/b/changes?at=1&play_to=3"
    #expect(try EventSource(path, port: door.port, lastID: tokens[2]).status == 204)
    let rest = try EventSource(path, port: door.port, lastID: tokens[1])
    #expect(try rest.next()?.name == "batch" && rest.next()?.name == "end")
    let polled = try door.send("GET", "/collections/b/changes?at=2&wait=5")
    #expect(polled.status == 200 && polled["messages"]?.elements?[0]["version"]?.number == 2)
  }
}
