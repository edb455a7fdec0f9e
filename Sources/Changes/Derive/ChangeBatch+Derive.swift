/// What comes of deriving a batch.
@usableFromInline
package enum Derivation: Sendable, Hashable {
  case batch(ChangeBatch)
  /// There are more changes than the threshold: the subscriber gets a snapshot.
  case tooManyChanges
  /// The touched set does not explain how OLD became NEW. That is a fault of who kept it; a snapshot is right
  /// in any case.
  case unexplained
}

extension ChangeBatch {
  /// Makes the batch that takes OLD to NEW.
  ///
  /// An element is the same one in both lists if its id is the same, even if it was deleted and inserted again
  /// in between. Whether an update shows depends on the fields alone, not on how often they changed.
  ///
  /// - Parameters:
  ///   - old: the list that the subscriber has.
  ///   - new: the list that it is to have.
  ///   - touched: every element that was inserted, removed or moved, by itself or with its section, or whose
  ///     fields were updated, on the way from one to the other; each one once. What was touched and is as it was
  ///     does no harm. The items of a section that is in one list only may be left out where they are not in
  ///     the other list.
  ///   - profile: what the batch is made for.
  ///   - threshold: the most changes, as ``ChangeBatch/count`` counts them; nil for no limit. If they are more,
  ///     that is mostly known before the last element is looked up, and contents are not read.
  ///
  /// O(k log n) for k touched elements among n, and O(m log n) for the m items of sections that are inserted.
  @inlinable
  package static func derive<List: ListVersion>(
    from old: List,
    to new: List,
    touched: some Collection<Touched<List.Element>>,
    profile: Profile = .exact,
    threshold: Int? = nil
  ) -> Derivation {
    derive(ListPair(from: old, to: new), touched: touched, profile: profile, threshold: threshold)
  }

  /// Makes the batch that takes the older of two versions to the newer one. See
  /// ``derive(from:to:touched:profile:threshold:)``.
  @inlinable
  package static func derive<Pair: VersionPair>(
    _ pair: Pair,
    touched: some Collection<Touched<Pair.Element>>,
    profile: Profile = .exact,
    threshold: Int? = nil
  ) -> Derivation {
    var reader = DerivationReader(pair, profile: profile, threshold: threshold)
    guard reader.readSections(touched), reader.readItems(touched) else { return .tooManyChanges }
    reader.completeInsertedSections()
    return reader.makeBatch()
  }
}
