import ArrangeModel
package import Ordering

/// One step of a commit. Positions are those at the time of the step, and every step has the state before and
/// after, so that it can be applied, reported and undone.
///
/// A move is a detach and a later attach of the same element. All elements of a move are detached before the
/// first is attached, so that the strategy chooses keys in a list without them.
package enum Edit: Sendable {
  /// An element is detached. `items` are the items of a removed section, and `placed` is the placement version that it
  /// had, which commits read from a journal do not know.
  case detach(
    element: Element,
    key: OrderKey,
    placed: UInt64,
    items: [ItemEntry],
    from: Scope,
    at: Int,
    purpose: DetachPurpose
  )
  /// An element is attached.
  case attach(element: Element, key: OrderKey, to: Scope, at: Int, origin: AttachOrigin)
  /// The fields of an element are replaced.
  case update(in: Scope, at: Int, before: Element, after: Element)
  /// Elements that do not move get new keys. In a commit read from a journal `before` is empty.
  case rekey(in: Scope, at: Int, before: [OrderKey], after: [OrderKey])
  /// Consecutive elements that a reordering named and left where they are. They count as touched: a batch over several
  /// commits may show them as moved, if that takes fewer moves. In a commit read from a journal they have only their
  /// ids.
  case stay([Element], in: Scope, at: Int)
  /// The branch that the edits of the commit name by a number is that of an item, which is in the collection. It precedes them,
  /// and stands where nothing is on its way between two places. The number means nothing outside the commit: in memory it is
  /// that of the branch when the commit was made, and in a commit read from a journal they are counted from 0.
  case branch(BranchNumber, of: Element)
}

extension Edit {
  /// The number of keys of a rekey that take as long to replay as one edit of another kind.
  private static let keysPerStep = 16

  /// Whether the edit changes nothing, and only says what was named.
  var isStay: Bool { if case .stay = self { true } else { false } }

  /// The item, if the edit can be one half of a transfer.
  var transferredItem: Element? {
    switch self {
    case .detach(let element, _, _, _, let scope, _, .removal),
      .attach(let element, _, let scope, _, .inserted):
      scope == .sections ? nil : element
    case .detach, .attach, .update, .rekey, .stay, .branch: nil
    }
  }

  /// The last edit of a commit that changes nothing and before which nothing is known any more, and of one that ends the history
  /// of an outline: where its items were that were removed is forgotten.
  static let endOfHistory = Edit.stay([], in: .sections, at: 0)

  /// Whether it is ``endOfHistory``.
  var endsHistory: Bool {
    if case .stay(let elements, .sections, _) = self { elements.isEmpty } else { false }
  }

  /// The cost of replaying the edit, in units of an edit of one element.
  var replaySteps: Int {
    guard case .rekey(_, _, _, let keys) = self else { return 1 }
    return 1 + keys.count / Edit.keysPerStep
  }
}

/// Why an element is detached.
package enum DetachPurpose: Sendable, Hashable {
  /// To be attached elsewhere. In a commit read from a journal the element then has only its id.
  case move
  case removal
}

/// The source of an attached element.
package enum AttachOrigin: Sendable, Hashable {
  /// It is the n-th element, counted from 0, that this commit detached in order to move it.
  case moved(Int)
  case inserted
}
