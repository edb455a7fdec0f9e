import ArrangeModel
import Foundation
import NIOCore
import TestSupport
import Testing
import Wire

/// Attacks before the first call.
@Suite("Hostile connections", .serialized)
struct ConnectionAttacks {
  @Test("a flood before HELLO is refused")
  func floodBeforeHello() throws {
    try Siege().endure { port in
      try (0..<50).map { number in
        let connection = try RawConnection(port: port, greeting: false)
        let ping = connection.bytes(Frame(.ping, sequence: 1))
        let garbage = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ number) }
        let pings = Array(repeatElement(ping, count: 100_000).joined())
        connection.pour(number.isMultiple(of: 2) ? pings : garbage, patience: 20)
        return connection
      }
    }
  }

  @Test("slow input is cut off at its timeout, before HELLO and after it")
  func drip() throws {
    let siege = try Siege(["--hello-seconds", "1", "--frame-seconds", "1"])
    try siege.endure { port in
      let silent = try (0..<100).map { _ in try RawConnection(port: port, greeting: false) }
      let early = try RawConnection(port: port, greeting: false)
      let late = try RawConnection(port: port)
      // The length of a frame, then single bytes that never complete it.
      try early.send([0xFF, 0x7F])
      try late.send([0xFF, 0xFF, 0x3F])
      for connection in [early, late] {
        for _ in 0..<RawConnection.dripsAtMost {
          if connection.hasInput(within: 20) { break }
          guard connection.sendSome([0x0A]) == 1 else { break }
        }
        let farewell = try #require(try connection.farewell())
        #expect(farewell.code == .deadlineExceeded && !farewell.message.isEmpty)
      }
      for connection in silent { #expect(try connection.farewell()?.code == .deadlineExceeded) }
      return silent
    }
  }

  @Test("half frames of closed connections are dropped")
  func halfFrames() throws {
    try Siege().endure { port in
      for _ in 0..<60 {
        let connections = try (0..<10).map { _ in try RawConnection(port: port) }
        // 1 MiB is announced, half of it comes.
        for connection in connections {
          connection.pour([0x80, 0x80, 0x40] + [UInt8](repeating: 0x7A, count: 512 * 1024), patience: 50)
        }
      }
    }
  }

  @Test(
    "lengths of giants cost nothing and end the connection",
    arguments: [
      [0x80, 0x80, 0x80, 0x80, 0x08], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0x7F],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0x00], [0x85, 0x80, 0x00],
    ] as [[UInt8]]
  )
  func giantLengths(length: [UInt8]) throws {
    try Siege().endure { port in
      for greeting in [true, false] {
        let connection = try RawConnection(port: port, greeting: greeting)
        connection.pour(length + [UInt8](repeating: 0, count: 100_000), patience: 20)
        let farewell = try #require(try connection.farewell())
        #expect([.invalidArgument, .resourceExhausted].contains(farewell.code) && !farewell.message.isEmpty)
      }
    }
  }

  @Test("giant lengths inside a body are refused, and the connection continues")
  func giantLengthsInside() throws {
    try Siege().endure { port in
      let connection = try RawConnection(port: port)
      for length: [UInt8] in [
        [0x80, 0x80, 0x80, 0x80, 0x08], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0x07],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x7F],
      ] {
        for field: UInt8 in [0x0A, 0x12, 0x1A, 0x7A] {
          let end = try connection.call("arrange.v1.Collections/Apply", [field] + length)
          #expect(end.code == .invalidArgument, "\(field) \(length)")
        }
      }
      #expect(try connection.call("arrange.v1.Health/Check").code == .ok)
      return connection
    }
  }

  @Test("one connection beyond the limit is refused with a reason, until another one closes")
  func manyConnections() throws {
    let most = 300
    // One of them belongs to the well-behaved client.
    try Siege(["--max-connections", "\(most)"]).endure { port in
      var connections = try (1..<most).map { _ in try RawConnection.whenThereIsRoom(port: port) }
      for _ in 0..<3 {
        let refused = try RawConnection(port: port, greeting: false)
        let farewell = try #require(try refused.farewell())
        #expect(farewell.code == .resourceExhausted && farewell.message.contains("connections"))
      }
      connections.removeLast()
      connections.append(try RawConnection.whenThereIsRoom(port: port))
      return connections
    }
  }

  @Test("more connections than descriptors do not affect connected clients")
  func descriptors() throws {
    let siege = try Siege()
    let limits = ["--pid", "\(siege.server.pid)", "--nofile=100:100"]
    #expect(try ServerProcess.run("/usr/bin/prlimit", limits).status == 0)
    try siege.endure { port in
      var connections = (0..<200).compactMap { _ in try? RawConnection(port: port, greeting: false) }
      connections.removeFirst(150)
      // Closed connections make room for a new client.
      #expect(connections.count == 50)
      return connections
    }
  }
}

extension RawConnection {
  /// A guard against hanging: more bytes than ever drip in time.
  fileprivate static let dripsAtMost = 2_000
}
