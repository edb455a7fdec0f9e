/// A field by which items are sorted, and how.
///
/// Values of different kinds are grouped, in this order, whatever the direction: numbers, texts, booleans
/// (false, true), times, byte strings. Numbers compare by their exact values, whether they are integers or
/// not; texts and byte strings by their bytes. Items without the field, or with null in it, are together at
/// one end. Items that compare as equal keep the order of the list, even in descending order.
public struct ViewSortDescriptor: Sendable, Hashable {
  public var field: String
  public var direction: Direction
  public var missing: Missing
  /// Whether numbers come after texts; in either direction.
  public var numbersLast: Bool
  /// Whether texts that begin with one of the digits 0 to 9 come after all other texts, in either direction, as in the
  /// address book of a telephone.
  public var digitsLast: Bool
  /// Whether runs of digits in texts compare as numbers: "item 9" comes before "item 10". If nothing else
  /// differs, fewer leading zeros come first.
  public var isNatural: Bool
  /// Whether texts that differ only in case are equal: those with the same lowercase mapping, which depends on no locale.
  public var ignoresCase: Bool

  public enum Direction: Sendable, Hashable, CaseIterable {
    case ascending
    case descending
  }

  /// The position of items without a value; in either direction.
  public enum Missing: Sendable, Hashable, CaseIterable {
    case first
    case last
  }

  public init(
    _ field: String,
    _ direction: Direction = .ascending,
    missing: Missing = .last,
    numbersLast: Bool = false,
    digitsLast: Bool = false,
    isNatural: Bool = false,
    ignoresCase: Bool = false
  ) {
    self.field = field
    self.direction = direction
    self.missing = missing
    self.numbersLast = numbersLast
    self.digitsLast = digitsLast
    self.isNatural = isNatural
    self.ignoresCase = ignoresCase
  }
}
