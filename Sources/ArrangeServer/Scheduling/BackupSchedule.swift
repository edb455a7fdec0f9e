import ArrangeModel
import Backups
import Dispatch
import Engine
import Foundation
import Logging

/// Makes backups at an interval and removes the oldest ones.
///
/// A backup is a file `arrange-TIME.backup`, with the time in UTC at which it was made. It gets that name when it is on disk and was
/// read back without an error. Nothing else in the directory is touched.
///
/// How old a backup is, its content says: a name can be of a time to come, since clocks go wrong and people copy files. Backups of a
/// time to come do not count, and are not removed.
struct BackupSchedule: Sendable {
  private static let prefix = "arrange-"
  private static let suffix = ".backup"
  private static let unfinished = ".unfinished"
  /// How long to wait after a failed backup, in seconds, unless the interval is shorter.
  private static let retrySeconds: Int64 = 600
  /// How often the clock is looked at, in seconds: it can be set.
  private static let longestWait: Int64 = 60

  let plan: BackupPlan
  let engine: Engine
  let turn: SingleTurn
  let clock: EngineClock
  let logger: Logger
  /// Called with the time of the last good backup, in seconds since 1970.
  let onBackup: @Sendable (Int64) -> Void

  /// Makes backups until the task is cancelled.
  func run() async {
    let last = await blocking { newestGood($0) }
    if let last { onBackup(last) }
    var due = BackupDue(after: last, interval: Int64(plan.interval), now: now)
    while !Task.isCancelled {
      let wait = due.wait(now: now)
      if wait > 0 {
        guard (try? await Task.sleep(for: .seconds(min(wait, BackupSchedule.longestWait)))) != nil else {
          return
        }
        continue
      }
      let isDone = await blocking { write($0) }
      let pause = isDone ? Int64(plan.interval) : min(Int64(plan.interval), BackupSchedule.retrySeconds)
      due = BackupDue(in: pause, now: now)
    }
  }

  private var now: BackupDue.Now {
    BackupDue.Now(
      wall: clock.wallTime().microseconds / 1_000_000,
      monotonic: Int64(clock.monotonicNanoseconds() / 1_000_000_000)
    )
  }

