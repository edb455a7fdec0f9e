package import Changes

/// What a subscriber gets when it asks.
package enum SubscriptionAnswer: Sendable {
  /// A message, encoded; what this subscriber is told of its commits beside; whether it is more than progress; and
  /// where the subscriber is afterwards.
  case message([UInt8], notes: CommitNotes, showsChanges: Bool, SubscriptionCursor)
  /// There is nothing to show, and where the subscriber is now.
  case upToDate(SubscriptionCursor)
}

/// The encoding of messages, which the engine does not know.
package typealias MessageEncoder = @Sendable (SubscriptionMessage) -> [UInt8]
