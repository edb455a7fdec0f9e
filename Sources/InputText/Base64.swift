import Foundation

/// Base 64 with padding (RFC 4648, section 4).
package enum Base64 {
  /// The text of bytes. O(count).
  package static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// The bytes of a text; nil if it is not the output of ``encode(_:)``, so that each sequence of bytes has
  /// one text. O(count).
  package static func decode(_ text: String) -> [UInt8]? {
    guard let bytes = Data(base64Encoded: text).map(Array.init), encode(bytes) == text else { return nil }
    return bytes
  }
}
