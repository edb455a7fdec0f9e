import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

/// Many well-behaved connections that together would need more memory than the limit.
@Suite("Hostile memory", .serialized)
struct MemoryAttacks {
  /// The minimum setting.
  private static let flags = ["--connection-memory", "\(16 * 1024 * 1024)"]

  private func info(_ port: Int) throws -> ServerInfo {
    let connection = try RawConnection.whenThereIsRoom(port: port)
    return try connection.result(.serverInfo, EmptyMessage(), as: ServerInfo.self)
  }

  /// Waits until the server counts no more than what a connection without anything to it may have.
  private func waitForNothing(_ port: Int) throws {
    for _ in 0..<ChildProcess.patience {
      if try info(port).counts.connectionBytes < 64 * 1024 { return }
      usleep(1_000)
    }
    throw Failure("the server still counts \(try info(port).counts.connectionBytes) bytes")
  }

  @Test("incomplete frames of all connections have one limit, and the largest connections are closed")
  func incompleteFrames() throws {
    let siege = try Siege(MemoryAttacks.flags)
    let port = siege.server.port
    try siege.endure { port in
      let small = try (0..<20).map { _ in try RawConnection(port: port) }
      // 2 KiB of a frame, which are nothing beside what the others hold.
      for connection in small { connection.pour([0x80, 0x10] + [UInt8](repeating: 0x7A, count: 1_000)) }
      // 1 MiB is announced, half of it comes.
      let bytes = [0x80, 0x80, 0x40] + [UInt8](repeating: 0x7A, count: 512 * 1024)
      let large = try (0..<120).map { _ in
        let connection = try RawConnection.whenThereIsRoom(port: port)
        connection.pour(bytes, patience: 100)
        return connection
      }
      let farewell = try RawConnection.firstFarewell(among: large)
      #expect(farewell.code == .resourceExhausted && farewell.message.contains("memory"))
      #expect(small.allSatisfy { !$0.hasInput(within: 0) }, "who holds little stays")
      let counts = try info(port).counts
      #expect(
        counts.connectionsEndedForMemory > 50 && counts.connectionBytes <= 20 * 1024 * 1024,
        "\(counts)"
      )
      return small + large
    }
    try waitForNothing(port)
  }

  @Test("unread answers have the same limit")
  func unreadAnswers() throws {
    let siege = try Siege(MemoryAttacks.flags, items: 1_000)
    let port = siege.server.port
    try siege.endure { port in
      let fetch = FetchRequest(collection: "large", pageSize: 1_000)
      let connections = try (0..<100).map { _ in
        let connection = try RawConnection.whenThereIsRoom(port: port, receiveBuffer: 4_096)
        let body = connection.encode(fetch)
        for stream in 1...12 as ClosedRange<UInt32> {
          connection.pour(connection.opening(stream, "arrange.v1.Collections/Fetch", body), patience: 20)
        }
        return connection
      }
      for _ in 0..<5_000 {
        if try info(port).counts.connectionsEndedForMemory > 0 { break }
        usleep(1_000)
      }
      #expect(try info(port).counts.connectionsEndedForMemory > 0)
      return connections
    }
    try waitForNothing(port)
  }

  @Test("so have streams of events that nobody reads")
  func unreadEvents() throws {
    let siege = try Siege(
      MemoryAttacks.flags + ["--http", "127.0.0.1:0", "--log-level", "info"],
      // More than a socket takes in.
      items: 6_000
    )
    let port = siege.server.port
    let door = try siege.server.httpPort()
    try siege.endure(atMost: 2 * Siege.memoryBound) { port in
      // Some are ended before they have begun.
      let streams = (0..<100).compactMap { _ in
        try? EventSource("/v1/collections/large/changes", port: door, receiveBuffer: 4_096)
      }
      for _ in 0..<ChildProcess.patience {
        if try info(port).counts.connectionsEndedForMemory > 0 { break }
        usleep(1_000)
      }
      let counts = try info(port).counts
      #expect(counts.connectionsEndedForMemory > 0 && counts.connectionBytes <= 20 * 1024 * 1024, "\(counts)")
      return streams
    }
    try waitForNothing(port)
  }
}
