/// Why two batches can't be composed.
public enum CompositionError: Error, Sendable, Hashable {
  /// Only batches of the profile `exact` are composed. A relay composes those and demotes the result.
  case wrongProfile(ChangeBatch.Profile)
  /// The second batch does not apply to a list of the size that results from the first.
  case wrongSize(expected: ListSize, found: ListSize)
  /// One of the batches contradicts itself.
  case broken(Violation)
}

extension CompositionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongProfile(let profile): "only exact batches are composed, this one is \(profile)"
    case .wrongSize(let expected, let found):
      "the second batch is for \(found.sections) sections with \(found.items) items, the first one makes "
        + "\(expected.sections) with \(expected.items)"
    case .broken(let violation): "\(violation)"
    }
  }
}
