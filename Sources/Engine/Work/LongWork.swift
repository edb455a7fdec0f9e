/// Work that may take longer than an event loop can wait: it runs in slices on separate threads.
package protocol LongWork: AnyObject, Sendable {
  /// The memory that the work uses while it is in progress, in items of a collection.
  var weight: Int { get }

  /// Whether its result is still wanted. May be called on any thread.
  var isWanted: Bool { get }

  /// Works until everything is done or the slice is over. Called on one thread at a time.
  ///
  /// - Returns: whether all is done.
  func proceed(_ slice: inout WorkSlice) -> Bool

  /// Called once, on any thread, when the work is done, or will not be.
  func end(_ outcome: WorkOutcome)
}

/// How long work ended.
package enum WorkOutcome: Sendable, Hashable {
  case done
  /// Its result is no longer wanted.
  case unwanted
  /// There was too much work.
  case refused
  /// The server is stopping.
  case stopped
}
