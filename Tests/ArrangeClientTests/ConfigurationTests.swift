import Testing

@testable import ArrangeClient

@Suite struct ConfigurationTests {
  @Test(arguments: [
    ("example.org:80", "example.org", 80), ("example.org", "example.org", 7411), ("[::1]:9", "::1", 9),
    ("[::1]", "::1", 7411), ("::1", "::1", 7411), ("10.0.0.1:65535", "10.0.0.1", 65535),
  ])
  func serversAreRead(_ text: String, _ host: String, _ port: Int) throws {
    let configuration = try ArrangeClientConfiguration(server: text)
    #expect(configuration.host == host)
    #expect(configuration.port == port)
    #expect(configuration.unixSocketPath == nil)
  }

  @Test func socketsAreRead() throws {
    #expect(try ArrangeClientConfiguration(server: "unix:/run/a:b.sock").unixSocketPath == "/run/a:b.sock")
  }

  @Test func severalServersAreRead() throws {
    let configuration = try ArrangeClientConfiguration(server: "a,b:2,[::1]:3,unix:/run/x.sock")
    #expect(configuration.host == "a" && configuration.port == 7411)
    #expect(
      configuration.alternatives == [
        .tcp(host: "b", port: 2), .tcp(host: "::1", port: 3), .unixSocket(path: "/run/x.sock"),
      ]
    )
    #expect(configuration.locations.map(\.description) == ["a:7411", "b:2", "[::1]:3", "/run/x.sock"])
    // A path may have commas.
    #expect(try ArrangeClientConfiguration(server: "unix:/a,b:1").locations == [.unixSocket(path: "/a,b:1")])
    let most = Array(repeating: "a", count: 64).joined(separator: ",")
    #expect(try ArrangeClientConfiguration(server: most).locations.count == 64)
    #expect(throws: ArrangeError.self) { try ArrangeClientConfiguration(server: "\(most),a") }
  }

  @Test func aTokenGoesToNoFarServerInClear() throws {
    var configuration = try ArrangeClientConfiguration(server: "127.0.0.1:1,b:2")
    #expect(configuration.objection == nil)
    configuration.token = "secret"
    #expect(
      configuration.objection?.message.hasPrefix("the token would travel to b without encryption") == true
    )
    configuration.alternatives = [.unixSocket(path: "/s")]
    #expect(configuration.objection == nil)
  }

  @Test(arguments: [
    "", ":80", "a:", "a:b", "a:0", "a:65536", "a:+1", "a b:1", "[::1", "[::1]x", "[]:1", "unix:", "a,", ",a",
    "a,,b", "a,b:0", "a,unix:", "tls:a", "tls:a:1", "a,tls:b:1",
  ])
  func whatIsNoServerIsRefused(_ text: String) {
    let error = #expect(throws: ArrangeError.self) { try ArrangeClientConfiguration(server: text) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.field == "server")
  }
}
