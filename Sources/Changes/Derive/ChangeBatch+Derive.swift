/// The result of deriving a batch.
@usableFromInline
package enum Derivation: Sendable, Hashable {
  case batch(ChangeBatch)
  /// There are more changes than the threshold: the subscriber gets a snapshot.
  case tooManyChanges
  /// The touched set does not explain how OLD became NEW: a bug of the caller. A snapshot is correct in any
  /// case.
  case unexplained
}

extension ChangeBatch {
  /// Derives the batch that takes OLD to NEW.
  ///
  /// Elements are identified by id, even if an element was deleted and inserted again in between. Whether it
  /// has an update depends on its fields alone, not on how often they changed.
  ///
  /// - Parameters:
  ///   - old: the list that the subscriber has.
  ///   - new: the list that the subscriber is to have.
  ///   - touched: every element that was inserted, removed or moved, by itself or with its section, or whose
  ///     fields were updated, between the two; each one once. Elements touched without a net change do no
  ///     harm. The items of a section that is in only one list may be omitted if they are not in the other
  ///     list.
  ///   - profile: the form of the batch.
  ///   - threshold: the maximum number of changes, as ``ChangeBatch/count`` counts them; nil for no limit. An
  ///     excess is usually noticed before the last element is looked up, and contents are not read.
  ///
  /// O(k log n) for k touched elements among n, and O(m log n) for the m items of inserted sections.
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

  /// Derives the batch that takes the older of two versions to the newer one. See
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
