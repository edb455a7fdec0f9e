import MessageJSON

/// A message of a stream, as those need to know it who pass it on.
struct StreamedMessage: Sendable {
  /// What it is.
  enum Content: String, Sendable {
    /// A page of the whole list.
    case list
    /// Changes.
    case batch
    /// Changes of an outline.
    case tree
    /// The version has advanced, and nothing visible has changed.
    case progress
    /// A message of a stream of another kind.
    case message
  }

  var content: Content
  /// The token from which the stream can be resumed after it; empty if there is none.
  var resumeToken: String
  /// Whether it completes the list: all pages but the last do not.
  var isComplete: Bool
  /// The message as JSON on one line.
  var json: [UInt8]

  /// - Throws: ``MalformedMessage``.
  init(
    _ message: [UInt8],
    of method: MessageSchema.Method,
    _ writer: MessageToJSON
  ) throws(MalformedMessage) {
    let shape = method.response
    json = try writer.json(of: message, as: shape)
    let names: [(String, Content)] = [
      ("snapshot", .list), ("batch", .batch), ("tree", .tree), ("progress", .progress),
    ]
    content = .message
    for (name, known) in names where try writer.bytes(name, in: message, of: shape) != nil { content = known }
    resumeToken = URLBase64.encode(try writer.bytes("resume_token", in: message, of: shape) ?? [])
    let isLast = try writer.number(["snapshot", "last"], in: message, of: shape) != 0
    isComplete = content != .list || isLast
  }
}
