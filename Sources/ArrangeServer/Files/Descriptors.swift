import Foundation

/// The descriptors of this process: how many it may have, and how many it has.
package enum Descriptors {
  /// How many it may have at the moment. It is asked for anew each time: an operator can change it.
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

  /// Raises the limit as far as this process may: shells and service managers give less than is allowed, for the sake of
  /// programs that use `select`.
  package static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    #if canImport(Darwin)
      limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))
    #endif
    _ = setrlimit(resource, &limit)
  }

  /// How many are open.
  static var count: Int {
    guard let directory = opendir("/dev/fd") else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
      if entry.pointee.d_name.0 != UInt8(ascii: ".") { count += 1 }
    }
    // One of them is the directory's own.
    return max(0, count - 1)
  }
}

/// A descriptor that is there to be given up when there is no other: with it one more connection can be accepted, and told
/// that there is no room.
struct ReserveDescriptor: ~Copyable {
  private var descriptor: CInt = -1

  init() { take() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes it, again where it was given up.
  mutating func take() {
    if descriptor < 0 { descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }
  }

  /// Gives it up.
  ///
  /// - Returns: whether there was one.
  mutating func giveUp() -> Bool {
    guard descriptor >= 0 else { return false }
    close(descriptor)
    descriptor = -1
    return true
  }
}
