import Foundation

/// Writes lines to a descriptor on a thread of its own, so that threads that log do not wait for the reader.
///
/// A pipe that is not read blocks this thread only. Waiting lines are bounded by a ``LineQueue``. A process
/// that exits waits for them with ``flush(within:)``, for a limited time. The condition guards all mutable
/// state.
package final class LineWriter: @unchecked Sendable {
  /// Standard output and standard error. The process writes to them through these only.
  package static let output = LineWriter(descriptor: STDOUT_FILENO, name: "standard-output")
  package static let errors = LineWriter(descriptor: STDERR_FILENO, name: "standard-error")

  private let descriptor: CInt
  /// Guards the rest, and wakes the thread and the callers of ``flush(within:)``.
  private let condition = NSCondition()
  private var queue: LineQueue
  /// Whether lines were taken and are not written yet.
  private var isWriting = false

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor that is never closed.
  ///   - name: the name of the thread.
  package init(
    descriptor: CInt,
    name: String,
    capacity: Int = LineQueue.standardCapacity,
    format: LogFormat = .text
  ) {
    self.descriptor = descriptor
    queue = LineQueue(capacity: capacity)
    queue.format = format
    let thread = Thread { [self] in run() }
    thread.name = name
    thread.start()
  }

  /// The number of dropped lines so far.
  package var dropped: UInt64 { condition.withLock { queue.dropped } }

  /// Sets the format of the note about dropped lines.
  package func use(_ format: LogFormat) { condition.withLock { queue.format = format } }

  /// Queues a line to be written, or drops it if the queue is full. Returns at once.
  package func write(_ line: String) {
    condition.withLock {
      queue.append(line)
      condition.broadcast()
    }
  }

  /// Waits until everything is written, for at most `seconds` seconds.
  ///
  /// - Returns: whether everything is written.
  @discardableResult
  package func flush(within seconds: Double) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while isWriting || !queue.isEmpty {
        guard condition.wait(until: deadline) else { break }
      }
      return !isWriting && queue.isEmpty
    }
  }

  private func run() {
    while true {
      let bytes = condition.withLock {
        while queue.isEmpty { condition.wait() }
        isWriting = true
        return queue.take()
      }
      let written = bytes.withUnsafeBytes(write)
      condition.withLock {
        isWriting = false
        if written < bytes.count {
          queue.recordLost(bytes[written...].count { $0 == UInt8(ascii: "\n") })
        }
        condition.broadcast()
      }
    }
  }

  /// Writes bytes, however long it takes. Called on the writer's thread.
  ///
  /// - Returns: the number of bytes that were written before the reader was gone.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var written = 0
    while written < bytes.count {
      let count = Foundation.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        // Another process with the same open file has made it non-blocking.
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&polled, 1, -1)
      } else if errno != EINTR {
        break
      }
    }
    return written
  }
}
