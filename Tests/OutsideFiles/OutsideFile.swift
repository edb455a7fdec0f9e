package import Foundation
package import Testing

/// A file of other projects that is no part of this one: it lies in a folder `shared` beside the repository, or in the
/// one that `ARRANGE_SHARED` names.
package struct OutsideFile: Sendable, ExpressibleByStringLiteral {
  /// The path in the folder.
  private let path: String

  private static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["ARRANGE_SHARED"] { return URL(fileURLWithPath: path) }
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.appendingPathComponent("shared")
  }()

  package init(_ path: String) { self.path = path }
  package init(stringLiteral path: String) { self.init(path) }

  package var url: URL { OutsideFile.folder.appendingPathComponent(path) }

  fileprivate var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// The object in a JSON file.
  package func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, and says why, where a file is absent.
  package static func needs(_ files: OutsideFile...) -> ConditionTrait {
    let absent = files.filter { !$0.exists }.map(\.url.path)
    return .enabled(
      if: absent.isEmpty,
      "absent: \(absent.joined(separator: ", ")), of other projects; see ARRANGE_SHARED"
    )
  }
}
