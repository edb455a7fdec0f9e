import ArrangeModel
import HTTPTypes
import HummingbirdCore
import MessageJSON
import Testing

@testable import ArrangeHTTP

@Suite("Addresses of calls")
struct CallAddressTests {
  @Test(
    "are decoded part by part, so that an id may have any character",
    arguments: [
      ("/v1", [], [:]), ("/v1/", [""], [:]), ("/v1/collections", ["collections"], [:]),
      ("/v1/collections/a%2Fb/items/%C3%A9%20", ["collections", "a/b", "items", "é "], [:]),
      ("/v1/a+b?x=a+b&y=%2B&z", ["a+b"], ["x": "a b", "y": "+", "z": ""]),
      ("/v1/c?a=1=2&&b=%26", ["c"], ["a": "1=2", "b": "&"]), ("/v1/a//b?", ["a", "", "b"], [:]),
    ] as [(String, [String], [String: String])]
  )
  func decoded(target: String, path: [String], query: [String: String]) throws {
    let address = try CallAddress(target, below: "/v1")
    #expect(address.path == path && address.query == query)
  }

  @Test(
    "are refused where they are no text, or say something twice",
    arguments: ["/v1/%", "/v1/%4", "/v1/%zz", "/v1/%FF", "/v1/a?b=%FF", "/v1/a?%G0=1", "/v1/a?b=1&b=1"]
  )
  func refused(target: String) {
    #expect(throws: Problem.self) { try CallAddress(target, below: "/v1") }
  }

  @Test("have a query of bounded length")
  func longQuery() {
    let view = String(repeating: "x", count: CallAddress.longestQuery)
    #expect(throws: Problem.self) { try CallAddress("/v1/query/changes?view=\(view)", below: "/v1") }
  }

  @Test("have headers that say something about the call")
  func headers() throws {
    let headers = try CallHeaders([
      .ifMatch: "\"7@00f1e2d3c4b5a697\"", .ifNoneMatch: "W/\"1@00f1e2d3c4b5a697\" , *",
      .idempotencyKey: "a", .requestTimeout: "2.5", .lastEventID: "AAEC",
    ])
    #expect(headers.state == EntityTag(version: 7, history: 0xf1_e2d3_c4b5_a697))
    #expect(headers.unwanted == ["\"1@00f1e2d3c4b5a697\"", "*"])
    #expect(headers.requestID == "a" && headers.timeout == .milliseconds(2_500))
    #expect(headers.resumeToken == "AAEC")
    #expect(try CallHeaders([:]).state == nil)
  }

  @Test(
    "and that are refused by their names where they say it wrongly",
    arguments: [
      ("If-Match", "*"), ("If-Match", "7@00f1e2d3c4b5a697"), ("If-Match", "\"7\""),
      ("If-Match", "W/\"7@00f1e2d3c4b5a697\""), ("If-Match", "\"07@00f1e2d3c4b5a697\""),
      ("If-Match", "\"7@00F1E2D3C4B5A697\""), ("If-Match", "\"1@00f1e2d3c4b5a697\", \"2@00f1e2d3c4b5a697\""),
      ("Idempotency-Key", ""), ("Idempotency-Key", String(repeating: "k", count: 65)),
      ("Idempotency-Key", "not UTF-8: \u{FFFD}"),
      ("Request-Timeout", "0"), ("Request-Timeout", "-1"), ("Request-Timeout", "5s"),
      ("Request-Timeout", "3601"), ("Request-Timeout", "nan"),
    ]
  )
  func wrong(name: String, value: String) throws {
    var fields = HTTPFields()
    fields[try #require(HTTPField.Name(name))] = value
    let problem = #expect(throws: Problem.self) { try CallHeaders(fields) }
    #expect(problem?.status == .badRequest && problem?.error.field == name)
  }

  @Test(
    "have a bearer token, or none",
    arguments: [("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER a b", "a b")]
  )
  func tokens(value: String, token: String) throws {
    #expect(try CallHeaders.token([.authorization: value]) == token)
    #expect(try CallHeaders.token([:]) == "")
  }

  @Test("take no credentials of another kind", arguments: ["Basic abc", "Bearer", "abc", ""])
  func otherCredentials(value: String) {
    let problem = #expect(throws: Problem.self) { try CallHeaders.token([.authorization: value]) }
    #expect(problem?.status == .unauthorized)
    #expect(problem?.response.headers[.wwwAuthenticate] == "Bearer")
  }
}
