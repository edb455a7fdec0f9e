import ArrangeModel
import ArrangeServer
import InputText
import MessageJSON
import Testing

@Suite("Requests of calls")
struct CallRequestTests {
  /// A request that becomes the same message as another one.
  struct Sugar: Sendable, CustomTestStringConvertible {
    var verb: String
    var path: [String]
    var query: [String: String] = [:]
    var body: String?
    /// The method and the whole request.
    var method: String
    var request: String

    var testDescription: String { "\(verb) /\(path.joined(separator: "/"))" }
  }

  private static let reader = JSONToMessage(views: .ofWire)

  private func call(
    _ verb: String,
    _ path: [String],
    _ query: [String: String] = [:],
    _ body: String? = nil
  ) throws -> CallRequest {
    guard case .route(let route, let values) = RouteTable.current.match(verb, path) else {
      throw Missing()
    }
    return CallRequest(route, values, query: query, body: try body.map { try JSONNode.body(Array($0.utf8)) })
  }

  private struct Missing: Error {}

  @Test(
    "have addresses of their own besides those of the methods",
    arguments: [
      Sugar(
        verb: "PUT",
        path: ["collections", "board"],
        body: #"{"strategy":"dense"}"#,
        method: "Collections/Create",
        request: #"{"strategy":"dense","name":"board"}"#
      ),
      Sugar(
        verb: "PUT",
        path: ["collections", "board", "versions", "before the meeting"],
        body: #"{"version":{"version":41}}"#,
        method: "Versions/Set",
        request: #"{"version":{"version":41},"collection":"board","version_name":"before the meeting"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board", "versions"],
        method: "Versions/List",
        request: #"{"collection":"board"}"#
      ),
      Sugar(
        verb: "DELETE",
        path: ["collections", "board", "versions", "v1"],
        method: "Versions/Delete",
        request: #"{"collection":"board","version_name":"v1"}"#
      ),
      Sugar(
        verb: "POST",
        path: ["collections", "board", "restore"],
        body: #"{"to":{"version":41},"keep":"later_items","dry_run":true}"#,
        method: "Collections/Restore",
        request: #"{"to":{"version":41},"keep":"later_items","dry_run":true,"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board", "bin"],
        query: ["page_size": "5"],
        method: "Bin/List",
        request: #"{"page_size":5,"collection":"board"}"#
      ),
      Sugar(
        verb: "POST",
        path: ["collections", "board", "bin", "put-back"],
        body: #"{"elements":[{"id":"a","removed_by":7}]}"#,
        method: "Bin/PutBack",
        request: #"{"elements":[{"id":"a","removed_by":7}],"collection":"board"}"#
      ),
      Sugar(
        verb: "DELETE",
        path: ["collections", "board", "bin"],
        method: "Bin/Empty",
        request: #"{"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["server"],
        query: ["name": "board"],
        method: "Server/Info",
        request: #"{"names":["board"]}"#
      ),
      Sugar(
        verb: "DELETE",
        path: ["collections", "a/b"],
        method: "Collections/Delete",
        request: #"{"name":"a/b"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections"],
        query: ["page_size": "5", "page_token": "AAEC"],
        method: "Collections/List",
        request: #"{"page_size":5,"page_token":"AAEC"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board"],
        method: "Collections/Fetch",
        request: #"{"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board"],
        query: ["section": "", "from": "10", "limit": "5"],
        method: "Collections/Fetch",
        request: #"{"section":{"section":"","start":10,"end":15},"page_size":5,"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["views", "open"],
        query: ["around": "x", "after": "3"],
        method: "Collections/Fetch",
        request: #"{"around":{"item":"x","before":50,"after":3},"collection":"open"}"#
      ),
      Sugar(
        verb: "POST",
        path: ["collections", "board", "items"],
        body: #"{"id":"a","fields":{"n":1},"section":"todo","after":"b","if_anchor_missing":"last"}"#,
        method: "Collections/Apply",
        request: #"{"operations":[{"insert_items":{"section":"todo","items":[{"id":"a","fields":{"n":1}}],"#
          + #""to":{"after":"b","if_anchor_missing":"last"}}}],"collection":"board"}"#
      ),
      Sugar(
        verb: "PATCH",
        path: ["collections", "board", "items", "a"],
        body: #"{"set":{"n":null},"remove":["m"],"if_content_version":3}"#,
        method: "Collections/Apply",
        request: #"{"operations":[{"update_items":{"items":[{"id":"a","set":{"n":null},"remove":["m"],"#
          + #""if_content_version":3}]}}],"collection":"board"}"#
      ),
      Sugar(
        verb: "POST",
        path: ["collections", "board", "items", "a", "move"],
        body: #"{"after":"read","section":"doing","if_section":"todo"}"#,
        method: "Collections/Apply",
        request: #"{"operations":[{"move_items":{"section":"doing","items":[{"id":"a","if_section":"todo"}],"#
          + #""to":{"after":"read"}}}],"collection":"board"}"#
      ),
      Sugar(
        verb: "DELETE",
        path: ["collections", "board", "items", "a"],
        query: ["if_section": "todo"],
        method: "Collections/Apply",
        request:
          #"{"operations":[{"remove_items":{"items":[{"id":"a","if_section":"todo"}]}}],"collection":"board"}"#
      ),
      Sugar(
        verb: "DELETE",
        path: ["collections", "board", "items", "a"],
        query: ["group": "g", "stack": "web"],
        method: "Collections/Apply",
        request: #"{"operations":[{"remove_items":{"items":[{"id":"a"}]}}],"group":"g","stack":"web","#
          + #""collection":"board"}"#
      ),
      Sugar(
        verb: "POST",
        path: ["collections", "board", "items", "a", "move"],
        body: #"{"stack":"web","first":true}"#,
        method: "Collections/Apply",
        request: #"{"operations":[{"move_items":{"items":[{"id":"a"}],"to":{"first":true}}}],"stack":"web","#
          + #""collection":"board"}"#
      ),
      Sugar(
        verb: "POST",
        path: ["collections", "board", "undo"],
        body: #"{"stack":"web","of":7}"#,
        method: "Collections/Undo",
        request: #"{"stack":"web","of":7,"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board"],
        query: ["at": "0"],
        method: "Collections/Fetch",
        request: #"{"at":{"version":0},"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board", "diff"],
        query: ["from": "30", "profile": "uikit", "to": "9007199254740993"],
        method: "Collections/Diff",
        request:
          #"{"from":{"version":30},"profile":"uikit","to":{"version":"9007199254740993"},"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board", "changes"],
        query: ["at": "1", "play_to": "3"],
        method: "Changes/Subscribe",
        request: #"{"at":{"version":1},"play_to":{"version":3},"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "plan", "changes"],
        query: ["profile": "tree", "folding": #"{"lazy":true,"items":["a","b"]}"#],
        method: "Changes/Subscribe",
        request: #"{"folding":{"lazy":true,"items":["a","b"]},"profile":"tree","collection":"plan"}"#
      ),
      Sugar(
        verb: "DELETE",
        path: ["collections", "board", "sections", "a"],
        query: ["only_if_empty": "true"],
        method: "Collections/Apply",
        request:
          #"{"operations":[{"remove_sections":{"only_if_empty":true,"sections":[{"id":"a"}]}}],"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board", "changes"],
        query: ["token": "AA", "profile": "uikit", "interval": "0.5", "threshold": "7", "authors": "true"],
        method: "Changes/Subscribe",
        request:
          #"{"name_authors":true,"shortest_interval_us":500000,"profile":"uikit","reload_threshold":7,"#
          + #""resume_token":"AA","collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["views", "open"],
        query: ["at": "41"],
        method: "Collections/Fetch",
        request: #"{"at":{"version":41},"collection":"open"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["views", "open"],
        query: ["at": "4 o'clock"],
        method: "Collections/Fetch",
        request: #"{"at":{"name":"4 o'clock"},"collection":"open"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["collections", "board", "diff"],
        query: ["from": "18446744073709551615", "to": "-1"],
        method: "Collections/Diff",
        request: #"{"from":{"version":"18446744073709551615"},"to":{"name":"-1"},"collection":"board"}"#
      ),
      Sugar(
        verb: "GET",
        path: ["query", "changes"],
        query: ["view": "board where not done"],
        method: "Changes/Subscribe",
        request: #"{"view":"board where not done"}"#
      ),
      Sugar(
        verb: "PUT",
        path: ["views", "open"],
        body: #"{"view":"board where not done"}"#,
        method: "Views/Define",
        request: #"{"view":"board where not done","name":"open"}"#
      ),
    ]
  )
  func sugar(sugar: Sugar) throws {
    let call = try call(sugar.verb, sugar.path, sugar.query, sugar.body)
    let plain = try self.call("POST", sugar.method.split(separator: "/").map(String.init), [:], sugar.request)
    #expect(call.route.method.name == sugar.method)
    #expect(try call.message(CallRequestTests.reader) == plain.message(CallRequestTests.reader))
  }

  @Test("have the condition and the request id of their headers")
  func headers() throws {
    var call = try call("POST", ["collections", "board", "items"], [:], #"{"id":"a"}"#)
    (call.state, call.requestID) = (EntityTag("\"9007199254740993@00000000000000ff\""), "r")
    let plain = try self.call(
      "POST",
      ["Collections", "Apply"],
      [:],
      #"{"operations":[{"insert_items":{"items":[{"id":"a"}]}}],"collection":"board","#
        + #""if_version":"9007199254740993","if_history":"00000000000000ff","request_id":"r"}"#
    )
    #expect(try call.message(CallRequestTests.reader) == plain.message(CallRequestTests.reader))
  }

  @Test(
    "are refused with the path of what is wrong, as the caller has given it",
    arguments: [
      ("POST", "collections/b/items", "", "[]", ""), ("POST", "collections/b/items", "", #"{"x":1}"#, "x"),
      ("POST", "collections/b/items", "", #"{"fields":{"a":[1]}}"#, "fields.a"),
      ("POST", "collections/b/items", "", #"{"first":true,"last":true}"#, "last"),
      ("POST", "collections/b/items", "", #"{"at":"x"}"#, "at"),
      ("POST", "collections/b/items", "", #"{"at":9007199254740993}"#, "at"),
      ("POST", "collections/b/items", "", #"{"at":1.0}"#, "at"),
      ("POST", "collections/b/items", "", #"{"fields":{"a":9007199254740993}}"#, "fields.a"),
      ("POST", "collections/b/items/i/move", "", #"{"id":"j"}"#, "id"),
      (
        "POST", "collections/b/apply", "", #"{"operations":[{},{"move_items":{"items":[{"id":1}]}}]}"#,
        "operations[1].move_items.items[0].id"
      ),
      (
        "POST", "collections/b/apply", "", #"{"operations":[{"move_items":{},"remove_items":{}}]}"#,
        "operations[0].remove_items"
      ),
      ("POST", "collections/b/apply", "", #"{"collection":"c"}"#, "collection"),
      ("POST", "collections/b/apply", "", #"{"operations":null}"#, "operations"),
      ("POST", "Collections/Apply", "", #"{"if_history":"1"}"#, "if_history"),
      ("POST", "Collections/Apply", "", #"{"request_id":5}"#, "request_id"),
      ("POST", "Collections/List", "", #"{"page_token":"*"}"#, "page_token"),
      ("POST", "Changes/Subscribe", "", #"{"profile":"other"}"#, "profile"),
      ("POST", "Changes/Subscribe", "", #"{"order_keys":1}"#, "order_keys"),
      ("POST", "query", "", #"{"view":"board where"}"#, "view"),
      ("POST", "query", "", #"{"view":{"parts":[{"q":1}]}}"#, "view.parts[0].q"),
      ("GET", "collections/b", "nothing=1", "", "nothing"), ("GET", "collections/b", "limit=1", "", "limit"),
      ("GET", "collections/b", "section=a&limit=-1", "", "limit"),
      ("GET", "collections/b", "section=a&around=x", "", "section"),
      ("GET", "collections/b", "section=a&before=1", "", "before"),
      ("GET", "collections/b/changes", "interval=x", "", "interval"),
      ("GET", "collections/b/changes", "authors=1", "", "authors"),
      ("GET", "collections/b/changes", "folding=a", "", "folding"),
      ("GET", "collections/b/changes", "folding=[]", "", "folding"),
      ("GET", "collections/b/changes", #"folding={"x":1}"#, "", "folding"),
      ("GET", "collections/b/history", "from=-1", "", "from"),
      ("GET", "collections/b", "at=18446744073709551616", "", "at"),
      ("GET", "collections/b/diff", "from=18446744073709551616", "", "from"),
      ("GET", "collections/b/history", "at=1", "", "at"),
      ("POST", "collections/b/items", "", #"{"operations":[]}"#, "operations"),
      ("POST", "collections/b/items", "", #"{"collection":"c"}"#, "collection"),
    ]
  )
  func refused(verb: String, path: String, query: String, body: String, field: String) throws {
    let pairs = query.split(separator: "&").map { $0.split(separator: "=").map(String.init) }
    let call = try call(
      verb,
      path.split(separator: "/").map(String.init),
      Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }),
      body.isEmpty ? nil : body
    )
    let refusal = #expect(throws: JSONRefusal.self) { try call.message(CallRequestTests.reader) }
    let error = try #require(refusal).error
    #expect(error.code == .invalidArgument)
    #expect(error.field.flatMap { call.path(of: $0) } ?? "" == field, "\(error)")
  }

  @Test("refuse headers that their calls have no use for")
  func uselessHeaders() throws {
    var create = try call("PUT", ["collections", "b"], [:], "{}")
    create.requestID = "r"
    #expect(throws: JSONRefusal.self) { try create.message(CallRequestTests.reader) }
    create.requestID = nil
    create.state = EntityTag(version: 1, history: 1)
    let refusal = #expect(throws: JSONRefusal.self) { try create.message(CallRequestTests.reader) }
    #expect(refusal?.error.field == "If-Match")
  }

  @Test(
    "are refused where their JSON is none, or gives a name twice",
    arguments: [
      "", "{", "{}{}", #"{"a":1,"a":1}"#, #"{"a":{"b":1,"b":2}}"#, "{'a':1}", #"{"a":01}"#, "[1,]", "nul",
      #"{"a":"\ud800"}"#, #"{"a":18446744073709551616}"#, "{\"a\":\"\u{1}\"}",
    ]
  )
  func noJSON(text: String) {
    let refusal = #expect(throws: JSONRefusal.self) { try JSONNode.body(Array(text.utf8)) }
    #expect(refusal?.error.message.hasPrefix("line 1, column ") == true)
  }

  @Test("find their routes, the verbs of a path, or nothing")
  func routes() {
    guard case .otherVerbs(let verbs) = RouteTable.current.match("POST", ["collections", "b"]) else {
      Issue.record("POST is no verb of a collection")
      return
    }
    #expect(verbs == ["DELETE", "GET", "PATCH", "PUT"])
    for path in [
      [], [""], ["collections", "b", "c"], ["Collections"], ["collections", "Apply", "x", "y", "z"],
    ] {
      guard case .nothing = RouteTable.current.match("GET", path) else {
        Issue.record("\(path) is no address")
        continue
      }
    }
    guard case .nothing = RouteTable.current.match("POST", ["Nodes", "Give"]) else {
      Issue.record("only nodes give")
      return
    }
  }
}
