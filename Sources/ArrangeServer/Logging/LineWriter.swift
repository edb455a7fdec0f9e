import Foundation

/// Writes lines to a descriptor on a thread of its own, so that nobody who has something to say waits for who reads it.
///
/// A pipe that nobody empties holds up this thread alone. What waits for it is bounded by a ``LineQueue``, and who ends the
/// process waits for the rest with ``flush(within:)``, no longer than is said there. Its condition guards all that changes.
package final class LineWriter: @unchecked Sendable {
  /// Standard output and standard error. The process writes there through them only.
  package static let output = LineWriter(descriptor: STDOUT_FILENO, name: "standard-output")
  package static let errors = LineWriter(descriptor: STDERR_FILENO, name: "standard-error")

  private let descriptor: CInt
  /// Guards the rest, and wakes the thread and those who flush.
  private let condition = NSCondition()
  private var queue: LineQueue
  /// Whether something was taken and is not written yet.
  private var isWriting = false

  /// Begins to write lines.
  ///
  /// - Parameters:
  ///   - descriptor: stays open as long as the process.
  ///   - name: the thread's.
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

  /// How many lines were dropped so far.
  package var dropped: UInt64 { condition.withLock { queue.dropped } }

  /// Sets the format of the lines. The note about dropped lines has it, too.
  package func use(_ format: LogFormat) { condition.withLock { queue.format = format } }

  /// Has a line written, or drops it where too much waits. Returns at once.
  package func write(_ line: String) {
    condition.withLock {
      queue.append(line)
      condition.broadcast()
    }
  }

  /// Waits until everything is written, but not longer than so many seconds.
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
          queue.noteLost(bytes[written...].count { $0 == UInt8(ascii: "\n") })
        }
        condition.broadcast()
      }
    }
  }

  /// Writes bytes, however long it takes. On the thread.
  ///
  /// - Returns: how many could be written before there was nobody to read them.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var written = 0
    while written < bytes.count {
      let count = Foundation.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        // Somebody with the same open file has made it so that it does not wait.
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&polled, 1, -1)
      } else if errno != EINTR {
        break
      }
    }
    return written
  }
}
