import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

/// Attacks on the log, and the effect of a log reader that stalls.
@Suite("Hostile logs", .serialized)
struct LogAttacks {
  /// A length that is not in its shortest encoding.
  private static let noFrame: [UInt8] = [0x80, 0x00]

  /// Sends an invalid frame, and waits for the end of the connection.
  private func annoy(_ port: Int) throws {
    let connection = try RawConnection(port: port, greeting: false)
    try connection.send(LogAttacks.noFrame)
    #expect(try connection.farewell()?.code == .invalidArgument)
  }

  @Test("a full pipe on standard error stops neither the server nor its end", arguments: [SIGTERM, SIGINT])
  func fullPipe(signal: Int32) throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let errors = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    defer { close(ends[0]) }
    // The test itself fills it, and then makes it as a shell does.
    let zeros = [UInt8](repeating: 0, count: 4_096)
    while write(ends[1], zeros, zeros.count) > 0 {}
    _ = fcntl(ends[1], F_SETFL, 0)
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID())")
    defer { try? FileManager.default.removeItem(at: data) }
    let output = try ChildPipe()
    let server = try ChildProcess(
      ServerProcess.programs.appendingPathComponent("arranged").path,
      ["--data", data.path, "--listen", "127.0.0.1:0", "--log-level", "trace"],
      output: .to(output.writing),
      errors: .to(errors)
    )
    try output.writing.close()
    let port = try #require(try ServerProcess.port(saidOn: output.reading))
    let good = try RawConnection(port: port)
    for _ in 0..<200 { try annoy(port) }
    #expect(try good.call("arrange.v1.Health/Check").code == .ok)
    let info = try good.result(.createCollection, CreateCollectionRequest(name: "a"), as: CollectionInfo.self)
    #expect(info.name == "a")
    server.send(signal)
    #expect(try server.wait() == .status(0))
  }

  @Test("strangers fill it with a limited number of lines, and then with a count")
  func flood() throws {
    let server = try ServerProcess()
    for _ in 0..<500 { try annoy(server.port) }
    let good = try RawConnection(port: server.port)
    #expect(try good.call("arrange.v1.Health/Check").code == .ok)
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    for _ in 0..<ChildProcess.patience {
      if server.logged.contains(": stopped\n") { break }
      usleep(1_000)
    }
    let lines = server.logged.split(separator: "\n")
    // The last one is that of the good client.
    let ended = lines.filter { $0.contains("connection ended") && !$0.contains("the server stops") }
    // Those of as many intervals of ten seconds as this took, and each has its sum.
    let sums = lines.filter { $0.contains("more connections ended because of what clients sent") }
    let left = sums.compactMap { $0.split(separator: "count=").last.flatMap { Int($0) } }.reduce(0, +)
    #expect(
      ended.count + left == 500 && !sums.isEmpty && ended.count <= 20 * (sums.count + 1),
      "\(server.logged)"
    )
  }
}
