/// The position of something among its siblings.
public enum Placement: Sendable, Hashable {
  case first
  case last
  /// Directly before the element with this id, the anchor.
  case before(Identifier)
  /// Directly after the element with this id, the anchor.
  case after(Identifier)
  /// At this index, counted from 0. For a move it is the resulting index of the first moved element.
  case at(Int)
}

/// What happens if the anchor of a placement no longer exists.
public enum AnchorPolicy: UInt32, Sendable, Hashable {
  /// The operation fails with ``StatusCode/notFound``, and with it the whole transaction.
  case fail = 0
  /// The elements go to the start of their list.
  case first = 1
  /// The elements go to the end of their list.
  case last = 2
}

/// The parent below which items of an outline go, and what happens if they can't.
public struct ParentChoice: Sendable, Hashable {
  /// The parent; an empty id stands for the top of the section, and nil for the parent of the anchor, or without one of the
  /// first moved item.
  public var parent: Identifier?
  /// What happens if the parent does not exist.
  public var ifMissing: ParentPolicy
  /// What happens with moved or adopted items that contain the parent.
  public var ifCycle: CyclePolicy

  public init(_ parent: Identifier? = nil, ifMissing: ParentPolicy = .fail, ifCycle: CyclePolicy = .fail) {
    self.parent = parent
    self.ifMissing = ifMissing
    self.ifCycle = ifCycle
  }

  /// Whether nothing is said, as for all items of flat collections.
  package var isDefault: Bool { parent == nil && ifMissing == .fail && ifCycle == .fail }
}

/// The destination of items: a section, in an outline a parent, a placement there, and the policy for a missing anchor.
public struct ItemDestination: Sendable, Hashable {
  /// The section; nil stands for the anchor's section; without an anchor, for the section of the first moved
  /// item in a move, and for the default section in an insert.
  public var section: Identifier?
  public var placement: Placement
  public var anchorPolicy: AnchorPolicy
  /// The parent, in an outline.
  public var below: ParentChoice

  public init(
    section: Identifier? = nil,
    _ placement: Placement = .last,
    ifAnchorMissing: AnchorPolicy = .fail,
    below: ParentChoice = ParentChoice()
  ) {
    self.section = section
    self.placement = placement
    self.anchorPolicy = ifAnchorMissing
    self.below = below
  }
}

/// The destination of sections.
public struct SectionDestination: Sendable, Hashable {
  public var placement: Placement
  public var anchorPolicy: AnchorPolicy

  public init(_ placement: Placement = .last, ifAnchorMissing: AnchorPolicy = .fail) {
    self.placement = placement
    self.anchorPolicy = ifAnchorMissing
  }
}

/// The position of an item in a collection: the index of its section and its index in the section.
public struct ListPath: Sendable, Hashable, Comparable {
  public var section: Int
  public var item: Int

  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  @inlinable
  public static func < (a: ListPath, b: ListPath) -> Bool {
    a.section == b.section ? a.item < b.item : a.section < b.section
  }
}
