import ArrangeModel
import HTTPTypes
import MessageJSON

/// The headers of a request that say something about its call.
struct CallHeaders: Sendable, Equatable {
  /// The maximum of `Request-Timeout`, in seconds.
  static let longestTimeout = 3_600.0

  /// The tag in `If-Match`.
  var state: EntityTag?
  /// The tags in `If-None-Match`, as they are written; `*` stands for any.
  var unwanted: [String] = []
  /// `Idempotency-Key`.
  var requestID: String?
  /// `Request-Timeout`.
  var timeout: Duration?
  /// `Last-Event-ID`.
  var resumeToken: String?
  /// `traceparent`; nil if it is none, which is passed over as the specification of traces says.
  var trace: String?

  /// The maximum length of `traceparent`, in bytes: more than twice that of the only version that there is.
  static let longestTrace = 128
  /// What a header has in place of bytes that are not UTF-8: two keys that differ only in such bytes would be the same.
  private static let replaced: Unicode.Scalar = "\u{FFFD}"

  /// - Throws: a problem whose field is the name of the header.
  init(_ fields: HTTPFields) throws(Problem) {
    if let text = fields[.ifMatch] {
      guard let tag = EntityTag(text) else {
        throw CallHeaders.problem(
          .ifMatch,
          #"has to be one tag, such as "7@00f1e2d3c4b5a697" with the quotes"#
        )
      }
      state = tag
    }
    if let text = fields[.ifNoneMatch] {
      unwanted = text.split(separator: ",").map { part in
        let tag = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        let text = String(tag)
        return text.hasPrefix("W/") ? String(text.dropFirst(2)) : text
      }
    }
    if let text = fields[.idempotencyKey] {
      guard (1...64).contains(text.utf8.count), !text.unicodeScalars.contains(CallHeaders.replaced) else {
        throw CallHeaders.problem(.idempotencyKey, "has to have 1 to 64 bytes of UTF-8")
      }
      requestID = text
    }
    if let text = fields[.requestTimeout] {
      guard let seconds = Double(text), seconds > 0, seconds <= CallHeaders.longestTimeout else {
        throw CallHeaders.problem(.requestTimeout, "has to be a number of seconds up to 3600, such as 2.5")
      }
      timeout = .microseconds(Int64((seconds * 1_000_000).rounded(.up)))
    }
    resumeToken = fields[.lastEventID].flatMap { $0.isEmpty ? nil : $0 }
    trace = fields[.traceParent].flatMap { text in
      let isTrace =
        text.utf8.count <= CallHeaders.longestTrace && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      return isTrace ? text : nil
    }
  }

  /// The bearer token of a request; empty if there is none.
  static func token(_ fields: HTTPFields) throws(Problem) -> String {
    guard let text = fields[.authorization] else { return "" }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      throw Problem(
        .unauthorized,
        .unauthenticated,
        "send a token: Authorization: Bearer TOKEN",
        field: "Authorization"
      )
    }
    return String(parts[1])
  }

  private static func problem(_ name: HTTPField.Name, _ message: String) -> Problem {
    Problem(.badRequest, .invalidArgument, "\(name.rawName) \(message)", field: name.rawName)
  }
}

extension HTTPField.Name {
  static let idempotencyKey = known("Idempotency-Key")
  static let requestTimeout = known("Request-Timeout")
  static let lastEventID = known("Last-Event-ID")
  static let resumeToken = known("Resume-Token")
  static let traceParent = known("traceparent")
  static let accelBuffering = known("X-Accel-Buffering")

  private static func known(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is the name of a header") }
    return name
  }
}
