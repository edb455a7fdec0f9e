import ArrangeClient
import Testing

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

  @Test(arguments: [
    "", ":80", "a:", "a:b", "a:0", "a:65536", "a:+1", "a b:1", "[::1", "[::1]x", "[]:1", "unix:",
  ])
  func whatIsNoServerIsRefused(_ text: String) {
    let error = #expect(throws: ArrangeError.self) { try ArrangeClientConfiguration(server: text) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.field == "server")
  }
}
