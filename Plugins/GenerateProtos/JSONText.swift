/// A JSON value to be written, whose members stay in their order.
enum JSONText {
  case object([(name: String, value: JSONText)])
  case array([JSONText])
  case text(String)
  case number(Int)
  case flag(Bool)

  /// A member of an object; nil if it has none of the name. Setting one that is new appends it.
  subscript(name: String) -> JSONText? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name == name }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// The value, indented by one blank for each level.
  func written(indent: String = "") -> String {
    let inner = indent + " "
    switch self {
    case .text(let text): return JSONText.quoted(text)
    case .number(let number): return "\(number)"
    case .flag(let flag): return "\(flag)"
    case .array(let values) where values.isEmpty: return "[]"
    case .object(let members) where members.isEmpty: return "{}"
    case .array(let values):
      let isShort = values.allSatisfy { if case .text = $0 { true } else { false } }
      if isShort { return "[" + values.map { $0.written() }.joined(separator: ", ") + "]" }
      return "[\n" + values.map { inner + $0.written(indent: inner) }.joined(separator: ",\n")
        + "\n\(indent)]"
    case .object(let members):
      let lines = members.map { "\(inner)\(JSONText.quoted($0.name)): \($0.value.written(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension JSONText: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  init(dictionaryLiteral members: (String, JSONText)...) { self = .object(members.map { ($0, $1) }) }
  init(arrayLiteral values: JSONText...) { self = .array(values) }
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
