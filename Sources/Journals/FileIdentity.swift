import Engine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which file is at a path: whatever has another one there later, or none, has lost what this process writes.
///
/// A file that somebody removes or replaces lives on, without a name, for who has it open: writes and flushes go on well, and
/// with the process everything is gone. So who acknowledges asks first whether the names still mean these files.
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

  /// The file at a path. Nil where there is none.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(path, status)
  }

  /// An open file, which should be at a path.
  init?(_ path: String, descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(path, status)
  }

  /// Fails where the path has another file now, or none. One system call.
  func check() throws(JournalError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw JournalError(
        .failed,
        "\(path) can't be found any more: \(describe(errno)); \(FileIdentity.advice)"
      )
    }
    guard self == FileIdentity(path, status) else {
      throw JournalError(.failed, "\(path) was replaced while the server runs; \(FileIdentity.advice)")
    }
  }

  fileprivate static let advice =
    "the server stops, since what it wrote there could be lost; put the data directory in order and start it again"
}

/// Files of one directory whose names have to go on meaning them.
///
/// As long as neither the directory nor the time of its last change is another one, no name in it has changed: one system call
/// tells that. Otherwise each file is looked at.
struct FileWatch: Sendable {
  /// For how long after a change a directory can change again with the same time, in nanoseconds: several ticks of the clock
  /// that the system stamps files with.
  private static let granularity: Int64 = 50_000_000

  /// A directory, and when something in it was last changed.
  private struct Moment: Sendable, Hashable {
    let identity: FileIdentity
    let changed: Int64

    init(_ path: String) throws(JournalError) {
      var status = stat()
      guard lstat(path, &status) == 0 else {
        throw JournalError(
          .failed,
          "\(path) can't be found any more: \(describe(errno)); \(FileIdentity.advice)"
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
  /// When every name was right, if a change after that has another time.
  private var known: Moment?

  init(_ directory: String, _ files: [FileIdentity]) {
    self.directory = directory
    self.files = files
  }

  /// Fails where a name means another file now, or none.
  mutating func check() throws(JournalError) {
    // A symbolic link that leads to the directory may lead elsewhere later: then every name is looked at each time.
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
