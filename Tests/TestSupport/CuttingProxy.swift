import Foundation
import Synchronization

/// A proxy in front of a server, which loses what is sent and cuts connections when a test says so.
package final class CuttingProxy: Sendable {
  /// What becomes of bytes.
  package enum Mode: Sendable {
    case open
    /// What the server answers is lost.
    case losesAnswers
    /// What the client sends is lost.
    case losesRequests
    /// New connections are closed at once.
    case closed
  }

  private struct State {
    var mode = Mode.open
    /// How many connections are closed at once, before others.
    var refusals = 0
    /// The connections on which the server can still send, by the sockets of their clients.
    var links: [Int32: Link] = [:]
    var isEnded = false
  }

  /// The two sockets of a connection, which stay open for as long as anybody refers to them. Were they closed by the
  /// first thread that has done with them, the other one could read from the next connection that gets their numbers.
  private final class Link: Sendable {
    let client: Int32
    let server: Int32

    init(client: Int32, server: Int32) {
      self.client = client
      self.server = server
    }

    deinit {
      close(client)
      close(server)
    }
  }

  /// The size of a buffer, in bytes.
  private static let bufferSize = 64 << 10

  package let port: Int
  private let target: Int
  private let listener: Int32
  private let state = Mutex(State())

  /// Starts to listen, and to pass bytes on to a port of this machine.
  package init(to target: Int) throws {
    self.target = target
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = CuttingProxy.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { [listener] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
          && listen(listener, 64) == 0
      }
    }
    guard isListening else { throw Failure("a proxy can't listen: \(String(cString: strerror(errno)))") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in accept() }
  }

  package func set(_ mode: Mode) { state.withLock { $0.mode = mode } }

  /// Closes the next connections at once.
  package func refuse(_ connections: Int) { state.withLock { $0.refusals = connections } }

  /// Cuts all connections.
  ///
  /// - Parameter withServer: whether the server sees the end of its connections, too. It does not when a network is cut.
  package func cut(withServer: Bool = true) {
    for link in state.withLock({ Array($0.links.values) }) {
      shutdown(link.client, Int32(SHUT_RDWR))
      if withServer { shutdown(link.server, Int32(SHUT_RDWR)) }
    }
  }

  /// Ends everything.
  package func end() {
    state.withLock { $0.isEnded = true }
    cut()
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return address
  }

  private func accept() {
    while true {
      let client = Foundation.accept(listener, nil, nil)
      if state.withLock({ $0.isEnded }) { break }
      guard client >= 0 else { continue }
      // A child process that had it would keep the connection open.
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      let isRefused = state.withLock { state in
        if state.refusals > 0 {
          state.refusals -= 1
          return true
        }
        return state.mode == .closed
      }
      guard !isRefused, let server = connect() else {
        close(client)
        continue
      }
      let link = Link(client: client, server: server)
      let isEnded = state.withLock { state in
        if !state.isEnded { state.links[client] = link }
        return state.isEnded
      }
      if isEnded { break }
      // When the client's side is cut alone, the server's stays open until the server ends it.
      Thread.detachNewThread { [self] in
        withExtendedLifetime(link) { pump(from: link.client, to: link.server, losing: .losesRequests) }
      }
      Thread.detachNewThread { [self] in
        pump(from: link.server, to: link.client, losing: .losesAnswers)
        state.withLock { $0.links[link.client] = nil }
        // Ends the other direction, too.
        shutdown(link.client, Int32(SHUT_RDWR))
      }
    }
    close(listener)
  }

  private func connect() -> Int32? {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = CuttingProxy.address(target)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isConnected { return server }
    close(server)
    return nil
  }

  private func pump(from source: Int32, to target: Int32, losing mode: Mode) {
    var buffer = [UInt8](repeating: 0, count: CuttingProxy.bufferSize)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      if state.withLock({ $0.mode }) == mode { continue }
      var sent = 0
      while sent < count {
        let written = buffer.withUnsafeBytes {
          send(target, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
        }
        guard written > 0 else { break }
        sent += written
      }
    }
  }
}
