import ArrangeModel
import HTTPTypes
import HummingbirdCore
import Testing

@testable import ArrangeHTTP

@Suite("Problems")
struct ProblemTests {
  @Test("does not repeat all of a large request")
  func long() {
    let text = String(repeating: "x", count: 100_000)
    let json = Problem(.badRequest, .invalidArgument, "\(text) is unknown", field: text).json.text
    #expect(json.utf8.count < 3 * Problem.longestText && json.contains("x…"))
  }

  /// The table of the documentation.
  private static let statuses: [(StatusCode, Int)] = [
    (.ok, 200), (.cancelled, 499), (.unknown, 500), (.invalidArgument, 400), (.deadlineExceeded, 504),
    (.notFound, 404), (.alreadyExists, 409), (.permissionDenied, 403), (.resourceExhausted, 429),
    (.failedPrecondition, 409), (.aborted, 409), (.outOfRange, 400), (.unimplemented, 501),
    (.internal, 500), (.unavailable, 503), (.dataLoss, 500), (.unauthenticated, 401),
  ]

  @Test("have a status for each code")
  func codes() {
    #expect(Set(ProblemTests.statuses.map(\.0)) == Set(StatusCode.allCases))
    for (code, status) in ProblemTests.statuses {
      #expect(Problem.status(of: code).code == status, "\(code)")
      let isOfCondition = code == .aborted || code == .alreadyExists
      #expect(Problem.status(of: code, isConditional: true).code == (isOfCondition ? 412 : status), "\(code)")
    }
  }

  @Test("say what failed, where, and what became of it")
  func members() {
    let error = ArrangeError(
      .resourceExhausted,
      "a \"line\"",
      field: "items[0].id",
      processed: .done,
      retryAfterMilliseconds: 1_001
    )
    let problem = Problem(error, resumeToken: "AA")
    #expect(
      problem.json.text
        == #"{"code":"RESOURCE_EXHAUSTED","detail":"a \"line\"","field":"items[0].id","processed":"done","#
        + #""resume_token":"AA","retry_after_ms":1001,"status":429,"title":"Too Many Requests","type":"about:blank"}"#
    )
    #expect(problem.response.headers[.contentType] == "application/problem+json")
    #expect(problem.response.headers[.retryAfter] == "2")
  }

  @Test("say when to try again where the server is busy or away, and nowhere else")
  func retries() {
    #expect(Problem(ArrangeError(.unavailable, "")).response.headers[.retryAfter] == "1")
    #expect(Problem(ArrangeError(.resourceExhausted, "")).response.headers[.retryAfter] == "1")
    #expect(Problem(ArrangeError(.notFound, "")).response.headers[.retryAfter] == nil)
  }
}
