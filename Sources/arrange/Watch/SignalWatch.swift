import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals that are told to a closure, which runs on a thread of its own: it comes to its turn also while everything else
/// waits for a terminal that takes nothing.
final class SignalWatch: @unchecked Sendable {
  // Only ``cancel()`` touches them after they were made, and that may be called from anywhere.
  private let sources: [any DispatchSourceSignal]

  /// Begins to watch. When it is back, no signal is missed any more.
  init(_ signals: [Int32], _ tell: @escaping @Sendable (Int32) -> Void) async {
    let queue = DispatchQueue(label: "arrange.signals")
    sources = signals.map { number in
      #if canImport(Darwin)
        // There a source of signals does not keep the signal from doing what it does.
        signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { tell(number) }
      return source
    }
    for source in sources {
      await withCheckedContinuation { continuation in
        source.setRegistrationHandler { continuation.resume() }
        source.resume()
      }
    }
  }

  deinit { cancel() }

  func cancel() {
    for source in sources { source.cancel() }
  }
}
