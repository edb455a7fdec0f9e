public import ArrangeModel

/// Two versions of an outline, for deriving a batch from one to the other.
///
/// Only touched sections and items, and what is above them, are looked up; the older version may be computed from the changes
/// since. Sections and items are named by handles, which are the same in both versions.
@usableFromInline
package protocol TreeVersionPair: OwnerPlaces {
  /// The size of OLD.
  var before: ListSize { get }
  /// The size of NEW.
  var after: ListSize { get }
  /// How many children something of OLD has; nil: how many sections there are.
  func oldCount(below node: Node?) -> Int
  /// How many children something of NEW has; nil: how many sections there are.
  func newCount(below node: Node?) -> Int
  /// A section or an item of NEW.
  func snapshot(of node: Node) -> ElementSnapshot
  /// Whether something whose content was touched has the same content in both.
  func hasSameContent(_ node: Node) -> Bool
  /// The content in OLD of something whose content was touched.
  func oldContent(of node: Node) -> FieldsFingerprint
  /// Whether a batch includes the order keys of placed elements.
  var hasKeys: Bool { get }
}

extension TreeVersionPair {
  @inlinable package var hasKeys: Bool { false }
}

/// The result of deriving a batch of an outline.
@usableFromInline
package enum TreeDerivation: Sendable, Hashable {
  case batch(TreeBatch)
  /// There are more changes than the threshold: the subscriber gets a snapshot.
  case tooManyChanges
  /// The touched set does not explain how OLD became NEW: a bug of the caller. A snapshot is correct in any case.
  case unexplained
}
