import ArrangeModel
import Foundation
import InputText
import TestSupport
import Testing

@Suite("Calls over HTTP that nobody should make", .timeLimit(.minutes(10)))
struct HTTPAbuseTests {
  private let server: ServerProcess
  private let door: HTTPDoor

  init() throws {
    server = try ServerProcess(
      flags: ["--loops", "2", "--http", "127.0.0.1:0", "--http-origins", "https://app.example"]
    )
    door = try HTTPDoor(server)
    #expect(try door.send("PUT", "/collections/b").status == 201)
  }

  @Test("with JSON that is wrong, deep or large are refused with a short answer, and the server goes on")
  func json() throws {
    let many = String(repeating: "x", count: 500_000)
    let digits = String(repeating: "9", count: 500_000)
    let deep = 200_000
    for body in [
      String(repeating: "[", count: deep), String(repeating: #"{"a":"#, count: deep),
      #"{"operations":"# + String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + "}",
      #"{"\#(many)":1}"#, #"{"\#(many)":1,"\#(many)":2}"#, #"{"id":\#(digits)}"#, #"{"id":1.\#(digits)}"#,
      #"{"id":1e\#(digits)}"#, #"{"id":-\#(digits)}"#, #"{"a":1,"\u0061":2}"#, #"{"id":"\#(many)"}"#,
      #"{"fields":{"\#(many)":1}}"#, #"{"section":"\#(many)"}"#, #"{"fields":{"n":1e400}}"#,
      #"{"fields":{"n":NaN}}"#, #"{"id":"a"}}"#, "\u{FEFF}{}", "{\"id\":\"a\u{0}\"}", #"{"at":1e0}"#,
      #"{"at":9223372036854775808}"#, #"{"at":"9223372036854775808"}"#, #"{"at":"1.0"}"#, #"{"at":" 1"}"#,
    ] {
      let reply = try door.send("POST", "/collections/b/items", body)
      #expect(reply.status == 400, "\(body.prefix(40)): \(reply.text.prefix(300))")
      #expect(reply.text.utf8.count < 8_000 && reply["code"] != nil, "\(body.prefix(40))")
    }
    #expect(try door.send("GET", "/collections/b?\(many.prefix(10_000))=1").text.utf8.count < 8_000)
    #expect(try door.send("GET", "/collections/b")["collection", "version"]?.number == 0)
  }

  @Test("with another type of body are refused")
  func types() throws {
    for type in [
      "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/json, text/plain",
      "",
      "multipart/form-data; boundary=application/json", "text/json",
    ] {
      let reply = try door.send("POST", "/collections/b/items", #"{"id":"a"}"#, type: type)
      #expect(reply.status == 415 && reply["field"]?.string == "Content-Type", "\(type)")
    }
    for (number, type) in ["application/json;charset=utf-8", "APPLICATION/JSON", "application/json ; x=y"]
      .enumerated()
    {
      #expect(
        try door.send("POST", "/collections/b/items", #"{"id":"t\#(number)"}"#, type: type).status == 200
      )
    }
  }

  @Test("with a condition that is none are refused, and tags are compared as the standard says")
  func tags() throws {
    let tag = try #require(
      try door.send("POST", "/collections/b/items", #"{"id":"a"}"#).headers["etag"]
    )
    for wrong in [
      "*", "W/\(tag)", "\(tag), \(tag)", "\"1\"", "\"x@y\"", tag.uppercased() + "x", "1@0", "\"\"",
    ] {
      let reply = try door.send("POST", "/collections/b/items", #"{"id":"n"}"#, [("If-Match", wrong)])
      #expect(reply.status == 400 && reply["field"]?.string == "If-Match", "\(wrong): \(reply.text)")
    }
    let twice = [("If-Match", tag), ("If-Match", tag)]
    #expect(try door.send("POST", "/collections/b/items", #"{"id":"n"}"#, twice).status == 400)
    for same in [tag, "W/\(tag)", "\"other\", \(tag)", "*", " \"other\" ,  W/\(tag) "] {
      let reply = try door.send("GET", "/collections/b", nil, [("If-None-Match", same)])
      #expect(reply.status == 304 && reply.text.isEmpty, "\(same)")
    }
    for other in ["\"2@0000000000000000\"", "W/\"x\"", "x"] {
      #expect(
        try door.send("GET", "/collections/b", nil, [("If-None-Match", other)]).status == 200,
        "\(other)"
      )
    }
    let created = try door.send("PUT", "/collections/c", "{}", [("If-None-Match", tag)])
    #expect(created.status == 400 && created["field"]?.string == "If-None-Match")
    let useless = try door.send("GET", "/collections/b", nil, [("If-Match", tag)])
    #expect(useless.status == 400 && useless["field"]?.string == "If-Match")
    let both = try door.send("POST", "/collections/b/items", #"{"if_version":1}"#, [("If-Match", tag)])
    #expect(both.status == 400 && both["field"]?.string == "if_version")
  }

  @Test("with the key of another write are refused, and nothing is done")
  func keys() throws {
    func add(_ id: String, _ key: String, _ path: String = "items") throws -> HTTPReply {
      try door.send("POST", "/collections/b/\(path)", #"{"id":"\#(id)"}"#, [("Idempotency-Key", key)])
    }
    #expect(try add("a", "k").status == 200)
    for reply in [try add("c", "k"), try add("a", "k", "sections")] {
      #expect(reply.status == 400 && reply["field"]?.string == "request_id", "\(reply.text)")
    }
    #expect(try add("a", "k")["replayed"]?.bool == true)
    for key in ["", String(repeating: "k", count: 65)] {
      let reply = try add("d", key)
      #expect(reply.status == 400 && reply["field"]?.string == "Idempotency-Key", "\(reply.text)")
    }
    #expect(try door.send("GET", "/collections/b")["collection", "version"]?.number == 1)
  }

  @Test("about a stream with a token that is none, or another list's, say so or begin anew")
  func tokens() throws {
    #expect(try door.send("PUT", "/collections/other").status == 201)
    let path = "/v1/collections/b/changes"
    let own = try #require(try EventSource(path, port: door.port).next()).id
    for wrong in ["!", "A", "AAAA", own + "!", String(own.dropLast(3)), String(repeating: "A", count: 5_000)]
    {
      let reply = try door.send("GET", "/collections/b/changes", nil, [("Last-Event-ID", wrong)])
      #expect(reply.status == 400 && reply["field"]?.string == "Last-Event-ID", "\(wrong): \(reply.text)")
      let parameter = try door.send("GET", "/collections/b/changes?token=\(wrong)")
      #expect(parameter.status == 400 && parameter["field"]?.string == "token", "\(wrong): \(parameter.text)")
    }
    let foreign = try EventSource("/v1/collections/other/changes", port: door.port, lastID: own)
    let first = try #require(try foreign.next())
    #expect(first.name == "list" && !first.data.contains(#""reason":"first""#))
    // The header is newer than the address with which the browser began.
    #expect(try door.send("POST", "/collections/b/items", #"{"id":"a"}"#).status == 200)
    let resumed = try EventSource("\(path)?token=\(own)", port: door.port, lastID: own)
    #expect(try resumed.next()?.name == "batch")
  }

  @Test("of clients that are gone in the middle of a stream leave nothing behind")
  func gone() async throws {
    for number in 0..<40 {
      let source = try EventSource("/v1/collections/b/changes", port: door.port)
      #expect(try source.next()?.name == "list")
      if number % 2 == 0 { #expect(try door.send("POST", "/collections/b/items", "{}").status == 200) }
    }
    for _ in 0..<ChildProcess.patience / 10 {
      let followers = try door.send("GET", "/collections/b/followers")["followers"]?.elements
      if followers?.isEmpty == true { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(try door.send("GET", "/collections/b/followers").text)")
  }

  @Test("from pages are answered for listed origins alone, also where they fail")
  func origins() throws {
    let (listed, other) = (("Origin", "https://app.example"), ("Origin", "https://evil.example"))
    let asked = try door.send("OPTIONS", "/collections/b/items", nil, [listed])
    #expect(asked.status == 204 && asked.headers["access-control-allow-origin"] == "https://app.example")
    #expect(asked.headers["access-control-allow-headers"]?.contains("Idempotency-Key") == true)
    #expect(asked.headers["access-control-allow-credentials"] == nil)
    for (verb, path, body) in [
      ("GET", "/collections/b", nil), ("GET", "/collections/none", nil),
      ("POST", "/collections/b/items", "x"),
      ("GET", "/nothing", nil), ("PUT", "/collections/b/items", nil),
    ] {
      let reply = try door.send(verb, path, body, [listed])
      #expect(reply.headers["access-control-allow-origin"] == "https://app.example", "\(verb) \(path)")
      #expect(reply.headers["vary"] == "Origin")
      let refused = try door.send(verb, path, body, [other])
      #expect(refused.status == 403 && refused.headers["access-control-allow-origin"] == nil)
    }
    for origin in [
      "null", "https://app.example.evil", "http://app.example", "https://app.example:444", "", "x",
    ] {
      #expect(
        try door.send("OPTIONS", "/collections/b", nil, [("Origin", origin)]).status == 403,
        "\(origin)"
      )
    }
    #expect(try door.send("GET", "/collections/b", nil, [("X-Forwarded-For", "203.0.113.7")]).status == 403)
  }

  @Test("for the head alone are those for the answer without its body")
  func heads() throws {
    for path in ["/collections/b", "/collections", "/openapi.json", "/collections/none", "/nothing"] {
      let (head, whole) = (try door.send("HEAD", path), try door.send("GET", path))
      #expect(head.status == whole.status && head.text.isEmpty, "\(path)")
      for name in ["content-type", "content-length", "etag"] {
        #expect(head.headers[name] == whole.headers[name], "\(path) \(name)")
      }
    }
    #expect(try door.send("HEAD", "/collections/b/changes").status == 405)
    let deleted = try door.send("DELETE", "/collections/b")
    #expect(deleted.status == 204 && deleted.headers["content-length"] == nil)
    #expect(try door.send("TRACE", "/collections").status >= 400)
  }

  @Test("name lists by any name, percent-encoded")
  func names() throws {
    for name in ["a/b", "..", ".", "a%b", "a?b#c", "é", "a b+c", "日本", "a//", "%2F", "collections"] {
      let hex = name.utf8.map { String($0, radix: 16) }.map { "%" + ($0.utf8.count == 1 ? "0" : "") + $0 }
        .joined()
      #expect(try door.send("PUT", "/collections/\(hex)").status == 201, "\(name)")
      let read = try door.send("GET", "/collections/\(hex)")
      #expect(read["collection", "name"]?.string == name)
      #expect(try door.send("POST", "/collections/\(hex)/items", #"{"id":"x/y"}"#).status == 200)
      #expect(try door.send("DELETE", "/collections/\(hex)/items/x%2Fy").status == 200)
    }
    for path in [
      "/collections/%", "/collections/%4", "/collections/%zz", "/collections/%ff", "/collections/%C0%AF",
    ] {
      #expect(try door.send("GET", path).status == 400, "\(path)")
    }
    for path in ["/collections/", "/collections/%00", "/collections/a%0Ab"] {
      let reply = try door.send("GET", path)
      #expect(reply.status == 400, "\(path): \(reply.text)")
    }
    for path in ["//collections", "/collections/a/b", "/collections/a%2Fb/items%2Fx", "/%63ollections/b/x"] {
      #expect(try door.send("GET", path).status == 404, "\(path)")
    }
  }
}
