/// What names one state of a collection: a version, and the history that it is one of.
///
/// A version alone is a number. If an older copy of the server's data is put back, the same number comes again for
/// another content; the history is another one then.
public struct StateID: Sendable, Hashable {
  public var version: UInt64
  /// The history; 0 if it is not known.
  public var history: UInt64

  /// The digits of a history in text.
  private static let historyDigits = 16

  public init(version: UInt64, history: UInt64) {
    self.version = version
    self.history = history
  }

  /// Reads a state from text: the version, and behind an `@` the history in hexadecimal where it is known.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let version = StateID.number(parts[0], radix: 10) else { return nil }
    self.init(version: version, history: 0)
    guard parts.count == 2 else { return }
    guard parts[1].utf8.count == StateID.historyDigits, let history = StateID.number(parts[1], radix: 16)
    else { return nil }
    self.history = history
  }

  /// Without the sign that numbers may have elsewhere.
  private static func number(_ text: Substring, radix: Int) -> UInt64? {
    text.utf8.first == UInt8(ascii: "+") ? nil : UInt64(text, radix: radix)
  }
}

extension StateID: CustomStringConvertible {
  public var description: String {
    guard history != 0 else { return "\(version)" }
    let digits = String(history, radix: 16)
    return "\(version)@" + String(repeating: "0", count: StateID.historyDigits - digits.count) + digits
  }
}
