import Foundation

/// Numbers for people.
package enum NumberText {
  /// A number with at most three significant digits: `0.031`, `1.24`, `18.5`, `1,234`.
  package static func short(_ value: Double) -> String {
    switch abs(value) {
    case 0: "0"
    case ..<1: String(format: "%.2g", value)
    case ..<10: String(format: "%.2f", value)
    case ..<100: String(format: "%.1f", value)
    default: grouped(value)
    }
  }

  /// A number with two decimals, or a whole number from a thousand on.
  package static func fixed(_ value: Double) -> String {
    abs(value) < 1_000 ? String(format: "%.2f", value) : grouped(value)
  }

  /// The nearest whole number with a comma between thousands.
  package static func grouped(_ value: Double) -> String {
    let digits = Array(String(format: "%.0f", abs(value)))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
