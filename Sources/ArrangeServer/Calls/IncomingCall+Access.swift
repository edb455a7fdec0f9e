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
  func noteRefusal(_ demand: AccessDemand, _ status: StatusCode) {
    connection.loop.metrics?.noteRefusal(.permissionDenied)
    guard let identity = connection.admission.access?.identity else { return }
    server.note(
      .denial,
      "call refused",
      traceFacts.merging([
        "principal": "\(identity.principal)", "method": "\(method)", "name": "\(demand.name ?? .empty)",
        "needs": "\(demand.permissions)",
      ]) { $1 }
    )
    server.audit?.note("refused", identity, demand, method: method, status: status, peer: connection.peer)
  }

  /// Records a call that was carried out or failed.
  func noteAct<Response>(_ demand: AccessDemand, _ result: Result<Response, ArrangeError>) {
    guard let audit = server.audit,
      !demand.permissions.isDisjoint(with: [.create, .delete, .manage, .admin]),
      let identity = connection.admission.access?.identity
    else { return }
    var status = StatusCode.ok
    if case .failure(let error) = result { status = error.code }
    audit.note("act", identity, demand, method: method, status: status, peer: connection.peer)
  }
}
