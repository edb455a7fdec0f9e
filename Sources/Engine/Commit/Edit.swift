import ArrangeModel
package import Ordering

/// One step of a commit. Steps follow each other: places are those of the moment, and every step says what
/// was before and what is after, so that it can be carried out, told and taken back.
///
/// A move is a detach and a later attach of the same element. All elements of a move are detached before the
/// first is attached, so that the strategy chooses keys in a list without them.
package enum Edit: Sendable {
  /// An element leaves its place. `items` are the items that went with a removed section.
  case detach(
    element: Element,
    key: OrderKey,
    items: [ItemEntry],
    from: Scope,
    at: Int,
    purpose: DetachPurpose
  )
  /// An element comes to a place.
  case attach(element: Element, key: OrderKey, to: Scope, at: Int, origin: AttachOrigin)
  /// An element gets other fields.
  case update(in: Scope, at: Int, before: Element, after: Element)
  /// Elements that stay where they are get other keys. In a commit read back from a journal `before` is empty.
  case rekey(in: Scope, at: Int, before: [OrderKey], after: [OrderKey])
}

extension Edit {
  /// How many keys of a rekey take as long to replay as one edit of another kind.
  private static let keysPerStep = 16

  /// How long the edit takes to replay, in steps of an edit of one element.
  var replaySteps: Int {
    guard case .rekey(_, _, _, let keys) = self else { return 1 }
    return 1 + keys.count / Edit.keysPerStep
  }
}

/// Why an element leaves its place.
package enum DetachPurpose: Sendable, Hashable {
  /// To be attached elsewhere. In a commit read back from a journal the element then has only its id.
  case move
  case removal
}

/// Where an element that comes to a place is from.
package enum AttachOrigin: Sendable, Hashable {
  /// It is the n-th element, counted from 0, that this commit detached in order to move it.
  case moved(Int)
  case inserted
}
