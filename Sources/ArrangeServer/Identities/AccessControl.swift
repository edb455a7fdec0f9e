import Access
import ArrangeModel
import Foundation
import Logging
import Synchronization
import Wire

/// The access rules of the current access file. Without a file every caller is anonymous and may do
/// everything.
final class AccessControl: Sendable {
  /// The rules in force.
  struct Rules: Sendable {
    var policy: AccessPolicy
    /// Checks tokens in JWT format; nil if the file accepts none.
    var keys: TokenKeys?
    /// The number of files that have been in force.
    var version: UInt64 = 1
  }

  /// The content that was read, to detect changes.
  private struct Files: Equatable {
    var access: [UInt8]
    var keys: [UInt8]?
  }

  private struct State {
    var rules: Rules?
    var files: Files?
    /// The error of the last file that was rejected.
    var refused: AccessError?
  }

  private let path: String?
  private let state: Mutex<State>
  /// The version in force, which can be read without the lock.
  private let current = Atomic<UInt64>(0)

  /// Reads the file.
  ///
  /// - Parameter path: nil if there is no access file.
  /// - Throws: an ``AccessError`` that says where in the file the mistake is.
  init(_ path: String?) async throws(AccessError) {
    self.path = path
    guard let path else {
      state = Mutex(State())
      return
    }
    let files = try AccessControl.read(path)
    let rules = try await AccessControl.rules(files.content, path)
    state = Mutex(State(rules: rules, files: files.content))
    current.store(1, ordering: .relaxed)
  }

  /// The rules in force; nil without an access file.
  var rules: Rules? { state.withLock { $0.rules } }

  /// Whether there is an access file.
  var isInForce: Bool { path != nil }

  /// The number of files that have been in force.
  var version: UInt64 { current.load(ordering: .acquiring) }

  /// The rights of an identity.
  func rights(of identity: Identity) -> Rights {
    guard let rules else { return .unlimited(identity.principal) }
    return rules.policy.rights(of: identity.principal, claimed: identity.roles)
  }

  /// The limits of a principal.
  func limits(of principal: Principal) -> AccessLimits {
    rules?.policy.limits(of: principal) ?? AccessLimits()
  }

  /// Reloads the file if it has changed. An invalid file is logged once, and the previous rules stay in
  /// force.
  ///
  /// - Returns: whether the rules have changed.
  func reload(logger: Logger) async -> Bool {
    guard let path else { return false }
    do throws(AccessError) {
      let files = try AccessControl.read(path).content
      let isKnown = state.withLock { state in
        if state.files == files { state.refused = nil }
        return state.files == files
      }
      guard !isKnown else { return false }
      let rules = try await AccessControl.rules(files, path)
      // Another task may have reloaded the file in the meantime.
      let isNew = state.withLock { state in
        guard state.files != files else { return false }
        let version = (state.rules?.version ?? 0) + 1
        state = State(rules: rules, files: files)
        state.rules?.version = version
        // Stored after the rules, so that a reader that sees the version finds these rules or newer ones.
        current.store(version, ordering: .releasing)
        return true
      }
      guard isNew else { return false }
      logger.notice(
        "a new access file is in force",
        metadata: ["file": "\(path)", "principals": "\(rules.policy.principals.count)"]
      )
      return true
    } catch {
      let isNew = state.withLock { state in
        defer { state.refused = error }
        return state.refused != error
      }
      if isNew { logger.error("the previous access file stays in force", metadata: ["error": "\(error)"]) }
      return false
    }
  }

  // MARK: Files

  private static func read(_ path: String) throws(AccessError) -> (content: Files, policy: AccessPolicy) {
    let bytes = try AccessControl.bytes(of: path, "access", atMost: AccessFile.maximumBytes)
    let policy = try policy(bytes, path)
    guard let jwt = policy.jwt else { return (Files(access: bytes), policy) }
    let keys = try AccessControl.bytes(
      of: AccessControl.place(of: jwt.keys, beside: path),
      "access: jwt: keys",
      atMost: AccessControl.largestKeys
    )
    return (Files(access: bytes, keys: keys), policy)
  }

  private static func rules(
    _ files: Files,
    _ path: String
  ) async throws(AccessError) -> Rules {
    let policy = try policy(files.access, path)
    guard let jwt = policy.jwt, let bytes = files.keys else { return Rules(policy: policy) }
    do throws(TokenKeys.KeysError) {
      return Rules(policy: policy, keys: try await TokenKeys(jwt, reading: bytes))
    } catch {
      throw AccessError("access: jwt: keys: \(place(of: jwt.keys, beside: path)): \(error)")
    }
  }

  private static func policy(_ bytes: [UInt8], _ path: String) throws(AccessError) -> AccessPolicy {
    do throws(AccessFileError) { return try AccessFile.policy(reading: bytes) } catch {
      throw AccessError("access: \(path):\(error.line == nil ? " " : "")\(error)")
    }
  }

  /// The maximum size of a file of keys, in bytes.
  private static let largestKeys = 1024 * 1024

  /// The path of a file that another file names.
  private static func place(of name: String, beside path: String) -> String {
    name.hasPrefix("/") ? name : URL(filePath: path).deletingLastPathComponent().appending(path: name).path
  }

  private static func bytes(of path: String, _ setting: String, atMost most: Int) throws(AccessError)
    -> [UInt8]
  {
    do {
      return try SettingFile.bytes(of: path, atMost: most)
    } catch { throw AccessError("\(setting): \(error)") }
  }
}

/// Why an access file can't be used: one sentence with the file and the position in it.
package struct AccessError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
