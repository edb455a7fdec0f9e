import ArrangeModel
import Foundation
import NIOCore
import SwiftCodec
import TestSupport
import Testing
import Wire

/// What clients and servers of earlier versions have said to each other, as `Fixtures/record-session` has recorded it.
@Suite("Sessions of earlier versions")
struct EarlierSessionTests {
  /// One connection: who said what, in order.
  private struct Recording: Decodable {
    var command: String
    var said: [[String]]
  }

  /// What counts of a frame of the server: names of histories, ids of servers and times are others each time.
  private struct Sketch: Hashable, CustomStringConvertible {
    var type: FrameType?
    var stream: UInt32
    var status: UInt32
    /// Whether there is anything in it.
    var isEmpty: Bool

    var description: String { "\(type.map { "\($0)" } ?? "?") \(stream) \(status)\(isEmpty ? " empty" : "")" }
  }

  private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Fixtures/sessions"
  )

  private static let versions: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
  }()

  private func recordings(_ version: String) throws -> [Recording] {
    let text = try String(contentsOf: Self.directory.appending(path: version + ".jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(Recording.self, from: Data($0.utf8))
    }
  }

  private func bytes(_ hexadecimal: String) throws -> [UInt8] {
    let digits = Array(hexadecimal.utf8)
    return try stride(from: 0, to: digits.count - 1, by: 2).map { place in
      try #require(UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16))
    }
  }

  @Test("this version is among them, so that later ones are held to it")
  func current() throws {
    #expect(Self.versions.contains(ArrangeVersion.current))
    for version in Self.versions { #expect(try recordings(version).count >= 30) }
  }

  @Test("an earlier client is answered as its own server has answered it", arguments: Self.versions)
  func answered(version: String) throws {
    let server = try ServerProcess("--keepalive-seconds", "0")
    for recording in try recordings(version) {
      let connection = try RawConnection(port: server.port, greeting: false)
      let arena = Arena(codec: .swift)
      var decoder = FrameDecoder()
      for piece in recording.said {
        let bytes = try bytes(piece[1])
        if piece[0] == "client" {
          try connection.send(bytes)
          continue
        }
        // What the earlier server has said is read with the codec of this version, too.
        decoder.append(ByteBuffer(bytes: bytes))
        while let frame = try decoder.next(using: arena) {
          let recorded = Sketch(
            type: frame.type,
            stream: frame.stream,
            status: frame.status,
            isEmpty: frame.body.isEmpty
          )
          let said = try #require(try connection.receive(), "\(recording.command): the connection is gone")
          let found = Sketch(
            type: said.type,
            stream: said.stream,
            status: said.status,
            isEmpty: said.body.isEmpty
          )
          #expect(found == recorded, "\(recording.command)")
        }
      }
    }
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }
}
