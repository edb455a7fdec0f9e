internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Receives watched signals of the process: a handler writes the number of each into a pipe, and a queue
/// reads it.
///
/// libdispatch's signal sources are not used. On Linux their handler blocks a signal that arrives on the main
/// thread and raises it again, for that thread alone; the descriptor that should report it does not see it
/// there. A SIGTERM that arrived while the main thread was going to sleep was lost in this way, and the
/// server never stopped: 3 of some 70 starts on a busy machine.
final class SignalTrap: Sendable {
  static let shared = SignalTrap()

  /// The number of bytes read at a time.
  private static let readBytes = 64

  /// The watchers of each signal.
  private struct Watchers {
    struct Watcher {
      let signals: [Int32]
      let notify: @Sendable (Int32) -> Void
    }

    var last: UInt64 = 0
    var byID: [UInt64: Watcher] = [:]
    /// The previous action of a signal.
    var before: [Int32: sigaction] = [:]

    func watches(_ number: Int32) -> Bool { byID.values.contains { $0.signals.contains(number) } }
  }

  private let watchers = Mutex(Watchers())
  // Only retained; not used after initialization.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// The end of the pipe for the handler; set before the first signal is caught.
  private static let input = Atomic<Int32>(-1)

  private init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      fatalError("signals can't be watched, there is no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A handler must not block. If the pipe is full, thousands of signals are pending anyway.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let output = ends[0]
    SignalTrap.input.store(ends[1], ordering: .releasing)
    let source = DispatchSource.makeReadSource(
      fileDescriptor: output,
      queue: DispatchQueue(label: "arrange.signals", qos: .userInitiated)
    )
    self.source = source
    source.setEventHandler { [unowned self] in
      var bytes = [UInt8](repeating: 0, count: SignalTrap.readBytes)
      while case let count = read(output, &bytes, bytes.count), count > 0 {
        for byte in bytes.prefix(count) { notify(Int32(byte)) }
      }
    }
    source.resume()
  }

  /// The signal handler, which may interrupt any thread anywhere: it calls nothing but `write`.
  private static let record: @convention(c) @Sendable (Int32) -> Void = { number in
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(input.load(ordering: .acquiring), &byte, 1)
    errno = before
  }

  private func notify(_ number: Int32) {
    let notified = watchers.withLock { $0.byID.values.filter { $0.signals.contains(number) } }
    for watcher in notified { watcher.notify(number) }
  }

  func add(_ signals: [Int32], _ notify: @escaping @Sendable (Int32) -> Void) -> UInt64 {
    watchers.withLock { watchers in
      watchers.last += 1
      for number in signals where !watchers.watches(number) {
        var (action, before) = (sigaction(), sigaction())
        action.handler = SignalTrap.record
        action.sa_flags = SA_RESTART
        sigemptyset(&action.sa_mask)
        sigaction(number, &action, &before)
        watchers.before[number] = before
      }
      watchers.byID[watchers.last] = Watchers.Watcher(signals: signals, notify: notify)
      return watchers.last
    }
  }

  func remove(_ id: UInt64) {
    watchers.withLock { watchers in
      guard let watcher = watchers.byID.removeValue(forKey: id) else { return }
      for number in watcher.signals where !watchers.watches(number) {
        if var before = watchers.before.removeValue(forKey: number) { sigaction(number, &before, nil) }
      }
    }
  }
}

extension sigaction {
  /// The handler for the signal.
  fileprivate var handler: (@convention(c) (Int32) -> Void)? {
    get {
      #if canImport(Darwin)
        __sigaction_u.__sa_handler
      #else
        __sigaction_handler.sa_handler
      #endif
    }
    set {
      #if canImport(Darwin)
        __sigaction_u.__sa_handler = newValue
      #else
        __sigaction_handler.sa_handler = newValue
      #endif
    }
  }
}
