public import ArrangeModel

/// One coalesced set of changes that takes a sectioned list from one version, OLD, to a later one, NEW.
///
/// Deletes and the sources of moves are places in OLD; inserts, the targets of moves and updates are places in
/// NEW. Elements that no list names keep their order and fill what is left. A batch is applied as a whole, by
/// ``SectionedList/apply(_:)``, by `performBatchUpdates`, or one step after the other: item removals from the
/// last to the first, section removals from the last to the first, sections that come from the first to the
/// last, items that come from the first to the last, and then the updates.
///
/// All lists are sorted, deletes by their place in OLD and everything else by its place in NEW, and every choice
/// is made by one rule, so there is one batch for one change.
///
///     var list = SectionedList(sections)
///     try list.apply(batch)
public struct ChangeBatch: Sendable, Hashable {
  /// What the batch is made for.
  public var profile: Profile
  /// The size of the list that the batch applies to.
  public var before: ListSize
  /// The size of the list afterwards.
  public var after: ListSize
  public var sections: ChangeLists<Int, SectionInsert>
  public var items: ChangeLists<ListPath, ItemInsert>

  /// What a batch is made for.
  public enum Profile: UInt32, Sendable, Hashable {
    /// Says what happened with as few moves as possible. Only such batches are composed.
    case exact = 0
    /// Does without the moves that make `UITableView` and `UICollectionView` fail: those of sections whose items
    /// change too, and those that end at the index they started from. They become a delete and an insert that
    /// says where its content is from.
    case uikit = 1
  }

  /// A batch without changes for a list of a size.
  public init(profile: Profile = .exact, before: ListSize, after: ListSize) {
    self.profile = profile
    self.before = before
    self.after = after
    sections = ChangeLists()
    items = ChangeLists()
  }

  /// Whether nothing on a screen changes.
  public var isEmpty: Bool { sections.isEmpty && items.isEmpty }

  /// Leaves out what is ``ChangeLists/unmoved``. The batch says the same without it, and its moves are as few; but composed
  /// with others it can give more moves than there have to be.
  package mutating func leaveOutUnmoved() {
    sections.unmoved = []
    items.unmoved = []
  }

  /// Whether the batch has the order keys of what came to a place.
  public var hasKeys: Bool { !(sections.keys.isEmpty && items.keys.isEmpty) }

  /// The number of changes: deletes, inserts, moves and updates of sections and items. The items that come with
  /// an inserted section or go with a deleted one are part of that one change.
  public var count: Int { sections.count + items.count }
}

/// How many sections and how many items a list has.
public struct ListSize: Sendable, Hashable {
  public var sections: Int
  /// The items of all sections together.
  public var items: Int

  public init(sections: Int, items: Int) {
    self.sections = sections
    self.items = items
  }
}
