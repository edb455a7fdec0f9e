import Foundation

/// Text that is already markup: XML that is also HTML, with all elements closed.
struct Markup: Sendable, Hashable {
  private(set) var text: String

  /// Makes markup from text that is already escaped.
  init(_ text: String) { self.text = text }

  /// Escapes a plain text.
  init(escaping plain: String) {
    var text = ""
    for scalar in plain.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": text += "\u{FFFD}"
      case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    self.text = text
  }

  /// An element with attributes in the given order; without content it is self-closing.
  static func element(
    _ name: String,
    _ attributes: KeyValuePairs<String, String> = [:],
    _ content: Markup? = nil
  ) -> Markup {
    let written = attributes.map { " \($0.key)=\"\(Markup(escaping: $0.value).text)\"" }.joined()
    guard let content else { return Markup("<\(name)\(written)/>") }
    return Markup("<\(name)\(written)>\(content.text)</\(name)>")
  }

  /// An element around a plain text.
  static func element(
    _ name: String,
    _ attributes: KeyValuePairs<String, String> = [:],
    text: String
  ) -> Markup { element(name, attributes, Markup(escaping: text)) }

  static func + (a: Markup, b: Markup) -> Markup { Markup(a.text + b.text) }

  static func += (a: inout Markup, b: Markup) { a.text += b.text }
}

extension Sequence<Markup> {
  /// All of them, one on each line.
  var joined: Markup { Markup(map(\.text).joined(separator: "\n")) }
}

/// A coordinate with at most one digit after the point.
func coordinate(_ value: Double) -> String {
  let text = String(format: "%.1f", value)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
