public import ArrangeModel

/// The rules that every batch keeps.
public enum Rule: Int, Sendable, Hashable, CaseIterable {
  /// Deletes and move sources are positions in OLD; inserts, move targets and updates are positions in NEW:
  /// every statement about a position is true of the element there.
  case places = 1
  /// A position in OLD occurs at most once among deletes and move sources, one in NEW at most once among
  /// inserts and move targets, and all are within the lists.
  case once = 2
  /// No item is deleted or moved out of a deleted section, and none inserted or moved into an inserted one.
  case wholeSections = 3
  /// An item that moves from a remaining section to an inserted one is a delete only; from a deleted section
  /// to a remaining one it is an insert only; from a deleted to an inserted one it is neither.
  case crossings = 4
  /// Counts add up, for the sections and in each remaining section.
  case counts = 5
  /// An inserted element is never also updated.
  case updatesOfNew = 6
  /// Every move changes the order, there are as few moves as possible, and unmoved elements kept their order.
  case fewestMoves = 7
  /// `uikit`: no move that makes a list view fail. `exact`: no delete and insert in place of a move. Every
  /// element that appears as a delete and an insert names its source.
  case profile = 8
  /// Applied one after the other, the same indices give NEW.
  case sequence = 9
  /// Every content change of an element that is in both lists appears exactly once.
  case contents = 10
  /// Lists are sorted and runs as long as possible, so that each change has one representation.
  case oneForm = 11
}

/// A rule that a batch breaks, and where.
public struct Violation: Error, Sendable, Hashable {
  public var rule: Rule
  public var place: Place
  /// One sentence for people.
  public var message: String

  /// The part of the lists that is affected.
  public enum Place: Sendable, Hashable {
    case batch
    case oldSection(Int)
    case newSection(Int)
    case oldItem(ListPath)
    case newItem(ListPath)
  }

  public init(_ rule: Rule, at place: Place, _ message: String) {
    self.rule = rule
    self.place = place
    self.message = message
  }
}

extension Violation: CustomStringConvertible {
  public var description: String {
    let place =
      switch place {
      case .batch: "the batch"
      case .oldSection(let index): "section \(index) of OLD"
      case .newSection(let index): "section \(index) of NEW"
      case .oldItem(let path): "item \(path.section).\(path.item) of OLD"
      case .newItem(let path): "item \(path.section).\(path.item) of NEW"
      }
    return "rule \(rule.rawValue) (\(rule)), \(place): \(message)"
  }
}
