import Foundation
import ProcessSignals
import Synchronization
import TestSupport
import Testing

/// They share the signals of one process.
@Suite("Watched signals", .serialized)
struct SignalWatchTests {
  /// The maximum time for a signal to arrive, in milliseconds.
  private func wait(until isTold: () -> Bool) throws {
    for _ in 0..<ChildProcess.patience {
      if isTold() { return }
      usleep(1_000)
    }
    throw Failure("a signal is not told")
  }

  @Test("are each delivered to every watcher's closure")
  func told() throws {
    let first = Mutex<[Int32]>([])
    let second = Mutex<[Int32]>([])
    try withExtendedLifetime(
      (
        SignalWatch([SIGUSR1, SIGUSR2]) { number in first.withLock { $0.append(number) } },
        SignalWatch([SIGUSR2]) { number in second.withLock { $0.append(number) } }
      )
    ) {
      for count in 1...500 {
        kill(getpid(), SIGUSR1)
        try wait { first.withLock { $0.count } == 2 * count - 1 }
        kill(getpid(), SIGUSR2)
        try wait { first.withLock { $0.count } == 2 * count && second.withLock { $0.count } == count }
      }
    }
    #expect(
      first.withLock { $0.prefix(2) } == [SIGUSR1, SIGUSR2] && second.withLock { Set($0) } == [SIGUSR2]
    )
  }

  /// Whether the process ignores a signal.
  private func isIgnored(_ number: Int32) throws -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { throw Failure("signal \(number) can't be asked about") }
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The test reads the action and doesn't send the signal. A signal that the main thread blocks is dropped
  /// only when it is delivered to a thread, and by then the process may have the default action again, which
  /// ended it in CI.
  @Test("have their previous action when nothing watches them any more")
  func before() throws {
    defer { signal(SIGUSR1, SIG_DFL) }
    signal(SIGUSR1, SIG_IGN)
    let count = Atomic(0)
    for round in 1...3 {
      let watches = (1...2).map { _ in SignalWatch([SIGUSR1]) { _ in count.add(1, ordering: .relaxed) } }
      kill(getpid(), SIGUSR1)
      try wait { count.load(ordering: .relaxed) == 3 * round - 1 }
      watches[0].cancel()
      #expect(try !isIgnored(SIGUSR1))
      kill(getpid(), SIGUSR1)
      try wait { count.load(ordering: .relaxed) == 3 * round }
      watches[1].cancel()
      #expect(try isIgnored(SIGUSR1))
    }
  }
}
