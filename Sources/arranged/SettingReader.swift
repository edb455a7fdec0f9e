import Configuration
import Foundation

/// Reads single settings and collects the errors, so that all of them are reported, not just the first.
final class SettingReader {
  private let config: ConfigReader
  /// The names of the settings that were read, whether they are set or not.
  private(set) var names: Set<String> = []

  /// The values that are set, as text.
  private(set) var values: [String: String] = [:]
  private(set) var errors: [SettingError] = []
  /// The credentials directory of the service manager; nil if there is none.
  private let credentials: String?

  init(_ config: ConfigReader, credentials: String?) {
    self.config = config
    self.credentials = credentials
  }

  func record(_ error: SettingError) { errors.append(error) }

  /// Runs a closure. If it fails, keeps the error and returns nil.
  @discardableResult
  func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch {
      record(error)
      return nil
    }
  }

  /// The same for an asynchronous closure.
  func attemptWaiting<Value>(_ body: () async throws -> Value) async -> Value? {
    do { return try await body() } catch {
      record(error)
      return nil
    }
  }

  private func record(_ error: any Error) { record(error as? SettingError ?? SettingError("\(error)")) }

  /// The path of a file. `${CREDENTIALS_DIRECTORY}/` at its beginning is replaced by the credentials
  /// directory.
  func path(_ name: String) async throws -> String? {
    guard let text = try await string(name), text.hasPrefix(SettingReader.credentialsPrefix) else {
      return try await string(name)
    }
    guard let credentials else {
      record(
        SettingError(
          "\(name): \(text): there are no credentials; the unit has to name them with LoadCredential="
        )
      )
      return nil
    }
    return credentials + "/" + text.dropFirst(SettingReader.credentialsPrefix.count)
  }

  private static let credentialsPrefix = "${CREDENTIALS_DIRECTORY}/"

  /// - Parameter shown: what of the value may be shown in errors and the log.
  func string(_ name: String, shown: (String) -> String = { $0 }) async throws -> String? {
    let text = try await named(name, "a text") { try await config.fetchString(forKey: ConfigKey([name])) }
    if let text { values[name] = shown(text) }
    return text
  }

  func bool(_ name: String) async throws -> Bool? {
    try await named(name, "true or false") { try await config.fetchBool(forKey: ConfigKey([name])) }
  }

  func strings(_ name: String) async throws -> [String] {
    try await named(name, "a list of texts") {
      try await config.fetchStringArray(forKey: ConfigKey([name]))
    } ?? []
  }

  /// A list of strings, or one string with commas between the elements.
  func stringOrStrings(_ name: String) async throws -> [String] {
    names.insert(name)
    if let text = try? await config.fetchString(forKey: ConfigKey([name])) {
      values[name] = text
      return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return try await strings(name)
  }

  func int(_ name: String, _ range: ClosedRange<Int>) async throws -> Int? {
    let value = try await named(name, "a whole number") {
      try await config.fetchInt(forKey: ConfigKey([name]))
    }
    if let value, !range.contains(value) {
      record(
        SettingError(
          "\(name): \(value) is outside of what is allowed, \(range.lowerBound) to \(range.upperBound)"
        )
      )
      return nil
    }
    return value
  }

  private func named<Value>(
    _ name: String,
    _ kind: String,
    _ read: () async throws -> Value?
  ) async throws -> Value? {
    names.insert(name)
    do {
      let value = try await read()
      if let value { values[name] = "\(value)" }
      return value
    } catch {
      record(SettingError("\(name): this has to be \(kind)"))
      return nil
    }
  }
}
