package import Changes

/// The answer to a request for the next message.
package enum SubscriptionAnswer: Sendable {
  /// A message, encoded; what this subscriber is told of its commits beside; whether it is more than progress; what figures
  /// say of it; and where the subscriber is afterwards.
  case message(
    [UInt8],
    notes: CommitNotes,
    showsChanges: Bool,
    facts: MessageFacts = MessageFacts(),
    SubscriptionCursor
  )
  /// There is nothing to show; the new cursor.
  case upToDate(SubscriptionCursor)
}

/// Encodes messages, for which the engine has no format of its own.
package typealias MessageEncoder = @Sendable (SubscriptionMessage) -> [UInt8]
