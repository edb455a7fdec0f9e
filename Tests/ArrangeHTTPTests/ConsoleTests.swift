import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import ArrangeHTTP

@Suite("The files of the console")
struct ConsoleTests {
  private let console = ConsoleRoutes()

  private func answer(_ path: String, headers: HTTPFields = [:]) async throws -> Response {
    let responder = HTTPListener.router([console], isListed: nil).buildResponder()
    let head = HTTPRequest(
      method: .get,
      scheme: nil,
      authority: "localhost",
      path: path,
      headerFields: headers
    )
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return try await responder.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
      context: ListenerContext(source: .init(channel: EmbeddedChannel(), logger: logger))
    )
  }

  @Test("are the page, its modules and styles, and the client")
  func files() {
    let paths = console.files.map(\.path)
    #expect(paths == paths.sorted() && Set(paths).count == paths.count)
    for path in ["/", "/page/main.js", "/client/arrange.js"] { #expect(paths.contains(path), "\(path)") }
    #expect(console.files.allSatisfy { $0.bytes.readableBytes > 0 })
    let page = console.files.first { $0.path == "/" }
    #expect(page.map { String(buffer: $0.bytes).hasPrefix("<!doctype html>") } == true)
  }

  @Test("are sent with their types, and with a policy that allows no other scripts and no other hosts")
  func headers() async throws {
    for file in console.files {
      let response = try await answer(file.path)
      #expect(
        response.status == .ok && response.body.contentLength == file.bytes.readableBytes,
        "\(file.path)"
      )
      let type = try #require(response.headers[.contentType])
      #expect(
        file.path.hasSuffix(".js") == type.hasPrefix("text/javascript")
          && file.path.hasSuffix(".css") == type.hasPrefix("text/css"),
        "\(file.path): \(type)"
      )
      let policy = try #require(response.headers[HTTPField.Name("Content-Security-Policy")!])
      #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
    }
  }

  @Test("are not sent again to a browser that has them")
  func unchanged() async throws {
    let first = try await answer("/")
    let tag = try #require(first.headers[.eTag])
    #expect(first.headers[.cacheControl] == "no-cache")
    let second = try await answer("/", headers: [.ifNoneMatch: tag])
    #expect(second.status == .notModified && second.body.contentLength == 0)
    #expect(try await answer("/", headers: [.ifNoneMatch: "\"other\""]).status == .ok)
  }
}
