import Foundation
import NIOCore
import Testing

/// A local port that is bound, so that no other test gets it, but has no listener.
struct SilentPort {
  let number: Int
  private let descriptor: CInt

  init() throws {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isBound = try SocketAddress(ipAddress: "127.0.0.1", port: 0).withSockAddr { address, length in
      bind(descriptor, address, socklen_t(length)) == 0
    }
    try #require(isBound)
    // The port is in the third and the fourth byte of the address.
    number = withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { bytes in
      var length = socklen_t(bytes.count)
      getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
      return Int(bytes[2]) << 8 | Int(bytes[3])
    }
    self.descriptor = descriptor
  }

  func close() { Foundation.close(descriptor) }
}
