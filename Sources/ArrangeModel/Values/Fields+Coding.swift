extension Fields {
  /// The tags of the canonical form; part of the storage format, so they never change their meaning.
  @usableFromInline
  enum Tag {
    @inlinable static var null: UInt8 { 0 }
    @inlinable static var no: UInt8 { 1 }
    @inlinable static var yes: UInt8 { 2 }
    @inlinable static var int: UInt8 { 3 }
    @inlinable static var double: UInt8 { 4 }
    @inlinable static var string: UInt8 { 5 }
    @inlinable static var bytes: UInt8 { 6 }
    @inlinable static var timestamp: UInt8 { 7 }
  }

  /// Appends one field in its canonical form.
  static func append(_ name: String, _ value: FieldValue, to encoded: inout [UInt8]) {
    encoded.append(UInt8(name.utf8.count))
    encoded.append(contentsOf: name.utf8)
    switch value {
    case .null: encoded.append(Tag.null)
    case .bool(let flag): encoded.append(flag ? Tag.yes : Tag.no)
    case .int(let number): append(Tag.int, UInt64(bitPattern: number), to: &encoded)
    case .double(let number): append(Tag.double, (number == 0 ? 0 : number).bitPattern, to: &encoded)
    case .timestamp(let time): append(Tag.timestamp, UInt64(bitPattern: time.microseconds), to: &encoded)
    case .string(let text): append(Tag.string, bytes: text.utf8, to: &encoded)
    case .bytes(let bytes): append(Tag.bytes, bytes: bytes, to: &encoded)
    }
  }

  private static func append(_ tag: UInt8, _ word: UInt64, to encoded: inout [UInt8]) {
    encoded.append(tag)
    withUnsafeBytes(of: word.littleEndian) { encoded.append(contentsOf: $0) }
  }

  private static func append(_ tag: UInt8, bytes: some Collection<UInt8>, to encoded: inout [UInt8]) {
    encoded.append(tag)
    withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { encoded.append(contentsOf: $0) }
    encoded.append(contentsOf: bytes)
  }

  /// Accepts bytes from a store after checking that they are in the canonical form.
  ///
  /// - Throws: an error with the code ``StatusCode/dataLoss`` if they are not.
  package init(checkingEncoded encoded: [UInt8]) throws(ArrangeError) {
    guard encoded.withUnsafeBytes(Fields.isCanonical) else { throw Fields.damaged }
    self.init(uncheckedEncoded: encoded)
  }

  /// The error for bytes from a store that are not in the canonical form.
  package static let damaged = ArrangeError(.dataLoss, "stored fields are damaged")

  /// The number of fields in bytes of the canonical form.
  static func count(in encoded: UnsafeRawBufferPointer) -> Int {
    var (place, count) = (0, 0)
    while place < encoded.count {
      guard let field = Field(in: encoded, at: place) else { preconditionFailure("fields are canonical") }
      place = field.end
      count += 1
    }
    return count
  }

  /// Whether bytes are fields in the canonical form. O(count), without making strings.
  package static func isCanonical(_ encoded: UnsafeRawBufferPointer) -> Bool {
    guard encoded.count <= Fields.maximumEncodedLength else { return false }
    var last: UnsafeRawBufferPointer?
    var place = 0
    var count = 0
    while place < encoded.count {
      guard let field = Field(in: encoded, at: place) else { return false }
      let name = UnsafeRawBufferPointer(rebasing: encoded[field.nameRange])
      if let last, !last.lexicographicallyPrecedes(name) { return false }
      guard name.isPrintableASCII || name.isUTF8 && isName(String(decoding: name, as: UTF8.self)),
        name.count <= Fields.maximumNameLength
      else { return false }
      switch field.tag {
      case Tag.string:
        let text = UnsafeRawBufferPointer(rebasing: encoded[field.valueRange])
        guard text.isPrintableASCII || text.isUTF8 && !text.contains(0) else { return false }
      case Tag.double:
        let bits = Fields.word(in: encoded, at: field.valueRange.lowerBound, length: 8)
        guard Double(bitPattern: bits).isFinite, bits != (-0.0 as Double).bitPattern else { return false }
      default: break
      }
      count += 1
      guard count <= Fields.maximumCount else { return false }
      last = name
      place = field.end
    }
    return true
  }

  /// The fields of a canonical form without those of some names, and with others added, which replace those
  /// of the same name. O(size).
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` if they are too many or too large.
  init(
    merging other: Fields,
    into encoded: UnsafeRawBufferPointer,
    removing isRemoved: (UnsafeRawBufferPointer) -> Bool
  ) throws(ArrangeError) {
    var merged: [UInt8] = []
    merged.reserveCapacity(encoded.count + other.encoded.count)
    var count = 0
    other.encoded.withUnsafeBytes { other in
      var (old, new) = (Cursor(encoded), Cursor(other))
      while old.name != nil || new.name != nil {
        let order = old.compareNames(with: new)
        if order <= 0, let name = old.name {
          if order < 0, !isRemoved(name) {
            merged.append(contentsOf: old.bytes)
            count += 1
          }
          old.advance()
        }
        if order >= 0, new.name != nil {
          merged.append(contentsOf: new.bytes)
          count += 1
          new.advance()
        }
      }
    }
    try Fields.check(count: count, byteCount: merged.count)
    self.init(uncheckedEncoded: merged)
  }

  /// Iterates over the fields of a canonical form.
  private struct Cursor {
    private let encoded: UnsafeRawBufferPointer
    private var range = 0..<0
    /// The name of the field; nil after the last one.
    private(set) var name: UnsafeRawBufferPointer?

    init(_ encoded: UnsafeRawBufferPointer) {
      self.encoded = encoded
      advance()
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: encoded[range]) }

    mutating func advance() {
      let start = range.upperBound
      guard start < encoded.count else {
        name = nil
        return
      }
      guard let field = Field(in: encoded, at: start) else { preconditionFailure("fields are canonical") }
      name = UnsafeRawBufferPointer(rebasing: encoded[field.nameRange])
      range = start..<field.end
    }

    /// Below 0 if the name comes before that of another field, 0 if they are equal. The end comes last.
    func compareNames(with other: Cursor) -> Int {
      guard let name else { return 1 }
      guard let otherName = other.name else { return -1 }
      if name.lexicographicallyPrecedes(otherName) { return -1 }
      return otherName.lexicographicallyPrecedes(name) ? 1 : 0
    }
  }

  /// The ranges of the parts of one field.
  fileprivate struct Field {
    let nameRange: Range<Int>
    let tag: UInt8
    let valueRange: Range<Int>
    var end: Int { valueRange.upperBound }

    /// The field at an offset; nil if the bytes do not contain one.
    init?(in bytes: UnsafeRawBufferPointer, at start: Int) {
      let nameEnd = start + 1 + Int(bytes[start])
      guard nameEnd > start + 1, nameEnd < bytes.count else { return nil }
      let (valueStart, length): (Int, Int)
      switch bytes[nameEnd] {
      case Tag.null, Tag.no, Tag.yes: (valueStart, length) = (nameEnd + 1, 0)
      case Tag.int, Tag.double, Tag.timestamp: (valueStart, length) = (nameEnd + 1, 8)
      case Tag.string, Tag.bytes:
        guard nameEnd + 5 <= bytes.count else { return nil }
        (valueStart, length) = (nameEnd + 5, Int(Fields.word(in: bytes, at: nameEnd + 1, length: 4)))
      default: return nil
      }
      guard valueStart + length <= bytes.count else { return nil }
      nameRange = start + 1..<nameEnd
      tag = bytes[nameEnd]
      valueRange = valueStart..<valueStart + length
    }
  }

  /// The little-endian number of `length` bytes at an offset.
  fileprivate static func word(in bytes: UnsafeRawBufferPointer, at start: Int, length: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<length { word |= UInt64(bytes[start + place]) << UInt64(8 * place) }
    return word
  }
}

extension Fields: Sequence {
  /// The fields in the order of their names.
  public func makeIterator() -> Iterator { Iterator(bytes: encoded) }

  /// Iterates over fields.
  public struct Iterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    fileprivate var place = 0

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    public mutating func next() -> (name: String, value: FieldValue)? {
      guard place < bytes.count else { return nil }
      let (field, name, value) = bytes.withUnsafeBytes { read($0) }
      place = field.end
      return (name, value)
    }

    private func read(_ bytes: UnsafeRawBufferPointer) -> (Field, String, FieldValue) {
      guard let field = Field(in: bytes, at: place) else { preconditionFailure("fields are canonical") }
      let value = bytes[field.valueRange]
      func word() -> UInt64 { Fields.word(in: bytes, at: value.startIndex, length: 8) }
      let decoded: FieldValue =
        switch field.tag {
        case Tag.null: .null
        case Tag.no: .bool(false)
        case Tag.yes: .bool(true)
        case Tag.int: .int(Int64(bitPattern: word()))
        case Tag.double: .double(Double(bitPattern: word()))
        case Tag.timestamp: .timestamp(Timestamp(microseconds: Int64(bitPattern: word())))
        case Tag.string: .string(String(decoding: value, as: UTF8.self))
        default: .bytes(Array(value))
        }
      return (field, String(decoding: bytes[field.nameRange], as: UTF8.self), decoded)
    }
  }
}
