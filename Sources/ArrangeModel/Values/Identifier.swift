/// The name of a collection, a section or an item: 1 to 128 bytes of UTF-8 without control characters.
///
/// Identifiers are equal if their bytes are, without Unicode normalization, so that every client and every
/// store agrees. The empty identifier names only the default section.
public struct Identifier: Sendable {
  /// The longest identifier, in bytes of UTF-8.
  public static let maximumLength = 128

  /// The identifier of the default section, which has no bytes.
  public static let empty = Identifier(unchecked: "")

  /// The identifier as text.
  public let text: String

  /// Accepts a text that is known to be valid, because it was checked before it was stored.
  @inlinable
  package init(unchecked text: String) { self.text = text }

  /// Makes an identifier from a text, after checking it.
  ///
  /// - Parameters:
  ///   - text: the identifier.
  ///   - allowingEmpty: whether the identifier of the default section is accepted.
  ///   - maximumLength: the maximum length in bytes; ``maximumRowLength`` if it may be a row of a view.
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` that says what is wrong.
  public init(
    _ text: String,
    allowingEmpty: Bool = false,
    maximumLength: Int = Identifier.maximumLength
  ) throws(ArrangeError) {
    let length = text.utf8.count
    guard length > 0 || allowingEmpty else {
      throw ArrangeError(.invalidArgument, "an id has at least 1 byte", field: "")
    }
    guard length <= maximumLength else {
      throw ArrangeError(
        .invalidArgument,
        "an id has at most \(maximumLength) bytes, this one has \(length)",
        field: ""
      )
    }
    guard !Identifier.hasControlCharacter(text) else {
      throw ArrangeError(.invalidArgument, "an id has no control characters", field: "")
    }
    self.text = text
  }

  /// Whether a text has a character of the Unicode category Cc: U+0000 to U+001F or U+007F to U+009F.
  package static func hasControlCharacter(_ text: String) -> Bool {
    var sawLead = false
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F { return true }
      // U+0080 to U+009F are the bytes C2 80 to C2 9F.
      if sawLead, byte < 0xA0 { return true }
      sawLead = byte == 0xC2
    }
    return false
  }

  /// Whether this is the identifier of the default section.
  public var isEmpty: Bool { text.utf8.isEmpty }

  /// Calls a closure with the bytes. O(1) for the native strings that this package makes.
  @inlinable
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let result = try text.utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = text
    return try copy.withUTF8(body)
  }
}

extension Identifier: Hashable {
  public static func == (a: Identifier, b: Identifier) -> Bool {
    a.withBytes { x in b.withBytes { y in x.hasSameBytes(as: y) } }
  }

  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension Identifier: Comparable {
  /// Orders identifiers by their bytes.
  public static func < (a: Identifier, b: Identifier) -> Bool {
    a.withBytes { x in b.withBytes { y in x.lexicographicallyPrecedes(y) } }
  }
}

extension Identifier: CustomStringConvertible {
  public var description: String { text }
}

extension Identifier: ExpressibleByStringLiteral {
  /// An identifier written in source code.
  ///
  /// - Precondition: the literal is a valid identifier or empty.
  public init(stringLiteral value: String) {
    do { try self.init(value, allowingEmpty: true) } catch { preconditionFailure("\(error)") }
  }
}
