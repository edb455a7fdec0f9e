import Engine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of a log. It is written over and over again and does not grow meanwhile, since a file that stays as long as it is
/// is flushed without its inode.
final class LogFile: Sendable {
  /// How much is written at a time where the file grows, in bytes.
  private static let growth = 256 << 10
  /// How long a file that is read can be at most, in bytes. Earlier builds made them up to this long.
  static let mostBytes = 16 << 20

  let path: String
  private let descriptor: CInt

  static func path(in directory: String) -> String { directory + "/journal.log" }

  /// Makes a file of so many bytes, all 0, durably. One that is there is written over.
  init(_ path: String, size: Int) throws(JournalError) {
    JournalDirectory.remove(path)
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw JournalError(.failed, "\(path) can't be made: \(describe(errno))") }
    self.path = path
    self.descriptor = descriptor
    try extend(from: 0, to: size)
    try JournalDirectory.flush(JournalDirectory.parent(of: path))
  }

  deinit { _ = JournalDirectory.close(descriptor) }

  /// Makes the file longer, with zeros, durably.
  func extend(from old: Int, to size: Int) throws(JournalError) {
    let zeros = [UInt8](repeating: 0, count: LogFile.growth)
    var place = old
    while place < size {
      let count = min(zeros.count, size - place)
      do throws(JournalError) { try write(zeros[..<count], at: place) } catch {
        throw JournalError(.failed, "\(error.message); make room and start the server again")
      }
      place += count
    }
    guard fsync(descriptor) == 0 else {
      throw JournalError(.failed, "\(path) can't be flushed: \(describe(errno))")
    }
  }

  /// Writes bytes and waits until they are on disk.
  func writeDurably(_ bytes: [UInt8], at place: Int) throws(JournalError) {
    try write(bytes[...], at: place)
    #if canImport(Darwin)
      let result = fcntl(descriptor, F_FULLFSYNC)
    #else
      let result = fdatasync(descriptor)
    #endif
    guard result == 0 else { throw JournalError(.failed, "\(path) can't be flushed: \(describe(errno))") }
  }

  private func write(_ bytes: ArraySlice<UInt8>, at place: Int) throws(JournalError) {
    let code = bytes.withUnsafeBytes { bytes -> CInt? in
      var written = 0
      while written < bytes.count {
        let count = pwrite(
          descriptor,
          bytes.baseAddress?.advanced(by: written),
          bytes.count - written,
          off_t(place + written)
        )
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        written += count
      }
      return nil
    }
    if let code { throw JournalError(.failed, "\(path) can't be written: \(describe(code))") }
  }

  /// All bytes of a file.
  static func read(_ path: String) throws(JournalError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw JournalError(.unusable, "\(path) can't be read: \(describe(errno))") }
    defer { _ = JournalDirectory.close(descriptor) }
    let length = lseek(descriptor, 0, SEEK_END)
    guard length >= 0 else { throw JournalError(.unusable, "\(path) can't be read: \(describe(errno))") }
    guard length <= mostBytes else { throw damaged("the length of \(path)") }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    var count = 0
    while count < bytes.count {
      let code = bytes.withUnsafeMutableBytes { bytes -> CInt? in
        let read = pread(
          descriptor,
          bytes.baseAddress?.advanced(by: count),
          bytes.count - count,
          off_t(count)
        )
        if read > 0 { count += read }
        return read > 0 ? nil : read == 0 ? 0 : errno
      }
      switch code {
      case nil, EINTR: continue
      case 0: return Array(bytes[..<count])
      case let code?: throw JournalError(.unusable, "\(path) can't be read: \(describe(code))")
      }
    }
    return bytes
  }
}
