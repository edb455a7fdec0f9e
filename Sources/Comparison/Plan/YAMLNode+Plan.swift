import InputText

/// Values of a plan.
extension YAMLNode {
  func text(atMost limit: Int) throws(YAMLError) -> String {
    let text = try text("a text")
    guard (1...limit).contains(text.utf8.count) else {
      throw error("this has to have 1 to \(limit) bytes, not \(text.utf8.count)")
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    else { throw error("this has control characters") }
    return text
  }

  func integer(_ range: ClosedRange<Int>) throws(YAMLError) -> Int {
    guard let digits, let number = Int(digits), range.contains(number) else {
      throw error("this has to be a whole number from \(range.lowerBound) to \(range.upperBound)\(found)")
    }
    return number
  }

  func unsigned() throws(YAMLError) -> UInt64 {
    guard let digits, let number = UInt64(digits) else {
      throw error("this has to be a whole number from 0 to \(UInt64.max)\(found)")
    }
    return number
  }

  /// A finite number that is not negative.
  func number() throws(YAMLError) -> Double {
    guard let digits, let number = Double(digits), number.isFinite, number >= 0 else {
      throw error("this has to be a number that is not negative\(found)")
    }
    return number
  }

  /// The text of a number, whose digits may be grouped with `_`; nil for other values.
  private var digits: String? {
    guard let text = bareText, let first = text.utf8.first,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return nil }
    return text.filter { $0 != "_" }
  }

  private var found: String { (try? text("")).map { ", not ‘\($0.prefix(40))’" } ?? "" }
}
