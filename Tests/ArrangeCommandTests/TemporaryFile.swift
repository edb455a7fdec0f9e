import Foundation

/// A file that is there while a test uses it.
enum TemporaryFile {
  static func with(_ text: String, name: String, _ body: (String) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "arrange-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    try await body(file.path)
  }
}
