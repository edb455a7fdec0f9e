import Access
import ArrangeModel
import Engine
import Wire

extension IncomingCall {
  /// Undoes a step. The permission `move` was checked; whether more is needed follows from the step.
  func undo(_ request: UndoRequest) throws(ArrangeError) {
    let mayWrite = forwarded?.mayWrite ?? connection.admission.mayWrite(request.collection)
    let undoing = UndoingCall(call: self, request: request, reply: reply())
    let caller = caller
    onShard(of: request.collection) { shard in
      Undoing(on: shard).undo(
        request,
        mayWrite: mayWrite,
        for: caller,
        whenJoint: { step in connection.loop.execute { undoing.undo(step) } },
        reply: undoing.answer
      )
    }
  }
}

/// A request to undo a step, until it is answered.
private struct UndoingCall: Sendable {
  let call: IncomingCall
  let request: UndoRequest
  let reply: Reply<UndoResult>

  /// Answers, and records that the caller was refused.
  @Sendable func answer(_ result: Result<UndoResult, ArrangeError>) {
    if case .failure(let error) = result, error.code == .permissionDenied {
      call.connection.loop.execute {
        call.recordRefusal(AccessRequirement(.write, on: request.collection), error.code)
      }
    }
    reply(result)
  }

  /// Undoes a step in several collections. Access to the others is checked here. Used on the connection's event loop.
  func undo(_ step: JointStep) {
    let rights: [Identifier: Bool]
    do throws(ArrangeError) { rights = try self.rights(in: step.names) } catch {
      return answer(.failure(error))
    }
    let (call, request, caller, engine) = (call, request, call.caller, call.server.engine)
    let carryOut = { @Sendable (reply: @escaping Reply<UndoResult>) in
      call.onShard(of: request.collection) {
        engine.joint(on: $0).undo(request, step, rights: rights, for: caller, reply: reply)
      }
    }
    guard let nodes = call.server.nodes else { return carryOut(answer) }
    if case .here = nodes.route(step.names) { return carryOut(answer) }
    call.nodes.gather(step.names, nodes, takesFirst: true, answer, carryOut)
  }

  /// For each collection whether the caller may do more than move elements.
  ///
  /// - Throws: ``StatusCode/permissionDenied`` if it may not even do that in one of them.
  private func rights(in names: [Identifier]) throws(ArrangeError) -> [Identifier: Bool] {
    let admission = call.connection.admission
    // The node that has passed the call on knows only the collection of the request.
    let others = call.forwarded.map { _ in
      call.server.access.rights(of: Identity(principal: call.principal, basis: .nothing))
    }
    var rights: [Identifier: Bool] = [:]
    for name in names {
      let mayMove =
        others.map { $0.permissions(on: name).contains(.move) }
        ?? (admission.mayDoEverything || admission.evaluate(AccessRequirement(.move, on: name)) == .allowed)
      guard mayMove else {
        throw ArrangeError(
          .permissionDenied,
          "the step changed several collections, and you may not change all of them"
        )
      }
      rights[name] = others.map { $0.permissions(on: name).contains(.write) } ?? admission.mayWrite(name)
    }
    return rights
  }
}

extension ConnectionAdmission {
  /// Whether the caller may do everything with the content of a collection.
  func mayWrite(_ name: Identifier) -> Bool {
    mayDoEverything || evaluate(AccessRequirement(.write, on: name)) == .allowed
  }
}

extension UndoResult: ShortenedAnswer {
  /// `undoneCount` and `keptCount` still tell how many there are.
  var shortened: UndoResult? {
    guard !undone.isEmpty || !kept.isEmpty else { return nil }
    var answer = self
    answer.undone = Array(undone.prefix(undone.count / 2))
    answer.kept = Array(kept.prefix(kept.count / 2))
    return answer
  }
}
