import ArrangeModel
import HTTPTypes
import Hummingbird
import NIOCore

/// Why a request failed, as `application/problem+json` (RFC 9457).
struct Problem: Error, Sendable, Equatable {
  static let type = "application/problem+json"

  var status: HTTPResponse.Status
  var error: ArrangeError
  /// The token from which a stream can be resumed.
  var resumeToken: String?
  /// The verbs that the address has, for one that has not that of the request.
  var verbs: [String] = []

  /// The problem of a call.
  ///
  /// - Parameter isConditional: whether the request had a condition, whose failure has a status of its own.
  init(_ error: ArrangeError, isConditional: Bool = false, resumeToken: String? = nil) {
    status = Problem.status(of: error.code, isConditional: isConditional)
    self.error = error
    self.resumeToken = resumeToken
  }

  /// The problem of a request that does not become a call.
  init(_ status: HTTPResponse.Status, _ code: StatusCode, _ message: String, field: String? = nil) {
    self.status = status
    error = ArrangeError(code, message, field: field)
  }

  /// The status of each code. The documentation has the same table.
  static func status(of code: StatusCode, isConditional: Bool = false) -> HTTPResponse.Status {
    switch code {
    case .ok: .ok
    case .invalidArgument, .outOfRange: .badRequest
    case .unauthenticated: .unauthorized
    case .permissionDenied: .forbidden
    case .notFound: .notFound
    case .alreadyExists, .aborted: isConditional ? .preconditionFailed : .conflict
    case .failedPrecondition: .conflict
    case .resourceExhausted: .tooManyRequests
    case .cancelled: .init(code: 499, reasonPhrase: "Client Closed Request")
    case .unimplemented: .notImplemented
    case .unavailable: .serviceUnavailable
    case .deadlineExceeded: .gatewayTimeout
    case .unknown, .internal, .dataLoss: .internalServerError
    }
  }

  /// The maximum length of a text that may repeat what was sent, in characters.
  static let longestText = 1_000

  /// A text, or its beginning if it is long.
  private static func shown(_ text: String) -> String {
    let start = text.prefix(longestText)
    return start.endIndex == text.endIndex ? text : start + "…"
  }

  /// The members of the body.
  var json: JSON {
    var members: JSON.Members = [
      "type": .string("about:blank"), "title": .string(status.reasonPhrase), "status": .count(status.code),
      "code": .string("\(error.code)"), "detail": .string(Problem.shown(error.message)),
      "processed": .string(Problem.word(error.processed)),
    ]
    if let field = error.field { members.append("field", .string(Problem.shown(field))) }
    if let reason = error.reason { members.append("reason", .string(Problem.shown(reason))) }
    if let wait = error.retryAfterMilliseconds { members.append("retry_after_ms", .count(Int(wait))) }
    if let resumeToken { members.append("resume_token", .string(resumeToken)) }
    return .object(members)
  }

  private static func word(_ processed: ArrangeError.Processed) -> String {
    switch processed {
    case .unknown: "unknown"
    case .notStarted: "not_started"
    case .done: "done"
    }
  }

  /// The seconds after which a retry makes sense, for the statuses that have such a header.
  private var retryAfter: Int? {
    guard status == .tooManyRequests || status == .serviceUnavailable else { return nil }
    return max(1, Int((error.retryAfterMilliseconds ?? 0) + 999) / 1_000)
  }

  var response: Response {
    var headers: HTTPFields = [.contentType: Problem.type]
    if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    if !verbs.isEmpty { headers[.allow] = verbs.joined(separator: ", ") }
    // The rest of a body that is too large is not read.
    if status == .contentTooLarge { headers[.connection] = "close" }
    return Response(
      status: status,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(string: json.text + "\n"))
    )
  }
}
