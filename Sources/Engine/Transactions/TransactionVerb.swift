import ArrangeModel

/// What an operation of a transaction does: one type for each verb, for items and sections alike.
///
/// A verb is a value with the content of its operation. Everything that the engine knows about the operation is in
/// its file; ``ListOperation/verb`` is the only place that lists them.
protocol TransactionVerb {
  /// The number of the operation in fingerprints. It is stored, so it never changes its meaning.
  var fingerprintNumber: UInt64 { get }

  /// Adds the values of the operation to a fingerprint, in the order of their declaration.
  func addValues(to content: inout RequestFingerprint.Content)

  /// The number of elements that the verb reads or changes, as far as it is known in advance. It decides whether a
  /// transaction is carried out off the shard's executor.
  func elementCount(in state: CollectionState) -> Int

  /// Whether the verb alone may leave edits without a net effect.
  var mayHaveNoEffect: Bool { get }

  /// Carries out the operation. It charges its cost (``TransactionEditor/charge(_:)``) before it changes anything.
  ///
  /// - Returns: the elements that the operation names, in its order.
  /// - Throws: an error whose field is relative to the operation.
  func perform(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Names
}

extension TransactionVerb {
  var mayHaveNoEffect: Bool { false }
}
