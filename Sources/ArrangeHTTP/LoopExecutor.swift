import NIOCore

/// Runs tasks on an event loop, so that a request needs no other thread from its first byte to the end of its answer. What takes
/// long is run elsewhere: ``run(for:_:)``.
final class LoopExecutor: TaskExecutor {
  /// The maximum size of JSON that is read or written on an event loop, in bytes: that takes less than a millisecond.
  static let largestOnLoop = 16 * 1024

  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs work that takes the longer the larger something is: at once if that is small, and otherwise on a thread of Swift's tasks.
  ///
  /// - Parameter size: in bytes.
  static func run<Value: Sendable, Failure: Error>(
    for size: Int,
    _ work: @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard size > largestOnLoop else { return try work() }
    return try await withTaskExecutorPreference(globalConcurrentExecutor) {
      () async throws(Failure) -> Value in try await perform(work)
    }
  }

  /// Changes the thread, if it is not one of the preferred executor.
  private static func perform<Value: Sendable, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value { try work() }
}
