import HTTPTypes
import NIOHTTP1
import Testing

@testable import ArrangeHTTP

@Suite("From where a request is")
struct VisitorTests {
  private static let proxies = ProxyNetworks(["10.0.0.0/8", "fd00::/8", "192.168.1.1"])

  private func visitor(
    _ headers: [(String, String)],
    peer: String = "10.1.2.3",
    isEncrypted: Bool = false
  ) throws -> Visitor {
    try Visitor(
      Visitor.Headers(HTTPHeaders(headers)),
      peer: peer,
      host: "inside:7412",
      isEncrypted: isEncrypted,
      try #require(VisitorTests.proxies)
    )
  }

  @Test(
    "the networks of proxies are read strictly",
    arguments: [
      ("10.0.0.0/8", true), ("10.0.0.1", true), ("0.0.0.0/0", true), ("::/0", true), ("fd00::/8", true),
      ("::ffff:10.0.0.0/8", true), ("10.0.0.0/33", false), ("10.0.0.0/", false), ("10.0.0.0/-1", false),
      ("10.0.0.0/08", false), ("10.0.0", false), ("proxy.example", false), ("", false), ("fd00::/129", false),
    ]
  )
  func networks(text: String, isOne: Bool) {
    #expect((ProxyNetworks([text]) != nil) == isOne)
    #expect((ProxyNetworks.invalid(in: ["10.0.0.0/8", text]) == nil) == isOne)
  }

  @Test(
    "an address is in a network if as many bits agree as count",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.128.0.0/9", "10.127.0.1", false), ("10.128.0.0/9", "10.129.0.1", true),
      ("10.0.0.1", "10.0.0.2", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
      ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false), ("0.0.0.0/0", "::1", false),
      ("::/0", "2001:db8::1", true), ("10.0.0.0/8", "unknown", false),
    ]
  )
  func contains(network: String, address: String, isIn: Bool) throws {
    #expect(try #require(ProxyNetworks([network])).contains(address) == isIn)
  }

  @Test("is what a trusted proxy says: the nearest address that is not of a proxy")
  func trusted() throws {
    for (headers, address) in [
      ([("X-Forwarded-For", "203.0.113.7")], "203.0.113.7"),
      // What comes before may be the client's own invention.
      ([("X-Forwarded-For", "6.6.6.6, 203.0.113.7")], "203.0.113.7"),
      ([("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "203.0.113.7, 10.9.9.9")], "203.0.113.7"),
      ([("X-Forwarded-For", "10.9.9.9, 10.8.8.8")], "10.9.9.9"),
      ([("X-Forwarded-For", "203.0.113.7:4711")], "203.0.113.7"),
      ([("X-Forwarded-For", "[2001:db8::1]:4711")], "2001:db8::1"),
      ([("X-Forwarded-For", "evil")], "unknown"),
      ([("Forwarded", "for=203.0.113.7;proto=https")], "203.0.113.7"),
      ([("Forwarded", "for=6.6.6.6, For=\"[2001:db8::1]:1\";by=x")], "2001:db8::1"),
      ([("Forwarded", "for=203.0.113.7"), ("X-Forwarded-For", "203.0.113.7")], "203.0.113.7"),
    ] {
      let visitor = try visitor(headers)
      #expect(visitor.address == address && visitor.isByProxy && !visitor.isForwarded, "\(headers)")
    }
  }

  @Test("is in doubt where two headers name different clients")
  func doubt() {
    let headers = [("Forwarded", "for=6.6.6.6"), ("X-Forwarded-For", "203.0.113.7")]
    #expect(throws: Visitor.Doubt.contradiction) { try visitor(headers) }
  }

  @Test("is encrypted, and asks for the host, as the nearest proxy says")
  func wayIn() throws {
    let far = try visitor([
      ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "http, HTTPS"),
      ("X-Forwarded-Host", "lists.example"),
    ])
    #expect(far.isEncrypted && far.host == "lists.example")
    let standard = try visitor([("Forwarded", "for=203.0.113.7;proto=https;host=\"lists.example\"")])
    #expect(standard.isEncrypted && standard.host == "lists.example")
    let silent = try visitor([("X-Forwarded-For", "203.0.113.7")])
    #expect(!silent.isEncrypted && silent.host == "inside:7412")
    let plain = try visitor(
      [("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "http")],
      isEncrypted: true
    )
    #expect(!plain.isEncrypted)
  }

  @Test("is the connection's where nobody trusted has forwarded it")
  func untrusted() throws {
    let headers = [
      ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "https"),
      ("X-Forwarded-Host", "evil.example"),
      ("Forwarded", "for=6.6.6.6"),
    ]
    let visitor = try visitor(headers, peer: "198.51.100.1")
    #expect(visitor.address == "198.51.100.1" && visitor.host == "inside:7412")
    #expect(visitor.isForwarded && !visitor.isByProxy && !visitor.isEncrypted)
    let direct = try self.visitor([], peer: "198.51.100.1", isEncrypted: true)
    #expect(!direct.isOfProxy && direct.isEncrypted)
    // A probe of the proxy itself.
    #expect(try !self.visitor([]).isOfProxy)
  }

  @Test("decides with the origin whether it is served")
  func policy() throws {
    var policy = ListenerPolicy()
    policy.proxies = try #require(VisitorTests.proxies)
    let https = [
      ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "https"),
      ("X-Forwarded-Host", "lists.example"),
    ]
    let far = try visitor(https)
    #expect(policy.refusal(far, origin: nil, knowsTokens: false) == .forwarded)
    #expect(policy.refusal(far, origin: "https://lists.example", knowsTokens: true) == nil)
    #expect(
      policy.refusal(far, origin: "https://evil.example", knowsTokens: true)
        == .origin("https://evil.example")
    )
    policy.isLocal = false
    #expect(policy.refusal(far, origin: nil, knowsTokens: true) == nil)
    let plain = try visitor([("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "http")])
    #expect(policy.refusal(plain, origin: nil, knowsTokens: true) == .unencrypted)
    let other = try visitor(https, peer: "198.51.100.1")
    #expect(policy.refusal(other, origin: nil, knowsTokens: true) == .unencrypted)
    policy.isInsecure = true
    #expect(policy.refusal(other, origin: nil, knowsTokens: true) == nil)
  }
}
