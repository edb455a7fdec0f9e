import ArrangeModel
import Engine
import Wire

/// Transactions for several collections: access is checked on each of them.
extension ConnectionCalls {
  func transact(
    _ request: TransactRequest,
    _ call: inout IncomingCall,
    _ method: Method,
    _ body: UnsafeRawBufferPointer
  ) throws(ArrangeError) {
    var request = request
    // The other node has checked access.
    if call.forwarded == nil, !connection.admission.mayDoEverything { try admit(&request, &call) }
    if let nodes = server.nodes, call.hidden.isEmpty {
      switch nodes.route(request.collections) {
      case .here: break
      case .gathering: return gather(request, call, method, Array(body), nodes)
      case .other, .nobody:
        guard call.forwarded == nil else { throw .notOwned }
        return try passOn(request, call, method, body, nodes)
      }
    }
    carryOut(request, call, call.reply())
  }

  private func carryOut(
    _ request: TransactRequest,
    _ call: IncomingCall,
    _ reply: @escaping Reply<TransactResult>
  ) {
    let (largest, caller, engine) = (call.largestAnswer, call.caller, server.engine)
    call.onShard(of: request.collections[0]) {
      engine.joint(on: $0).transact(request, largestAnswer: largest, for: caller, reply: reply)
    }
  }

  /// Carries a transaction out when the slots of its collections are here.
  private func gather(
    _ request: TransactRequest,
    _ call: IncomingCall,
    _ method: Method,
    _ body: [UInt8],
    _ nodes: Nodes
  ) {
    let reply: Reply<TransactResult> = { [connection] result in
      connection.loop.execute {
        // The slots have moved on, before anything was changed: it is looked again who is to carry it out.
        if case .failure(let error) = result, error == .notOwned, call.forwarded == nil,
          let calls = connection.receiver as? ConnectionCalls
        {
          return calls.hold(call, method, body)
        }
        let answer: Reply<TransactResult> = call.reply()
        answer(result)
      }
    }
    call.nodes.gather(request.collections, nodes, reply) { [connection] reply in
      guard let calls = connection.receiver as? ConnectionCalls else { return reply(.failure(.notWanted)) }
      calls.carryOut(request, call, reply)
    }
  }

  /// Checks the access to each collection. Names that the caller may not see are replaced by one that can't exist.
  private func admit(_ request: inout TransactRequest, _ call: inout IncomingCall) throws(ArrangeError) {
    var hidden: [Identifier] = []
    for (name, permissions) in request.permissions.sorted(by: { $0.key < $1.key }) {
      let requirement = AccessRequirement(permissions, on: name)
      switch connection.admission.evaluate(requirement) {
      case .allowed: if call.requirement == nil { call.requirement = requirement }
      case .denied(let error):
        call.recordRefusal(requirement, error.code)
        throw error
      case .hidden(let names):
        call.recordRefusal(requirement, .notFound)
        hidden += names
      }
    }
    call.hidden = hidden
    request.hide(hidden)
  }

  /// Passes a transaction on to the node that carries it out, or keeps it until it is known which one that is.
  private func passOn(
    _ request: TransactRequest,
    _ call: IncomingCall,
    _ method: Method,
    _ body: UnsafeRawBufferPointer,
    _ nodes: Nodes
  ) throws(ArrangeError) {
    // One hop at most.
    guard !connection.admission.isNode else { throw .notOwned }
    var call = call
    call.mayRepeat = request.requestID != nil
    guard case .other(let node) = nodes.route(request.collections) else {
      return hold(call, method, Array(body))
    }
    forward(call, method, Array(body), to: node, nodes)
  }
}

extension TransactRequest {
  /// The permissions that are needed on each collection. A condition alone reveals whether there is the collection, and its version.
  fileprivate var permissions: [Identifier: PermissionSet] {
    var permissions: [Identifier: PermissionSet] = [:]
    func need(_ permission: PermissionSet, on name: Identifier) {
      permissions[name, default: []].formUnion(permission)
    }
    for condition in conditions { need([], on: condition.collection) }
    for step in steps {
      switch step.action {
      case .operation(let operation): need(PermissionSet(operation.permission), on: step.collection)
      case .transfer(let transfer):
        need(.write, on: step.collection)
        need(.write, on: transfer.target)
      }
    }
    for name in permissions.keys where permissions[name] == [] { permissions[name] = .move }
    return permissions
  }

  fileprivate mutating func hide(_ names: [Identifier]) {
    guard !names.isEmpty else { return }
    for index in steps.indices {
      if names.contains(steps[index].collection) { steps[index].collection = .hidden }
      if case .transfer(var transfer) = steps[index].action, names.contains(transfer.target) {
        transfer.target = .hidden
        steps[index].action = .transfer(transfer)
      }
    }
    for index in conditions.indices where names.contains(conditions[index].collection) {
      conditions[index].collection = .hidden
    }
  }
}
