internal import ArrangeModel
internal import CArrangeProtos

extension Boundary {
  /// The longest text that is not an id, such as a name or a version, in bytes.
  static let maximumTextLength = 1_024

  /// An id. A field with an empty name stands for the message or list element itself.
  ///
  /// `maximum` is larger than for ids of elements if rows of views are allowed.
  @inline(__always)
  static func identifier(
    _ data: ProtobufCBinaryData,
    _ field: StaticString,
    allowingEmpty: Bool = false,
    maximum: Int = Identifier.maximumLength
  ) throws(ArrangeError) -> Identifier {
    let bytes = data.bytes
    if bytes.count - 1 < maximum, bytes.count > 0, bytes.isPrintableASCII {
      return Identifier(unchecked: String(decoding: bytes, as: UTF8.self))
    }
    return try uncommonIdentifier(bytes, field, allowingEmpty: allowingEmpty, maximum: maximum)
  }

  /// The name of a collection, which may be one that has the entries of an overlay: nodes send such names to each other.
  static func collection(
    _ data: ProtobufCBinaryData,
    _ field: StaticString,
    allowingEmpty: Bool = false
  ) throws(ArrangeError) -> Identifier {
    let bytes = data.bytes
    guard bytes.first == 1, bytes.count <= OverlayName.maximumLength,
      let text = String(validating: bytes, as: UTF8.self), let name = try? Identifier(storedName: text)
    else { return try identifier(data, field, allowingEmpty: allowingEmpty) }
    return name
  }

  @inline(never)
  private static func uncommonIdentifier(
    _ bytes: UnsafeRawBufferPointer,
    _ field: StaticString,
    allowingEmpty: Bool,
    maximum: Int
  ) throws(ArrangeError) -> Identifier {
    // The length is checked first: no text is made of a megabyte that is refused.
    guard bytes.count <= maximum else { throw tooLong(bytes.count, maximum: maximum, field) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw invalid("is not UTF-8", field) }
    do {
      return try Identifier(text, allowingEmpty: allowingEmpty, maximumLength: maximum)
    } catch {
      throw ArrangeError(error.code, error.message, field: "\(field)")
    }
  }

  /// A text without U+0000.
  static func text(
    _ data: ProtobufCBinaryData,
    maximum: Int = maximumTextLength,
    _ field: StaticString
  ) throws(ArrangeError) -> String {
    guard data.len <= maximum else { throw tooLong(data.len, maximum: maximum, field) }
    try check(text: data.bytes, field)
    return String(decoding: data.bytes, as: UTF8.self)
  }

  /// A text as for ``text(_:maximum:_:)``; nil for none.
  static func optionalText(
    _ data: ProtobufCBinaryData,
    maximum: Int = maximumTextLength,
    _ field: StaticString
  ) throws(ArrangeError) -> String? {
    data.len > 0 ? try text(data, maximum: maximum, field) : nil
  }

  /// The ids of a repeated field, at most `maximum`.
  static func identifiers(
    _ texts: UnsafeMutablePointer<ProtobufCBinaryData>?,
    _ count: Int,
    maximum: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [Identifier] {
    try check(count: count, maximum: maximum, field)
    return try list(texts, count, field) { (text) throws(ArrangeError) in try identifier(text, "") }
  }

  /// The texts of a repeated field, at most `maximum`, each of at most ``maximumTextLength`` bytes.
  static func texts(
    _ texts: UnsafeMutablePointer<ProtobufCBinaryData>?,
    _ count: Int,
    maximum: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [String] {
    try check(count: count, maximum: maximum, field)
    return try list(texts, count, field) { (one) throws(ArrangeError) in try text(one, "") }
  }

  /// The name of a field of an element.
  static func name(_ data: ProtobufCBinaryData, _ field: StaticString) throws(ArrangeError) -> String {
    try check(name: data.bytes, field)
    return String(decoding: data.bytes, as: UTF8.self)
  }

  /// Checks that bytes are UTF-8 without U+0000.
  @inline(__always)
  static func check(text bytes: UnsafeRawBufferPointer, _ field: StaticString) throws(ArrangeError) {
    if bytes.isPrintableASCII { return }
    guard !bytes.contains(0) else { throw invalid("contains the character U+0000", field) }
    guard bytes.isUTF8 else { throw invalid("is not UTF-8", field) }
  }

  /// Checks that bytes are the name of a field: 1 to 128 bytes of UTF-8 without control characters.
  @inline(__always)
  static func check(name bytes: UnsafeRawBufferPointer, _ field: StaticString) throws(ArrangeError) {
    if bytes.count > 0, bytes.count <= Fields.maximumNameLength, bytes.isPrintableASCII { return }
    try checkUncommon(name: bytes, field)
  }

  @inline(never)
  private static func checkUncommon(
    name bytes: UnsafeRawBufferPointer,
    _ field: StaticString
  ) throws(ArrangeError) {
    guard bytes.count > 0 else { throw invalid("has at least 1 byte", field) }
    guard bytes.count <= Fields.maximumNameLength else {
      throw tooLong(bytes.count, maximum: Fields.maximumNameLength, field)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw invalid("is not UTF-8", field) }
    guard !Identifier.hasControlCharacter(text) else { throw invalid("has no control characters", field) }
  }
}

extension RequestID {
  /// The request id of a field; nil if it is empty.
  static func optional(
    _ data: ProtobufCBinaryData,
    _ field: StaticString
  ) throws(ArrangeError) -> RequestID? {
    try Boundary.token(data, maximum: RequestID.maximumLength, field).map { RequestID(unchecked: $0) }
  }
}

extension Principal {
  /// The principal of a field; nil if it is empty.
  static func optional(
    _ data: ProtobufCBinaryData,
    _ field: StaticString
  ) throws(ArrangeError) -> Principal? {
    let text = try Boundary.text(data, maximum: Principal.maximumLength, field)
    return text.isEmpty ? nil : try Boundary.within(field) { () throws(ArrangeError) in try Principal(text) }
  }
}
