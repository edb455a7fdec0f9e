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
    if let nodes = server.nodes, call.forwarded != nil {
      // The other node has checked access.
      for name in request.collections { guard case .here = nodes.route(name) else { throw .notOwned } }
    } else if !connection.admission.mayDoEverything {
      try admit(&request, &call)
    }
    if let nodes = server.nodes, call.forwarded == nil, call.hidden.isEmpty,
      try passOn(request, call, method, body, nodes)
    {
      return
    }
    let reply: Reply<TransactResult> = call.reply()
    let (largest, caller) = (call.largestAnswer, call.caller)
    let (checked, engine) = (request, server.engine)
    call.onShard(of: request.collections[0]) {
      engine.joint(on: $0).transact(checked, largestAnswer: largest, for: caller, reply: reply)
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

  /// Passes a transaction on to the node that owns all its collections.
  ///
  /// - Returns: whether it is taken care of; otherwise it is carried out here.
  /// - Throws: ``StatusCode/failedPrecondition`` if several nodes own them.
  private func passOn(
    _ request: TransactRequest,
    _ call: IncomingCall,
    _ method: Method,
    _ body: UnsafeRawBufferPointer,
    _ nodes: Nodes
  ) throws(ArrangeError) -> Bool {
    var call = call
    call.mayRepeat = request.requestID != nil
    var other: NodeRecord?
    var isHere = false
    for name in request.collections {
      switch nodes.route(name) {
      case .here: isHere = true
      case .nobody:
        hold(call, method, Array(body))
        return true
      case .other(let node):
        guard other == nil || other?.id == node.id else { throw .severalNodes }
        other = node
      }
    }
    guard let other else { return false }
    guard !isHere else { throw .severalNodes }
    // One hop at most.
    guard !connection.admission.isNode else { throw .notOwned }
    forward(call, method, Array(body), to: other, nodes)
    return true
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

extension ArrangeError {
  /// The error for a transaction over collections of several nodes.
  static let severalNodes = ArrangeError(
    .failedPrecondition,
    "the collections belong to several nodes of the service, and a transaction is carried out by one; name collections of one node",
    field: "steps"
  )
}
