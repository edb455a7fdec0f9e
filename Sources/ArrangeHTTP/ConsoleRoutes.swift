import Console
import Crypto
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import NIOCore

/// The console, a web page at `/`, with its files.
///
/// The files are part of the program and contain no data of a server: the page connects over a WebSocket as
/// every client does, and may see and do what its token allows.
package struct ConsoleRoutes: HTTPRoutes {
  /// The content security policy: the page runs only scripts and styles from its own files, connects to this
  /// server only, and can't be embedded in another page.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  fileprivate static let policyName = HTTPField.Name("Content-Security-Policy")
  fileprivate static let referrerName = HTTPField.Name("Referrer-Policy")

  /// A file and its response headers.
  struct File: Sendable {
    let path: String
    let headers: HTTPFields
    let tag: String
    let bytes: ByteBuffer
  }

  let files: [File]

  package init() {
    files = (0..<console_file_count()).compactMap { console_file_at($0).map { File($0.pointee) } }
  }

  package func add(to router: Router<ListenerContext>) {
    for file in files {
      router.get(.init(file.path)) { request, _ in
        if request.headers[.ifNoneMatch] == file.tag {
          return Response(status: .notModified, headers: file.headers)
        }
        return Response(status: .ok, headers: file.headers, body: ResponseBody(byteBuffer: file.bytes))
      }
    }
  }
}

extension ConsoleRoutes.File {
  init(_ file: console_file) {
    let buffer = UnsafeRawBufferPointer(start: file.bytes, count: file.size)
    path = String(cString: file.path)
    bytes = ByteBuffer(bytes: buffer)
    let digits = SHA256.hash(data: buffer).prefix(16).flatMap { [$0 >> 4, $0 & 15] }
    tag = "\"\(digits.map { String($0, radix: 16) }.joined())\""
    var headers: HTTPFields = [
      .contentType: String(cString: file.type), .eTag: tag,
      // Revalidated each time, so that the page and its files always match the running server.
      .cacheControl: "no-cache",
    ]
    if let name = ConsoleRoutes.policyName { headers[name] = ConsoleRoutes.policy }
    if let name = ConsoleRoutes.referrerName { headers[name] = "no-referrer" }
    self.headers = headers
  }
}
