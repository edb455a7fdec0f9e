public import Ordering

extension KeyReport {
  /// A key with a problem.
  public struct Problem: Sendable, Hashable {
    public var id: Identifier
    /// The path of the element; for a section the item part is 0.
    public var path: ListPath
    public var isSection: Bool
    public var key: OrderKey
    /// The problem, as a sentence.
    public var explanation: String

    public init(id: Identifier, path: ListPath, isSection: Bool, key: OrderKey, explanation: String) {
      self.id = id
      self.path = path
      self.isSection = isSection
      self.key = key
      self.explanation = explanation
    }
  }
}
