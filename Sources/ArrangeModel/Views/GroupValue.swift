/// The values by which items are grouped.
///
/// Each group has one canonical value: nil for items without the field or with null in it, and an integer for
/// numbers that equal one. Two canonical values are equal exactly if their groups are the same.
package enum GroupValue {
  /// The value of the group of an item.
  ///
  /// - Parameters:
  ///   - field: the name of the grouping's field; valid.
  ///   - fields: the item's fields in their canonical form.
  package static func value(of field: String, in fields: UnsafeBufferPointer<UInt8>) -> FieldValue? {
    var field = field
    let raw = field.withUTF8 { FieldName(UnsafeRawBufferPointer($0)).value(in: fields) }
    return canonical(raw.map { FieldValue($0) })
  }

  /// The canonical value of a value's group.
  package static func canonical(_ value: FieldValue?) -> FieldValue? {
    switch value {
    case nil, .null: nil
    case .double(let number): Int64(exactly: number).map(FieldValue.int) ?? value
    default: value
    }
  }

  /// The id of the section of a group; equal exactly for equal groups, and stable.
  ///
  /// | value | id |
  /// |---|---|
  /// | text | `=` and the text |
  /// | number | as in source code: `42`, `1.5`, `1e-07` |
  /// | boolean | `true`, `false` |
  /// | time | `time:` and microseconds since 1970-01-01T00:00:00Z |
  /// | bytes | `hex:` and two digits for each byte |
  /// | nil | `null` |
  /// | a text with control characters, and what would be too long for an id | `#` and 32 hexadecimal digits |
  package static func sectionID(_ value: FieldValue?) -> Identifier {
    switch canonical(value) {
    case nil, .null: return Identifier(unchecked: "null")
    case .bool(let flag): return Identifier(unchecked: flag ? "true" : "false")
    case .int(let number): return Identifier(unchecked: "\(number)")
    case .double(let number): return Identifier(unchecked: "\(number)")
    case .timestamp(let time): return Identifier(unchecked: "time:\(time.microseconds)")
    case .string(let text):
      let id = "=" + text
      if id.utf8.count <= Identifier.maximumLength, !Identifier.hasControlCharacter(text) {
        return Identifier(unchecked: id)
      }
      return hashed(Fields.Tag.string, text.utf8)
    case .bytes(let bytes):
      if "hex:".utf8.count + 2 * bytes.count <= Identifier.maximumLength {
        return Identifier(unchecked: "hex:" + Hexadecimal.text(bytes))
      }
      return hashed(Fields.Tag.bytes, bytes)
    }
  }

  /// The id of the section of a pair of groups: both ids with `|` between them, where a first one that contains this
  /// character is replaced by a hash. A pair whose id would be too long has a hash as id.
  package static func sectionID(_ first: FieldValue?, _ second: FieldValue?) -> Identifier {
    var start = sectionID(first).text
    if start.utf8.contains(UInt8(ascii: "|")) { start = hashed(Fields.Tag.string, start.utf8).text }
    let id = start + "|" + sectionID(second).text
    if id.utf8.count <= Identifier.maximumLength { return Identifier(unchecked: id) }
    return hashed(Fields.Tag.string, id.utf8)
  }

  /// Compares the groups of two values, as a ``ViewSortDescriptor`` without options does, or in the given
  /// direction: negative if that of `a` comes first, 0 exactly if they are the same. Nil is last in either
  /// direction.
  package static func compare(
    _ a: FieldValue?,
    _ b: FieldValue?,
    _ direction: ViewSortDescriptor.Direction = .ascending
  ) -> Int {
    (a ?? .null).withRaw { x in
      (b ?? .null).withRaw { y in
        guard direction == .descending, let result = ValueOrder.compare(x, y) else {
          return ValueOrder.compareAll(x, y)
        }
        return -result
      }
    }
  }

  /// FNV-1a with 128 bits (Fowler, Noll, Vo) of a tag and bytes. It is the same on every machine; it does not
  /// resist deliberately constructed collisions.
  private static func hashed(_ tag: UInt8, _ bytes: some Sequence<UInt8>) -> Identifier {
    let prime: UInt128 = 1 << 88 | 0x13B
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    hash = (hash ^ UInt128(tag)) &* prime
    for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
    return Identifier(unchecked: "#" + Hexadecimal.text(withUnsafeBytes(of: hash.bigEndian) { Array($0) }))
  }
}
