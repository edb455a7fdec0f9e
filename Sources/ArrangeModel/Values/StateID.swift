/// Identifies one state of a collection: a version, and the history to which it belongs.
///
/// A version alone is only a number: after a backup of the server's data is restored, the same number may
/// stand for another content. The history is then different.
public struct StateID: Sendable, Hashable {
  public var version: UInt64
  /// The history; 0 if unknown.
  public var history: UInt64

  /// The number of digits of a history in text.
  private static let historyDigits = 16

  public init(version: UInt64, history: UInt64) {
    self.version = version
    self.history = history
  }

  /// Parses a state: the version, followed by `@` and the history in hexadecimal if it is known.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let version = StateID.number(parts[0], radix: 10) else { return nil }
    self.init(version: version, history: 0)
    guard parts.count == 2 else { return }
    guard parts[1].utf8.count == StateID.historyDigits, let history = StateID.number(parts[1], radix: 16)
    else { return nil }
    self.history = history
  }

  /// Parses digits without a sign.
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
