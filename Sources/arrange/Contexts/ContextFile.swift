import ArrangeModel
import Foundation
import InputText

/// The contexts of a user: named servers, each with its credentials and trusted authorities, and the name of
/// the default context.
///
/// The file is in JSON, `arrange/contexts.json` in the user's configuration directory. It refers to files
/// with tokens and keys, and contains no secrets itself.
package struct ContextFile: Sendable, Hashable {
  /// The maximum size of a file, in bytes.
  private static let maximumBytes = 1 << 20
  /// The maximum length of a context's name, in bytes.
  private static let longestName = 64

  package var contexts: [String: ConnectionSettings] = [:]
  /// The default context.
  package var current: String?
  /// The path of the file; nil if the environment does not determine the user's configuration directory.
  private let path: String?

  /// Reads the file. A missing file has no contexts.
  package init(environment: [String: String]) throws(CommandFailure) {
    path = ContextFile.path(environment)
    guard let path, FileManager.default.fileExists(atPath: path) else { return }
    let bytes = try Files.read(path, limit: ContextFile.maximumBytes)
    do throws(InputError) {
      try read(try JSONReader.read(bytes))
    } catch {
      let place = TextPosition(of: error.offset, in: bytes)
      throw CommandFailure(.invalid, "\(path), \(place): \(error.message)")
    }
  }

  private static func path(_ environment: [String: String]) -> String? {
    func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let path = given("ARRANGE_CONTEXTS") { return path }
    if let directory = given("XDG_CONFIG_HOME") { return directory + "/arrange/contexts.json" }
    if let home = given("HOME") { return home + "/.config/arrange/contexts.json" }
    return nil
  }

  /// The context with a name.
  package func context(named name: String) throws(CommandFailure) -> ConnectionSettings {
    guard let context = contexts[name] else {
      throw CommandFailure(
        .notFound,
        "there is no context \"\(name)\"; 'arrange context list' shows those there are, 'arrange context set' makes one"
      )
    }
    return context
  }

  /// Why a name is invalid; nil if it is valid.
  static func problem(withName name: String) -> String? {
    let isRight =
      (1...longestName).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    return isRight ? nil : "the name of a context has 1 to \(longestName) letters, digits, and - _ ."
  }

  // MARK: JSON

  private mutating func read(_ node: JSONNode) throws(InputError) {
    guard let members = node.members else {
      throw InputError(at: node.offset, "an object was expected, this is \(node.kind)")
    }
    for member in members {
      switch member.name {
      case "current" where !member.value.isNull: current = try ContextFile.text(member)
      case "current": break
      case "contexts":
        guard let members = member.value.members else {
          throw InputError(at: member.value.offset, "an object was expected, this is \(member.value.kind)")
        }
        for member in members { contexts[member.name] = try ContextFile.settings(member.value) }
      default: throw InputError(at: member.nameOffset, "\"\(member.name)\" is not one of contexts, current")
      }
    }
  }

  private static func settings(_ node: JSONNode) throws(InputError) -> ConnectionSettings {
    guard let members = node.members else {
      throw InputError(at: node.offset, "an object was expected, this is \(node.kind)")
    }
    var settings = ConnectionSettings()
    for member in members {
      switch member.name {
      case "server": settings.server = try text(member)
      case "token_file": settings.tokenFile = try text(member)
      case "ca": settings.authorities = try text(member)
      case "cert": settings.certificate = try text(member)
      case "key": settings.key = try text(member)
      case "insecure":
        guard let flag = member.value.bool else {
          throw InputError(
            at: member.value.offset,
            "true or false was expected, this is \(member.value.kind)"
          )
        }
        settings.sendsTokenInClear = flag
      default:
        throw InputError(
          at: member.nameOffset,
          "\"\(member.name)\" is not one of server, token_file, ca, cert, key, insecure"
        )
      }
    }
    guard settings.server != nil else { throw InputError(at: node.offset, "a context needs a server") }
    return settings
  }

  private static func text(_ member: JSONNode.Member) throws(InputError) -> String {
    guard let text = member.value.string, !text.isEmpty else {
      throw InputError(at: member.value.offset, "a text was expected, this is \(member.value.kind)")
    }
    return text
  }

  /// Writes the file, and creates its directory.
  ///
  /// - Throws: ``CommandFailure`` if the path of the file is unknown, or it can't be written.
  package func write() async throws {
    guard let path else {
      throw CommandFailure(
        .usage,
        "there is no directory for contexts: set HOME, or ARRANGE_CONTEXTS to the name of a file"
      )
    }
    let directory = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.file, "can't make the directory \(directory)")
    }
    let contexts = contexts.map { ($0, JSON.object(.init($1.members))) }
    let json = JSON.object([
      "contexts": .object(.init(contexts)), "current": current.map { .string($0) } ?? .null,
    ])
    try await Files.write(path) { output in try output.write(Array("\(json.text)\n".utf8)) }
  }
}

extension ConnectionSettings {
  /// The members of a context in JSON.
  var members: [(String, JSON)] {
    let texts = [
      ("server", server), ("token_file", tokenFile), ("ca", authorities), ("cert", certificate), ("key", key),
    ]
    return texts.compactMap { name, text in text.map { (name, .string($0)) } }
      + [("insecure", .bool(sendsTokenInClear))]
  }
}
