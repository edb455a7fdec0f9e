/// A filter compiled for evaluation: the conditions in the order in which they are tried, each with the next
/// step if it holds and if it does not. Constants are evaluated in advance.
///
///     let filter = CompiledFilter(.comparison("done", .equal, .bool(true)))
///     let isDone = fields.encoded.withUnsafeBufferPointer { filter.matches($0) }
///
/// Texts compare by their bytes, without Unicode normalization: a filter on "é" as one scalar does not match
/// it as two. Comparisons that ignore case use the bytes of the texts' full Unicode case foldings, which do
/// not depend on a locale.
package struct CompiledFilter: Sendable {
  private let program: FilterProgram

  /// Compiles a filter. O(size).
  ///
  /// - Precondition: the filter is valid, and every ``Filter/Step/principal(field:_:)`` was replaced by a
  ///   name.
  package init(_ filter: Filter) {
    guard let tree = filter.tree else { preconditionFailure("a filter is compiled after it was validated") }
    program = FilterProgram(tree)
  }

  /// Whether an item with these fields, in their canonical form, is shown. Each evaluated condition costs the
  /// lookup of its field and O(length) of the value; nothing is allocated if texts are ASCII.
  package func matches(_ fields: UnsafeBufferPointer<UInt8>) -> Bool { program.matches(fields) }
}

/// The conditions of a compiled filter. Immutable; its pointers refer to its own arena, which makes it
/// sendable.
private final class FilterProgram: @unchecked Sendable {
  private struct Instruction {
    let field: FieldName
    let test: FilterTest
    let whenItHolds: Int
    let whenItDoesNot: Int
  }

  /// The targets for the case that the whole filter holds, and that it does not.
  private static let (holds, doesNotHold) = (-1, -2)

  private let arena = ConstantArena()
  private var instructions: [Instruction] = []
  private var start = FilterProgram.holds

  init(_ tree: FilterTree) {
    start = compile(tree, FilterProgram.holds, FilterProgram.doesNotHold)
  }

  /// Adds the instructions of a tree in reverse order, the first one to evaluate last, and returns the entry
  /// point.
  private func compile(_ tree: FilterTree, _ whenItHolds: Int, _ whenItDoesNot: Int) -> Int {
    switch tree {
    case .condition(let step):
      guard let (field, test) = FilterTest.make(step, in: arena) else { preconditionFailure("a condition") }
      instructions.append(
        Instruction(field: field, test: test, whenItHolds: whenItHolds, whenItDoesNot: whenItDoesNot)
      )
      return instructions.count - 1
    case .all(let operands):
      return operands.reversed().reduce(whenItHolds) { compile($1, $0, whenItDoesNot) }
    case .any(let operands):
      return operands.reversed().reduce(whenItDoesNot) { compile($1, whenItHolds, $0) }
    case .not(let operand):
      return compile(operand, whenItDoesNot, whenItHolds)
    }
  }

  func matches(_ fields: UnsafeBufferPointer<UInt8>) -> Bool {
    instructions.withUnsafeBufferPointer { instructions in
      var place = start
      while place >= 0 {
        let holds = instructions[place].field.value(in: fields).map(instructions[place].test.holds) ?? false
        place = holds ? instructions[place].whenItHolds : instructions[place].whenItDoesNot
      }
      return place == FilterProgram.holds
    }
  }
}
