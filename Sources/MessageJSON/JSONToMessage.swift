import ArrangeModel
package import InputText

/// Writes messages from JSON, strictly: what is unknown, has another type or can't be kept exactly is refused with its
/// path, and nothing is guessed.
///
/// ```text
/// let bytes = try JSONToMessage(views: views).bytes(of: node, as: method.request)
/// ```
///
/// What a message means is not its business: the service refuses what the specification forbids. O(size).
package struct JSONToMessage: Sendable {
  let schema: MessageSchema
  private let views: ViewTexts

  package init(_ schema: MessageSchema = .current, views: ViewTexts) {
    self.schema = schema
    self.views = views
  }

  /// The message of an object.
  package func bytes(
    of node: JSONNode,
    as shape: MessageSchema.Shape
  ) throws(JSONRefusal) -> [UInt8] {
    guard let members = node.members else {
      throw JSONRefusal("has to be an object, not \(node.kind)")
    }
    var bytes: [UInt8] = []
    var chosen: [Int: String] = [:]
    for member in members {
      guard let place = shape.place(member.name) else {
        throw JSONRefusal(
          "is unknown; the members here are \(JSONToMessage.list(shape.fields.map(\.name)))",
          at: member.name
        )
      }
      let field = shape.fields[place]
      if let choice = field.choice {
        if let other = chosen[choice] {
          throw JSONRefusal("is given besides \(other), and only one of them can be given", at: member.name)
        }
        chosen[choice] = member.name
      }
      try append(field, member.value, to: &bytes)
    }
    return bytes
  }

  /// `a, b and c`.
  static func list(_ names: [String]) -> String {
    guard let last = names.last else { return "none" }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
  }

  // MARK: Fields

  private func append(
    _ field: MessageSchema.Field,
    _ node: JSONNode,
    to bytes: inout [UInt8]
  ) throws(JSONRefusal) {
    if case .fields = field.kind {
      do throws(JSONRefusal) { return try appendFields(field.number, node, to: &bytes) } catch {
        throw error.within(field.name)
      }
    }
    guard field.isRepeated else {
      do throws(JSONRefusal) {
        return try append(field, node, isKept: field.choice != nil, to: &bytes)
      } catch { throw error.within(field.name) }
    }
    guard let elements = node.elements else {
      throw JSONRefusal("has to be an array, not \(node.kind)", at: field.name)
    }
    for (index, element) in elements.enumerated() {
      do throws(JSONRefusal) { try append(field, element, isKept: true, to: &bytes) } catch {
        throw error.within("\(field.name)[\(index)]")
      }
    }
  }

  /// Appends one value. Its refusals name what is below the field.
  ///
  /// - Parameter isKept: whether a value is written that is the default of its type.
  private func append(
    _ field: MessageSchema.Field,
    _ node: JSONNode,
    isKept: Bool,
    to bytes: inout [UInt8]
  ) throws(JSONRefusal) {
    func refusal(_ message: String) -> JSONRefusal { JSONRefusal(message) }
    func wrong(_ wanted: String) -> JSONRefusal { refusal("has to be \(wanted), not \(node.kind)") }
    switch field.kind {
    case .text:
      guard let text = node.string else { throw wrong("a text") }
      if isKept || !text.isEmpty { MessageBytes.append(field.number, bytes: text.utf8, to: &bytes) }
    case .bytes:
      guard let text = node.string else { throw wrong("bytes in base64url") }
      guard let content = URLBase64.decode(text) else {
        throw refusal("is not base64url, such as \"AAEC_w\"")
      }
      if isKept || !content.isEmpty { MessageBytes.append(field.number, bytes: content, to: &bytes) }
    case .textBytes:
      guard let content = JSONToMessage.textBytes(node) else {
        throw wrong(#"a text, or {"$bytes": BASE64}"#)
      }
      if isKept || !content.isEmpty { MessageBytes.append(field.number, bytes: content, to: &bytes) }
    case .flag:
      guard let flag = node.bool else { throw wrong("true or false") }
      if isKept || flag { MessageBytes.append(field.number, varint: flag ? 1 : 0, to: &bytes) }
    case .signed:
      let number = try JSONToMessage.signed(node)
      if isKept || number != 0 {
        MessageBytes.append(field.number, varint: UInt64(bitPattern: number), to: &bytes)
      }
    case .unsigned:
      let number = try JSONToMessage.unsigned(node)
      if isKept || number != 0 { MessageBytes.append(field.number, varint: number, to: &bytes) }
    case .double:
      guard let number = node.double else { throw wrong("a number") }
      if isKept || number != 0 { MessageBytes.append(field.number, fixed64: number.bitPattern, to: &bytes) }
    case .fixed64:
      guard let text = node.string else { throw wrong("16 hexadecimal digits in quotes") }
      guard let number = HistoryText.number(text) else {
        throw refusal("is not 16 hexadecimal digits, such as \"00f1e2d3c4b5a697\"")
      }
      if isKept || number != 0 { MessageBytes.append(field.number, fixed64: number, to: &bytes) }
    case .choice(let place):
      let choice = schema.enums[place]
      guard let word = node.string else { throw wrong("a word") }
      guard let number = choice.number(of: word) else {
        let words = JSONToMessage.list(choice.words.compactMap { $0.map { "\"\($0)\"" } })
        throw refusal("is \"\(word.prefix(JSONToMessage.shownLength))\", and not one of \(words)")
      }
      if isKept || number != 0 { MessageBytes.append(field.number, varint: UInt64(number), to: &bytes) }
    case .message(let place):
      let content = try self.bytes(of: node, as: schema.shapes[place])
      MessageBytes.append(field.number, bytes: content, to: &bytes)
    case .value:
      MessageBytes.append(field.number, bytes: try value(node, number: 1), to: &bytes)
    case .fieldList:
      var content: [UInt8] = []
      try appendFields(1, node, to: &content)
      MessageBytes.append(field.number, bytes: content, to: &bytes)
    case .view:
      MessageBytes.append(field.number, bytes: try view(node), to: &bytes)
    case .fields: preconditionFailure("fields are written as one object")
    }
  }

  /// How much of a wrong text is shown, in characters.
  private static let shownLength = 100

  // MARK: Values

  /// Appends the fields of an element.
  private func appendFields(
    _ number: UInt32,
    _ node: JSONNode,
    to bytes: inout [UInt8]
  ) throws(JSONRefusal) {
    guard let members = node.members else {
      throw JSONRefusal("has to be an object of names and values, not \(node.kind)")
    }
    for member in members {
      var content: [UInt8] = []
      MessageBytes.append(1, bytes: member.name.utf8, to: &content)
      do throws(JSONRefusal) { content += try value(member.value, number: 2) } catch {
        throw error.within(member.name)
      }
      MessageBytes.append(number, bytes: content, to: &bytes)
    }
  }

  /// The value of a field, as the member of a oneof whose members follow each other.
  ///
  /// - Parameter number: the number of the first member.
  private func value(_ node: JSONNode, number: UInt32) throws(JSONRefusal) -> [UInt8] {
    var bytes: [UInt8] = []
    let value: FieldValue
    do throws(InputError) { value = try FieldValue(node) } catch {
      throw JSONRefusal(sentence: error.message)
    }
    switch value {
    case .null: MessageBytes.append(number, varint: 0, to: &bytes)
    case .bool(let flag): MessageBytes.append(number + 1, varint: flag ? 1 : 0, to: &bytes)
    case .int(let integer):
      if case .integer = node.content, !JSONNumbers.holds(integer) {
        throw JSONRefusal(#"\#(integer) \#(JSONNumbers.advice): write {"$integer": "\#(integer)"}"#)
      }
      MessageBytes.append(number + 2, varint: UInt64(bitPattern: integer), to: &bytes)
    case .double(let double): MessageBytes.append(number + 3, fixed64: double.bitPattern, to: &bytes)
    case .string(let text): MessageBytes.append(number + 4, bytes: text.utf8, to: &bytes)
    case .bytes(let content): MessageBytes.append(number + 5, bytes: content, to: &bytes)
    case .timestamp(let time):
      MessageBytes.append(number + 6, varint: UInt64(bitPattern: time.microseconds), to: &bytes)
    }
    return bytes
  }

  private func view(_ node: JSONNode) throws(JSONRefusal) -> [UInt8] {
    guard let text = node.string else {
      guard node.members != nil, let shape = schema.shape("View") else {
        throw JSONRefusal("has to be the text of a view, or an object, not \(node.kind)")
      }
      return try bytes(of: node, as: shape)
    }
    do throws(ArrangeError) { return try views.message(text).get() } catch {
      throw JSONRefusal(sentence: error.message)
    }
  }

  private static func textBytes(_ node: JSONNode) -> [UInt8]? {
    if let text = node.string { return Array(text.utf8) }
    guard let members = node.members, members.count == 1, members[0].name == "$bytes" else { return nil }
    return members[0].value.string.flatMap { Base64.decode($0) }
  }

  private static func signed(_ node: JSONNode) throws(JSONRefusal) -> Int64 {
    if case .integer(let number) = node.content {
      guard JSONNumbers.holds(number) else {
        throw JSONRefusal("\(number) \(JSONNumbers.advice): write it as text, \"\(number)\"")
      }
      return number
    }
    guard let text = node.string else { throw JSONRefusal("has to be an integer, not \(described(node))") }
    guard let number = Int64(text), "\(number)" == text else {
      throw JSONRefusal("is not an integer of 64 bits in digits")
    }
    return number
  }

  private static func unsigned(_ node: JSONNode) throws(JSONRefusal) -> UInt64 {
    if case .integer(let number) = node.content {
      guard number >= 0 else { throw JSONRefusal("can't be negative") }
      return UInt64(try signed(node))
    }
    guard let text = node.string else { throw JSONRefusal("has to be an integer, not \(described(node))") }
    guard let number = UInt64(text), "\(number)" == text else {
      throw JSONRefusal("is not an integer of 64 bits in digits, and not negative")
    }
    return number
  }

  private static func described(_ node: JSONNode) -> String {
    if case .number = node.content { "a number with a point or an exponent" } else { node.kind }
  }
}
