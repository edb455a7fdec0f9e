import Foundation
import TestSupport

/// A socket as a service manager has it: datagrams come in one by one.
final class FakeServiceManager {
  /// What is put into `NOTIFY_SOCKET`.
  let name: String
  private let descriptor: CInt
  private let path: String?

  /// - Parameter isAbstract: whether its name is no file, but one of Linux's own.
  init(isAbstract: Bool = false) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "n-\(UUID().uuidString.prefix(8))").path
    name = isAbstract ? "@" + path : path
    self.path = isAbstract ? nil : path
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure("\(path) is too long for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path)! + bytes.count)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard result == 0 else { throw Failure("bind: \(String(cString: strerror(errno)))") }
  }

  deinit {
    close(descriptor)
    if let path { unlink(path) }
  }

  /// The next datagram, by its lines.
  func next() throws -> [String] {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, CInt(ChildProcess.patience)) > 0 else { throw Failure("nothing is told") }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw Failure("recv: \(String(cString: strerror(errno)))") }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The next datagram that says more than that the server is alive.
  func nextEvent() throws -> [String] {
    while true {
      let lines = try next()
      if lines != ["WATCHDOG=1"] { return lines }
    }
  }
}
