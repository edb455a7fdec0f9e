/// Why a batch can't be applied to a list, which is then unchanged.
public enum BatchError: Error, Sendable, Hashable {
  /// The batch is for a list of another size.
  case wrongSize(expected: ListSize, found: ListSize)
  /// The batch contradicts itself, or the list.
  case broken(Violation)
}

extension BatchError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongSize(let expected, let found):
      "the batch is for \(expected.sections) sections with \(expected.items) items, the list has "
        + "\(found.sections) with \(found.items)"
    case .broken(let violation): "\(violation)"
    }
  }
}
