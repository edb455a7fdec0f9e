import Foundation
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
    let responder = HTTPListener.router([console], hosts: nil).buildResponder()
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

  @Test("are kept by browsers under the hash of all of them, which the page names")
  func namedByHash() async throws {
    let page = try #require(console.files.first { $0.path == "/" })
    let text = String(buffer: page.bytes)
    #expect(!text.contains("\"/page/"))
    let start = try #require(text.firstRange(of: "\"/bundle/"))
    let hash = text[start.upperBound...].prefix { $0 != "/" }
    #expect(hash.count == 32)
    for path in ["/page/main.js", "/page/board/page.js", "/page/style/base.css"] {
      let response = try await answer("/bundle/\(hash)\(path)")
      #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable", "\(path)")
    }
    let other = (hash.hasPrefix("0") ? "1" : "0") + hash.dropFirst()
    #expect(try await answer("/bundle/\(other)/page/main.js").status == .notFound)
  }

  @Test("are sent with gzip to those who take it, and are the same then")
  func compressed() async throws {
    for (value, isTaken) in [
      ("gzip", true), ("deflate, gzip;q=0.5, br", true), ("gzip;q=0", false), ("br", false), ("", false),
    ] {
      #expect(ConsoleRoutes.takesGzip(value) == isTaken, "\(value)")
    }
    let file = try #require(console.files.first { $0.path == "/page/board/board.js" })
    let response = try await answer(file.path, headers: [.acceptEncoding: "gzip"])
    #expect(response.headers[.contentEncoding] == "gzip" && response.headers[.vary] == "Accept-Encoding")
    let length = try #require(response.body.contentLength)
    #expect(length < file.bytes.readableBytes / 2)
  }

  @Test("are compressed so that gzip reads them", arguments: [0, 1, 3, 70_000])
  func gzip(_ count: Int) throws {
    let repeated = [UInt8](repeating: 97, count: count)
    let mixed = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    for bytes in [repeated, mixed] {
      let read = try expanded(Gzip.compress(bytes))
      #expect(read == bytes)
    }
  }

  /// What gzip makes of compressed bytes.
  ///
  /// Through files: a pipe would be inherited by the programs that other tests start meanwhile, and not end before them.
  private func expanded(_ compressed: [UInt8]) throws -> [UInt8] {
    let directory = FileManager.default.temporaryDirectory.appending(path: "gzip-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let (source, target) = (directory.appending(path: "source"), directory.appending(path: "target"))
    try Data(compressed).write(to: source)
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/bin/sh")
    program.arguments = ["-c", "gzip -dc <\"$1\" >\"$2\"", "sh", source.path, target.path]
    try program.run()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    return Array(try Data(contentsOf: target))
  }

  @Test("are joined into one module for each page, in which nothing is imported but the first one")
  func bundles() throws {
    let texts = ConsoleBundle([
      "/page/main.js": """
      import { a, b as c } from "./a.js";
      import {
        d,
      } from "/client/d.js";
      export const later = () => import("./later.js");

      """,
      "/page/a.js": "export function a() {}\nexport class b {}\n",
      "/page/later.js": "import { a } from \"./a.js\";\nimport { e } from \"./sub/e.js\";\na(e);\n",
      "/page/sub/e.js": "export { d as e } from \"../../client/d.js\";\n",
      "/client/d.js": "export let d = 1;\n",
    ]).texts
    #expect(Set(texts.keys) == ["/page/main.js", "/page/later.js"])
    let main = try #require(texts["/page/main.js"])
    for part in [
      "const { a, b: c } = use(\"/page/a.js\");", "const { d } = use(\"/client/d.js\");",
      "expose(module, { a: () => a, b: () => b });", "expose(module, { later: () => later });",
      "const later = () => load(\"/page/later.js\");", "use(\"/page/main.js\");",
    ] { #expect(main.contains(part), "\(part)") }
    let later = try #require(texts["/page/later.js"])
    #expect(later.hasPrefix("import { define, expose, load, use } from \"./../page/main.js\";\n"))
    #expect(later.contains("e: () => use(\"/client/d.js\").d") && !later.contains("define(\"/page/a.js\""))
  }
}
