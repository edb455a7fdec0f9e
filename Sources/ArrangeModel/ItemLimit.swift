/// How many items a section may hold: a field of the section.
///
///     let doing = NewElement(id: "doing", fields: [ItemLimit.field: .int(5)])
///     let limit = ItemLimit.of(doing.fields) ?? .max
public enum ItemLimit {
  /// The name of the field. Its value is an integer of 0 or more; with 0, null, or without the field there is no limit.
  public static let field = "item_limit"

  /// The limit of a section with these fields; nil if there is none. O(size).
  public static func of(_ fields: Fields) -> Int? {
    fields.encoded.withUnsafeBufferPointer { of($0) }
  }

  /// The limit of a section whose fields have this canonical form; nil if there is none.
  package static func of(_ encoded: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !encoded.isEmpty, case .int(let limit)? = value(in: encoded), limit > 0 else { return nil }
    return Int(clamping: limit)
  }

  /// Checks that fields that are written to a section have no value that can't be a limit.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` and the field `fields.item_limit`.
  package static func check(_ fields: Fields) throws(ArrangeError) {
    let isLimit = fields.encoded.withUnsafeBufferPointer { encoded in
      switch encoded.isEmpty ? nil : value(in: encoded) {
      case nil, .null: true
      case .int(let limit): limit >= 0
      default: false
      }
    }
    guard !isLimit else { return }
    throw ArrangeError(
      .invalidArgument,
      "the limit of a section is an integer of 0 or more, where 0 is none; give \(field) such a value",
      field: "fields.\(field)"
    )
  }

  private static func value(in encoded: UnsafeBufferPointer<UInt8>) -> Fields.RawValue? {
    var name = field
    return name.withUTF8 { FieldName(UnsafeRawBufferPointer($0)).value(in: encoded) }
  }
}
