import ArrangeModel

/// The numbers by which a commit stores the lists that its edits are about.
///
/// Sections are 0. If the commit names no branch, the items of section n are n + 1. Otherwise they are 2n + 1, and the n-th
/// branch that it names is 2n + 2: the number that the branch has in memory is not stored.
struct ScopeNumbers {
  /// For the number of each branch in the edits, how many it names before; nil if it names none.
  private var branches: [BranchNumber: Int]?

  /// O(edits).
  init(_ edits: [Edit]) {
    var count = 0
    for case .branch(let number, _) in edits {
      if branches == nil { branches = [:] }
      branches?[number] = count
      count += 1
    }
  }

  var namesBranches: Bool { branches != nil }

  fileprivate func number(of scope: Scope) -> Int {
    switch scope {
    case .sections: return 0
    case .items(let section): return namesBranches ? 2 * section + 1 : section + 1
    case .children(let number):
      guard let place = branches?[number] else { preconditionFailure("a commit names its branches first") }
      return 2 * place + 2
    }
  }

  /// The list with a number.
  fileprivate static func scope(_ number: Int, namingBranches: Bool) -> Scope {
    if number == 0 { return .sections }
    guard namingBranches else { return .items(section: number - 1) }
    return number % 2 == 1 ? .items(section: number / 2) : .children(BranchNumber(number / 2 - 1))
  }
}

extension ByteWriter {
  mutating func write(_ scope: Scope, _ numbers: ScopeNumbers) { write(numbers.number(of: scope)) }
}

extension ByteReader {
  mutating func scope(namingBranches: Bool) throws(ArrangeError) -> Scope {
    ScopeNumbers.scope(try index(), namingBranches: namingBranches)
  }
}
