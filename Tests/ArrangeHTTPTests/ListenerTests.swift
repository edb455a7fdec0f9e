import ArrangeServer
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Measuring
import NIOCore
import NIOEmbedded
import Testing

@testable import ArrangeHTTP

@Suite("What the HTTP listener answers")
struct ListenerTests {
  private let readiness = Readiness()

  /// The response to a request, without a connection.
  private func answer(
    _ path: String,
    method: HTTPRequest.Method = .get,
    host: String? = "localhost",
    isLocal: Bool = true
  ) async throws -> (status: Int, headers: HTTPFields, body: String) {
    let routes = OperatorRoutes(readiness, PrometheusMetrics(ServerMetric.all), needsToken: !isLocal)
    let noneListed = LocalHosts(isListed: { _ in false })
    let responder = HTTPListener.router([routes], hosts: isLocal ? noneListed : nil).buildResponder()
    let head = HTTPRequest(method: method, scheme: nil, authority: host, path: path)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let response = try await responder.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
      context: ListenerContext(source: .init(channel: EmbeddedChannel(), logger: logger))
    )
    let collector = Collector()
    try await response.body.write(Collector.Writer(collector: collector))
    return (response.status.code, response.headers, collector.text)
  }

  /// Collects a response body. Used by one task.
  private final class Collector: @unchecked Sendable {
    var text = ""

    struct Writer: ResponseBodyWriter {
      let collector: Collector

      func write(_ buffer: ByteBuffer) async throws { collector.text += String(buffer: buffer) }
      consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
  }

  @Test(
    "says whether the server serves, and why not",
    arguments: [
      (Readiness.State.recovering, 503, "the server is starting: its data is being opened\n"),
      (.serving, 200, "ok\n"), (.draining, 503, "the server stops\n"),
      (.failed, 503, "the storage failed, and the server stops\n"),
    ]
  )
  func readiness(state: Readiness.State, status: Int, body: String) async throws {
    readiness.become(state)
    let ready = try await answer("/readyz")
    #expect(ready.status == status && ready.body == body)
    #expect(ready.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(ready.headers[.cacheControl] == "no-store" && ready.headers[.xContentTypeOptions] == "nosniff")
    // Liveness does not depend on the state.
    #expect(try await answer("/livez").status == 200)
  }

  @Test("says that the storage failed also when the server stops for it")
  func failureStays() {
    readiness.become(.failed)
    readiness.become(.draining)
    #expect(readiness.state == .failed)
  }

  @Test("has no figures before there is a server", arguments: [true, false])
  func noServer(isLocal: Bool) async throws {
    let figures = try await answer("/metrics", isLocal: isLocal)
    #expect(figures.status == 503 && figures.body.hasPrefix("the server is starting"))
  }

  @Test(
    "is for who asks for this machine where only this machine reaches it",
    arguments: [
      "localhost", "LOCALHOST:7412", "127.0.0.1", "127.0.0.1:80", "127.8.9.10", "[::1]", "[::1]:7412",
    ]
  )
  func local(host: String) async throws {
    #expect(LocalHosts.contains(host))
    #expect(try await answer("/livez", host: host).status == 200)
  }

  @Test("compares the port of a host that has one with that of the listener")
  func ports() {
    for host in ["localhost:7412", "127.0.0.1:7412", "[::1]:7412", "localhost", "[::1]"] {
      #expect(LocalHosts.contains(host, port: 7412), "\(host)")
    }
    for host in ["localhost:7411", "127.0.0.1:80", "[::1]:8080", "localhost:99999999999999999999"] {
      #expect(!LocalHosts.contains(host, port: 7412), "\(host)")
    }
    #expect(LocalHosts.sentence(7412).hasPrefix("Ask for localhost:7412:"))
    #expect(LocalHosts.sentence(nil).contains("--http-origins"))
  }

  @Test("knows requests that a proxy has forwarded by what proxies add to them")
  func forwarded() {
    for name in [
      "Forwarded", "X-Forwarded-For", "x-forwarded-proto", "X-Forwarded-Anything", "Via", "X-Real-IP",
    ] {
      #expect(ForwardedRequest.isMarked(by: ["host", name.lowercased()]), "\(name)")
    }
    #expect(!ForwardedRequest.isMarked(by: ["host", "accept", "user-agent", "viable", "x-forwarded"]))
  }

  @Test(
    "and for nobody else, whatever name stands for its address",
    arguments: [
      "evil.example", "evil.example:7412", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "",
      "localhost:evil", "evil@localhost", "[::1]evil", "[::1", "::1]", "localhost:", ":80", nil,
    ]
  )
  func strange(host: String?) async throws {
    for path in ["/livez", "/readyz", "/metrics"] where host != "localhost:" {
      #expect(try await answer(path, host: host).status == 421, "\(host ?? "none")")
    }
    // Other addresses can have any name.
    #expect(try await answer("/livez", host: host, isLocal: false).status == 200)
  }
}
