import Console
import Crypto
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// The console, a web page at `/`, with its files.
///
/// The files are part of the program and contain no data of a server: the page connects over a WebSocket as
/// every client does, and may see and do what its token allows.
///
/// The page names its files under `/bundle/` and the hash of all of them, so that browsers keep them until another program
/// serves them. Modules are joined there, see ``ConsoleBundle``. Under `/page/` and `/client/` they are as they were written.
package struct ConsoleRoutes: HTTPRoutes {
  /// The content security policy: the page runs only scripts and styles from its own files, connects to this
  /// server only, and can't be embedded in another page.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  /// How long browsers keep what is named by its hash, in seconds: a year.
  private static let longestAge = 31_536_000

  fileprivate static let policyName = HTTPField.Name("Content-Security-Policy")
  fileprivate static let referrerName = HTTPField.Name("Referrer-Policy")

  /// A file and its response headers.
  final class File: Sendable {
    let path: String
    let headers: HTTPFields
    let tag: String
    let bytes: ByteBuffer
    /// The bytes with gzip, made when they are asked for the first time.
    private let compressed = Mutex<ByteBuffer?>(nil)

    /// - Parameter isNamedByHash: whether the file never changes under its path.
    init(_ path: String, type: String, _ content: [UInt8], isNamedByHash: Bool = false) {
      self.path = path
      bytes = ByteBuffer(bytes: content)
      tag = "\"\(ConsoleRoutes.hash(content))\""
      var headers: HTTPFields = [
        .contentType: type, .eTag: tag,
        // Otherwise revalidated each time, so that the page always matches the running server.
        .cacheControl: isNamedByHash ? "public, max-age=\(ConsoleRoutes.longestAge), immutable" : "no-cache",
        .vary: "Accept-Encoding",
      ]
      if let name = ConsoleRoutes.policyName { headers[name] = ConsoleRoutes.policy }
      if let name = ConsoleRoutes.referrerName { headers[name] = "no-referrer" }
      self.headers = headers
    }

    func response(to request: Request) -> Response {
      if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
      guard ConsoleRoutes.takesGzip(request.headers[.acceptEncoding] ?? "") else {
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
      }
      var headers = headers
      headers[.contentEncoding] = "gzip"
      let body = compressed.withLock { held in
        let made = held ?? ByteBuffer(bytes: Gzip.compress(Array(bytes.readableBytesView)))
        held = made
        return made
      }
      return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
  }

  let files: [File]

  package init() {
    let plain = (0..<console_file_count()).compactMap { console_file_at($0).map(\.pointee) }.map { file in
      let content = Array(UnsafeRawBufferPointer(start: file.bytes, count: file.size))
      return (path: String(cString: file.path), type: String(cString: file.type), content: content)
    }
    let modules = plain.filter { $0.path.hasSuffix(".js") }.map {
      ($0.path, String(decoding: $0.content, as: UTF8.self))
    }
    let bundles = ConsoleBundle(Dictionary(uniqueKeysWithValues: modules)).texts
    // Of what is sent, not only of what that is made of: browsers keep it.
    let sent = bundles.sorted { $0.key < $1.key }.flatMap { Array(($0.key + $0.value).utf8) }
    let hash = ConsoleRoutes.hash(plain.flatMap(\.content) + sent)
    files = plain.flatMap { file in
      let isPage = file.path == "/"
      let content = isPage ? ConsoleRoutes.named(file.content, by: hash) : file.content
      let bundled = bundles[file.path].map { Array($0.utf8) } ?? file.content
      let own = File(file.path, type: file.type, content)
      return isPage
        ? [own] : [own, File("/bundle/\(hash)\(file.path)", type: file.type, bundled, isNamedByHash: true)]
    }
    .sorted { $0.path < $1.path }
  }

  package func add(to router: Router<ListenerContext>) {
    for file in files { router.get(.init(file.path)) { request, _ in file.response(to: request) } }
  }

  /// The page, with the paths by which browsers keep its files.
  private static func named(_ page: [UInt8], by hash: String) -> [UInt8] {
    let pieces = String(decoding: page, as: UTF8.self).split(
      separator: "\"/page/",
      omittingEmptySubsequences: false
    )
    return Array(pieces.joined(separator: "\"/bundle/\(hash)/page/").utf8)
  }

  private static func hash(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).prefix(16).flatMap { [$0 >> 4, $0 & 15] }.map { String($0, radix: 16) }.joined()
  }

  /// Whether a value of Accept-Encoding names gzip, and not with the weight 0.
  static func takesGzip(_ value: String) -> Bool {
    value.split(separator: ",").contains { part in
      let words = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard words.first == "gzip" else { return false }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      return weight.map { (Double($0) ?? 0) > 0 } ?? true
    }
  }
}
