internal import ArrangeModel
internal import CArrangeProtos
internal import Ordering

/// Checks of single fields of messages from outside.
///
/// Names of fields are those of the specification; paths are built only while an error propagates, each level
/// adding its own name, so that they cost nothing in the normal case.
enum Boundary {
  /// The maximum index and count: 2³¹ − 1.
  static let maximumIndex = Int64(Int32.max)

  /// Runs a closure; its errors get the prefix `field`.
  @inline(__always)
  static func within<Value>(
    _ field: StaticString,
    _ body: () throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> Value {
    do { return try body() } catch { throw error.within("\(field)") }
  }

  /// An index or a count.
  @inline(__always)
  static func index(_ number: Int64, _ field: StaticString) throws(ArrangeError) -> Int {
    guard number >= 0, number <= maximumIndex else { throw outOfRange(number, 0...maximumIndex, field) }
    return Int(number)
  }

  /// A count of changes, which may exceed the number of positions.
  @inline(__always)
  static func total(_ number: Int64, _ field: StaticString) throws(ArrangeError) -> Int {
    guard number >= 0 else { throw outOfRange(number, 0...Int64.max, field) }
    return Int(number)
  }

  /// The size of a page; nil for 0, the default.
  static func pageSize(_ number: Int64, maximum: Int, _ field: StaticString) throws(ArrangeError) -> Int? {
    guard number != 0 else { return nil }
    guard (1...Int64(maximum)).contains(number) else { throw outOfRange(number, 1...Int64(maximum), field) }
    return Int(number)
  }

  /// Checks the number of values of a repeated field before it is processed.
  static func check(count: Int, maximum: Int, _ field: StaticString) throws(ArrangeError) {
    guard count <= maximum else { throw invalid("has at most \(maximum) values, not \(count)", field) }
  }

  /// Optional bytes; nil for none.
  static func token(
    _ data: ProtobufCBinaryData,
    maximum: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [UInt8]? {
    guard data.len > 0 else { return nil }
    guard data.len <= maximum else { throw tooLong(data.len, maximum: maximum, field) }
    return Array(data.bytes)
  }

  /// An order key.
  static func key(_ data: ProtobufCBinaryData, _ field: StaticString) throws(ArrangeError) -> OrderKey {
    guard data.len <= OrderKey.maximumLength else {
      throw tooLong(data.len, maximum: OrderKey.maximumLength, field)
    }
    return OrderKey(copying: data.bytes)
  }

  /// A required message.
  @inline(__always)
  static func required<Message>(
    _ message: UnsafeMutablePointer<Message>?,
    _ field: StaticString
  ) throws(ArrangeError) -> UnsafePointer<Message> {
    guard let message else { throw invalid("is missing", field) }
    return UnsafePointer(message)
  }

  /// The value of a required message.
  @inline(__always)
  static func required<Message, Value>(
    _ message: UnsafeMutablePointer<Message>?,
    _ field: StaticString,
    _ decode: (UnsafePointer<Message>) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> Value {
    let message = try required(message, field)
    do { return try decode(message) } catch { throw error.within("\(field)") }
  }

  /// The value of an optional message.
  @inline(__always)
  static func optional<Message, Value>(
    _ message: UnsafeMutablePointer<Message>?,
    _ field: StaticString,
    _ decode: (UnsafePointer<Message>) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> Value? {
    guard let message else { return nil }
    do { return try decode(UnsafePointer(message)) } catch { throw error.within("\(field)") }
  }

  /// The values of a repeated field of messages, at most `maximum`.
  @inline(__always)
  static func list<Message, Value>(
    _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Message>?>?,
    _ count: Int,
    maximum: Int,
    _ field: StaticString,
    _ decode: (UnsafePointer<Message>) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> [Value] {
    try check(count: count, maximum: maximum, field)
    return try list(messages, count, field, decode)
  }

  /// The values of a repeated field of messages.
  @inline(__always)
  static func list<Message, Value>(
    _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Message>?>?,
    _ count: Int,
    _ field: StaticString,
    _ decode: (UnsafePointer<Message>) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> [Value] {
    guard count > 0, let messages else { return [] }
    var values: [Value] = []
    values.reserveCapacity(count)
    for place in 0..<count {
      do { values.append(try decode(UnsafePointer(messages[place].unsafelyUnwrapped))) } catch {
        throw error.within("\(field)[\(place)]")
      }
    }
    return values
  }

  /// The values of a repeated field of texts.
  static func list<Value>(
    _ texts: UnsafeMutablePointer<ProtobufCBinaryData>?,
    _ count: Int,
    _ field: StaticString,
    _ decode: (ProtobufCBinaryData) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> [Value] {
    guard count > 0, let texts else { return [] }
    var values: [Value] = []
    values.reserveCapacity(count)
    for place in 0..<count {
      do { values.append(try decode(texts[place])) } catch { throw error.within("\(field)[\(place)]") }
    }
    return values
  }
}

extension Boundary {
  /// An error for a field: its name and then `problem`.
  @inline(never)
  static func invalid(_ problem: String, _ field: StaticString) -> ArrangeError {
    let subject = field.utf8CodeUnitCount == 0 ? "the text" : "\(field)"
    return ArrangeError(.invalidArgument, "\(subject) \(problem)", field: "\(field)")
  }

  @inline(never)
  static func outOfRange(_ number: Int64, _ range: ClosedRange<Int64>, _ field: StaticString) -> ArrangeError
  {
    ArrangeError(
      .outOfRange,
      "\(field) has to be \(range.lowerBound) to \(range.upperBound), not \(number)",
      field: "\(field)"
    )
  }

  @inline(never)
  static func tooLong(_ length: Int, maximum: Int, _ field: StaticString) -> ArrangeError {
    invalid("has at most \(maximum) bytes, not \(length)", field)
  }

  /// The error for a oneof that is not set, or is set to a member that only newer servers know.
  @inline(never)
  static func noChoice(_ field: StaticString) -> ArrangeError {
    invalid("is missing, or of a kind unknown to this server", field)
  }

  /// The error for a number outside an enum.
  @inline(never)
  static func unknownValue(_ number: UInt32, _ field: StaticString) -> ArrangeError {
    invalid("has the value \(Int32(bitPattern: number)), which this server does not know", field)
  }
}
