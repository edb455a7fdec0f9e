/// The fields of an item or a section: names with values, each name once, in bytewise order of the names.
///
/// Fields are stored as one array of bytes in a canonical form, so that equal fields have equal bytes, an
/// item is one small object in memory, and storing it is a copy. Reading a field is O(size); changing one
/// builds a new array.
///
///     var fields: Fields = ["title": .string("Write it"), "done": .bool(false)]
///     try fields.set("done", to: .bool(true))
public struct Fields: Sendable, Hashable {
  /// The maximum number of fields that an element may have.
  public static let maximumCount = 64
  /// The longest name, in bytes of UTF-8.
  public static let maximumNameLength = 128
  /// The maximum number of bytes that the fields of one element may take in total, in their stored form.
  public static let maximumEncodedLength = 65_536

  /// The canonical form: for each field in ascending order of names the length of the name (one byte),
  /// the name, a tag (one byte) and the value. See `Fields+Coding.swift`.
  package private(set) var encoded: [UInt8]

  /// No fields.
  public init() { encoded = [] }

  /// Accepts bytes that were made by ``encoded`` of this version.
  package init(uncheckedEncoded encoded: [UInt8]) { self.encoded = encoded }

  /// Makes fields from names and values; if a name occurs twice, the last value counts.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` for a bad name, a double that is not
  ///   finite, or too many or too large fields.
  public init(_ pairs: some Sequence<(String, FieldValue)>) throws(ArrangeError) {
    var sorted: [(String, FieldValue)] = []
    for (name, value) in pairs {
      try Fields.check(name: name)
      try Fields.check(value, of: name)
      if let index = sorted.firstIndex(where: { $0.0.utf8.elementsEqual(name.utf8) }) {
        sorted[index].1 = value
      } else {
        sorted.append((name, value))
      }
      // A list that is far too long is not searched further.
      if sorted.count > Fields.maximumCount { break }
    }
    sorted.sort { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    var encoded: [UInt8] = []
    for (name, value) in sorted { Fields.append(name, value, to: &encoded) }
    try Fields.check(count: sorted.count, byteCount: encoded.count)
    self.encoded = encoded
  }

  /// Whether there are no fields.
  public var isEmpty: Bool { encoded.isEmpty }

  /// The number of fields. O(count), without reading their values.
  public var count: Int { encoded.withUnsafeBytes { Fields.count(in: $0) } }

  /// The value of a field; nil if there is no such field. O(size).
  public subscript(name: String) -> FieldValue? {
    first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// Sets a field, or removes it if the value is nil. O(size).
  ///
  /// - Throws: as ``init(_:)``.
  public mutating func set(_ name: String, to value: FieldValue?) throws(ArrangeError) {
    var pairs = map { ($0.name, $0.value) }
    pairs.removeAll { $0.0.utf8.elementsEqual(name.utf8) }
    if let value { pairs.append((name, value)) }
    self = try Fields(pairs)
  }

  /// Whether a text can be the name of a field.
  package static func isName(_ text: String) -> Bool {
    let length = text.utf8.count
    return length > 0 && length <= Fields.maximumNameLength && !Identifier.hasControlCharacter(text)
  }

  /// Checks that there are not too many fields and that they are not too large.
  static func check(count: Int, byteCount: Int) throws(ArrangeError) {
    guard count <= Fields.maximumCount else {
      throw ArrangeError(
        .invalidArgument,
        "an element has at most \(Fields.maximumCount) fields",
        field: "fields"
      )
    }
    guard byteCount <= Fields.maximumEncodedLength else {
      throw ArrangeError(
        .invalidArgument,
        "the fields of an element take at most \(Fields.maximumEncodedLength) bytes together, "
          + "these take \(byteCount)",
        field: "fields"
      )
    }
  }

  static func check(name: String) throws(ArrangeError) {
    guard isName(name) else {
      throw ArrangeError(
        .invalidArgument,
        "a field's name has 1 to \(Fields.maximumNameLength) bytes and no control characters",
        field: "fields"
      )
    }
  }

  static func check(_ value: FieldValue, of name: String) throws(ArrangeError) {
    if case .double(let number) = value, !number.isFinite {
      throw ArrangeError(
        .invalidArgument,
        "a number has to be finite, \(number) is not",
        field: "fields.\(name)"
      )
    }
    if case .string(let text) = value, text.utf8.contains(0) {
      throw ArrangeError(
        .invalidArgument,
        "a text has no character U+0000",
        field: "fields.\(name)"
      )
    }
  }
}

extension Fields: ExpressibleByDictionaryLiteral {
  /// Fields written in source code.
  ///
  /// - Precondition: the fields are valid.
  public init(dictionaryLiteral elements: (String, FieldValue)...) {
    do { try self.init(elements) } catch { preconditionFailure("\(error)") }
  }
}
