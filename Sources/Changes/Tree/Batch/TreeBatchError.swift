/// Why a batch can't be applied to an outline, which is then unchanged.
public enum TreeBatchError: Error, Sendable, Hashable {
  /// The batch is for an outline of another size.
  case wrongSize(expected: ListSize, found: ListSize)
  /// The batch contradicts itself, or the outline.
  case broken(TreeViolation)
}

extension TreeBatchError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongSize(let expected, let found):
      "the batch is for \(expected.sections) sections with \(expected.items) items, the outline has "
        + "\(found.sections) with \(found.items)"
    case .broken(let violation): "\(violation)"
    }
  }
}
