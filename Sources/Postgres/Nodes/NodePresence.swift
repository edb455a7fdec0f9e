import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A sign that the process of a node lives, for others that can't see the process because it is in another PID namespace, as in
/// a container that was started again: a socket with a name of its own in the network namespace, which the kernel closes when
/// the process has ended, in whatever way.
package final class NodePresence: Sendable {
  /// The network namespace, by which two processes know that they would see each other's sockets; empty if that is unknown.
  static let space: String = {
    var bytes = [CChar](repeating: 0, count: 256)
    let count = readlink("/proc/self/ns/net", &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
  }()

  private let descriptor: CInt
  /// Where the name is held.
  var space: String { NodePresence.space }

  /// Holds the name of a node; nil if somebody else holds it, or there are no such names.
  package init?(_ node: Int64) {
    #if os(Linux)
      let descriptor = socket(
        AF_UNIX,
        CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue),
        0
      )
      guard descriptor >= 0, !NodePresence.space.isEmpty else { return nil }
      // A name that begins with a zero byte is in no file system.
      let name = [0] + Array("arrange-node-\(String(UInt64(bitPattern: node), radix: 36))".utf8)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
      let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      guard result == 0 else {
        close(descriptor)
        return nil
      }
      self.descriptor = descriptor
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }
}
