import Foundation
import NIOCore
import Wire

/// A WebSocket on which a test sends arbitrary messages, and reads messages and the frames in them.
package final class RawWebSocket {
  /// The TCP connection below.
  package let connection: RawConnection
  private var input: [UInt8] = []
  private var decoder = FrameDecoder(limit: Frame.largestEver)
  /// The pongs received so far.
  package private(set) var pongs: [[UInt8]] = []
  /// The code of the close frame received, if one was.
  package private(set) var closeCode: UInt16?

  /// The opcodes of RFC 6455, section 5.2.
  package enum Opcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case reserved = 0x3
    case close = 0x8
    case ping = 0x9
    case pong = 0xA
  }

  /// Connects and upgrades; with `greeting` it sends HELLO and receives WELCOME.
  ///
  /// - Parameters:
  ///   - earlier: the number of other requests that are sent first, and answered.
  ///   - isHasty: whether HELLO is sent together with the request.
  package init(
    port: Int,
    greeting: Bool = true,
    receiveBuffer: Int32? = nil,
    after earlier: Int = 0,
    isHasty: Bool = false
  ) throws {
    connection = try RawConnection(port: port, greeting: false, receiveBuffer: receiveBuffer)
    for _ in 0..<earlier { try RawWebSocket.get("/livez", port: port, on: connection) }
    var hello = ByteBuffer()
    connection.arena.temporary {
      let message = Hello(clientName: "test").message(in: connection.arena)
      FrameEncoder.write(Frame(.hello), body: message, to: &hello)
    }
    let message = RawWebSocket.frame(.binary, Array(hello.readableBytesView))
    let response = try RawWebSocket.request(port: port, on: connection, with: isHasty ? message : [])
    guard response.status == 101 else { throw Failure("not upgraded: \(response.text)") }
    input = response.rest
    guard greeting else { return }
    if !isHasty { try connection.send(message) }
    let welcome = try receive()
    guard welcome?.type == .welcome else { throw Failure("no WELCOME but \(String(describing: welcome))") }
  }

  /// Sends a request to upgrade, and reads the response.
  ///
  /// - Parameters:
  ///   - headers: replace the usual ones, or are added; an empty value leaves one out.
  ///   - bytes: are sent together with the request.
  package static func request(
    port: Int,
    path: String = "/arrange",
    headers changes: [String: String] = [:],
    on connection: RawConnection,
    with bytes: [UInt8] = []
  ) throws -> (status: Int, text: String, rest: [UInt8]) {
    var headers = [
      "Host": "127.0.0.1:\(port)", "Connection": "Upgrade", "Upgrade": "websocket",
      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    for (name, value) in changes { headers[name] = value.isEmpty ? nil : value }
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    try connection.send(Array("GET \(path) HTTP/1.1\r\n\(lines)\r\n".utf8) + bytes)
    return try response(on: connection)
  }

  /// Sends another request, and reads the whole response.
  private static func get(_ path: String, port: Int, on connection: RawConnection) throws {
    try connection.send(Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8))
    var response = try RawWebSocket.response(on: connection)
    let length = response.text.lowercased().split(separator: "content-length: ").dropFirst().first
    guard response.status == 200, let length = length.flatMap({ Int($0.prefix(while: \.isNumber)) }) else {
      throw Failure("not answered: \(response.text)")
    }
    while response.rest.count < length {
      guard let chunk = try connection.receiveBytes() else { throw Failure("closed within a response") }
      response.rest += chunk
    }
  }

  private static func response(
    on connection: RawConnection
  ) throws -> (status: Int, text: String, rest: [UInt8]) {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let head = bytes.firstRange(of: end) {
        let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
        let status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
        return (status, text, Array(bytes[head.upperBound...]))
      }
      guard let chunk = try connection.receiveBytes() else { throw Failure("closed without a response") }
      bytes += chunk
    }
  }

  /// The bytes of a WebSocket frame.
  package static func frame(
    _ opcode: Opcode,
    _ body: [UInt8],
    isLast: Bool = true,
    isMasked: Bool = true,
    reserved: UInt8 = 0
  ) -> [UInt8] {
    let key: [UInt8] = [0x5A, 0x00, 0xC3, 0x17]
    let mask: UInt8 = isMasked ? 0x80 : 0
    var bytes = [(isLast ? 0x80 : 0) | reserved | opcode.rawValue]
    switch body.count {
    case ..<126: bytes.append(mask | UInt8(body.count))
    case ...0xFFFF: bytes += [mask | 126, UInt8(body.count >> 8), UInt8(body.count & 0xFF)]
    default: bytes += [mask | 127] + (0..<8).map { UInt8((body.count >> (56 - 8 * $0)) & 0xFF) }
    }
    guard isMasked else { return bytes + body }
    return bytes + key + body.enumerated().map { $1 ^ key[$0 & 3] }
  }

  /// Sends bytes in one message.
  package func send(_ bytes: [UInt8]) throws { try connection.send(RawWebSocket.frame(.binary, bytes)) }

  /// The next message of the WebSocket, pongs included; nil if the server has closed the connection.
  package func receiveMessage() throws -> (opcode: UInt8, body: [UInt8])? {
    while true {
      if input.count >= 2 {
        let short = Int(input[1] & 0x7F)
        let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
        let head = 2 + lengthBytes
        if input.count >= head {
          let length = lengthBytes == 0 ? short : input[2..<head].reduce(0) { $0 << 8 | Int($1) }
          if input.count >= head + length {
            let message = (input[0] & 0x0F, Array(input[head..<head + length]))
            guard input[0] & 0xF0 == 0x80, input[1] & 0x80 == 0 else {
              throw Failure("a frame that is masked, or not whole, or has reserved bits")
            }
            input.removeFirst(head + length)
            return message
          }
        }
      }
      guard let chunk = try connection.receiveBytes() else { return nil }
      input += chunk
    }
  }

  /// The next frame of the protocol; nil if the server has closed the WebSocket or the connection.
  package func receive() throws -> RawConnection.Received? {
    while true {
      if let frame = try decoder.next(using: connection.arena) { return RawConnection.Received(frame) }
      guard let message = try receiveMessage() else { return nil }
      switch Opcode(rawValue: message.opcode) {
      case .binary: decoder.append(ByteBuffer(bytes: message.body))
      case .pong: pongs.append(message.body)
      case .close:
        closeCode = message.body.count < 2 ? 0 : UInt16(message.body[0]) << 8 | UInt16(message.body[1])
        return nil
      default: throw Failure("a message with the opcode \(message.opcode)")
      }
    }
  }

  /// The END of a stream. Other frames are dropped.
  package func end(_ stream: UInt32) throws -> RawConnection.Received {
    while let frame = try receive() {
      if frame.type == .end, frame.stream == stream { return frame }
      if frame.type == .goAway { throw Failure("GOAWAY: \(try connection.status(frame))") }
    }
    throw Failure("the connection was closed")
  }
}
