package import ArrangeModel
import Foundation
package import NIOCore
internal import SwiftCodec
package import Wire

/// A socket on which a test sends arbitrary bytes, and reads frames.
package final class RawConnection {
  /// How long a test waits for a frame, or for room to send one, in seconds, before it fails.
  package static let patience = 20

  package let arena = Arena(codec: .swift)
  /// The descriptor of the socket, for tests that need more than this.
  package let socket: Int32
  private var decoder = FrameDecoder(limit: Frame.largestEver)
  /// The stream that the next call opens.
  package var nextStream: UInt32 = 1
  private var earlyEnds: [UInt32: Received] = [:]

  /// The inspected parts of a frame.
  package struct Received: Hashable {
    package var type: FrameType?
    package var stream: UInt32
    package var status: UInt32
    package var sequence: UInt64
    package var body: [UInt8]

    package var code: StatusCode? { StatusCode(rawValue: status) }

    init(_ frame: Frame) {
      type = frame.type
      stream = frame.stream
      status = frame.status
      sequence = frame.sequence
      body = Array(frame.body)
    }
  }

  /// Connects; with `greeting` it sends HELLO and receives WELCOME.
  ///
  /// - Parameter receiveBuffer: how much the system takes in before this side reads, in bytes; nil leaves that to
  ///   the system.
  package init(port: Int, greeting: Bool = true, receiveBuffer: Int32? = nil) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var size = receiveBuffer {
      // Before the connection is made, so that its window is as small.
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure("can't connect to port \(port): \(errno)") }
    var one: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    limitSending()
    if greeting { try greet() }
  }

  /// Connects to a Unix socket, says HELLO and takes WELCOME in.
  ///
  /// - Parameter patience: how long it waits for WELCOME, in seconds.
  package init(unixSocket path: String, patience: Int = RawConnection.patience) throws {
    socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Failure("can't connect to \(path): \(errno)") }
    limitSending()
    try hello()
    guard case .frame(let welcome) = try receive(within: patience * 1_000) else {
      throw Failure("no WELCOME from \(path)")
    }
    try expect(welcome)
  }

  private func greet() throws {
    try hello()
    try expect(receive())
  }

  private func expect(_ welcome: Received?) throws {
    guard welcome?.type == .welcome else { throw Failure("no WELCOME but \(String(describing: welcome))") }
  }

  deinit { close(socket) }

  // MARK: Sending

  private func limitSending() {
    var time = timeval(tv_sec: RawConnection.patience, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  package func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        throw Failure(errno == EAGAIN ? "the server reads nothing" : "the connection is gone")
      }
      sent += count
    }
  }

  /// Sends as much as the system accepts at once, without waiting.
  ///
  /// - Returns: how many bytes it took; 0 if it takes none now, nil if the connection is gone.
  package func sendSome(_ bytes: some RandomAccessCollection<UInt8>) -> Int? {
    let count = Array(bytes).withUnsafeBytes {
      Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
  }

  package func send(_ buffer: ByteBuffer) throws { try send(Array(buffer.readableBytesView)) }

  /// The bytes of a frame.
  package func bytes(_ frame: Frame, body: [UInt8] = [], method: String = "", metadata: [UInt8] = [])
    -> [UInt8]
  {
    var buffer = ByteBuffer()
    body.withUnsafeBytes { body in
      metadata.withUnsafeBytes { metadata in
        Array(method.utf8).withUnsafeBytes { method in
          var frame = frame
          frame.body = body
          frame.method = method
          frame.metadata = metadata
          FrameEncoder.write(frame, to: &buffer)
        }
      }
    }
    return Array(buffer.readableBytesView)
  }

  package func send(_ frame: Frame, body: [UInt8] = [], method: String = "", metadata: [UInt8] = []) throws {
    try send(bytes(frame, body: body, method: method, metadata: metadata))
  }

  package func hello(_ hello: Hello = Hello(clientName: "test")) throws {
    var buffer = ByteBuffer()
    arena.temporary { FrameEncoder.write(Frame(.hello), body: hello.message(in: arena), to: &buffer) }
    try send(buffer)
  }

  /// The bytes of a message.
  package func encode(_ message: some WireMessage) -> [UInt8] {
    var buffer = ByteBuffer()
    message.encode(into: &buffer, using: arena)
    return Array(buffer.readableBytesView)
  }

  /// Opens the next stream.
  @discardableResult
  package func open(
    _ method: String,
    _ body: [UInt8] = [],
    timeoutMicroseconds: UInt64 = 0,
    credit: UInt64 = 0,
    metadata: [UInt8] = []
  ) throws -> UInt32 {
    let stream = nextStream
    nextStream += 1
    try send(
      Frame(.open, stream: stream, timeoutMicroseconds: timeoutMicroseconds, credit: credit),
      body: body,
      method: method,
      metadata: metadata
    )
    return stream
  }

  /// Closes this side for sending.
  package func closeInput() { shutdown(socket, Int32(SHUT_WR)) }

  // MARK: Receiving

  /// The next frame; nil if the server has closed the connection.
  ///
  /// - Parameters:
  ///   - count: how many bytes are read at a time.
  ///   - pause: how long this side waits before each read, in microseconds.
  package func receive(atMost count: Int = 65_536, every pause: UInt32 = 0) throws -> Received? {
    while true {
      if let frame = try decoder.next(using: arena) {
        return Received(frame)
      }
      guard let bytes = try receiveBytes(atMost: count, every: pause) else { return nil }
      decoder.append(ByteBuffer(bytes: bytes))
    }
  }

  /// What comes within some time.
  package enum Arrival {
    case frame(Received)
    case nothing
    /// The server has closed the connection.
    case gone
  }

  /// The next frame, if one comes within some time.
  ///
  /// - Parameter milliseconds: how long it waits for bytes. A frame that comes in pieces may take longer.
  package func receive(within milliseconds: Int) throws -> Arrival {
    while true {
      if let frame = try decoder.next(using: arena) { return .frame(Received(frame)) }
      guard hasInput(within: Int32(milliseconds)) else { return .nothing }
      guard let bytes = try receiveBytes() else { return .gone }
      decoder.append(ByteBuffer(bytes: bytes))
    }
  }

  /// The next bytes, whatever they are; nil if the server has closed the connection.
  ///
  /// - Parameters:
  ///   - count: the maximum number.
  ///   - pause: how long this side waits before it reads, in microseconds.
  package func receiveBytes(atMost count: Int = 65_536, every pause: UInt32 = 0) throws -> [UInt8]? {
    var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(RawConnection.patience * 1_000)) > 0 else {
      throw Failure("the server says nothing")
    }
    if pause > 0 { usleep(pause) }
    var chunk = [UInt8](repeating: 0, count: count)
    let received = recv(socket, &chunk, chunk.count, 0)
    return received <= 0 ? nil : Array(chunk[..<received])
  }

  /// Whether the server sends something within a time, in milliseconds.
  package func hasInput(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  /// The END of a stream. ENDs of other streams that come before it are kept; other frames are dropped.
  package func end(_ stream: UInt32) throws -> Received {
    if let early = earlyEnds.removeValue(forKey: stream) { return early }
    while let frame = try receive() {
      if frame.type == .end {
        if frame.stream == stream { return frame }
        earlyEnds[frame.stream] = frame
      }
      if frame.type == .goAway { throw Failure("GOAWAY: \(try status(frame))") }
    }
    throw Failure("the connection was closed")
  }

  /// Makes a call and waits for its END.
  package func call(_ method: String, _ body: [UInt8] = []) throws -> Received { try end(open(method, body)) }

  /// What an END or GOAWAY says.
  package func status(_ frame: Received) throws -> Status {
    try frame.body.withUnsafeBytes { body in
      var view = Frame(.end, body: body)
      view.status = frame.status
      return try Status(reading: view, using: arena)
    }
  }

  /// Makes a call and reads its answer.
  package func result<Response: WireMessage>(
    _ method: Method,
    _ request: some WireMessage,
    as type: Response.Type = Response.self
  ) throws -> Response {
    let end = try call(method.name, encode(request))
    guard end.code == .ok else { throw try status(end).error }
    return try end.body.withUnsafeBytes { try Response.decode($0, using: arena) }
  }
}
