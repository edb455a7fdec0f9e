#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The socket at which systemd, or another manager of services with the same protocol, takes what a service says of itself.
///
/// ```swift
/// let manager = try NotifySocket(environment: environment)
/// manager?.send([.ready, .status("listens on 127.0.0.1:7411")])
/// ```
///
/// The protocol is documented in sd_notify(3): a datagram of lines `NAME=VALUE`.
package final class NotifySocket: Sendable {
  /// What a service says.
  package enum Message: Sendable, Hashable {
    /// It serves, also again after ``reloading(microseconds:)``.
    case ready
    /// It reads its settings anew, since that moment of the monotonic clock.
    case reloading(microseconds: UInt64)
    case stopping
    /// It is alive.
    case watchdog
    /// For people.
    case status(String)

    fileprivate var text: String {
      switch self {
      case .ready: "READY=1"
      case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
      case .stopping: "STOPPING=1"
      case .watchdog: "WATCHDOG=1"
      case .status(let text): "STATUS=" + text.replacing("\n", with: " ")
      }
    }
  }

  /// The variable that names the socket.
  private static let variable = "NOTIFY_SOCKET"
  /// For how long a message waits for a manager that does not read, in seconds.
  private static let maximumSeconds = 1

  private let descriptor: CInt
  private let name: sockaddr_un
  private let nameLength: socklen_t

  /// Finds the socket; nil where there is no manager.
  ///
  /// - Throws: ``ServiceManagerError`` where the variable is none of a path and `@NAME`, an abstract name of Linux.
  package init?(environment: [String: String]) throws(ServiceManagerError) {
    guard let text = environment[NotifySocket.variable], !text.isEmpty else { return nil }
    var bytes = Array(text.utf8)
    let isAbstract = bytes[0] == UInt8(ascii: "@")
    guard isAbstract || bytes[0] == UInt8(ascii: "/"), !bytes.contains(0) else {
      throw ServiceManagerError("\(NotifySocket.variable): \"\(text)\" is neither a path nor @NAME")
    }
    if isAbstract { bytes[0] = 0 }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    // A path needs a zero behind it.
    guard bytes.count + (isAbstract ? 0 : 1) <= MemoryLayout.size(ofValue: name.sun_path) else {
      throw ServiceManagerError(
        "\(NotifySocket.variable): \"\(text)\" is longer than the name of a socket may be"
      )
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    self.name = name
    nameLength = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path)! + bytes.count)
    #if canImport(Glibc) || canImport(Musl)
      descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    guard descriptor >= 0 else {
      throw ServiceManagerError(
        "\(NotifySocket.variable): there is no socket: \(String(cString: strerror(errno)))"
      )
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var time = timeval(tv_sec: .init(NotifySocket.maximumSeconds), tv_usec: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Says something. To be called on a thread that may wait.
  ///
  /// - Returns: whether it was taken. A service goes on where it was not.
  @discardableResult
  package func send(_ messages: [Message]) -> Bool {
    let bytes = Array(messages.map(\.text).joined(separator: "\n").utf8)
    return withUnsafePointer(to: name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        while true {
          let count = sendto(descriptor, bytes, bytes.count, NotifySocket.flags, name, nameLength)
          if count >= 0 || errno != EINTR { return count == bytes.count }
        }
      }
    }
  }

  #if canImport(Darwin)
    private static let flags: CInt = 0
  #else
    private static let flags = CInt(MSG_NOSIGNAL)
  #endif
}
