import Foundation

/// Connections to Unix sockets.
enum UnixSocket {
  /// Connects, and returns the descriptor of the connection, which the caller closes; -1 if nobody listens.
  static func connect(_ path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return -1 }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  /// Whether somebody listens.
  static func accepts(_ path: String) -> Bool {
    let descriptor = connect(path)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}
