package import Ordering

/// A strategy with stored keys and so little room that it must rekey every few operations, for tests of how
/// the engine applies rekeys.
///
/// Keys are numbers of eight bytes. If a gap is too small, all keys of the list are spread again, in several
/// runs, so that more than one rekey is returned at once.
package struct TightTestStrategy: OrderingStrategy {
  package var name: String { "test-tight" }
  package var version: UInt32 { 1 }
  package var keyForm: KeyForm { .stored }
  package var maximumKeyLength: Int { 8 }

  /// The distance of keys when they are spread.
  private let spacing: UInt64

  package init(spacing: UInt64 = 4) { self.spacing = spacing }

  package func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    let lower = request.lower?.bigEndianValue ?? 0
    let count = UInt64(request.count)
    if let upper = request.upper?.bigEndianValue {
      guard upper > lower else { throw .brokenList("neighbours are out of order") }
      let room = upper - lower - 1
      if room >= count {
        let first = lower + 1 + UInt64.random(in: 0...(room - count), using: &random)
        return KeyAssignment(keys: (0..<count).map { OrderKey(bigEndian: first + $0) })
      }
    } else {
      return KeyAssignment(keys: (1...count).map { OrderKey(bigEndian: lower + $0 * spacing) })
    }
    func spread(_ rank: Int) -> OrderKey { OrderKey(bigEndian: UInt64(rank + 1) * spacing) }
    var rekeys: [Rekey] = []
    // Runs of three, split at the gap, so that there are several rekeys.
    var start = 0
    while start < list.count {
      let end = min(start + 3, start < request.gap ? request.gap : list.count)
      let shift = start < request.gap ? 0 : request.count
      rekeys.append(.keys(at: start, (start..<end).map { spread($0 + shift) }))
      start = end
    }
    return KeyAssignment(keys: (0..<request.count).map { spread(request.gap + $0) }, rekeys: rekeys)
  }

  package func validate(_ key: OrderKey) throws(OrderingError) {
    guard let value = key.bigEndianValue, value > 0 else { throw .invalidKey("a key has eight bytes") }
  }

  package func text(of key: OrderKey) -> String { key.bigEndianValue.map { "\($0)" } ?? "" }

  package func key(fromText text: String) throws(OrderingError) -> OrderKey {
    guard let value = UInt64(text) else { throw .invalidKey("a key is a number") }
    return OrderKey(bigEndian: value)
  }
}
