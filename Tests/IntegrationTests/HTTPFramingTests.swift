import Foundation
import TestSupport
import Testing

/// Requests whose length or head can be read in two ways. A proxy in front may have read them in the other way, so that what one
/// takes for a body is a request for the other: each has to be refused, and nothing after it may be answered.
@Suite("Requests that can be read in two ways", .timeLimit(.minutes(5)))
struct HTTPFramingTests {
  private let server: ServerProcess
  private let port: Int

  init() throws {
    server = try ServerProcess(flags: ["--loops", "2", "--http", "127.0.0.1:0"])
    port = try server.httpPort()
    #expect(try HTTPDoor(server).send("PUT", "/collections/b").status == 201)
  }

  private static let beginning = "POST /v1/collections/b/items HTTP/1.1\r\nHost: localhost\r\n"
  private static let json = "Content-Type: application/json\r\n"
  private static let smuggled = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
  private static let keptAlive = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// The statuses of the answers on one connection, which the server closes.
  private func statuses(_ text: String) throws -> [Int] {
    let answer = String(decoding: try HTTPExchange.exchange(Array(text.utf8), port: port), as: UTF8.self)
    return answer.matches(of: /HTTP\/1\.1 (\d{3})/).compactMap { Int($0.1) }
  }

  @Test(
    "are refused, on a new connection and on one that was used",
    arguments: [
      "Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\nContent-Length: 12\r\n\r\n0\r\n\r\n",
      "Content-Length: 10\r\nContent-Length: 11\r\n\r\n{\"id\":\"a\"}",
      "Content-Length: 10, 11\r\n\r\n{\"id\":\"a\"}",
      "Content-Length: +10\r\n\r\n{\"id\":\"a\"}", "Content-Length: -1\r\n\r\n",
      "Content-Length: 0xA\r\n\r\n{\"id\":\"a\"}",
      "Content-Length: 1 0\r\n\r\n{\"id\":\"a\"}", "Content-Length : 10\r\n\r\n{\"id\":\"a\"}",
      "Content-Length: 99999999999999999999\r\n\r\n", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", "Transfer-Encoding: identity\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n",
      "X: a\u{0}b\r\nContent-Length: 10\r\n\r\n{\"id\":\"a\"}",
      "X: a\rContent-Length: 10\r\n\r\n{\"id\":\"a\"}",
    ]
  )
  func refused(rest: String) throws {
    let text = HTTPFramingTests.beginning + HTTPFramingTests.json + rest + HTTPFramingTests.smuggled
    #expect(try statuses(text) == [400])
    #expect(try statuses(HTTPFramingTests.keptAlive + text) == [200, 400])
    #expect(try HTTPDoor(server).send("GET", "/collections/b")["collection", "version"]?.number == 0)
  }

  @Test("have one host")
  func hosts() throws {
    for hosts in ["Host: localhost\r\nHost: evil.example\r\n", "Host: evil.example\r\nHost: localhost\r\n"] {
      let answered = try statuses("GET /v1/collections HTTP/1.1\r\nConnection: close\r\n\(hosts)\r\n")
      #expect(answered.count == 1 && answered[0] >= 400, "\(hosts): \(answered)")
    }
  }

  @Test("are asked for their bodies if they wait for that, and the body can be taken")
  func continues() throws {
    let post = HTTPFramingTests.beginning + HTTPFramingTests.json + "Connection: close\r\n"
    let body = "Content-Length: 2\r\n\r\n{}"
    for word in ["100-continue", "100-Continue"] {
      #expect(try statuses("\(post)Expect: \(word)\r\n\(body)") == [100, 200], "\(word)")
    }
    let chunked = "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    #expect(try statuses(post + chunked) == [100, 200])
    #expect(try statuses("\(post)Expect: 100-continue\r\nContent-Length: 9999999\r\n\r\n") == [413])
    #expect(try statuses("\(post)Expect: something\r\n\(body)") == [200])
    let old = post.replacing("HTTP/1.1", with: "HTTP/1.0")
    #expect(try statuses("\(old)Expect: 100-continue\r\n\(body)").last == 200)
    #expect(try !statuses("\(old)Expect: 100-continue\r\n\(body)").contains(100))
    let get = "GET /v1/collections HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    #expect(try statuses("\(get)Expect: 100-continue\r\n\r\n") == [200])
    // Not before the answer to the request before it.
    let both = try statuses("\(HTTPFramingTests.keptAlive)\(post)Expect: 100-continue\r\n\(body)")
    #expect(both.first == 200 && both.last == 200, "\(both)")
  }

  @Test(
    "end the connection if they say so, whatever else they say",
    arguments: [
      "close", "Close", "close, te", "te, close", "close\r\nConnection: te", "te\r\nConnection: close",
    ]
  )
  func closing(words: String) throws {
    let get = "GET /livez HTTP/1.1\r\nHost: localhost\r\nTE: trailers\r\nConnection: \(words)\r\n\r\n"
    #expect(try statuses(get + HTTPFramingTests.keptAlive) == [200])
    #expect(try statuses(HTTPFramingTests.keptAlive + get + HTTPFramingTests.keptAlive) == [200, 200])
  }

  @Test("end where their length says, and what follows is another request or none")
  func lengths() throws {
    // Shorter than the body: the rest is no request.
    let short =
      HTTPFramingTests.beginning + HTTPFramingTests.json + "Content-Length: 5\r\n\r\n{\"id\":\"a\"}\r\n\r\n"
    #expect(try statuses(short) == [400, 400])
    // A verb that has no body, with one.
    let get =
      "GET /v1/collections HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
    #expect(try statuses(get) == [400])
    // In chunks, with an extension and a trailer.
    let chunks =
      "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5;a=b\r\n{\"id\"\r\n5\r\n:\"a\"}\r\n0\r\nX: y\r\n\r\n"
    #expect(try statuses(HTTPFramingTests.beginning + HTTPFramingTests.json + chunks) == [200])
    #expect(try HTTPDoor(server).send("GET", "/collections/b")["collection", "version"]?.number == 1)
  }

  @Test("are not carried out if the client is gone before their end")
  func cutOff() throws {
    let text =
      HTTPFramingTests.beginning + HTTPFramingTests.json + "Content-Length: 100\r\n\r\n{\"id\":\"a\"}"
    do {
      let connection = try RawConnection(port: port, greeting: false)
      try connection.send(Array(text.utf8))
      connection.closeInput()
      while try connection.receiveBytes() != nil {}
    }
    #expect(try HTTPDoor(server).send("GET", "/collections/b")["collection", "version"]?.number == 0)
  }

  @Test(
    "with a body that is too large get an answer that says so, however much they send",
    arguments: [2, 20]
  )
  func tooLarge(megabytes: Int) throws {
    let count = megabytes * 1_024 * 1_024
    let head = HTTPFramingTests.beginning + HTTPFramingTests.json + "Content-Length: \(count)\r\n\r\n"
    let answer = try HTTPExchange.exchange(
      Array(head.utf8) + [UInt8](repeating: 0x20, count: count),
      port: port
    )
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 413 "))
  }
}
