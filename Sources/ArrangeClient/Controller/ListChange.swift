/// A change reported by an ``OrderedResultsController``.
public enum ListChange: Sendable, Hashable {
  /// The list changed by a batch, which is not empty and of the controller's profile.
  case changes(ChangeBatch)

  /// The list was replaced; everything must be read again.
  case reload(ReloadReason)

  /// The server refused an optimistic move. Its effect on the screen was undone before, by a separate batch.
  case refused(RequestID, ArrangeError)

  /// The server became unreachable, ``ConnectionState/disconnected(_:)``, or reachable again,
  /// ``ConnectionState/connected``. The list stays, and items can still be moved.
  case connection(ConnectionState)
}

/// Why a list must be read again instead of changed.
public enum ReloadReason: Sendable, Hashable {
  /// The server sent the whole list, for this reason.
  case snapshot(SnapshotReason)

  /// There were more changes than the threshold.
  case tooManyChanges

  /// An update of the server did not fit the list, so the whole list was read again.
  case mismatch
}

/// The change of one section or one item.
public struct ElementChange<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  public var kind: Kind

  /// The element: the previous one for a delete, the new one otherwise.
  public var element: ElementSnapshot

  /// The change. Positions in OLD are those before all changes of the batch, positions in NEW those
  /// afterwards.
  public enum Kind: Sendable, Hashable {
    /// It was deleted at a position of OLD.
    case delete(at: Place)
    /// It was inserted at a position of NEW.
    case insert(at: Place)
    /// It moved from a position of OLD to one of NEW.
    case move(from: Place, to: Place)
    /// Its fields changed. The position is one of NEW: reconfigure it after everything else.
    case update(at: Place)
  }

  public init(_ kind: Kind, _ element: ElementSnapshot) {
    self.kind = kind
    self.element = element
  }
}

/// The change of a section.
public typealias SectionChange = ElementChange<Int>

/// The change of an item.
public typealias ItemChange = ElementChange<ListPath>
