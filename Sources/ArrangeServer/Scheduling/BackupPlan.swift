/// When and where the server makes backups by itself.
package struct BackupPlan: Sendable, Hashable {
  /// The shortest and the longest interval, in seconds: a minute and 400 days.
  package static let intervals = 60...34_560_000
  /// How many backups may be kept.
  package static let counts = 1...10_000
  /// The default interval and number of backups, if only the directory is given: one a day, for a week.
  package static let standardInterval = 86_400
  package static let standardCount = 7

  /// An existing directory.
  package var directory: String
  /// The interval, in seconds.
  package var interval: Int
  /// The number of backups that are kept.
  package var count: Int

  package init(directory: String, interval: Int = standardInterval, count: Int = standardCount) {
    self.directory = directory
    self.interval = interval
    self.count = count
  }
}
