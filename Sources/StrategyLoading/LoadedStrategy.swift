import COrderingPlugin
import Ordering

/// An ordering strategy of a loaded library.
///
/// Everything that the library returns is checked before it is used: the number of keys, their lengths, that
/// they ascend and lie between their neighbours, that rekeys are of existing elements. If a rule is broken,
/// the call throws ``OrderingError/strategyFailed(_:)`` with the name of the strategy and the rule.
struct LoadedStrategy: OrderingStrategy {
  let table: LibraryTable

  /// The values of the parameters, in the order of the table.
  let parameters: [Int64]

  /// Whether the rules of the interface are checked with every call, while the caller checks the answers.
  let isOnTrial: Bool

  var name: String { table.name }
  var version: UInt32 { table.version }
  var keyForm: KeyForm { .stored }
  var maximumKeyLength: Int { table.maximumKeyLength }
  var isLoaded: Bool { true }

  init(_ table: LibraryTable, parameters: [Int64], isOnTrial: Bool) {
    self.table = table
    self.parameters = parameters
    self.isOnTrial = isOnTrial
  }

  func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    let call = AssignCall(self, request, in: list, seed: random.next())
    guard !isOnTrial else { return try call.answerOnTrial() }
    if request.neighbours.descend {
      throw .brokenList("the key before position \(request.gap) is not below the key at it")
    }
    let answer = try call.answer()
    try check(answer, to: request, in: call.hasList ? list : [OrderKey]())
    return answer
  }

  /// The error for a library that broke a rule of the interface.
  func broke(_ rule: String) -> OrderingError { .strategyFailed("‘\(name)’ \(rule)") }

  /// The prefix of errors that the library itself returned.
  var failedPrefix: String { "‘\(name)’ says: " }

  /// The error for a status other than ``ARRANGE_ORDERING_OK`` and ``ARRANGE_ORDERING_NEEDS_ROOM``.
  func error(for status: Int32, why: String) -> OrderingError {
    let why = why.isEmpty ? "no reason is given" : why
    switch Int(status) {
    case ARRANGE_ORDERING_INVALID_KEY: return .invalidKey(why)
    case ARRANGE_ORDERING_BROKEN_LIST: return .brokenList(why)
    case ARRANGE_ORDERING_FAILED: return .strategyFailed(failedPrefix + why)
    default: return broke("answered with the unknown status \(status)")
    }
  }
}
