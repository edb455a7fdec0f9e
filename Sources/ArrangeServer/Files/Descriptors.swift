import Foundation

/// The file descriptors of this process: the limit, and the number in use.
package enum Descriptors {
  /// The current limit. It is read each time, because an operator can change it.
  static var limit: Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif

  /// Raises the limit as far as this process may: shells and service managers set a lower one than is
  /// allowed, for programs that use `select`.
  package static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    #if canImport(Darwin)
      limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))
    #endif
    _ = setrlimit(resource, &limit)
  }

  /// The number of open descriptors.
  static var count: Int {
    guard let directory = opendir("/dev/fd") else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
      if entry.pointee.d_name.0 != UInt8(ascii: ".") { count += 1 }
    }
    // One of them is open for reading the directory itself.
    return max(0, count - 1)
  }
}

/// A descriptor that is kept in reserve: once it is closed, one more connection can be accepted when all
/// others are in use, and refused with a reason.
struct ReserveDescriptor: ~Copyable {
  private var descriptor: CInt = -1

  init() { take() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens the descriptor if it is not open.
  mutating func take() {
    if descriptor < 0 { descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }
  }

  /// Closes the descriptor.
  ///
  /// - Returns: whether it was open.
  mutating func relinquish() -> Bool {
    guard descriptor >= 0 else { return false }
    close(descriptor)
    descriptor = -1
    return true
  }
}
