/// The error type of the service, which every failed call returns.
///
/// The message is written for the person who made the request and says what to do. If a part of the request
/// is invalid, ``field`` names it, such as `operations[2].insert_items.items[0].id`.
public struct ArrangeError: Error, Sendable, Hashable {
  /// The canonical code, for decisions of programs.
  public var code: StatusCode

  /// One sentence for people.
  public var message: String

  /// The path of the invalid field; nil if no single field is invalid.
  public var field: String?

  /// A word that distinguishes the cases of one code, such as `below_itself`; nil if the code says it all.
  public var reason: String?

  /// Whether a write took effect.
  public var processed: Processed

  /// How many milliseconds to wait before a retry; nil if a retry can follow at once or is pointless.
  public var retryAfterMilliseconds: UInt32?

  /// Whether the write took effect.
  public enum Processed: UInt32, Sendable, Hashable {
    /// Unknown: the connection was lost, or the server stopped, while the request was in progress.
    case unknown = 0
    /// Nothing was changed.
    case notStarted = 1
    /// The change is durable although the call ended with an error.
    case done = 2
  }

  public init(
    _ code: StatusCode,
    _ message: String,
    field: String? = nil,
    reason: String? = nil,
    processed: Processed = .notStarted,
    retryAfterMilliseconds: UInt32? = nil
  ) {
    self.code = code
    self.message = message
    self.field = field
    self.reason = reason
    self.processed = processed
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  /// The same error with its field nested in another one: `id` becomes `items[3].id`.
  public func within(_ prefix: String) -> ArrangeError {
    var error = self
    error.field = field.map { $0.isEmpty ? prefix : "\(prefix).\($0)" } ?? prefix
    return error
  }
}

extension ArrangeError: CustomStringConvertible {
  public var description: String {
    field.map { "\(code): \(message) (field: \($0))" } ?? "\(code): \(message)"
  }
}
