import Engine
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// SQLite's write-ahead log, read without SQLite, since opening it there can already change it and the
/// database.
///
/// The format is documented at https://sqlite.org/fileformat2.html#the_write_ahead_log. It reads what SQLite
/// would read: frames up to the last one that ends a transaction before the first one with a wrong salt or
/// checksum.
struct WriteAheadLog: Sendable {
  private static let headerLength = 32
  private static let frameHeaderLength = 24
  private static let magic: UInt32 = 0x377F_0682

  let pageSize: Int
  /// The offset of the newest content of each page in the file.
  private(set) var pages: [UInt32: Int] = [:]
  /// The number of pages of the database after the last transaction.
  private(set) var pageCount = 0

  /// Reads the log at a path.
  ///
  /// - Returns: nil if there is none, or none with a complete transaction.
  init?(_ path: String) throws(JournalError) {
    guard try JournalDirectory.checkRegular(path), let file = try ReadOnlyFile(path) else { return nil }
    let header = try file.bytes(at: 0, count: WriteAheadLog.headerLength)
    guard header.count == WriteAheadLog.headerLength else { return nil }
    let words = header.withUnsafeBytes { header in
      stride(from: 0, to: WriteAheadLog.headerLength, by: 4).map { WriteAheadLog.bigEndian(header, $0) }
    }
    guard words[0] & ~1 == WriteAheadLog.magic else { return nil }
    let isBigEndian = words[0] & 1 == 1
    var sum = Sum(isBigEndian: isBigEndian)
    header.withUnsafeBytes { sum.add($0, 0..<24) }
    pageSize = Int(words[2])
    guard sum.first == words[6], sum.second == words[7], pageSize >= 512, pageSize <= 65_536,
      pageSize & (pageSize - 1) == 0
    else { return nil }
    try read(file, salts: (words[4], words[5]), sum)
    if pageCount == 0 { return nil }
  }

  private mutating func read(
    _ file: borrowing ReadOnlyFile,
    salts: (UInt32, UInt32),
    _ start: Sum
  ) throws(JournalError) {
    var sum = start
    let frameLength = WriteAheadLog.frameHeaderLength + pageSize
    var place = WriteAheadLog.headerLength
    // The pages of the transaction that has not ended yet.
    var pending: [UInt32: Int] = [:]
    while true {
      let frame = try file.bytes(at: place, count: frameLength)
      guard frame.count == frameLength else { return }
      let (page, count, isRight) = frame.withUnsafeBytes { frame in
        let words = stride(from: 0, to: WriteAheadLog.frameHeaderLength, by: 4).map {
          WriteAheadLog.bigEndian(frame, $0)
        }
        guard words[0] > 0, words[2] == salts.0, words[3] == salts.1 else {
          return (UInt32(0), UInt32(0), false)
        }
        sum.add(frame, 0..<8)
        sum.add(frame, WriteAheadLog.frameHeaderLength..<frameLength)
        return (words[0], words[1], sum.first == words[4] && sum.second == words[5])
      }
      guard isRight else { return }
      pending[page] = place + WriteAheadLog.frameHeaderLength
      place += frameLength
      guard count > 0 else { continue }
      pages.merge(pending) { $1 }
      pending.removeAll(keepingCapacity: true)
      pageCount = Int(count)
    }
  }

  private static func bigEndian(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The checksum of the log, which continues from frame to frame.
  private struct Sum {
    let isBigEndian: Bool
    var first: UInt32 = 0
    var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
      var (first, second) = (first, second)
      var offset = range.lowerBound
      while offset < range.upperBound {
        let one = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let two = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
        second &+= (isBigEndian ? UInt32(bigEndian: two) : UInt32(littleEndian: two)) &+ first
        offset += 8
      }
      (self.first, self.second) = (first, second)
    }
  }
}

/// A file that is opened read-only.
final class ReadOnlyFile: Sendable {
  let path: String
  let length: Int
  private let descriptor: CInt
  /// The system's error of the last read that failed; 0 if none did.
  private let lastError = Atomic<CInt>(0)

  /// The error of a read that failed; nil if none did. SQLite reports some of them as damage.
  var readError: JournalError? {
    let code = lastError.load(ordering: .relaxed)
    return code == 0 ? nil : JournalError.unreadable(path, code)
  }

  /// Nil if it does not exist.
  init?(_ path: String) throws(JournalError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0, errno == ENOENT { return nil }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let code = errno
      if descriptor >= 0 { _ = JournalDirectory.close(descriptor) }
      throw JournalError(.unusable, "\(path) can't be read: \(describe(code))")
    }
    self.path = path
    self.descriptor = descriptor
    length = Int(status.st_size)
  }

  deinit { _ = JournalDirectory.close(descriptor) }

  /// Reads bytes; fewer if the file ends.
  ///
  /// - Returns: their number; nil if they can't be read.
  func read(into bytes: UnsafeMutableRawBufferPointer, at place: Int) -> Int? {
    var count = 0
    while count < bytes.count {
      let read = pread(
        descriptor,
        bytes.baseAddress?.advanced(by: count),
        bytes.count - count,
        off_t(place + count)
      )
      if read < 0, errno == EINTR { continue }
      if read < 0 {
        lastError.store(errno, ordering: .relaxed)
        return nil
      }
      if read == 0 { break }
      count += read
    }
    return count
  }

  /// Reads bytes; fewer if the file ends.
  func bytes(at place: Int, count: Int) throws(JournalError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { self.read(into: $0, at: place) }
    guard let read else { throw readError ?? JournalError(.unusable, "\(path) can't be read") }
    if read < count { bytes.removeLast(count - read) }
    return bytes
  }
}
