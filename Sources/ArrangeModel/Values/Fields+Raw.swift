extension Fields {
  /// The value of a field in memory owned by somebody else.
  @usableFromInline
  package enum RawValue: BitwiseCopyable {
    case null
    case bool(Bool)
    case int(Int64)
    /// A finite number.
    case double(Double)
    /// Valid UTF-8.
    case string(UnsafeRawBufferPointer)
    case bytes(UnsafeRawBufferPointer)
    /// Microseconds since 1970-01-01T00:00:00Z.
    case timestamp(Int64)

    /// The size of the value in the canonical form after its tag.
    fileprivate var payloadLength: Int {
      switch self {
      case .null, .bool: 0
      case .int, .double, .timestamp: 8
      case .string(let bytes), .bytes(let bytes): 4 + bytes.count
      }
    }
  }

  /// Calls a closure with each field of a canonical form, in the order of the names, without making strings.
  /// O(size).
  ///
  /// - Parameter encoded: the bytes of ``encoded``, or a copy of them. Names and values point into them.
  @inlinable
  package static func forEachRaw(
    in encoded: UnsafeRawBufferPointer,
    _ body: (_ name: UnsafeRawBufferPointer, _ value: RawValue) -> Void
  ) {
    var place = 0
    while place < encoded.count {
      let nameEnd = place + 1 + Int(encoded[place])
      let name = UnsafeRawBufferPointer(rebasing: encoded[place + 1..<nameEnd])
      let tag = encoded[nameEnd]
      var end = nameEnd + 1
      func word() -> UInt64 {
        end += 8
        return UInt64(littleEndian: encoded.loadUnaligned(fromByteOffset: nameEnd + 1, as: UInt64.self))
      }
      func run() -> UnsafeRawBufferPointer {
        let length = UInt32(littleEndian: encoded.loadUnaligned(fromByteOffset: nameEnd + 1, as: UInt32.self))
        end += 4 + Int(length)
        return UnsafeRawBufferPointer(rebasing: encoded[nameEnd + 5..<end])
      }
      let value: RawValue =
        switch tag {
        case Tag.null: .null
        case Tag.no: .bool(false)
        case Tag.yes: .bool(true)
        case Tag.int: .int(Int64(bitPattern: word()))
        case Tag.double: .double(Double(bitPattern: word()))
        case Tag.timestamp: .timestamp(Int64(bitPattern: word()))
        case Tag.string: .string(run())
        case Tag.bytes: .bytes(run())
        default: preconditionFailure("fields are canonical")
        }
      body(name, value)
      place = end
    }
  }

  /// Makes fields from names and values in memory, in any order, directly in the canonical form.
  ///
  /// The caller has checked that every name has 1 to ``maximumNameLength`` bytes of UTF-8 without control
  /// characters, that texts are UTF-8 and that numbers are finite. If a name occurs twice, the last value
  /// counts.
  package struct Builder: ~Copyable {
    private var encoded: [UInt8] = []
    private var count = 0
    private var lastName: Range<Int>?
    private var isSorted = true

    /// - Parameter capacity: the bytes to reserve, preferably the sum of ``length(name:_:)``.
    package init(capacity: Int) {
      encoded.reserveCapacity(Swift.min(capacity, Fields.maximumEncodedLength))
    }

    /// The size of a field in bytes.
    package static func length(name: UnsafeRawBufferPointer, _ value: RawValue) -> Int {
      2 + name.count + value.payloadLength
    }

    /// Adds a field. O(size of the field).
    package mutating func append(name: UnsafeRawBufferPointer, _ value: RawValue) {
      assert((1...Fields.maximumNameLength).contains(name.count))
      encoded.append(UInt8(name.count))
      let start = encoded.count
      encoded.append(contentsOf: name)
      if isSorted, let lastName { isSorted = ascends(from: lastName, to: start..<encoded.count) }
      lastName = start..<encoded.count
      count += 1
      switch value {
      case .null: encoded.append(Tag.null)
      case .bool(let flag): encoded.append(flag ? Tag.yes : Tag.no)
      case .int(let number): append(Tag.int, UInt64(bitPattern: number))
      case .double(let number): append(Tag.double, (number == 0 ? 0 : number).bitPattern)
      case .timestamp(let time): append(Tag.timestamp, UInt64(bitPattern: time))
      case .string(let text): append(Tag.string, text)
      case .bytes(let bytes): append(Tag.bytes, bytes)
      }
    }

    /// The fields.
    ///
    /// - Throws: an error with the code ``StatusCode/invalidArgument`` for too many or too large fields; its
    ///   field is empty.
    package consuming func finish() throws(ArrangeError) -> Fields {
      if !isSorted { sort() }
      guard count <= Fields.maximumCount else {
        throw ArrangeError(
          .invalidArgument,
          "an element has at most \(Fields.maximumCount) fields, these are \(count)",
          field: ""
        )
      }
      guard encoded.count <= Fields.maximumEncodedLength else {
        throw ArrangeError(
          .invalidArgument,
          "the fields of an element take at most \(Fields.maximumEncodedLength) bytes together, "
            + "these take \(encoded.count)",
          field: ""
        )
      }
      return Fields(uncheckedEncoded: encoded)
    }

    private mutating func append(_ tag: UInt8, _ word: UInt64) {
      encoded.append(tag)
      withUnsafeBytes(of: word.littleEndian) { encoded.append(contentsOf: $0) }
    }

    private mutating func append(_ tag: UInt8, _ bytes: UnsafeRawBufferPointer) {
      encoded.append(tag)
      withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { encoded.append(contentsOf: $0) }
      encoded.append(contentsOf: bytes)
    }

    private func ascends(from a: Range<Int>, to b: Range<Int>) -> Bool {
      encoded[a].lexicographicallyPrecedes(encoded[b])
    }

    /// Sorts the fields by name and keeps the last one of each name.
    private mutating func sort() {
      var spans: [(name: Range<Int>, end: Int)] = []
      encoded.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        Fields.forEachRaw(in: bytes) { name, value in
          let start = name.baseAddress.unsafelyUnwrapped - base
          let nameEnd = start + name.count
          spans.append((start..<nameEnd, nameEnd + 1 + value.payloadLength))
        }
      }
      spans.sort { a, b in
        ascends(from: a.name, to: b.name)
          || (!ascends(from: b.name, to: a.name) && a.name.lowerBound < b.name.lowerBound)
      }
      var sorted: [UInt8] = []
      sorted.reserveCapacity(encoded.count)
      count = 0
      for (place, span) in spans.enumerated() {
        if place + 1 < spans.count, !ascends(from: span.name, to: spans[place + 1].name) { continue }
        sorted.append(contentsOf: encoded[span.name.lowerBound - 1..<span.end])
        count += 1
      }
      encoded = sorted
    }
  }
}
