import CoreFoundation
import Foundation

/// The file of a Unix socket: made for this server alone, and removed with it.
///
/// A socket that a server listens on is left to it. One that nobody listens on any more is replaced; anything else under the
/// path is left as it is.
///
/// It is used by one task at a time: that which listens, and that which stops.
final class UnixSocketFile: @unchecked Sendable {
  /// For how long another server may be looking at the same directory, in tries of 10 ms.
  private static let tries = 200

  private let address: ListenAddress
  private let path: String
  /// The directory, locked while a server looks and binds: two that start at once would remove each other's socket.
  private var directory: CInt = -1
  /// What was bound.
  private var identity: Identity?

  /// Makes the path free to be bound. ``didBind()`` is to be called after that, or ``unlock()``.
  init(_ path: String) async throws(ListenError) {
    self.path = path
    address = .unixSocket(path: path)
    await lock()
    do throws(ListenError) { try removeStale() } catch {
      unlock()
      throw error
    }
  }

  private func lock() async {
    let parent = (path as NSString).deletingLastPathComponent
    directory = open(parent.isEmpty ? "." : parent, O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { return }
    for _ in 0..<UnixSocketFile.tries where flock(directory, LOCK_EX | LOCK_NB) != 0 {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  func unlock() {
    guard directory >= 0 else { return }
    _ = flock(directory, LOCK_UN)
    close(directory)
    directory = -1
  }

  private func removeStale() throws(ListenError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ListenError(address, "there is something else at this path; remove it, or choose another path")
    }
    switch try probe() {
    case 0, EAGAIN, EINPROGRESS:
      throw ListenError(address, "another server listens there; stop it, or choose another path")
    case ECONNREFUSED:
      guard unlink(path) == 0 || errno == ENOENT else {
        throw ListenError(
          address,
          "the socket of a server that is gone can't be removed: \(systemText(errno))"
        )
      }
    case ENOENT: break
    case let code:
      throw ListenError(address, "whether a server listens there can't be found out: \(systemText(code))")
    }
  }

  /// Connects; what comes of it.
  private func probe() throws(ListenError) -> CInt {
    #if canImport(Glibc) || canImport(Musl)
      let kind = CInt(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let probe = socket(AF_UNIX, kind, 0)
    guard probe >= 0 else { return errno }
    defer { close(probe) }
    _ = fcntl(probe, F_SETFL, O_NONBLOCK)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: name.sun_path) else {
      throw ListenError(address, "the path is longer than the system allows for a socket")
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(probe, $0, length) }
    }
    return result == 0 ? 0 : errno
  }

  /// The socket is bound: notes which file it is.
  func didBind() {
    identity = current
    unlock()
  }

  /// Which file a socket is. The number of an inode is given to the next file that is made as soon as the one before is gone, so
  /// that it does not do alone.
  private struct Identity: Equatable {
    var device: dev_t
    var inode: ino_t
    /// When it was bound. Neither connections nor other permissions change that.
    var seconds: Int
    var nanoseconds: Int
  }

  /// The socket that is there; nil where there is none, or something else.
  private var current: Identity? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Identity(
      device: status.st_dev,
      inode: status.st_ino,
      seconds: time.tv_sec,
      nanoseconds: time.tv_nsec
    )
  }

  /// Removes the socket, unless somebody has put another file there.
  func remove() {
    guard let identity, let current, identity == current else { return }
    unlink(path)
  }
}
