/// Work that may take longer than an event loop can wait: it is done piece by piece on threads of its own.
package protocol LongWork: AnyObject, Sendable {
  /// How much memory the work takes while it is in progress, in items of a collection.
  var weight: Int { get }

  /// Whether somebody still waits for it. May be asked on any thread.
  var isWanted: Bool { get }

  /// Goes on until all is done or the slice is over. Called on one thread at a time.
  ///
  /// - Returns: whether all is done.
  func proceed(_ slice: inout WorkSlice) -> Bool

  /// Called once, on any thread, when the work is done, or will not be.
  func end(_ outcome: WorkOutcome)
}

/// How long work ended.
package enum WorkOutcome: Sendable, Hashable {
  case done
  /// Nobody waits for it any more.
  case unwanted
  /// There is too much of it.
  case refused
  /// The server stops.
  case stopped
}
