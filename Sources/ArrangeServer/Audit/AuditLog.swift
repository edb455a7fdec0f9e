package import ArrangeModel
import Foundation
import Wire

/// The audit log: one line of JSON for each refusal, and for each call that changes more than the content of
/// a collection.
///
/// ```json
/// {"event":"refused","method":"arrange.v1.Collections/Delete","name":"board","principal":"bob","status":"PERMISSION_DENIED"}
/// ```
///
/// It contains no tokens and no content of collections. The file is only appended to.
package final class AuditLog: Sendable {
  /// The maximum number of bytes of lines that wait for the disk. Lines beyond it are dropped, and a line in
  /// the file tells their number.
  private static let capacity = 4 * 1024 * 1024

  private let writer: LineWriter
  private let now: @Sendable () -> Timestamp
  /// The id of the node that writes; nil for a server that is none.
  private let node: String?

  /// Opens a file, and creates it if it doesn't exist.
  ///
  /// - Throws: an ``AccessError`` that names the file.
  package init(
    _ path: String,
    node: String? = nil,
    now: @escaping @Sendable () -> Timestamp
  ) throws(AccessError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw AccessError("audit-log: can't write \(path): \(systemText(errno))") }
    writer = LineWriter(descriptor: descriptor, name: "audit", capacity: AuditLog.capacity, format: .json)
    self.now = now
    self.node = node
  }

  /// The number of dropped lines so far.
  var dropped: UInt64 { writer.dropped }

  /// - Parameter details: members of the line; those that are nil are left out.
  private func write(_ event: String, _ details: KeyValuePairs<String, String?>) {
    let head = [("time", now().text), ("event", event), ("node", node)]
    let members = head + details.map { ($0.key, $0.value) }
    writer.write(
      JSON.object(JSON.Members(members.compactMap { name, text in text.map { (name, .string($0)) } })).text
    )
  }

  /// Records a refused connection.
  func recordRefusedConnection(_ reason: String, peer: String) {
    write("connection refused", ["reason": reason, "peer": peer])
  }

  /// Records a call that was refused or carried out.
  func record(
    _ event: String,
    _ identity: Identity,
    _ requirement: AccessRequirement,
    method: String,
    status: StatusCode,
    peer: String
  ) {
    write(
      event,
      [
        "principal": identity.principal.name, "by": identity.basis.rawValue, "peer": peer, "method": method,
        "name": requirement.shownName, "permission": requirement.permissions.description,
        "status": "\(status)",
      ]
    )
  }

  /// Records that an open call or stream was ended because it is no longer allowed.
  func recordRevoked(_ principal: Principal, _ requirement: AccessRequirement, peer: String) {
    write(
      "revoked",
      [
        "principal": principal.name, "peer": peer, "name": requirement.shownName,
        "permission": requirement.permissions.description,
      ]
    )
  }

  /// Records that new access rules came into force, or were rejected.
  func recordRules(_ event: String, version: UInt64) { write(event, ["reason": "version \(version)"]) }
}

extension AccessRequirement {
  /// The name that the call is about, for the log.
  fileprivate var shownName: String? { (name ?? sources.first)?.text }
}