  /// Runs a closure on another thread. It is told when the task is cancelled.
  private func blocking<Value: Sendable>(
    _ body: @escaping @Sendable (CancellationFlag) -> Value
  ) async -> Value {
    let cancelled = CancellationFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async { continuation.resume(returning: body(cancelled)) }
      }
    } onCancel: {
      cancelled.raise()
    }
  }

  /// Makes one backup.
  ///
  /// - Returns: whether it was made.
  private func write(_ cancelled: CancellationFlag) -> Bool {
    guard turn.take() else { return false }
    defer { turn.release() }
    let time = clock.wallTime()
    let path = "\(plan.directory)/\(BackupSchedule.name(time.microseconds / 1_000_000))"
    let unfinished = path + BackupSchedule.unfinished
    do {
      let bytes = try write(unfinished, time, cancelled)
      guard !cancelled.isRaised else {
        remove(unfinished)
        return false
      }
      try check(unfinished, cancelled)
      // A check that was cut short proves nothing.
      guard !cancelled.isRaised else {
        remove(unfinished)
        return false
      }
      guard rename(unfinished, path) == 0 else { throw failure("rename", unfinished) }
      onBackup(time.microseconds / 1_000_000)
      logger.info("backup made", metadata: ["file": "\(path)", "bytes": "\(bytes)"])
      prune()
      return true
    } catch {
      remove(unfinished)
      logger.error(
        "the backup failed; it is tried again",
        metadata: ["file": "\(path)", "error": "\(error)"]
      )
      return false
    }
  }

  private func write(_ path: String, _ time: Timestamp, _ cancelled: CancellationFlag) throws -> Int {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("open", path) }
    // A file that was left there keeps its mode, and an umask can't take away what it has too much.
    guard fchmod(descriptor, 0o600) == 0 else {
      close(descriptor)
      throw failure("change the mode of", path)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var writer = try BackupWriter(
      engine.snapshot(),
      time: time.microseconds,
      version: ArrangeVersion.current
    )
    var bytes = 0
    while !cancelled.isRaised, let piece = try writer.next() {
      try file.write(contentsOf: piece)
      bytes += piece.count
    }
    try file.synchronize()
    try file.close()
    return bytes
  }

  /// Reads a backup to its end, to verify it.
  private func check(_ path: String, _ cancelled: CancellationFlag) throws {
    try read(path) { (reader) throws in
      while !cancelled.isRaised, try reader.next() != nil {}
    }
  }

  /// Reads a backup.
  private func read<Value>(_ path: String, _ body: (inout BackupReader) throws -> Value) throws -> Value {
    // A pipe of that name would block its reader.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure("read", path) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    defer { try? file.close() }
    var reader = try BackupReader { count in [UInt8](try file.read(upToCount: count) ?? Data()) }
    return try body(&reader)
  }

  // MARK: Earlier backups

  /// Removes the oldest backups, and unfinished files of an earlier run.
  private func prune() {
    let names = files()
    for name in names.filter({ $0.hasSuffix(BackupSchedule.unfinished) }) {
      remove("\(plan.directory)/\(name)")
    }
    for backup in backups().dropLast(plan.count) { remove("\(plan.directory)/\(backup.name)") }
  }

  /// A backup in the directory.
  private struct Backup {
    var name: String
    /// When it was made, in seconds since 1970: what its head says or, if that can't be read, its name.
    var time: Int64
    var isReadable: Bool
  }

  /// The backups of the past, the oldest first. The log names those of a time to come.
  private func backups() -> [Backup] {
    let now = now.wall
    var backups: [Backup] = []
    for name in files() {
      guard let named = BackupSchedule.time(of: name) else { continue }
      let head = try? read("\(plan.directory)/\(name)") { $0.manifest.time / 1_000_000 }
      let backup = Backup(name: name, time: head ?? named, isReadable: head != nil)
      if backup.time <= now {
        backups.append(backup)
      } else {
        logger.warning(
          "a backup is of a time to come; it does not count, and stays",
          metadata: ["file": "\(plan.directory)/\(name)"]
        )
      }
    }
    return backups.sorted { ($0.time, $0.name) < ($1.time, $1.name) }
  }

  /// When the newest backup was made that can be read to its end, in seconds since 1970; nil if there is none.
  private func newestGood(_ cancelled: CancellationFlag) -> Int64? {
    for backup in backups().reversed() where backup.isReadable && !cancelled.isRaised {
      let path = "\(plan.directory)/\(backup.name)"
      do {
        try check(path, cancelled)
        return backup.time
      } catch {
        logger.error("a backup is damaged", metadata: ["file": "\(path)", "error": "\(error)"])
      }
    }
    return nil
  }

  /// The names in the directory that are those of backups, finished or not.
  private func files() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: plan.directory)) ?? []
    return names.filter { name in
      let end = name.hasSuffix(BackupSchedule.unfinished) ? BackupSchedule.unfinished.count : 0
      return BackupSchedule.time(of: String(name.dropLast(end))) != nil
    }
  }

  // MARK: Names

  /// The name of a backup that is made at a time, in seconds since 1970. Names are in the order of their times.
  static func name(_ seconds: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(seconds))
    return prefix + date.formatted(style) + suffix
  }

  /// The time of a name, in seconds since 1970; nil if it is not the name of a backup.
  static func time(of name: String) -> Int64? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let text = name.dropFirst(prefix.count).dropLast(suffix.count)
    guard let date = try? Date(String(text), strategy: style) else { return nil }
    let seconds = Int64(date.timeIntervalSince1970)
    return self.name(seconds) == name ? seconds : nil
  }

  /// `20261126T073000Z`.
  private static let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)

  private func remove(_ path: String) { unlink(path) }

  private func failure(_ what: String, _ path: String) -> ArrangeError {
    ArrangeError(.unavailable, "can't \(what) \(path): \(systemText(errno))")
  }
}
