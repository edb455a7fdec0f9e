/// What runs the work of a shard, one piece after the other, in the order given: an event loop, or a queue.
package protocol ShardExecutor: Sendable {
  /// Whether this is asked by work that it runs.
  var isCurrent: Bool { get }

  func execute(_ work: @escaping @Sendable () -> Void)

  /// Runs work that may wait: what has come from outside and was not looked at yet, such as requests on sockets, has its
  /// turn first.
  func executeAfterReading(_ work: @escaping @Sendable () -> Void)

  /// Runs work when some nanoseconds have gone by.
  func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void)
}

extension ShardExecutor {
  /// Ends the process where this is asked by anything but work that the executor runs. Every entry of what belongs to it asks.
  ///
  /// Only in builds for debugging, and in those with the condition `CONFINEMENT`, in which `Scripts/test` runs the tests.
  @inline(__always)
  package func check(_ function: StaticString = #function) {
    #if DEBUG || CONFINEMENT
      precondition(isCurrent, "\(function) is called from a thread that it does not belong to")
    #endif
  }

  /// For an executor to which everything comes by ``execute(_:)``.
  package func executeAfterReading(_ work: @escaping @Sendable () -> Void) { execute(work) }

  /// For an executor for which time does not go by.
  package func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) { execute(work) }
}
