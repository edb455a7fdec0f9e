package import ArrangeModel
package import Changes

/// What is delivered of a collection, or of a view, in one request.
package struct SinkMessage: Sendable {
  /// The name of the collection or the view.
  package var collection: Identifier
  package var isView = false
  /// The state that the receiver has; nil if it gets the whole list.
  package var from: StateID?
  /// The state that it has afterwards.
  package var to: StateID
  /// The newest commits that the message has, oldest first, at most ``maximumNotes``.
  package var commits: [Note] = []
  /// The number of all its commits.
  package var commitCount = 0
  package var content: Content
  /// The version at which a list is read that is too large for a message; nil if it is that of ``to``.
  package var readVersion: UInt64?

  /// The maximum number of commits that a message names.
  package static let maximumNotes = 100

  package enum Content: Sendable {
    case changes([SinkChange])
    /// All of the list, and why it is sent.
    case list(CollectionState, Reason)
    /// All of a view.
    case rows(SectionedList, Reason)
    /// Where the list is read, since it is too large for a message.
    case pointer(Reason)
  }

  /// Why a whole list is sent.
  package enum Reason: String, Sendable, CaseIterable {
    /// The receiver has nothing of it yet, or it was asked for.
    case first
    /// The commits in between are not kept any more.
    case trimmed
    /// What the receiver has belongs to another history.
    case history
    /// There are too many changes for one message.
    case size
    /// The view has another definition.
    case definition
  }

  /// What is said of a commit.
  package struct Note: Sendable, Hashable {
    package var version: UInt64
    package var time: Timestamp
    package var author: Principal?
    package var requestID: RequestID?
  }
}

/// What happened to an element, in terms that do not depend on positions.
package struct SinkChange: Sendable, Hashable {
  package var kind: HistoryChange.Kind
  package var id: Identifier
  package var from: Place?
  package var to: Place?
  package var before: Fields?
  package var after: Fields?
  /// What an inserted row of a view shows; nil if it does not say that.
  package var origin: RowOrigin?

  /// A place among siblings.
  package struct Place: Sendable, Hashable {
    /// The section of an item at the top; nil for a section and for a child.
    package var section: Identifier?
    /// The item above; nil for one at the top.
    package var parent: Identifier?
    /// The sibling before; nil for the first.
    package var after: Identifier?
  }

  package init(
    _ kind: HistoryChange.Kind,
    _ id: Identifier,
    from: Place? = nil,
    to: Place? = nil,
    before: Fields? = nil,
    after: Fields? = nil,
    origin: RowOrigin? = nil
  ) {
    self.kind = kind
    self.id = id
    self.from = from
    self.to = to
    self.before = before
    self.after = after
    self.origin = origin
  }
}

/// Makes the body of a message; nil if that would be too large. May be called on any thread.
package typealias SinkEncoder = @Sendable (SinkMessage) -> [UInt8]?
