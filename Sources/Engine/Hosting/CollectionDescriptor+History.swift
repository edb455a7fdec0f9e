extension CollectionDescriptor {
  /// What clients are told of the history that a version is one of: the collection and who made the version, in one number.
  /// 0 if that is not known.
  ///
  /// Both are random, so that two that differ give the same number as rarely as two random numbers are equal.
  func history(madeBy incarnation: UInt64) -> UInt64 {
    incarnation == Lineage.unknown ? 0 : max(1, epoch ^ incarnation)
  }
}
