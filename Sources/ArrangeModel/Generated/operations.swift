// Generated from Protos/arrange/v1/operations.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// What happens if the parent of a place does not exist.
public enum ParentPolicy: UInt32, Sendable, Hashable, CaseIterable {
  /// The operation, and with it the whole transaction, ends with NOT_FOUND.
  case fail = 0
  /// The items go below the nearest ancestor of the parent that is still there, or to the top of its section. The server
  /// knows it of the newest 10000 items that were removed, at least. If it does not know it: as PARENT_POLICY_LAST if a
  /// section is named, otherwise as PARENT_POLICY_FAIL.
  case nearestAncestor = 1
  /// The items go to the end of the section that is named; without one, to that of the first moved item, and new items to
  /// that of the default section.
  case last = 2
}

/// What happens with items that contain the place to which they are to be moved.
public enum CyclePolicy: UInt32, Sendable, Hashable, CaseIterable {
  /// The operation, and with it the whole transaction, ends with FAILED_PRECONDITION, and the message has the path.
  case fail = 0
  /// They stay where they are, and `PlacedElement.skipped` is set for them. All others are moved.
  case skip = 1
  /// They go directly behind their parents. Those that have none stay where they are, as with CYCLE_POLICY_SKIP.
  case beside = 2
}

/// What becomes of the children of an item that is removed.
public enum DescendantPolicy: UInt32, Sendable, Hashable, CaseIterable {
  /// They are removed with all that is below them.
  case remove = 1
  /// They take the place of the item, with all that is below them.
  case promote = 2
  /// The operation ends with FAILED_PRECONDITION if an item has children, and the error names it.
  case refuse = 3
}
