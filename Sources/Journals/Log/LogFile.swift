import Engine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of a log. It is overwritten in a ring and does not grow meanwhile: flushing a file of constant
/// size does not have to write its inode.
final class LogFile: Sendable {
  /// The maximum size of a file that is read, in bytes. Earlier versions made files of up to this size.
  static let maximumBytes = 16 << 20

  let path: String
  let identity: FileIdentity
  private let descriptor: CInt

  static func path(in directory: String) -> String { directory + "/journal.log" }

  /// Creates a log whose blocks after the header are all 0, durably. An existing log is replaced.
  init(_ path: String, _ header: LogHeader) throws(JournalError) {
    descriptor = try JournalDirectory.makeFile(path, paddedTo: header.fileLength, header.bytes)
    self.path = path
    guard let identity = FileIdentity(path, descriptor: descriptor) else {
      throw JournalError(.failed, "\(path) can't be examined: \(describe(errno))")
    }
    self.identity = identity
  }

  deinit { _ = JournalDirectory.close(descriptor) }

  /// Extends the file with zeros, durably, and then updates its header. The file may have records that are
  /// nowhere else: the header is shorter than a sector, which a disk writes completely or not at all.
  func extend(from old: LogHeader, to new: LogHeader) throws(JournalError) {
    let zeros = [UInt8](repeating: 0, count: JournalDirectory.writtenAtATime)
    var place = old.fileLength
    while place < new.fileLength {
      let count = min(zeros.count, new.fileLength - place)
      do throws(JournalError) {
        try JournalDirectory.write(zeros[..<count], to: descriptor, at: place, path)
      } catch {
        throw JournalError(.failed, "\(error.message); make room and start the server again")
      }
      place += count
    }
    guard fsync(descriptor) == 0 else {
      throw JournalError(.failed, "\(path) can't be flushed: \(describe(errno))")
    }
    try writeDurably(new.bytes, at: 0)
  }

  /// Writes bytes and waits until they are on disk.
  func writeDurably(_ bytes: [UInt8], at place: Int) throws(JournalError) {
    try JournalDirectory.write(bytes[...], to: descriptor, at: place, path)
    #if canImport(Darwin)
      let result = fcntl(descriptor, F_FULLFSYNC)
    #else
      let result = fdatasync(descriptor)
    #endif
    guard result == 0 else { throw JournalError(.failed, "\(path) can't be flushed: \(describe(errno))") }
  }

  /// All bytes of a file.
  static func read(_ path: String) throws(JournalError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw JournalError(.unusable, "\(path) can't be read: \(describe(errno))") }
    defer { _ = JournalDirectory.close(descriptor) }
    let length = lseek(descriptor, 0, SEEK_END)
    guard length >= 0 else { throw JournalError(.unusable, "\(path) can't be read: \(describe(errno))") }
    guard length <= maximumBytes else {
      throw JournalError(.damaged, "\(path) is longer than the largest possible log; \(LogRecords.advice)")
    }
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
      case let code?: throw .unreadable(path, code)
      }
    }
    return bytes
  }
}
