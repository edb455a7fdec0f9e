/// Runs the work of a shard sequentially, in order: an event loop, or a queue.
package protocol ShardExecutor: Sendable {
  /// Whether the caller runs on this executor.
  var isCurrent: Bool { get }

  func execute(_ work: @escaping @Sendable () -> Void)

  /// Runs work that may wait: input that has arrived but was not processed yet, such as requests on sockets,
  /// goes first.
  func executeAfterReading(_ work: @escaping @Sendable () -> Void)

  /// Runs work that is one of many of its kind, such as the notification of the listeners of one list: requests
  /// are processed in between when it takes long together. Called on this executor.
  func executeInTurn(_ work: @escaping @Sendable () -> Void)

  /// Runs work after some nanoseconds.
  func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void)
}

extension ShardExecutor {
  /// Stops the process if the caller does not run on this executor. Every entry point of a type that belongs
  /// to it calls this.
  ///
  /// Only in debug builds, and in those with the condition `CONFINEMENT`, with which `Scripts/test` runs the
  /// tests.
  @inline(__always)
  package func check(_ function: StaticString = #function) {
    #if DEBUG || CONFINEMENT
      precondition(isCurrent, "\(function) is called from a thread that it does not belong to")
    #endif
  }

  /// For an executor that gets all of its work by ``execute(_:)``.
  package func executeAfterReading(_ work: @escaping @Sendable () -> Void) { execute(work) }

  /// For an executor that runs all of its work in order.
  package func executeInTurn(_ work: @escaping @Sendable () -> Void) { execute(work) }

  /// For an executor without a notion of time.
  package func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) { execute(work) }
}
