/// A filter as a tree; its steps are the tree in postfix order.
indirect enum FilterTree {
  /// A step that is not a combination.
  case condition(Filter.Step)
  case all([FilterTree])
  case any([FilterTree])
  case not(FilterTree)
}

extension Filter {
  /// How deep combinations of conditions may be nested.
  public static let maximumDepth = 64

  /// The filter as a tree; nil if the steps do not leave exactly one result, are too many or are nested too
  /// deeply. O(steps).
  var tree: FilterTree? {
    guard steps.count <= Filter.maximumSteps else { return nil }
    var results: [(tree: FilterTree, depth: Int)] = []
    for step in steps {
      switch step {
      case .all(let count), .any(let count):
        guard count >= 0, count <= results.count else { return nil }
        let operands = results.suffix(count)
        let depth = 1 + (operands.map(\.depth).max() ?? 0)
        let trees = operands.map(\.tree)
        results.removeLast(count)
        let isAll = if case .all = step { true } else { false }
        results.append((isAll ? .all(trees) : .any(trees), depth))
      case .not:
        guard let operand = results.popLast() else { return nil }
        results.append((.not(operand.tree), operand.depth + 1))
      default:
        results.append((.condition(step), 0))
      }
      guard let last = results.last, last.depth <= Filter.maximumDepth else { return nil }
    }
    return results.count == 1 ? results[0].tree : nil
  }
}
