import ArrangeModel
import InputText

/// Writes messages as JSON.
///
/// Texts, numbers, booleans, words and lists are always there; messages, members of oneofs and bytes only if they are set.
/// Members come in the order of the specification. O(size).
package struct MessageToJSON: Sendable {
  let schema: MessageSchema
  private let views: ViewTexts

  package init(_ schema: MessageSchema = .current, views: ViewTexts) {
    self.schema = schema
    self.views = views
  }

  /// The object of a message, as UTF-8 on one line.
  ///
  /// - Throws: ``MalformedMessage`` if the bytes are none of such a message.
  package func json(of message: [UInt8], as shape: MessageSchema.Shape) throws(MalformedMessage) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(message.count * MessageToJSON.usualGrowth)
    try append(message, as: shape, to: &output)
    return output
  }

  /// How many times longer than its message JSON usually is, at most.
  private static let usualGrowth = 3

  /// Appends the object of a message to bytes of UTF-8.
  package func append(
    _ message: [UInt8],
    as shape: MessageSchema.Shape,
    to output: inout [UInt8]
  ) throws(MalformedMessage) {
    let result = message.withUnsafeBytes { bytes -> Result<Void, MalformedMessage> in
      do throws(MalformedMessage) {
        return .success(try write(bytes, 0..<message.count, shape, to: &output))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  // MARK: Messages

  /// A field as it was found.
  private typealias Found = MessageBytes.Field

  private func write(
    _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>,
    _ shape: MessageSchema.Shape,
    to output: inout [UInt8]
  ) throws(MalformedMessage) {
    let found = try MessageToJSON.read(bytes, range)
    var next = 0
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for field in shape.fields {
      while next < found.count, found[next].number < field.number { next += 1 }
      let begin = next
      while next < found.count, found[next].number == field.number { next += 1 }
      let values = found[begin..<next]
      guard isWritten(field, values, in: shape) else { continue }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      JSON.write(field.name, to: &output) { _ in false }
      output.append(UInt8(ascii: ":"))
      try write(field, values, bytes, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private func isWritten(
    _ field: MessageSchema.Field,
    _ values: ArraySlice<Found>,
    in shape: MessageSchema.Shape
  ) -> Bool {
    guard values.isEmpty else { return true }
    if case .fields = field.kind { return true }
    if field.isRepeated { return !shape.isSparse && field.choice == nil }
    if field.isOptional { return false }
    return field.kind != .bytes && field.kind != .textBytes
  }

  /// The fields of a message in ascending order of their numbers.
  private static func read(
    _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>
  ) throws(MalformedMessage) -> [Found] {
    var found: [Found] = []
    var place = range.lowerBound
    var isAscending = true
    while let field = try MessageBytes.next(bytes, &place, range.upperBound) {
      if let last = found.last, field.number < last.number { isAscending = false }
      found.append(field)
    }
    guard !isAscending else { return found }
    return found.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
      .map(\.element)
  }

  private func write(
    _ field: MessageSchema.Field,
    _ values: ArraySlice<Found>,
    _ bytes: UnsafeRawBufferPointer,
    to output: inout [UInt8]
  ) throws(MalformedMessage) {
    if case .fields = field.kind { return try writeFields(values, bytes, to: &output) }
    guard field.isRepeated else { return try write(field.kind, values.last, bytes, to: &output) }
    output.append(UInt8(ascii: "["))
    var isFirst = true
    for value in values {
      guard value.type == .bytes, field.kind.isPackable else {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        try write(field.kind, value, bytes, to: &output)
        continue
      }
      var place = value.range.lowerBound
      while place < value.range.upperBound {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        let number =
          field.kind.isFixed
          ? try MessageBytes.fixed64(bytes, &place, value.range.upperBound)
          : try MessageBytes.varint(bytes, &place, value.range.upperBound)
        let type: MessageBytes.WireType = field.kind.isFixed ? .fixed64 : .varint
        try write(field.kind, Found(number: 0, value: number, range: 0..<0, type: type), bytes, to: &output)
      }
    }
    output.append(UInt8(ascii: "]"))
  }

  // MARK: Values

  /// - Parameter found: nil for the default value.
  private func write(
    _ kind: MessageSchema.Kind,
    _ found: Found?,
    _ bytes: UnsafeRawBufferPointer,
    to output: inout [UInt8]
  ) throws(MalformedMessage) {
    if let found { guard found.type == kind.wireType else { throw MalformedMessage() } }
    let number = found?.value ?? 0
    let range = found?.range ?? 0..<0
    switch kind {
    case .text: MessageToJSON.write(try MessageToJSON.text(bytes, range), to: &output)
    case .bytes: MessageToJSON.write(URLBase64.encode(bytes[range]), to: &output)
    case .textBytes:
      if let text = String(validating: bytes[range], as: UTF8.self), !text.utf8.contains(0) {
        MessageToJSON.write(text, to: &output)
      } else {
        MessageToJSON.write(FieldValue.bytes(Array(bytes[range])), to: &output)
      }
    case .flag: output.append(contentsOf: (number == 0 ? "false" : "true").utf8)
    case .signed:
      let integer = Int64(bitPattern: number)
      MessageToJSON.write("\(integer)", quoted: !JSONNumbers.holds(integer), to: &output)
    case .unsigned:
      MessageToJSON.write("\(number)", quoted: number > UInt64(JSONNumbers.largest), to: &output)
    case .double:
      let double = Double(bitPattern: number)
      guard double.isFinite else { throw MalformedMessage() }
      JSON.number(double).write(to: &output)
    case .fixed64: MessageToJSON.write(HistoryText.text(number), quoted: true, to: &output)
    case .choice(let place):
      let words = schema.enums[place].words
      // A value of a newer node has no word here.
      let word = number < UInt64(words.count) ? words[Int(number)] : nil
      MessageToJSON.write(word ?? "unknown", quoted: true, to: &output)
    case .message(let place): try write(bytes, range, schema.shapes[place], to: &output)
    case .value:
      try MessageToJSON.writeValue(bytes, range, number: 1, to: &output)
    case .fieldList: try writeFields(try MessageToJSON.read(bytes, range)[...], bytes, to: &output)
    case .view:
      guard let text = views.text(Array(bytes[range])) else { throw MalformedMessage() }
      MessageToJSON.write(text, to: &output)
    case .fields: throw MalformedMessage()
    }
  }

  /// Writes the fields of an element as one object.
  private func writeFields(
    _ fields: ArraySlice<Found>,
    _ bytes: UnsafeRawBufferPointer,
    to output: inout [UInt8]
  ) throws(MalformedMessage) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for field in fields {
      guard field.type == .bytes else { throw MalformedMessage() }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      var place = field.range.lowerBound
      var name = ""
      while let part = try MessageBytes.next(bytes, &place, field.range.upperBound) {
        if part.number == 1 { name = try MessageToJSON.text(bytes, part.range) }
      }
      MessageToJSON.write(name, to: &output)
      output.append(UInt8(ascii: ":"))
      try MessageToJSON.writeValue(bytes, field.range, number: 2, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Writes the value of a field: the member of a oneof whose members follow each other.
  ///
  /// - Parameter number: the number of the first member.
  private static func writeValue(
    _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>,
    number first: UInt32,
    to output: inout [UInt8]
  ) throws(MalformedMessage) {
    var place = range.lowerBound
    var value = FieldValue.null
    while let part = try MessageBytes.next(bytes, &place, range.upperBound) {
      guard part.number >= first else { continue }
      switch part.number - first {
      case 0: value = .null
      case 1: value = .bool(part.value != 0)
      case 2: value = .int(Int64(bitPattern: part.value))
      case 3: value = .double(Double(bitPattern: part.value))
      case 4: value = .string(try text(bytes, part.range))
      case 5: value = .bytes(Array(bytes[part.range]))
      case 6: value = .timestamp(Timestamp(microseconds: Int64(bitPattern: part.value)))
      default: break
      }
    }
    write(value, to: &output)
  }

  /// Writes the value of a field; an integer that JSON can't have as a number as `{"$integer": "…"}`.
  private static func write(_ value: FieldValue, to output: inout [UInt8]) {
    if case .int(let integer) = value, !JSONNumbers.holds(integer) {
      JSON.object(["$integer": .string("\(integer)")]).write(to: &output)
    } else {
      value.json.write(to: &output)
    }
  }

  private static func write(_ text: String, to output: inout [UInt8]) {
    JSON.write(text, to: &output) { $0.commandsTerminals }
  }

  private static func write(_ text: String, quoted: Bool, to output: inout [UInt8]) {
    if quoted { output.append(UInt8(ascii: "\"")) }
    output.append(contentsOf: text.utf8)
    if quoted { output.append(UInt8(ascii: "\"")) }
  }

  private static func text(
    _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>
  ) throws(MalformedMessage) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else { throw MalformedMessage() }
    return text
  }

  // MARK: Reading single numbers

  /// A number in a message, by the names of the fields that lead to it; 0 if it is not set.
  package func number(
    _ path: [String],
    in message: [UInt8],
    of shape: MessageSchema.Shape
  ) throws(MalformedMessage) -> UInt64 {
    var (shape, range) = (shape, 0..<message.count)
    var result: UInt64 = 0
    for name in path {
      guard let field = shape.field(name) else { return 0 }
      let fields = try found(field.number, in: message, range)
      guard let last = fields else { return 0 }
      (result, range) = (last.value, last.range)
      if let inner = schema.shape(of: field) { shape = inner }
    }
    return result
  }

  fileprivate func found(
    _ number: UInt32,
    in message: [UInt8],
    _ range: Range<Int>
  ) throws(MalformedMessage) -> MessageBytes.Field? {
    let result = message.withUnsafeBytes { bytes -> Result<MessageBytes.Field?, MalformedMessage> in
      do throws(MalformedMessage) {
        return .success(try MessageToJSON.read(bytes, range).last { $0.number == number })
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension MessageSchema.Kind {
  /// How a value is encoded.
  fileprivate var wireType: MessageBytes.WireType {
    switch self {
    case .flag, .signed, .unsigned, .choice: .varint
    case .double, .fixed64: .fixed64
    case .text, .bytes, .textBytes, .fields, .value, .fieldList, .view, .message: .bytes
    }
  }

  /// Whether repeated values can be packed.
  fileprivate var isPackable: Bool { wireType != .bytes }

  fileprivate var isFixed: Bool { wireType == .fixed64 }
}

/// Single fields of a message.
extension MessageToJSON {
  /// The bytes of a field, also of a message; nil if it is not set.
  package func bytes(
    _ name: String,
    in message: [UInt8],
    of shape: MessageSchema.Shape
  ) throws(MalformedMessage) -> [UInt8]? {
    guard let field = shape.field(name) else { return nil }
    return try found(field.number, in: message, 0..<message.count).map { Array(message[$0.range]) }
  }
}
