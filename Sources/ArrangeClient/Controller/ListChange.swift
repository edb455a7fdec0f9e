/// What an ``OrderedResultsController`` tells.
public enum ListChange: Sendable, Hashable {
  /// The list changed by a batch, which is not empty and of the controller's profile.
  case changes(ChangeBatch)

  /// The list is another one; everything is to be read anew.
  case reload(ReloadReason)

  /// The server refused a move that was made ahead of it. What it had changed on the screen was taken back before, by
  /// a batch of its own.
  case refused(RequestID, ArrangeError)

  /// The server is gone, which is ``ConnectionState/disconnected(_:)``, or there again, ``ConnectionState/connected``. The
  /// list stays as it is meanwhile and can be moved in.
  case connection(ConnectionState)
}

/// Why a list is to be read anew in place of changes.
public enum ReloadReason: Sendable, Hashable {
  /// The server sent the whole list, and says why.
  case snapshot(SnapshotReason)

  /// There were more changes than the threshold.
  case tooManyChanges

  /// What the server said did not fit the list, so the whole list was read again.
  case mismatch
}

/// What happened to one section or one item.
public struct ElementChange<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  public var kind: Kind

  /// The element: as it was where it is deleted, and as it is otherwise.
  public var element: ElementSnapshot

  /// The change. Places of OLD are those before all changes of the batch, places of NEW those afterwards.
  public enum Kind: Sendable, Hashable {
    /// It went from a place of OLD.
    case delete(at: Place)
    /// It came to a place of NEW.
    case insert(at: Place)
    /// It went from a place of OLD to one of NEW.
    case move(from: Place, to: Place)
    /// Its fields are others than before. The place is one of NEW: it is to be shown anew after everything else.
    case update(at: Place)
  }

  public init(_ kind: Kind, _ element: ElementSnapshot) {
    self.kind = kind
    self.element = element
  }
}

/// What happened to a section.
public typealias SectionChange = ElementChange<Int>

/// What happened to an item.
public typealias ItemChange = ElementChange<ListPath>
