import Access
import ArrangeModel
import Dispatch
import Engine
import Logging
import Wire

/// Audit records of calls: refused calls, and calls that change more than the content of a collection.
extension IncomingCall {
  private var method: String { Method(rawValue: call.method)?.name ?? "unknown" }

  /// Records that the caller was refused, or asked for something that it may not see.
  func recordRefusal(_ requirement: AccessRequirement, _ status: StatusCode) {
    connection.loop.metrics?.recordRefusal(.permissionDenied)
    guard let identity = connection.admission.access?.identity else { return }
    server.record(
      .denial,
      "call refused",
      traceFacts.merging([
        "principal": "\(identity.principal)", "method": "\(method)", "name": "\(requirement.name ?? .empty)",
        "needs": "\(requirement.permissions)",
      ]) { $1 }
    )
    server.audit?.record(
      "refused",
      identity,
      requirement,
      method: method,
      status: status,
      peer: connection.peer
    )
  }

  /// Records a call that was carried out or failed.
  func recordCompletion<Response>(_ requirement: AccessRequirement, _ result: Result<Response, ArrangeError>)
  {
    guard let audit = server.audit,
      !requirement.permissions.isDisjoint(with: [.create, .delete, .manage, .admin]),
      let identity = connection.admission.access?.identity
    else { return }
    var status = StatusCode.ok
    if case .failure(let error) = result { status = error.code }
    audit.record("act", identity, requirement, method: method, status: status, peer: connection.peer)
  }
}
