import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArrangeServer

@Suite("Files of settings")
struct FileReaderTests {
  private static let second: UInt64 = 1_000_000_000

  /// A file system that does not answer until it is told to, and a clock.
  private final class Mount: Sendable {
    let time = Mutex<UInt64>(0)
    let reads = Mutex(0)
    let isDead = Mutex(true)
    let answers = DispatchSemaphore(value: 0)

    func reader() -> FileReader {
      FileReader(
        patience: 1,
        now: { [self] in time.withLock { $0 } },
        read: { [self] _, _ in
          reads.withLock { $0 += 1 }
          if isDead.withLock({ $0 }) { answers.wait() }
          return .success([7])
        }
      )
    }

    /// The number of reads that have begun, after a wait for so many: threads may begin later than their callers give up.
    func reads(reaching count: Int) async -> Int {
      for _ in 0..<ChildProcess.patience where reads.withLock({ $0 }) < count { usleep(1_000) }
      return reads.withLock { $0 }
    }
  }

  private func directory() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "arrange-files-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test("are read to their end, up to their limit")
  func content() async throws {
    let file = try directory() + "/file"
    for count in [0, 1, 65_536, 100_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      try Data(bytes).write(to: URL(filePath: file))
      #expect(try await FileReader.shared.bytes(of: file, atMost: count) == bytes)
      guard count > 0 else { continue }
      await #expect(throws: FileReader.Failure.self) {
        try await FileReader.shared.bytes(of: file, atMost: count - 1)
      }
    }
    #expect(try await FileReader.shared.bytes(of: "/dev/null", atMost: 10) == [])
  }

  @Test("are no pipes, which block their readers")
  func pipes() async throws {
    let file = try directory() + "/pipe"
    #expect(mkfifo(file, 0o600) == 0)
    let error = await #expect(throws: FileReader.Failure.self) {
      try await FileReader.shared.bytes(of: file, atMost: 10)
    }
    #expect(error?.description == "can't read \(file): it is a pipe; put the content into a file")
  }

  @Test("that do not answer are given up, and tried again with pauses that grow, in few threads")
  func dead() async throws {
    let mount = Mount()
    let reader = mount.reader()
    func attempt(_ path: String = "a") async -> String? {
      do {
        _ = try await reader.bytes(of: path, atMost: 10)
        return nil
      } catch { return error.description }
    }
    let sentence = "can't read a: the file system did not answer within 1 ms"
    #expect(await attempt() == sentence)
    #expect(await attempt() == sentence)
    #expect(await mount.reads(reaching: 1) == 1)
    // Another file is not affected.
    #expect(await attempt("b")?.hasPrefix("can't read b") ?? false)
    #expect(await mount.reads(reaching: 2) == 2)
    for second in 1...2_000 {
      mount.time.withLock { $0 = UInt64(second) * FileReaderTests.second }
      #expect(await attempt() == sentence)
    }
    #expect(await mount.reads(reaching: FileReader.maximumBlocked + 1) == FileReader.maximumBlocked + 1)
    // The mount is back, and so are its readers.
    mount.isDead.withLock { $0 = false }
    for _ in 0..<FileReader.maximumBlocked + 1 { mount.answers.signal() }
    mount.time.withLock { $0 += FileReader.longestPause * FileReaderTests.second }
    var last = await attempt()
    for _ in 0..<ChildProcess.patience where last != nil {
      usleep(1_000)
      last = await attempt()
    }
    #expect(last == nil)
  }

  @Test("are not waited for by a task that is cancelled")
  func cancelled() async {
    let mount = Mount()
    let reader = FileReader(
      patience: 1_000_000_000,
      now: { 0 },
      read: { _, _ in
        mount.answers.wait()
        return .success([])
      }
    )
    let task = Task { try await reader.bytes(of: "a", atMost: 10) }
    task.cancel()
    await #expect(throws: FileReader.Failure.self) { try await task.value }
    mount.answers.signal()
  }
}
