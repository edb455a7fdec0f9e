import Engine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The identity of the file at a path. If the path later has another file, or none, what this process writes
/// is lost.
///
/// A file that is removed or replaced still exists, without a name, for processes that have it open: writes
/// and flushes succeed, and all of it is gone when the process ends. So before a write is acknowledged, the
/// journal checks that the names still refer to these files.
struct FileIdentity: Sendable, Hashable {
  let path: String
  private let device: UInt64
  private let inode: UInt64
  let isDirectory: Bool

  fileprivate init(_ path: String, _ status: stat) {
    self.path = path
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file at a path. Nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(path, status)
  }

  /// An open file, which should be the one at a path.
  init?(_ path: String, descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(path, status)
  }

  /// Throws an error if the path has another file now, or none. One system call.
  func check() throws(JournalError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw JournalError(
        .failed,
        "\(path) no longer exists: \(describe(errno)); \(FileIdentity.advice)"
      )
    }
    guard self == FileIdentity(path, status) else {
      throw JournalError(.failed, "\(path) was replaced while the server runs; \(FileIdentity.advice)")
    }
  }

  fileprivate static let advice =
    "the server stops, since what it wrote there could be lost; put the data directory in order and start it again"
}

/// Checks that the names of files in one directory still refer to the same files.
///
/// As long as the directory and its modification time are the same, no name in it has changed, which one
/// system call shows. Otherwise each file is checked.
struct FileWatch: Sendable {
  /// How long after a change a directory can change again without a new modification time, in nanoseconds:
  /// several ticks of the clock that file systems use.
  private static let granularity: Int64 = 50_000_000

  /// A directory and its modification time.
  private struct Moment: Sendable, Hashable {
    let identity: FileIdentity
    let changed: Int64

    init(_ path: String) throws(JournalError) {
      var status = stat()
      guard lstat(path, &status) == 0 else {
        throw JournalError(
          .failed,
          "\(path) no longer exists: \(describe(errno)); \(FileIdentity.advice)"
        )
      }
      identity = FileIdentity(path, status)
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      changed = FileWatch.nanoseconds(time)
    }
  }

  private let directory: String
  private let files: [FileIdentity]
  /// The directory when every name was last correct, provided that any later change has a different time.
  private var known: Moment?

  init(_ directory: String, _ files: [FileIdentity]) {
    self.directory = directory
    self.files = files
  }

  /// Throws an error if a name refers to another file now, or to none.
  mutating func check() throws(JournalError) {
    // A symbolic link to the directory may lead elsewhere later, so every name is checked each time.
    let moment = try Moment(directory)
    if moment == known { return }
    for file in files { try file.check() }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let isSettled = FileWatch.nanoseconds(now) - moment.changed > FileWatch.granularity
    known = isSettled && moment.identity.isDirectory ? moment : nil
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
