package import Changes

/// The answer to a request for the next message.
package enum SubscriptionAnswer: Sendable {
  /// An encoded message; the subscriber's notes about its commits; whether it is more than progress; facts for
  /// metrics; and the cursor afterwards.
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
