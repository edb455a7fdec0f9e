public import Ordering

/// The ordering strategy `dense`: the key of an element is its rank, 0 to n−1, without gap or duplicate.
///
/// For small lists, and for people who read the database. Nothing is stored for a key. An insert or a
/// removal shifts the ranks of everything after it, a move shifts those between source and target; the
/// shift is one ``Rekey/shift(range:by:)`` whatever its length.
///
/// A key is the rank as eight bytes, most significant byte first; its text is the rank in decimal.
public struct DenseInteger: OrderingStrategy {
  public var name: String { "dense" }
  public var version: UInt32 { 1 }
  public var keyForm: KeyForm { .rank }
  public var maximumKeyLength: Int { 8 }

  public init() {}

  /// The kind under which collections choose the strategy.
  public static let kind = StrategyKind(
    name: "dense",
    version: 1,
    summary: "ranks 0 to n-1, always contiguous: small lists, and people who read the database"
  ) { (_) throws(OrderingError) in DenseInteger() }

  /// The ranks from the gap on, and a shift of all elements after it. O(count).
  public func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    if request.neighbours.descend {
      throw .brokenList("the key before position \(request.gap) is not below the key at it")
    }
    var keys: [OrderKey] = []
    keys.reserveCapacity(request.count)
    for rank in request.gap..<(request.gap + request.count) { keys.append(OrderKey(rank: rank)) }
    let behind = list.count - request.gap
    guard behind > 0 else { return KeyAssignment(keys: keys) }
    return KeyAssignment(keys: keys, rekeys: [.shift(range: request.gap..<list.count, by: request.count)])
  }
}

extension DenseInteger {
  public func validate(_ key: OrderKey) throws(OrderingError) { _ = try rank(of: key) }

  public func text(of key: OrderKey) -> String {
    key.bigEndianValue.map { String($0) } ?? key.description
  }

  public func key(fromText text: String) throws(OrderingError) -> OrderKey {
    guard !text.isEmpty else { throw .invalidKey("a rank has at least one digit") }
    guard text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
      throw .invalidKey("a rank has only the digits 0 to 9")
    }
    guard text == "0" || !text.hasPrefix("0") else { throw .invalidKey("a rank has no leading zero") }
    guard let rank = Int(text) else { throw .invalidKey("the rank is above \(Int.max)") }
    return OrderKey(rank: rank)
  }

  private func rank(of key: OrderKey) throws(OrderingError) -> Int {
    guard let value = key.bigEndianValue else {
      throw .invalidKey("a rank has 8 bytes, not \(key.count)")
    }
    guard let rank = Int(exactly: value) else { throw .invalidKey("the rank is above \(Int.max)") }
    return rank
  }
}
