#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A socket that a service manager listens on, and that it has passed to this process.
///
/// The protocol is documented in sd_listen_fds(3): the descriptors are 3 and those after it.
package struct PassedSocket: Sendable, Hashable {
  /// The first of the descriptors.
  private static let first: CInt = 3
  /// The most that are taken.
  private static let most = 64
  /// The name of a socket to which the manager has given none.
  private static let unnamed = "unknown"

  package let descriptor: CInt
  /// As the manager calls it: `FileDescriptorName=` of a socket unit, and otherwise the name of that unit.
  package let name: String
  /// The address by which it is reached, as numbers; nil for a Unix socket.
  package let host: String?

  /// Finds the sockets, and keeps processes that this one starts from having them.
  ///
  /// - Parameter process: the number of this process.
  /// - Throws: ``ServiceManagerError`` where one of them can't be listened on, or the variables contradict each other.
  package static func all(
    environment: [String: String],
    process: Int32
  ) throws(ServiceManagerError) -> [PassedSocket] {
    guard let owner = environment["LISTEN_PID"], ManagerVariable.isMeant(owner, for: process),
      let text = environment["LISTEN_FDS"], !text.isEmpty
    else { return [] }
    guard let count = Int(text), 0...most ~= count else {
      throw ServiceManagerError("LISTEN_FDS: \"\(text)\" is not a number from 0 to \(most)")
    }
    let names = environment["LISTEN_FDNAMES"].map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    if let names, names.count != count, count > 0 {
      throw ServiceManagerError("LISTEN_FDNAMES: \(names.count) names for \(count) sockets")
    }
    var sockets: [PassedSocket] = []
    for place in 0..<count {
      sockets.append(try PassedSocket(first + CInt(place), name: names?[place] ?? unnamed))
    }
    return sockets
  }

  private init(_ descriptor: CInt, name: String) throws(ServiceManagerError) {
    self.descriptor = descriptor
    self.name = name
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var listens: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0, listens == 1 else {
      throw ServiceManagerError(
        "LISTEN_FDS: descriptor \(descriptor), \"\(name)\", is not a socket that accepts connections (ListenStream=)"
      )
    }
    var address = sockaddr_storage()
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let text = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        getsockname(descriptor, address, &length) == 0 ? PassedSocket.text(of: address, length) : nil
      }
    }
    guard let text else {
      throw ServiceManagerError(
        "LISTEN_FDS: descriptor \(descriptor), \"\(name)\", is neither a TCP nor a Unix socket"
      )
    }
    host = text.isEmpty ? nil : text
  }

  /// The host of an address; empty for a Unix socket, nil for other kinds.
  private static func text(of address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String? {
    switch CInt(address.pointee.sa_family) {
    case AF_UNIX: return ""
    case AF_INET, AF_INET6:
      var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard
        getnameinfo(address, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
      else { return nil }
      return String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    default: return nil
    }
  }
}
