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

  /// The files, and the rules that follow from them.
  private struct Content {
    var files: Files
    var rules: Rules
    /// Why the keys of tokens are those of before.
    var complaint: AccessError?
  }

  private struct State {
    var content: Content?
    /// What the log says: the error of the last file that was rejected.
    var complaint: AccessError?
  }

  /// The path of the access file; nil if there is none.
  let path: String?
  private let state: Mutex<State>
  /// The version in force, which can be read without the lock.
  private let current = Atomic<UInt64>(0)

  /// Reads the file.
  ///
  /// - Parameter path: nil if there is no access file.
  /// - Throws: an ``AccessError`` that says where in the file the mistake is.
  init(_ path: String?, logger: Logger) async throws(AccessError) {
    self.path = path
    guard let path else {
      state = Mutex(State())
      return
    }
    let content = try await AccessControl.read(path, after: nil)
    content.rules.keys?.warn(logger)
    state = Mutex(State(content: content))
    current.store(1, ordering: .relaxed)
  }

  /// The rules in force; nil without an access file.
  var rules: Rules? { state.withLock { $0.content?.rules } }

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
  /// force. If only the keys of tokens can't be read or used, the previous keys stay in force, under the new
  /// rules: who was removed from the file does not stay because of another file.
  ///
  /// - Returns: whether the rules have changed.
  func reload(logger: Logger) async -> Bool {
    guard let path else { return false }
    do throws(AccessError) {
      let before = state.withLock { $0.content }
      var content = try await AccessControl.read(path, after: before)
      record(content.complaint, "the previous keys of tokens stay in force", logger)
      // Another task may have reloaded the file in the meantime; then this one does it again in a second.
      let isNew = state.withLock { state in
        guard let now = state.content, now.rules.version == before?.rules.version, now.files != content.files
        else { return false }
        content.rules.version = now.rules.version + 1
        state.content = content
        // Stored after the rules, so that a reader that sees the version finds these rules or newer ones.
        current.store(content.rules.version, ordering: .releasing)
        return true
      }
      guard isNew else { return false }
      logger.notice(
        "a new access file is in force",
        metadata: ["file": "\(path)", "principals": "\(content.rules.policy.principals.count)"]
      )
      if before?.files.keys != content.files.keys { content.rules.keys?.warn(logger) }
      return true
    } catch {
      if !Task.isCancelled { record(error, "the previous access file stays in force", logger) }
      return false
    }
  }

  /// Logs an error, unless it is the one that was logged last.
  private func record(_ complaint: AccessError?, _ consequence: Logger.Message, _ logger: Logger) {
    let isNew = state.withLock { state in
      defer { state.complaint = complaint }
      return state.complaint != complaint
    }
    if isNew, let complaint { logger.error(consequence, metadata: ["error": "\(complaint)"]) }
  }

  // MARK: Files

  /// Reads the files.
  ///
  /// - Parameter before: what is in force, of which everything that has not changed is used again; nil at the
  ///   start.
  private static func read(_ path: String, after before: Content?) async throws(AccessError) -> Content {
    let bytes = try await AccessControl.bytes(of: path, "access", atMost: AccessFile.maximumBytes)
    let isKnown = before?.files.access == bytes
    let policy = if isKnown, let before { before.rules.policy } else { try policy(bytes, path) }
    var content = Content(files: Files(access: bytes), rules: Rules(policy: policy))
    guard let jwt = policy.jwt else { return content }
    let known = before.flatMap { $0.rules.policy.jwt == jwt ? $0 : nil }
    let place = jwt.keys(beside: path)
    do throws(AccessError) {
      let bytes = try await AccessControl.bytes(of: place, "access: jwt: keys", atMost: TokenKeys.largestFile)
      content.files.keys = bytes
      content.rules.keys =
        if let known, known.files.keys == bytes { known.rules.keys } else {
          try await keys(jwt, bytes, place)
        }
    } catch {
      guard let known else { throw error }
      (content.files.keys, content.rules.keys) = (known.files.keys, known.rules.keys)
      content.complaint = error
    }
    return content
  }

  private static func keys(
    _ jwt: AccessPolicy.JWTSettings,
    _ bytes: [UInt8],
    _ place: String
  ) async throws(AccessError) -> TokenKeys {
    do throws(TokenKeys.KeysError) { return try await TokenKeys(jwt, reading: bytes) } catch {
      throw AccessError("access: jwt: keys: \(place): \(error)")
    }
  }

  private static func policy(_ bytes: [UInt8], _ path: String) throws(AccessError) -> AccessPolicy {
    do throws(AccessFileError) { return try AccessFile.policy(reading: bytes) } catch {
      throw AccessError("access: \(path):\(error.line == nil ? " " : "")\(error)")
    }
  }

  private static func bytes(
    of path: String,
    _ setting: String,
    atMost most: Int
  ) async throws(AccessError) -> [UInt8] {
    do throws(FileReader.Failure) {
      return try await FileReader.shared.bytes(of: path, atMost: most)
    } catch { throw AccessError("\(setting): \(error)") }
  }
}

extension TokenKeys {
  /// Logs which keys of the file are not used.
  fileprivate func warn(_ logger: Logger) {
    for reason in unusable {
      logger.warning("a key for tokens is not used", metadata: ["reason": "\(reason)"])
    }
  }
}

/// Why an access file can't be used: one sentence with the file and the position in it.
package struct AccessError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
