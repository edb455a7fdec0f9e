/// The ids of histories as text: 16 hexadecimal digits, as in a state `7@00f1e2d3c4b5a697`.
package enum HistoryText {
  /// The number of digits.
  private static let digits = 16

  package static func text(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// The number of a text; nil for anything but 16 digits, whose letters are in lower case.
  package static func number(_ text: String) -> UInt64? {
    guard text.utf8.count == digits, let number = UInt64(text, radix: 16), self.text(number) == text else {
      return nil
    }
    return number
  }
}
