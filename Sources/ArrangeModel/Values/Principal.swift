/// The identity that makes a call: the name of a service or a person, 1 to 128 bytes of UTF-8 without control
/// characters.
///
/// Names are compared by their bytes, like those of collections. Every commit stores its author; see
/// ``HistoryEntry/author``.
public struct Principal: Sendable, Hashable {
  /// The longest name, in bytes of UTF-8.
  public static let maximumLength = Identifier.maximumLength

  /// A caller without credentials.
  public static let anonymous = Principal(unchecked: "anonymous")

  /// The name.
  public var name: String { identifier.text }

  private let identifier: Identifier

  /// Accepts a name that is known to be valid.
  package init(unchecked name: String) { identifier = Identifier(unchecked: name) }

  /// Makes a principal from a name, after checking it.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` that says what is wrong.
  public init(_ name: String) throws(ArrangeError) {
    let length = name.utf8.count
    guard (1...Principal.maximumLength).contains(length) else {
      throw ArrangeError(
        .invalidArgument,
        "the name of a principal has 1 to \(Principal.maximumLength) bytes, this one has \(length)"
      )
    }
    guard !Identifier.hasControlCharacter(name) else {
      throw ArrangeError(.invalidArgument, "the name of a principal has no control characters")
    }
    self.init(unchecked: name)
  }
}

extension Principal: CustomStringConvertible {
  public var description: String { name }
}
