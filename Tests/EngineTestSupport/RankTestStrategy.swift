package import Ordering

/// A strategy whose keys are ranks, for tests of the engine alone: eight bytes, most significant first.
package struct RankTestStrategy: OrderingStrategy {
  package var name: String { "test-rank" }
  package var version: UInt32 { 1 }
  package var keyForm: KeyForm { .rank }
  package var maximumKeyLength: Int { 8 }

  package init() {}

  package func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    KeyAssignment(
      keys: (0..<request.count).map { OrderKey(rank: request.gap + $0) },
      rekeys: request.gap < list.count ? [.shift(range: request.gap..<list.count, by: request.count)] : []
    )
  }

  package func validate(_ key: OrderKey) throws(OrderingError) {
    guard key.bigEndianValue != nil else { throw .invalidKey("a rank has eight bytes") }
  }

  package func text(of key: OrderKey) -> String { key.bigEndianValue.map { "\($0)" } ?? "" }

  package func key(fromText text: String) throws(OrderingError) -> OrderKey {
    guard let rank = UInt64(text) else { throw .invalidKey("a rank is a number") }
    return OrderKey(bigEndian: rank)
  }
}
