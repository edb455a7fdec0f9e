/// A stream of server-sent events, as a browser reads it: it knows the id of the last event, from which another one goes on.
package final class EventSource {
  /// An event that has come.
  package struct Event: Sendable, Hashable {
    /// The id of this event or the last one before it that had one.
    package var id: String
    package var name: String
    package var data: String
  }

  /// How many comments may come, one every 15 seconds, before a test fails that waits for an event.
  private static let mostComments = 6

  /// The status and the headers, by their names in lower case.
  package let status: Int
  package let headers: [String: String]
  /// The id of the last event.
  package private(set) var lastID: String
  /// The comments that have come.
  package private(set) var comments = 0
  private let connection: RawConnection
  private var input: [UInt8] = []
  private var place = 0
  private var text: [UInt8] = []
  private var isOver = false

  /// Connects, and reads the head of the answer.
  ///
  /// - Parameters:
  ///   - lastID: the id of the last event that was received; empty for none.
  ///   - receiveBuffer: how much the system takes in before this side reads, in bytes; nil leaves that to the system.
  package init(
    _ path: String,
    port: Int,
    lastID: String = "",
    headers: [(String, String)] = [],
    receiveBuffer: Int32? = nil
  ) throws {
    self.lastID = lastID
    connection = try RawConnection(port: port, greeting: false, receiveBuffer: receiveBuffer)
    var request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
    if !lastID.isEmpty { request += "Last-Event-ID: \(lastID)\r\n" }
    for (name, value) in headers { request += "\(name): \(value)\r\n" }
    try connection.send(Array((request + "\r\n").utf8))
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) {
      if input.isEmpty {
        guard let bytes = try connection.receiveBytes() else { throw Failure("the connection is gone") }
        input = bytes
      }
      head.append(input.removeFirst())
    }
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
    self.headers = lines.reduce(into: [:]) { headers, line in
      let sides = line.split(separator: ":", maxSplits: 1)
      headers[sides[0].lowercased()] = sides[1].drop { $0 == " " }.description
    }
    guard status == 200 else { return }
    guard self.headers["transfer-encoding"] == "chunked" else { throw Failure("no chunks: \(self.headers)") }
  }

  /// The next event; nil if the server has ended the stream.
  package func next() throws -> Event? {
    let before = comments
    while true {
      if let event = takeEvent() { return event }
      guard !isOver else { return nil }
      guard comments - before < EventSource.mostComments else { throw Failure("nothing but comments comes") }
      try readChunk()
    }
  }

  /// Whether something comes within a time, in milliseconds. Comments count.
  package func hasMore(within milliseconds: Int32) -> Bool {
    place < input.count || !text.isEmpty || connection.hasInput(within: milliseconds)
  }

  /// Reads until a comment comes.
  package func awaitComment() throws {
    let before = comments
    while comments == before {
      _ = takeEvent()
      guard comments == before else { return }
      guard !isOver else { throw Failure("the stream has ended") }
      try readChunk()
    }
  }

  private func takeEvent() -> Event? {
    while let end = text.firstRange(of: [0x0A, 0x0A]) {
      let lines = String(decoding: text[..<end.lowerBound], as: UTF8.self).split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      text.removeSubrange(..<end.upperBound)
      var event = Event(id: lastID, name: "", data: "")
      for line in lines {
        if line.hasPrefix(":") { comments += 1 }
        if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
        if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
        if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
      }
      guard !event.data.isEmpty else { continue }
      lastID = event.id
      return event
    }
    return nil
  }

  private func readChunk() throws {
    var digits = ""
    while true {
      let byte = try readByte()
      if byte == 0x0D { break }
      digits.append(Character(Unicode.Scalar(byte)))
    }
    _ = try readByte()
    guard let size = Int(digits, radix: 16) else { throw Failure("no size of a chunk: \(digits)") }
    isOver = size == 0
    for _ in 0..<size { text.append(try readByte()) }
    _ = try readByte()
    _ = try readByte()
  }

  private func readByte() throws -> UInt8 {
    if place == input.count {
      guard let bytes = try connection.receiveBytes() else { throw Failure("the connection is gone") }
      (input, place) = (bytes, 0)
    }
    defer { place += 1 }
    return input[place]
  }
}
