public import ArrangeModel

/// One coalesced set of changes that takes a sectioned list from one version, OLD, to a later one, NEW.
///
/// Deletes and the sources of moves are positions in OLD; inserts, the targets of moves and updates are
/// positions in NEW. Elements that no list names keep their order and fill the remaining positions. A batch
/// is applied as a whole, by ``SectionedList/apply(_:)``, by `performBatchUpdates`, or step by step: item
/// removals from last to first, section removals from last to first, section inserts from first to last, item
/// inserts from first to last, and then the updates.
///
/// All lists are sorted, deletes by their position in OLD and everything else by its position in NEW, and
/// every choice follows one rule, so each change has exactly one batch.
///
///     var list = SectionedList(sections)
///     try list.apply(batch)
public struct ChangeBatch: Sendable, Hashable {
  /// The form of the batch.
  public var profile: Profile
  /// The size of the list that the batch applies to.
  public var before: ListSize
  /// The size of the list afterwards.
  public var after: ListSize
  public var sections: ChangeLists<Int, SectionInsert>
  public var items: ChangeLists<ListPath, ItemInsert>

  /// The form of a batch.
  public enum Profile: UInt32, Sendable, Hashable {
    /// Describes the change with as few moves as possible. Only such batches can be composed.
    case exact = 0
    /// Avoids the moves that `UITableView` and `UICollectionView` reject: those of sections whose items
    /// change too, and those that end at the index they started from. They become a delete and an insert that
    /// names the source of its content.
    case uikit = 1
    /// The form of batches of outlines, each of which is a ``TreeBatch``.
    case tree = 2
  }

  /// A batch without changes for a list of the given size.
  public init(profile: Profile = .exact, before: ListSize, after: ListSize) {
    self.profile = profile
    self.before = before
    self.after = after
    sections = ChangeLists()
    items = ChangeLists()
  }

  /// Whether nothing on a screen changes.
  public var isEmpty: Bool { sections.isEmpty && items.isEmpty }

  /// Removes ``ChangeLists/unmoved``. The batch has the same effect without it, and as few moves; but
  /// compositions with other batches can have more moves than necessary.
  package mutating func leaveOutUnmoved() {
    sections.unmoved = []
    items.unmoved = []
  }

  /// Whether the batch has the order keys of the placed elements.
  public var hasKeys: Bool { !(sections.keys.isEmpty && items.keys.isEmpty) }

  /// The number of changes: deletes, inserts, moves and updates of sections and items. The items that come with
  /// an inserted section or go with a deleted one are part of that one change.
  public var count: Int { sections.count + items.count }
}

/// The number of sections and items of a list.
public struct ListSize: Sendable, Hashable {
  public var sections: Int
  /// The items of all sections together.
  public var items: Int

  public init(sections: Int, items: Int) {
    self.sections = sections
    self.items = items
  }
}
