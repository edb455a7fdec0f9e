public import ArrangeModel

/// The rules that every batch keeps.
public enum Rule: Int, Sendable, Hashable, CaseIterable {
  /// Deletes and move sources are places of OLD; inserts, move targets and updates are places of NEW: what the
  /// batch says of a place is true of the element that stands there.
  case places = 1
  /// A place of OLD is at most once among deletes and move sources, one of NEW at most once among inserts and
  /// move targets, and all are inside of the lists.
  case once = 2
  /// No item is deleted or moved away inside of a deleted section, none inserted or moved to an inserted one.
  case wholeSections = 3
  /// An item that leaves a section that stays for an inserted one is a delete only; from a deleted section to
  /// one that stays it is an insert only; from a deleted to an inserted one it is neither.
  case crossings = 4
  /// Counts add up, for the sections and in each section that stays.
  case counts = 5
  /// An inserted element is never also updated.
  case updatesOfNew = 6
  /// No move leaves the order as it was, there are as few moves as possible, and what is unmoved kept its order.
  case fewestMoves = 7
  /// `uikit`: no move that makes a list view fail. `exact`: no delete and insert in place of a move. Whatever
  /// shows as a delete and an insert says where it came from.
  case profile = 8
  /// Applied one after the other, the same indices give NEW.
  case sequence = 9
  /// Every change of content of an element that is in both lists shows exactly once.
  case contents = 10
  /// Lists are sorted and runs as long as possible: one form for one content.
  case oneForm = 11
}

/// A rule that a batch breaks, and where.
public struct Violation: Error, Sendable, Hashable {
  public var rule: Rule
  public var place: Place
  /// One sentence for people.
  public var message: String

  /// What part of the lists is concerned.
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
