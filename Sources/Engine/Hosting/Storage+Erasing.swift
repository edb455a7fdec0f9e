import ArrangeModel
import Dispatch
import Synchronization

/// The removal of what can't be read any more.
extension Storage {
  /// Makes the journal sweep if nothing was written since the last call: to be called every few seconds. It
  /// stops as soon as something is to be written.
  func sweepIfIdle() {
    let begins = state.withLock { state in
      let isIdle = state.isIdle && !state.isSweeping
      state.lastStepCount = state.stepCount
      if isIdle { state.isSweeping = true }
      return isIdle
    }
    guard begins else { return }
    readingThreads.async {
      do throws(JournalError) {
        try self.journal.sweep { self.state.withLock { $0.isIdle } }
      } catch {
        if Storage.isFailure(error) { self.fail(Storage.arrangeError(error)) }
      }
      self.state.withLock { $0.isSweeping = false }
    }
  }

  /// How long clearing pauses after each slice while something is being written, in milliseconds.
  private static let erasingPause = 1

  /// Clears the files of what can't be read any more, also while something is being written.
  func erase(
    for shard: Int,
    whenDone: @escaping @Sendable (Result<JournalErasure, ArrangeError>) -> Void
  ) {
    read(for: shard) { journal in
      let outcome = try journal.erase {
        let (isWanted, isBusy) = self.state.withLock { ($0.refusal == nil, $0.isRunning) }
        if isWanted, isBusy {
          _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(Storage.erasingPause))
        }
        return isWanted
      }
      self.meter?.recordErasure(outcome)
      return outcome
    } whenDone: {
      whenDone($0)
    }
  }

  /// Clears the files if that is due: to be called every few seconds.
  ///
  /// - Parameter interval: in nanoseconds; 0: never.
  func eraseIfDue(every interval: UInt64, for shard: Int) {
    guard let clock else { return }
    let now = clock.monotonicNanoseconds()
    let steps = state.withLock { state in
      state.erasures.begins(at: now, every: interval, steps: state.stepCount) ? state.stepCount : nil
    }
    guard let steps else { return }
    erase(for: shard) { result in
      let isComplete = if case .success(let outcome) = result { outcome != .incomplete } else { false }
      let now = clock.monotonicNanoseconds()
      self.state.withLock { $0.erasures.end(at: now, every: interval, isComplete: isComplete, steps: steps) }
    }
  }

  /// Has the files cleared as soon as possible.
  func eraseSoon() { state.withLock { $0.erasures.hurry() } }
}
