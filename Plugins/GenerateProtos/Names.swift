/// The names of the specification, and what becomes of them in the languages of the client libraries.
enum Names {
  /// The folder of the specification, below its root.
  static let folder = "arrange/v1"

  /// What the names of all messages and methods begin with.
  static let package = "arrange.v1."

  /// `arrange.v1.View` is `View`.
  static func short(_ name: String) -> String { String(name.split(separator: ".").last ?? "") }

  /// `content_version` is `contentVersion`.
  static func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    return (words.prefix(1) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
  }

  /// The function of the tests that makes a random value of a message or an enum: `arrange.v1.GapRoom` is `gapRoom`.
  static func function(_ name: String) -> String {
    let short = short(name)
    return short.prefix(1).lowercased() + short.dropFirst()
  }
}
