import ArrangeServer
import Configuration
import Foundation
import Yams

/// The YAML file with settings.
struct ConfigurationFile {
  /// The byte order mark that some editors write at the start of a file.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The maximum size of a file, in bytes.
  private static let maximumBytes = 4 * 1024 * 1024

  private let path: String
  private let settings: Node.Mapping?
  /// The settings of the file; nil if it has none.
  let provider: (any ConfigProvider)?

  /// Reads a file.
  ///
  /// - Throws: ``SettingError`` if it can't be read, or is not a map of settings.
  init(_ path: String) async throws(SettingError) {
    self.path = path
    var bytes = try await ConfigurationFile.bytes(of: path)
    if bytes.starts(with: ConfigurationFile.byteOrderMark) {
      bytes.removeFirst(ConfigurationFile.byteOrderMark.count)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SettingError("can't read the configuration file \(path): it is not UTF-8")
    }
    let root: Node?
    do { root = try Yams.compose(yaml: text) } catch {
      throw SettingError("\(path): \(ConfigurationFile.oneLine("\(error)"))")
    }
    // The file has only comments, or only a null value.
    guard let root, root.null == nil else {
      (settings, provider) = (nil, nil)
      return
    }
    guard let mapping = root.mapping else {
      throw SettingError("\(path): a configuration is a map of settings, such as \"listen: 127.0.0.1:7411\"")
    }
    settings = mapping
    try ConfigurationFile.checkForms(mapping)
    do {
      provider = SnapshotProvider(
        try YAMLSnapshot(data: bytes.span.bytes, providerName: path, parsingOptions: .default)
      )
    } catch {
      throw SettingError("\(path): \(ConfigurationFile.oneLine("\(error)"))")
    }
  }

  /// Names that are not settings, mostly misspelled ones, which would have no effect.
  func unknown(besides names: Set<String>) -> [SettingError] {
    (settings ?? [:]).map { $0.key.string ?? "" }.filter { !names.contains($0) }.map { name in
      let nearest = names.nearest(to: name).map { "; did you mean \"\($0)\"?" }
      return SettingError(
        "\(path): there is no setting \"\(name)\""
          + (nearest ?? "; 'arranged --help' shows all, there with two dashes in front")
      )
    }
  }

  /// Rejects maps where a string or a list of strings is expected, and says how to write what they seem to
  /// mean.
  private static func checkForms(_ settings: Node.Mapping) throws(SettingError) {
    for (key, value) in settings {
      let name = key.string ?? ""
      let maps = value.mapping.map { [$0] } ?? value.sequence?.compactMap(\.mapping) ?? []
      guard !maps.isEmpty else { continue }
      guard ["collections", "views", "sinks", "strategies"].contains(name) else {
        throw SettingError("\(name): this has to be a text, and is a map; write \(name): VALUE")
      }
      let pairs = maps.flatMap { map in
        map.map { "\($0.key.string ?? "NAME")=\($0.value.string ?? "VALUE")" }
      }
      let items = pairs.prefix(2).map { "\"\($0)\"" }.joined(separator: ", ")
      throw SettingError(
        "\(name): this has to be a text, or a list of texts NAME=VALUE, and is a map; write "
          + "\(name): [\(items)\(pairs.count > 2 ? ", …" : "")]"
      )
    }
  }

  private static func bytes(of path: String) async throws(SettingError) -> [UInt8] {
    do throws(FileReader.Failure) {
      return try await FileReader.shared.bytes(of: path, atMost: maximumBytes)
    } catch { throw SettingError("config: \(error)") }
  }

  /// An error message without its line breaks and markers.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.allSatisfy { $0 == "^" } }.joined(separator: " ")
  }
}

/// A provider of settings that never change.
private struct SnapshotProvider: ConfigProvider {
  private let content: YAMLSnapshot

  init(_ content: YAMLSnapshot) { self.content = content }

  var providerName: String { content.providerName }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    try content.value(forKey: key, type: type)
  }

  nonisolated(nonsending) func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws
    -> LookupResult
  {
    try value(forKey: key, type: type)
  }

  nonisolated(nonsending) func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey,
    type: ConfigType,
    updatesHandler:
      nonisolated(nonsending) (
        _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
      ) async throws -> Return
  ) async throws -> Return {
    try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
  }

  func snapshot() -> any ConfigSnapshot { content }

  nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
    updatesHandler:
      nonisolated(nonsending) (
        _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
      ) async throws -> Return
  ) async throws -> Return {
    try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
  }
}
