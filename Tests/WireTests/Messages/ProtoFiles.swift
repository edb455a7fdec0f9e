import Foundation

/// The files of the specification, as far as tests ask about their text.
struct ProtoFiles {
  struct RPC: Hashable {
    /// The full name, such as `arrange.v1.Collections/Apply`.
    var name: String
    var isStream: Bool
  }

  static let directory = Repository.root.appending(path: "Protos/arrange/v1")

  /// The texts by the names of the files.
  var files: [String: String] = [:]

  var rpcs: [RPC] = []

  /// The names of the operations of a transaction, such as `insert_items`.
  var operations: [String] {
    let lines = (files["operations.proto"] ?? "").split(separator: "\n").drop { $0 != "  oneof kind {" }
    return lines.dropFirst().prefix { $0 != "  }" }.compactMap { $0.split(separator: " ").dropFirst().first }
      .map(String.init)
  }

  init() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    where name.hasSuffix(".proto") {
      let text = try String(contentsOf: Self.directory.appending(path: name), encoding: .utf8)
      files[name] = text
      var service = ""
      for line in text.split(separator: "\n") {
        let words = line.split { !$0.isLetter }.map(String.init)
        if line.hasPrefix("service ") { service = words[1] }
        guard line.hasPrefix("  rpc ") else { continue }
        rpcs.append(RPC(name: "arrange.v1.\(service)/\(words[1])", isStream: words.contains("stream")))
      }
    }
  }
}
