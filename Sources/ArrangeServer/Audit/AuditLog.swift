package import ArrangeModel
import Foundation
import Wire

/// One line of JSON for each refusal, and for each act that changes more than the content of a collection.
///
/// ```json
/// {"event":"refused","method":"arrange.v1.Collections/Delete","name":"board","principal":"bob","status":"PERMISSION_DENIED"}
/// ```
///
/// It has no tokens and no content. The file is only ever appended to.
package final class AuditLog: Sendable {
  /// How many bytes of lines may wait for the disk; those that find no room are counted in a line of the file.
  private static let capacity = 4 * 1024 * 1024

  private let writer: LineWriter
  private let now: @Sendable () -> Timestamp

  /// Opens a file, or makes it.
  ///
  /// - Throws: an ``AccessError`` that names it.
  package init(_ path: String, now: @escaping @Sendable () -> Timestamp) throws(AccessError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw AccessError("audit-log: can't write \(path): \(systemText(errno))") }
    writer = LineWriter(descriptor: descriptor, name: "audit", capacity: AuditLog.capacity, format: .json)
    self.now = now
  }

  /// The number of dropped lines so far.
  var dropped: UInt64 { writer.dropped }

  private struct Line: Encodable {
    var time: String
    var event: String
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
    var line = Line(time: now().text ?? "", event: event)
    fill(&line)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(line) else { return }
    writer.write(String(decoding: bytes, as: UTF8.self))
  }

  /// Somebody was not taken in.
  func noteRefusedConnection(_ reason: String, peer: String) {
    write("connection refused") { ($0.reason, $0.peer) = (reason, peer) }
  }

  /// A call was refused, or carried out.
  func note(
    _ event: String,
    _ identity: Identity,
    _ demand: AccessDemand,
    method: String,
    status: StatusCode,
    peer: String
  ) {
    write(event) { line in
      (line.principal, line.by, line.peer) = (identity.principal.name, identity.basis.rawValue, peer)
      (line.method, line.name) = (method, (demand.name ?? demand.sources.first)?.text)
      (line.permission, line.status) = (demand.permissions.description, "\(status)")
    }
  }

  /// Something that was under way was ended, since it is not allowed any more.
  func noteRevoked(_ principal: Principal, _ demand: AccessDemand, peer: String) {
    write("revoked") { line in
      (line.principal, line.peer) = (principal.name, peer)
      (line.name, line.permission) = (
        (demand.name ?? demand.sources.first)?.text, demand.permissions.description
      )
    }
  }

  /// Other rules are in force, or were refused.
  func noteRules(_ event: String, version: UInt64) { write(event) { $0.reason = "version \(version)" } }
}
