import Foundation

/// What an HTTP server answers.
package struct HTTPAnswer: Sendable {
  package var status: Int
  /// By their names in lower case.
  package var headers: [String: String]
  package var body: String
}

/// Speaks HTTP/1.1 to a port of this machine, and waits.
package enum HTTPExchange {
  /// How long a test waits for bytes, in seconds.
  private static let patience = 60

  /// Makes one request on a connection of its own.
  ///
  /// - Parameter host: what the request says whom it asks; nil leaves the header out.
  package static func get(
    _ path: String,
    port: Int,
    method: String = "GET",
    host: String? = "localhost",
    headers: [(String, String)] = [],
    body: [UInt8]? = nil
  ) throws -> HTTPAnswer {
    var request = "\(method) \(path) HTTP/1.1\r\nConnection: close\r\n"
    if let host { request += "Host: \(host)\r\n" }
    for (name, value) in headers { request += "\(name): \(value)\r\n" }
    if let body { request += "Content-Length: \(body.count)\r\n" }
    let bytes = try exchange(Array((request + "\r\n").utf8) + (body ?? []), port: port)
    guard let answer = HTTPAnswer(bytes) else {
      throw Failure("no answer of HTTP: \(String(decoding: bytes, as: UTF8.self))")
    }
    return answer
  }

  /// Sends bytes, and reads until the other side closes.
  ///
  /// - Returns: everything that came, also where the other side closes before it has taken all.
  package static func exchange(_ bytes: [UInt8], port: Int) throws -> [UInt8] {
    let connection = try RawConnection(port: port, greeting: false)
    // A server that has enough closes; what it said before is still there to be read.
    try? connection.send(bytes)
    var time = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(connection.socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection.socket, &chunk, chunk.count, 0)
      guard count >= 0 || errno != EAGAIN else { throw Failure("the server says nothing and does not close") }
      guard count > 0 else { return received }
      received += chunk[..<count]
    }
  }
}

extension HTTPAnswer {
  fileprivate init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    var lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let parts = lines.removeFirst().split(separator: " ")
    guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]) else { return nil }
    self.status = status
    headers = [:]
    for line in lines {
      let pair = line.split(separator: ":", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
    }
    body = String(text[end.upperBound...])
    if headers["transfer-encoding"] == "chunked" { body = HTTPAnswer.joined(body) }
  }

  /// The content of a body in chunks.
  private static func joined(_ body: String) -> String {
    var (rest, content) = (Array(body.utf8)[...], [UInt8]())
    while let end = rest.firstIndex(of: 0x0D) {
      let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) ?? 0
      rest = rest[end...].dropFirst(2)
      guard size > 0, rest.count >= size else { break }
      content += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return String(decoding: content, as: UTF8.self)
  }
}

extension ServerProcess {
  /// Where the server speaks HTTP that was started with `--http`.
  package func httpPort() throws -> Int {
    for _ in 0..<ChildProcess.patience {
      for line in logged.split(separator: "\n") where line.contains("speaks HTTP") {
        let digits = line.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
        if let port = Int(digits) { return port }
      }
      usleep(1_000)
    }
    throw Failure("the server does not say where it speaks HTTP: \(logged)")
  }

  /// The figures that the server shows, by name and labels as they are written.
  package func figures() throws -> [String: Double] {
    let answer = try HTTPExchange.get("/metrics", port: try httpPort())
    guard answer.status == 200 else { throw Failure("/metrics: \(answer)") }
    var figures: [String: Double] = [:]
    for line in answer.body.split(separator: "\n") where !line.hasPrefix("#") {
      guard let blank = line.lastIndex(of: " "), let value = Double(line[line.index(after: blank)...]) else {
        throw Failure("no figure: \(line)")
      }
      figures[String(line[..<blank])] = value
    }
    return figures
  }
}
