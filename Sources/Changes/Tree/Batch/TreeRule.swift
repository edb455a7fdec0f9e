/// The rules that every batch of an outline keeps.
public enum TreeRule: Int, Sendable, Hashable, CaseIterable {
  /// Deletes and the sources of moves are positions in OLD, everything else is a position in NEW, and each is of a list whose
  /// owner the batch knows; every statement about a position is true of what is there.
  case places = 1
  /// A position occurs at most once among deletes and the sources of moves, or among inserts and the targets of moves; an id
  /// is inserted once; everything is within the lists.
  case once = 2
  /// Of what is gone only the topmost items are named, and of what is new; each insert has a row above its other rows.
  case topmost = 3
  /// What moves below another parent is a move, and nothing is below itself.
  case parents = 4
  /// Counts add up, for the outline and in each list.
  case counts = 5
  /// An inserted element is never also updated, and each update changes something.
  case updates = 6
  /// There are as few moves as possible, and what is unmoved keeps its order.
  case fewestMoves = 7
  /// All lists are sorted, and the owners are those that are needed, so that each change has one representation.
  case oneForm = 8
}

/// A rule that a batch of an outline breaks, and where.
public struct TreeViolation: Error, Sendable, Hashable {
  public var rule: TreeRule
  public var place: Place
  /// One sentence for people.
  public var message: String

  /// The part of the outline that is affected.
  public enum Place: Sendable, Hashable {
    case batch
    /// An owner, by its index in ``TreeBatch/owners``.
    case owner(Int)
    case oldSection(Int)
    case newSection(Int)
    case oldItem(TreePlace)
    case newItem(TreePlace)
  }

  public init(_ rule: TreeRule, at place: Place, _ message: String) {
    self.rule = rule
    self.place = place
    self.message = message
  }
}

extension TreeViolation: CustomStringConvertible {
  public var description: String {
    let place =
      switch place {
      case .batch: "the batch"
      case .owner(let index): "owner \(index)"
      case .oldSection(let index): "section \(index) of OLD"
      case .newSection(let index): "section \(index) of NEW"
      case .oldItem(let place): "item \(place) of OLD"
      case .newItem(let place): "item \(place) of NEW"
      }
    return "rule \(rule.rawValue) (\(rule)), \(place): \(message)"
  }
}

extension TreePlace: CustomStringConvertible {
  /// `2.1` is the second top item of section 2, `o2.1` the second child of owner 2.
  public var description: String {
    switch list {
    case .section(let section): "\(section).\(index)"
    case .branch(let owner): "o\(owner).\(index)"
    }
  }
}
