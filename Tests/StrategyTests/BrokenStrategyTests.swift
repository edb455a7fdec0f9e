import LexoRank
import Ordering
import Testing

/// A strategy that does what another does, but for one fault.
struct BrokenStrategy: OrderingStrategy {
  enum Fault: CaseIterable {
    case refuses, tooFew, reversed, equalToNeighbour, outsideGap, notCanonical, otherText, tooLong, moody
    case rekeysNothing, rekeysBehindEnd, rekeysTwice, shifts, rekeysOutOfOrder, lenient, lenientText

    /// The rule that the fault breaks.
    var rule: OrderingRule {
      switch self {
      case .refuses: .answers
      case .tooFew: .keyCount
      case .reversed: .ascending
      case .equalToNeighbour, .outsideGap: .listOrder
      case .notCanonical: .canonical
      case .otherText: .text
      case .tooLong: .length
      case .moody: .repeatable
      case .rekeysNothing, .rekeysBehindEnd: .rekeyRange
      case .rekeysTwice: .rekeyOverlap
      case .shifts: .rekeyForm
      case .rekeysOutOfOrder: .listOrder
      case .lenient, .lenientText: .strictParsing
      }
    }
  }

  let good = LexoRank()
  let fault: Fault

  var name: String { "broken" }
  var version: UInt32 { 1 }
  var keyForm: KeyForm { .stored }
  var maximumKeyLength: Int { fault == .tooLong ? 8 : good.maximumKeyLength }

  func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    var answer = try good.assignKeys(for: request, in: list, using: &random)
    switch fault {
    case .refuses where list.count == 7: throw .strategyFailed("seven is too many")
    case .tooFew where request.count == 3: answer.keys.removeLast()
    case .reversed: answer.keys.reverse()
    case .equalToNeighbour where request.count == 1: answer.keys = [request.lower ?? answer.keys[0]]
    case .outsideGap where request.count == 1 && request.gap > 1: answer.keys = [list.key(at: 0)]
    case .notCanonical: answer.keys = answer.keys.map { OrderKey($0.bytes + [48]) }
    case .moody: answer.keys = answer.keys.map { OrderKey($0.bytes + [.random(in: 49...57)]) }
    case .rekeysNothing: answer.rekeys.append(.keys(at: 0, []))
    case .rekeysBehindEnd: answer.rekeys.append(.keys(at: list.count, [answer.keys[0]]))
    case .rekeysTwice where list.count > 0:
      answer.rekeys += Array(repeating: .keys(at: 0, [list.key(at: 0)]), count: 2)
    case .shifts where list.count > 0: answer.rekeys.append(.shift(range: 0..<1, by: 1))
    case .rekeysOutOfOrder where list.count > 2:
      answer.rekeys = [.keys(at: list.count - 1, [list.key(at: 0)])]
    default: break
    }
    return answer
  }

  func validate(_ key: OrderKey) throws(OrderingError) {
    if fault == .moody { return }
    if fault == .lenient, key.count > 3 { return }
    try good.validate(key)
  }

  func text(of key: OrderKey) -> String {
    fault == .otherText ? "0|000001:" : good.text(of: key)
  }

  func key(fromText text: String) throws(OrderingError) -> OrderKey {
    if fault == .moody { return OrderKey(text.utf8) }
    return try good.key(fromText: fault == .lenientText ? text.lowercased() : text)
  }
}

@Suite("The conformance suite")
struct BrokenStrategyTests {
  @Test("finds each fault", arguments: BrokenStrategy.Fault.allCases)
  func finds(fault: BrokenStrategy.Fault) {
    let conformance = OrderingConformance(
      BrokenStrategy(fault: fault),
      seed: 1,
      steps: 60,
      initialCounts: [0, 3],
      bulkCounts: [3]
    )
    let rules = Set(conformance.run().map(\.rule))
    #expect(rules.contains(fault.rule), "found \(rules)")
  }

  @Test("finds nothing in correct strategies, in the same runs")
  func findsNothing() {
    let conformance = OrderingConformance(
      LexoRank(),
      seed: 1,
      steps: 60,
      initialCounts: [0, 3],
      bulkCounts: [3]
    )
    #expect(conformance.run().isEmpty)
  }
}
