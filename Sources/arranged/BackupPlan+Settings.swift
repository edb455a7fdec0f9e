import ArrangeServer
import Foundation

extension BackupPlan {
  private static let units = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

  /// Reads the settings for backups; nil if no directory is set.
  init?(_ reader: SettingReader) async throws {
    let directory = try await reader.string("backup-directory")
    let every = try await reader.string("backup-every")
    let count = try await reader.int("backup-keep", BackupPlan.counts)
    guard let directory else {
      if every != nil || count != nil {
        reader.record(SettingError("backup-directory: it is needed for backup-every and backup-keep"))
      }
      return nil
    }
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory)
    guard exists, isDirectory.boolValue, FileManager.default.isWritableFile(atPath: directory) else {
      reader.record(SettingError("backup-directory: \(directory) is not a directory that can be written"))
      return nil
    }
    let interval = every.map { text in reader.attempt { try BackupPlan.seconds(text) } }
    self.init(
      directory: directory,
      interval: (interval ?? nil) ?? BackupPlan.standardInterval,
      count: count ?? BackupPlan.standardCount
    )
  }

  /// Reads an interval such as `12h`.
  private static func seconds(_ text: String) throws(SettingError) -> Int {
    guard let unit = text.last.flatMap({ units[String($0)] }), let number = Int(text.dropLast()),
      case (let seconds, false) = number.multipliedReportingOverflow(by: unit), intervals.contains(seconds)
    else {
      throw SettingError(
        "backup-every: \"\(text)\" is not an interval such as 30m, 12h or 1d, from 1m to 400d"
      )
    }
    return seconds
  }
}
