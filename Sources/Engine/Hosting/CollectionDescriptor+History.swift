extension CollectionDescriptor {
  /// The history of a version as sent to clients: the collection and the incarnation of the version, combined
  /// into one number. 0 if it is not known.
  ///
  /// Both are random, so different pairs collide only as rarely as random numbers.
  func history(madeBy incarnation: UInt64) -> UInt64 {
    incarnation == Lineage.unknown ? 0 : max(1, epoch ^ incarnation)
  }
}
