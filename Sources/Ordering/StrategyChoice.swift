/// A strategy and its parameters, as people write them: `lexorank`, or `lexorank:jitter=40,step=64`.
///
/// Collections are created with such a text, and it is stored with them.
public struct StrategyChoice: Sendable, Hashable {
  /// The name of the strategy.
  public var name: String

  /// The parameters that are given; the others have their defaults.
  public var parameters: [String: Int64]

  /// The longest text, in bytes.
  public static let maximumLength = 128

  public init(_ name: String, parameters: [String: Int64] = [:]) {
    self.name = name
    self.parameters = parameters
  }

  /// Reads a text.
  ///
  /// - Throws: ``OrderingError/invalidChoice(_:)`` if the text has another form. Only a `StrategyCatalog`
  ///   knows whether the strategy exists.
  public init(parsing text: String) throws(OrderingError) {
    guard text.utf8.count <= StrategyChoice.maximumLength else {
      throw .invalidChoice("a strategy with its parameters has at most \(StrategyChoice.maximumLength) bytes")
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(String(parts[0]))
    guard StrategyChoice.isName(name) else {
      throw .invalidChoice("‘\(name)’ is not a strategy name: a-z, 0-9 and -, a letter first")
    }
    guard parts.count > 1 else { return }
    for part in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let value = Int64(pair[1]), StrategyChoice.isName(String(pair[0])) else {
        throw .invalidChoice("‘\(part)’ is not a parameter; write NAME=NUMBER, several with commas between")
      }
      guard parameters.updateValue(value, forKey: String(pair[0])) == nil else {
        throw .invalidChoice("the parameter ‘\(pair[0])’ appears twice")
      }
    }
  }

  /// Whether a text can be the name of a strategy or of a parameter.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return false }
    return text.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || $0 == UInt8(ascii: "-")
    }
  }
}

extension StrategyChoice: CustomStringConvertible {
  /// The text, with the parameters in the order of their names.
  public var description: String {
    guard !parameters.isEmpty else { return name }
    let list = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "\(name):\(list.joined(separator: ","))"
  }
}
