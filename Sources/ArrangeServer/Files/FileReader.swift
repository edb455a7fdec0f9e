import Dispatch
import Foundation
import Synchronization

/// Reads the files that settings name, each on a thread of its own and with a deadline.
///
/// A disk or a network mount that does not answer blocks whoever reads from it, for as long as it likes. So no
/// reader is waited for longer than ``patience``: the files before stay in force, and everything else goes on.
///
/// ```swift
/// let bytes = try await FileReader.shared.bytes(of: "access.yaml", atMost: 1 << 20)
/// ```
package final class FileReader: Sendable {
  /// The reader of the process.
  package static let shared = FileReader()

  /// How long a file is waited for, in milliseconds.
  package static let patience = 3_000
  /// The maximum number of blocked threads of one file. While there are so many, the file is not read again
  /// until one of them comes back.
  static let maximumBlocked = 8
  /// The longest pause before another thread tries a file whose readers are blocked, in seconds. It is a second
  /// after the first one, and doubles.
  static let longestPause: UInt64 = 600

  /// Why a file can't be read, with its path.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The threads of a file that have not come back in time.
  private struct Blocked {
    var threads = 0
    /// The time before which no other thread tries the file, in nanoseconds.
    var next: UInt64 = 0
  }

  private let patience: Int
  private let now: @Sendable () -> UInt64
  private let read: @Sendable (_ path: String, _ most: Int) -> Result<[UInt8], Failure>
  private let blocked = Mutex<[String: Blocked]>([:])

  /// - Parameters:
  ///   - patience: how long a file is waited for, in milliseconds.
  ///   - now: the time, in nanoseconds.
  ///   - read: reads at most so many bytes, and one more if there are more; it may block.
  init(
    patience: Int = FileReader.patience,
    now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds },
    read: @escaping @Sendable (_ path: String, _ most: Int) -> Result<[UInt8], Failure> = FileReader.content
  ) {
    self.patience = patience
    self.now = now
    self.read = read
  }

  /// The content of a file.
  ///
  /// - Parameter most: the maximum size of the file, in bytes.
  /// - Throws: a failure that names the file, also if the task is cancelled.
  package func bytes(of path: String, atMost most: Int) async throws(Failure) -> [UInt8] {
    guard mayTry(path) else { throw silence(path) }
    let attempt = Attempt()
    let thread = Thread { [self] in
      if attempt.finish(read(path, most)) == .abandoned { cameBack(path) }
    }
    thread.name = "file"
    let result: Result<[UInt8], Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        attempt.wait(continuation)
        thread.start()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(patience)) { [self] in
          abandon(attempt, path)
        }
      }
    } onCancel: {
      abandon(attempt, path)
    }
    let bytes = try result.get()
    guard bytes.count <= most else {
      throw Failure(description: "\(path) is larger than \(most / 1024) KiB")
    }
    return bytes
  }

  private func silence(_ path: String) -> Failure {
    Failure(description: "can't read \(path): the file system did not answer within \(patience) ms")
  }

  /// Whether no thread is blocked in the file, or it is time for another one.
  private func mayTry(_ path: String) -> Bool {
    blocked.withLock { blocked in
      guard let file = blocked[path] else { return true }
      return file.threads < FileReader.maximumBlocked && file.next <= now()
    }
  }

  /// Stops waiting for an attempt, unless it has ended.
  private func abandon(_ attempt: Attempt, _ path: String) {
    attempt.abandon(with: silence(path)) {
      blocked.withLock { blocked in
        var file = blocked[path] ?? Blocked()
        let pause = min(FileReader.longestPause, 1 << UInt64(file.threads))
        file.threads += 1
        file.next = now() + pause * 1_000_000_000
        blocked[path] = file
      }
    }
  }

  /// A thread that nobody waits for any more has ended.
  private func cameBack(_ path: String) {
    blocked.withLock { blocked in
      blocked[path]?.threads -= 1
      if blocked[path]?.threads == 0 { blocked[path] = nil }
    }
  }

  // MARK: Files

  /// Reads a file on this thread. Pipes and sockets are refused, since they block a reader, and have their
  /// content only once.
  private static func content(of path: String, atMost most: Int) -> Result<[UInt8], Failure> {
    func failure(_ reason: String) -> Result<[UInt8], Failure> {
      .failure(Failure(description: "can't read \(path): \(reason)"))
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return failure(systemText(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return failure(systemText(errno)) }
    guard ![S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
      return failure("it is a pipe; put the content into a file")
    }
    var bytes: [UInt8] = []
    while bytes.count <= most {
      let wanted = min(1 << 16, most + 1 - bytes.count)
      var code: CInt = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        var length: Int
        repeat {
          length = Foundation.read(descriptor, buffer.baseAddress, wanted)
          code = errno
        } while length < 0 && code == EINTR
        if length >= 0 { code = 0 }
        count = max(0, length)
      }
      guard code == 0 else { return failure(systemText(code)) }
      guard !chunk.isEmpty else { break }
      bytes += chunk
    }
    return .success(bytes)
  }

  /// One reading, which ends with its thread, or is abandoned before.
  private final class Attempt: Sendable {
    typealias Continuation = CheckedContinuation<Result<[UInt8], Failure>, Never>

    enum Stage: Equatable {
      case reading
      case finished
      case abandoned
    }

    private struct State {
      var stage = Stage.reading
      var continuation: Continuation?
      /// The end, if it came before anybody waited.
      var result: Result<[UInt8], Failure>?
    }

    private let state = Mutex(State())

    func wait(_ continuation: Continuation) {
      let result = state.withLock { state in
        if state.result == nil { state.continuation = continuation }
        return state.result
      }
      if let result { continuation.resume(returning: result) }
    }

    /// Ends the wait with what was read.
    ///
    /// - Returns: the stage after that.
    func finish(_ result: Result<[UInt8], Failure>) -> Stage { end(.finished, result) {} }

    /// Ends the wait without what is read. The closure is called before the thread can know of it, and only if
    /// the thread has not ended.
    func abandon(with failure: Failure, _ body: () -> Void) { _ = end(.abandoned, .failure(failure), body) }

    private func end(_ stage: Stage, _ result: Result<[UInt8], Failure>, _ body: () -> Void) -> Stage {
      let (after, continuation) = state.withLock { state in
        guard state.stage == .reading else { return (state.stage, nil as Continuation?) }
        body()
        state.stage = stage
        state.result = result
        defer { state.continuation = nil }
        return (stage, state.continuation)
      }
      continuation?.resume(returning: result)
      return after
    }
  }
}
