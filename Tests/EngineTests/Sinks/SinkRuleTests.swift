import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("Rules of sinks")
struct SinkRuleTests {
  @Test("forbid private addresses, in whatever way they are written")
  func forbidden() throws {
    let forbidden = [
      "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
      "127.255.255.254",
      "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.0.1",
      "198.18.0.1",
      "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "255.255.255.255",
      "::", "::1",
      "fe80::1", "febf::1", "fc00::1", "fdff::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
      "64:ff9b::10.0.0.1",
      "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "fec0::1", "::127.0.0.1", "100::1",
    ]
    for text in forbidden {
      let bytes = try #require(SinkNetwork.bytes(of: text), "\(text)")
      #expect(!SinkNetwork.mayReach(bytes, allowed: []), "\(text)")
    }
    for text in [
      "8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::8.8.8.8",
      "::ffff:8.8.8.8",
    ] {
      let bytes = try #require(SinkNetwork.bytes(of: text), "\(text)")
      #expect(SinkNetwork.mayReach(bytes, allowed: []), "\(text)")
    }
    let allowed = try ["127.0.0.1", "10.1.0.0/16", "fd00::/8"].map { try #require(SinkNetwork($0)) }
    for (text, isAllowed) in [
      ("127.0.0.1", true), ("127.0.0.2", false), ("10.1.2.3", true), ("10.2.0.1", false), ("fd12::1", true),
      ("fc12::1", false), ("::ffff:10.1.0.1", true), ("64:ff9b::10.1.0.1", true),
    ] {
      let bytes = try #require(SinkNetwork.bytes(of: text), "\(text)")
      #expect(SinkNetwork.mayReach(bytes, allowed: allowed) == isAllowed, "\(text)")
    }
  }

  @Test("read addresses and networks strictly")
  func addresses() {
    for text in [
      "", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.2.3.4/", "a", ":", ":::", "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "::1::", "12345::", "g::", "fe80::1%eth0", "0x7f.1", "2130706433", "1.2.3.-4", "+1.2.3.4", "::+1",
    ] {
      #expect(SinkNetwork.bytes(of: text) == nil, "\(text)")
    }
    for text in ["10.0.0.0/33", "::/129", "10.0.0.0/08", "10.0.0.0/-1", "10.0.0.0/", "/8"] {
      #expect(SinkNetwork(text) == nil, "\(text)")
    }
    #expect(SinkNetwork.bytes(of: "1:2:3:4:5:6:7:8") == [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8])
    #expect(SinkNetwork.bytes(of: "::ffff:1.2.3.4") == [1, 2, 3, 4])
  }

  @Test("match names by patterns as a few lines of recursion do", arguments: 0..<20 as Range<UInt64>)
  func patterns(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    func below(_ bound: UInt64) -> Int { Int(random.next() % bound) }
    func matches(_ pattern: Substring, _ name: Substring) -> Bool {
      if pattern.hasPrefix("**") {
        return matches(pattern.dropFirst(2), name) || !name.isEmpty && matches(pattern, name.dropFirst())
      }
      if pattern.hasPrefix("*") {
        return matches(pattern.dropFirst(), name)
          || !name.isEmpty && name.first != "/" && matches(pattern, name.dropFirst())
      }
      guard let first = pattern.first else { return name.isEmpty }
      return name.first == first && matches(pattern.dropFirst(), name.dropFirst())
    }
    for _ in 0..<500 {
      var pattern = (0...below(5)).map { _ in ["a", "b", "/", "*", "**", "ab"][below(6)] }.joined()
      while pattern.contains("***") { pattern = pattern.replacing("***", with: "*a*") }
      let name = (0...below(8)).map { _ in ["a", "b", "/"][below(3)] }.joined()
      let found = try SinkPattern(pattern).matches(Identifier(unchecked: name))
      try #require(found == matches(pattern[...], name[...]), "seed \(seed): \(pattern) and \(name)")
    }
    for text in ["", "***", "a\u{1}", String(repeating: "a", count: Identifier.maximumLength + 1)] {
      #expect(throws: ArrangeError.self) { try SinkPattern(text) }
    }
  }

  @Test("wait between half of the pause and all of it, at most an hour, and as long as is asked for")
  func pauses() {
    let backoff = SinkBackoff()
    var random = OrderingRandom(seed: 3)
    for attempts in 1...100 {
      let pause = backoff.pause(after: attempts, requested: nil, using: &random)
      let most = attempts > 12 ? backoff.longest : min(backoff.longest, backoff.first << UInt64(attempts - 1))
      #expect(pause >= most / 2 && pause <= most, "after \(attempts)")
    }
    #expect(backoff.pause(after: 1, requested: 60_000_000_000, using: &random) == 60_000_000_000)
    #expect(backoff.pause(after: 1, requested: .max, using: &random) == backoff.longestRequested)
  }

  @Test("keep positions in their stored form, and refuse others")
  func coding() throws {
    var positions = BySink<SinkPosition>()
    positions[CollectionKey(7)] = SinkPosition(version: 5, incarnation: 1)
    positions[CollectionKey(3)] = SinkPosition(
      version: 0,
      incarnation: 0,
      through: 9,
      restores: 2,
      pause: .init("because", resumes: 4)
    )
    var writer = ByteWriter()
    positions.encode(to: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(try BySink<SinkPosition>(from: &reader) == positions && reader.isAtEnd)
    for length in 0..<writer.bytes.count {
      var reader = ByteReader(Array(writer.bytes.prefix(length)))
      #expect(throws: ArrangeError.self) { try BySink<SinkPosition>(from: &reader) }
    }
    var doubled = ByteWriter()
    doubled.write(2)
    for _ in 0..<2 {
      doubled.write(UInt64(7))
      SinkPosition(version: 5, incarnation: 1).encode(to: &doubled)
    }
    var twice = ByteReader(doubled.bytes)
    #expect(throws: ArrangeError.self) { try BySink<SinkPosition>(from: &twice) }
  }
}
