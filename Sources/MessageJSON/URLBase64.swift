import InputText

/// Bytes as base64url (RFC 4648, section 5), without padding: text that stands in an address as it is.
package enum URLBase64 {
  /// The text of bytes. O(count).
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Base64.encode(Array(bytes)).reduce(into: "") { text, character in
      switch character {
      case "+": text.append("-")
      case "/": text.append("_")
      case "=": break
      default: text.append(character)
      }
    }
  }

  /// The bytes of a text, which may also be in the other alphabet, and padded; nil if it is neither. O(count).
  package static func decode(_ text: String) -> [UInt8]? {
    var plain = text.reduce(into: "") { plain, character in
      plain.append(character == "-" ? "+" : character == "_" ? "/" : character)
    }
    if !plain.hasSuffix("=") { plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4) }
    return Base64.decode(plain)
  }
}
