/// The stack of steps on which a commit is one, so that it can be undone.
///
///     let step = UndoStep(try StackID("tab 1"), group: try StackID("drag 7"))
///     let operations = [ListOperation.removeItems(["draft"])]
///     let request = ApplyRequest(collection: "board", operations: operations, step: step)
public struct UndoStep: Sendable, Hashable {
  public var stack: StackID
  /// Joins consecutive commits of the stack to one step, up to ``StackID/maximumCommits``; nil: a step of its own.
  public var group: StackID?

  public init(_ stack: StackID, group: StackID? = nil) {
    self.stack = stack
    self.group = group
  }
}

/// The id of a stack of steps, or of a group of commits of one: 1 to 16 bytes, chosen by the client.
///
/// A stack belongs to a principal as well: the same id of another principal is another stack.
public struct StackID: Sendable, Hashable {
  /// The longest id, in bytes.
  public static let maximumLength = 16
  /// The maximum number of commits of one step. Further ones of the same group begin another step.
  public static let maximumCommits = 1_000

  public let bytes: [UInt8]

  /// - Throws: an error with the code ``StatusCode/invalidArgument`` for a wrong length.
  public init(_ bytes: [UInt8]) throws(ArrangeError) {
    guard (1...StackID.maximumLength).contains(bytes.count) else {
      throw ArrangeError(
        .invalidArgument,
        "the id of a stack or of a group has 1 to \(StackID.maximumLength) bytes",
        field: "stack"
      )
    }
    self.bytes = bytes
  }

  /// The bytes of a text.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` for a wrong length.
  public init(_ text: String) throws(ArrangeError) { try self.init(Array(text.utf8)) }

  package init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Sixteen random bytes.
  public init(using random: inout some RandomNumberGenerator) {
    bytes = (0..<StackID.maximumLength).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}

extension ServerInfo {
  /// What this version can do that earlier ones can't, where a client could not tell otherwise; see ``features``.
  package static let currentFeatures = ["undo", "past", "versions", "restore", "bin", "caller"]
}
