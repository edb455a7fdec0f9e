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

  private struct Line: Encodable {
    var time: String
    var event: String
    var node: String?
    var principal: String?
    var by: String?
    var peer: String?
    var method: String?
    var name: String?
    var permission: String?
    var status: String?
    var reason: String?
  }

  private func write(_ event: String, _ fill: (inout Line) -> Void) {
    var line = Line(time: now().text ?? "", event: event, node: node)
    fill(&line)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(line) else { return }
    writer.write(String(decoding: bytes, as: UTF8.self))
  }

  /// Records a refused connection.
  func noteRefusedConnection(_ reason: String, peer: String) {
    write("connection refused") { ($0.reason, $0.peer) = (reason, peer) }
  }

  /// Records a call that was refused or carried out.
  func note(
    _ event: String,
    _ identity: Identity,
    _ requirement: AccessRequirement,
    method: String,
    status: StatusCode,
    peer: String
  ) {
    write(event) { line in
      (line.principal, line.by, line.peer) = (identity.principal.name, identity.basis.rawValue, peer)
      (line.method, line.name) = (method, (requirement.name ?? requirement.sources.first)?.text)
      (line.permission, line.status) = (requirement.permissions.description, "\(status)")
    }
  }

  /// Records that an open call or stream was ended because it is no longer allowed.
  func noteRevoked(_ principal: Principal, _ requirement: AccessRequirement, peer: String) {
    write("revoked") { line in
      (line.principal, line.peer) = (principal.name, peer)
      (line.name, line.permission) = (
        (requirement.name ?? requirement.sources.first)?.text, requirement.permissions.description
      )
    }
  }

  /// Records that new access rules came into force, or were rejected.
  func noteRules(_ event: String, version: UInt64) { write(event) { $0.reason = "version \(version)" } }
}
