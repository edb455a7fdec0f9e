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
struct BackupSchedule: Sendable {
  private static let prefix = "arrange-"
  private static let suffix = ".backup"
  private static let unfinished = ".unfinished"
  /// How long to wait after a failed backup, in seconds, unless the interval is shorter.
  private static let retrySeconds: Int64 = 600

  let plan: BackupPlan
  let engine: Engine
  let turn: SingleTurn
  let clock: EngineClock
  let logger: Logger

  /// Makes backups until the task is cancelled.
  func run() async {
    var next = newest().map { $0 + Int64(plan.interval) } ?? now
    while !Task.isCancelled {
      let wait = next - now
      if wait > 0 {
        // In steps, so that setting the clock forward takes effect.
        guard (try? await Task.sleep(for: .seconds(min(wait, 60)))) != nil else { return }
        continue
      }
      let isDone = await makeOne()
      next = now + (isDone ? Int64(plan.interval) : min(Int64(plan.interval), BackupSchedule.retrySeconds))
    }
  }

  /// In seconds since 1970.
  private var now: Int64 { clock.wallTime().microseconds / 1_000_000 }

  /// Makes one backup.
  ///
  /// - Returns: whether it was made.
  private func makeOne() async -> Bool {
    let cancelled = CancellationFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async { continuation.resume(returning: write(cancelled)) }
      }
    } onCancel: {
      cancelled.raise()
    }
  }

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
      try check(unfinished)
      guard rename(unfinished, path) == 0 else { throw failure("rename", unfinished) }
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
  private func check(_ path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else { throw failure("read", path) }
    defer { try? file.close() }
    var reader = try BackupReader { count in [UInt8](try file.read(upToCount: count) ?? Data()) }
    while try reader.next() != nil {}
  }

  /// Removes the oldest backups, and unfinished files of an earlier run.
  private func prune() {
    let names = files()
    for name in names.filter({ $0.hasSuffix(BackupSchedule.unfinished) }) {
      remove("\(plan.directory)/\(name)")
    }
    let backups = names.filter { BackupSchedule.time(of: $0) != nil }.sorted()
    for name in backups.dropLast(plan.count) { remove("\(plan.directory)/\(name)") }
  }

  /// When the newest backup was made, in seconds since 1970; nil if there is none.
  private func newest() -> Int64? { files().compactMap(BackupSchedule.time).max() }

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
