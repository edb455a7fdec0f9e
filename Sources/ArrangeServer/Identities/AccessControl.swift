import Access
import ArrangeModel
import Foundation
import Logging
import Synchronization
import Wire

/// Who may do what, as the access file says now. Without a file everybody is anonymous and may do everything.
final class AccessControl: Sendable {
  /// What is in force.
  struct Rules: Sendable {
    var policy: AccessPolicy
    /// What checks tokens in the form of a JWT; nil where the file takes none.
    var keys: TokenKeys?
    /// Counts the files that were in force.
    var version: UInt64 = 1
  }

  /// What was read, to see whether it has changed.
  private struct Files: Equatable {
    var access: [UInt8]
    var keys: [UInt8]?
  }

  private struct State {
    var rules: Rules?
    var files: Files?
    /// What was found last and is not in force, since it is broken.
    var refused: AccessError?
  }

  private let path: String?
  private let state: Mutex<State>
  /// The version in force, for who asks often.
  private let current = Atomic<UInt64>(0)

  /// Reads the file.
  ///
  /// - Parameter path: nil where there is none.
  /// - Throws: an ``AccessError`` that says where in the file what is wrong.
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

  /// What is in force; nil where there is no file.
  var rules: Rules? { state.withLock { $0.rules } }

  /// Whether there is a file.
  var isInForce: Bool { path != nil }

  /// Counts the files that were in force.
  var version: UInt64 { current.load(ordering: .acquiring) }

  /// What somebody may do.
  func rights(of identity: Identity) -> Rights {
    guard let rules else { return .unlimited(identity.principal) }
    return rules.policy.rights(of: identity.principal, claimed: identity.roles)
  }

  /// What somebody may take.
  func limits(of principal: Principal) -> AccessLimits {
    rules?.policy.limits(of: principal) ?? AccessLimits()
  }

  /// Takes another file where it has changed. A broken one is told once, and what was stays in force.
  ///
  /// - Returns: whether there are other rules now.
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
      // Somebody else can have come first.
      let isNew = state.withLock { state in
        guard state.files != files else { return false }
        let version = (state.rules?.version ?? 0) + 1
        state = State(rules: rules, files: files)
        state.rules?.version = version
        // After the rules: who has seen the number finds them, or newer ones.
        current.store(version, ordering: .releasing)
        return true
      }
      guard isNew else { return false }
      logger.notice(
        "another access file is in force",
        metadata: ["file": "\(path)", "principals": "\(rules.policy.principals.count)"]
      )
      return true
    } catch {
      let isNew = state.withLock { state in
        defer { state.refused = error }
        return state.refused != error
      }
      if isNew { logger.error("the access file before stays in force", metadata: ["error": "\(error)"]) }
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

  /// The largest file of keys, in bytes.
  private static let largestKeys = 1024 * 1024

  /// Where a file is that another one names.
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

/// Why an access file can't be in force: one sentence with the file and the place in it.
package struct AccessError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
