import Access
import ArrangeModel
import Engine
import NIOCore
import Wire

extension IncomingCall {
  /// Places rows in a view: decides on this node what that does, and carries it out where the collection is.
  func placeRows(_ request: PlaceRowsRequest) throws(ArrangeError) {
    guard let view = storedView.view(request.view, named: request.name, for: self) else {
      throw server.engine.catalog.entry(request.name) == nil || !hidden.isEmpty
        ? .noView(request.name)
        : ArrangeError(
          .failedPrecondition,
          "\"\(request.name)\" is a collection; move items with a transaction, or give a view of it",
          field: "name"
        )
    }
    guard !view.isAsDefiner || view.definition.mayMove else {
      throw ArrangeError(
        .failedPrecondition,
        "rows of this view can't be moved: it is defined `as definer`; define it `as definer may move`",
        field: "name"
      )
    }
    let answer: Reply<PlacedRows> = reply()
    var call = PlacingCall(call: self, request: request, view: view, reply: answer)
    if view.isAsDefiner {
      call.reply = { result in
        switch result {
        case .success(let placed): answer(.success(placed.ofHiddenSources))
        case .failure(let error): answer(.failure(error.ofHiddenPlacing))
        }
      }
    }
    call.begin()
  }
}

/// A request to place rows, until it is answered. Each step begins on the connection's event loop.
private struct PlacingCall: Sendable {
  /// How often it is decided again, at most, because what was decided upon has changed meanwhile.
  static let maximumAttempts = 8

  let call: IncomingCall
  let request: PlaceRowsRequest
  let view: ViewReference
  var reply: Reply<PlacedRows>

  /// Answers a retry with the result of the first request, and otherwise carries it out.
  func begin() {
    guard let id = request.requestID, !request.isDryRun else { return attempt(1) }
    findFirst(id, in: view.allSources[...])
  }

  /// Looks for an earlier request with the same id in the collections that this node owns.
  private func findFirst(_ id: RequestID, in names: ArraySlice<Identifier>) {
    guard let name = names.first else { return attempt(1) }
    guard isHere(name) else { return findFirst(id, in: names.dropFirst()) }
    call.onShard(of: name) { shard in
      EarlierRequest(id, of: call.caller).result(in: name, on: shard) { result in
        onLoop {
          switch result {
          case .success(let first?): reply(.success(placed(first, in: name, effects: [])))
          case .success(nil): findFirst(id, in: names.dropFirst())
          case .failure(let error): reply(.failure(error))
          }
        }
      }
    }
  }

  private func isHere(_ name: Identifier) -> Bool {
    guard let nodes = call.server.nodes else { return true }
    if case .here = nodes.route(name) { return true }
    return false
  }

  private func attempt(_ number: Int) {
    let (request, view, caller) = (request, view, call.caller)
    call.nodes.whenFresh(view, reply) { host in
      PlacePlanning(on: host).plan(request, in: view, for: caller) { result in
        onLoop { carryOut(result, number) }
      }
    }
  }

  private func carryOut(_ result: Result<PlacePlan, ArrangeError>, _ number: Int) {
    do throws(ArrangeError) {
      let plan = try result.get()
      try checkAccess(plan)
      guard !request.isDryRun, !plan.isEmpty else {
        return reply(
          .success(
            PlacedRows(effects: plan.effects, isAmbiguous: plan.isAmbiguous, overlay: plan.overlay?.overlay)
          )
        )
      }
      carryOut(plan) { result in onLoop { finish(plan, result, number) } }
    } catch {
      reply(.failure(error))
    }
  }

  private func checkAccess(_ plan: PlacePlan) throws(ArrangeError) {
    guard !call.connection.admission.mayDoEverything else { return }
    var needed = [plan.collection: PermissionSet(plan.operations.map(\.permission))]
    // Everybody places rows in their own overlay.
    if let overlay = plan.overlay { needed = overlay.principal == nil ? [plan.collection: .move] : [:] }
    for transfer in plan.transfers {
      needed[transfer.from] = .write
      needed[plan.collection] = .write
    }
    if view.isAsDefiner, let name = view.name {
      try checkDefiner(needed)
      needed = [name: needed.values.reduce([]) { $0.union($1) }]
    }
    for (name, permissions) in needed.sorted(by: { $0.key < $1.key }) where !permissions.isEmpty {
      let requirement = AccessRequirement(permissions, on: name)
      switch call.connection.admission.evaluate(requirement) {
      case .allowed: break
      case .denied(let error):
        call.recordRefusal(requirement, error.code)
        throw error
      case .hidden:
        call.recordRefusal(requirement, .notFound)
        throw .noCollection(name)
      }
    }
  }

  /// Checks that the definer of the view may do what its readers do with the definer's rights.
  private func checkDefiner(_ needed: [Identifier: PermissionSet]) throws(ArrangeError) {
    // The configuration of the server may everything.
    guard let definer = view.definer else { return }
    let rights = call.server.access.rights(of: Identity(principal: definer, basis: .nothing))
    guard needed.allSatisfy({ rights.permissions(on: $0.key).isSuperset(of: $0.value) }) else {
      throw ArrangeError(
        .permissionDenied,
        "who defined the view may not do that in its collections",
        field: "name"
      )
    }
  }

  private func finish(_ plan: PlacePlan, _ result: Result<Outcome, ArrangeError>, _ number: Int) {
    switch result {
    case .success(let outcome):
      reply(
        .success(
          PlacedRows(
            applied: outcome.commits,
            effects: named(plan.effects, outcome.ids),
            isAmbiguous: plan.isAmbiguous,
            overlay: plan.overlay?.overlay
          )
        )
      )
    case .failure(let error):
      // What it was decided upon has changed; an error of its own would be found again.
      let isOvertaken =
        [.aborted, .notFound, .alreadyExists].contains(error.code) || error.reason == "below_itself"
      guard isOvertaken, call.caller.isWanted() else { return reply(.failure(error)) }
      guard number < PlacingCall.maximumAttempts else {
        return reply(
          .failure(
            ArrangeError(
              .aborted,
              "the list changed each of \(number) times that a place was found; try again: \(error.message)"
            )
          )
        )
      }
      attempt(number + 1)
    }
  }

  private func placed(_ result: ApplyResult, in name: Identifier, effects: [RowEffect]) -> PlacedRows {
    PlacedRows(
      applied: Outcome(result, in: name.placedName).commits,
      effects: effects,
      overlay: OverlayName(name)?.overlay
    )
  }

  /// The effects with the ids that the server has made for new items.
  private func named(_ effects: [RowEffect], _ ids: [Identifier]) -> [RowEffect] {
    guard !request.items.isEmpty, ids.count == effects.count else { return effects }
    return zip(effects, ids).map { effect, id in
      var effect = effect
      effect.row = id
      effect.origin = effect.origin.map {
        RowOrigin(
          collection: $0.collection,
          section: $0.section,
          item: id,
          depth: $0.depth,
          isContext: $0.isContext
        )
      }
      return effect
    }
  }

  // MARK: Carrying out

  /// What came of a transaction.
  private struct Outcome: Sendable {
    var commits: [PlacedCommit] = []
    /// The ids of the elements of the first operation.
    var ids: [Identifier] = []

    init(_ result: ApplyResult, in name: Identifier) {
      ids = result.operations.first?.map(\.id) ?? []
      guard result.changed else { return }
      commits = [
        PlacedCommit(
          collection: name,
          version: result.version,
          history: result.history,
          isRepeated: result.repeated
        )
      ]
    }

    init(_ result: TransactResult) {
      commits = result.collections.filter(\.changed).map { collection in
        PlacedCommit(
          collection: collection.name,
          version: collection.version,
          history: collection.history,
          isRepeated: result.repeated
        )
      }
    }
  }

  private func carryOut(_ plan: PlacePlan, whenDone: @escaping Reply<Outcome>) {
    if plan.transfers.isEmpty {
      let transaction = ApplyRequest(
        collection: plan.written,
        operations: plan.operations,
        requestID: request.requestID,
        ifVersion: plan.overlayVersion,
        // The entries of an overlay are not what its users undo.
        step: plan.overlay == nil ? request.step : nil
      )
      let answer: Reply<ApplyResult> = { whenDone($0.map { Outcome($0, in: plan.collection) }) }
      let caller = call.caller
      return carryOut(.apply, transaction, on: [plan.written], answer) { _, shard, reply in
        shard.apply(transaction, for: caller, reply: reply)
      }
    }
    let steps =
      plan.transfers.map { transfer in
        let action = ItemTransfer(transfer.items, to: plan.collection, transfer.to)
        return TransactionStep(transfer.from, .transfer(action))
      } + plan.operations.map { TransactionStep(plan.collection, .operation($0)) }
    let transaction = TransactRequest(steps, requestID: request.requestID, step: request.step)
    let answer: Reply<TransactResult> = { whenDone($0.map { Outcome($0) }) }
    let caller = call.caller
    carryOut(.transact, transaction, on: transaction.collections, answer) { server, shard, reply in
      server.engine.joint(on: shard).transact(transaction, for: caller, reply: reply)
    }
  }

  /// Carries out a transaction on this node, or on the other one that owns its collections, or the first of their slots.
  private func carryOut<Request: WireMessage, Response: WireMessage>(
    _ method: Wire.Method,
    _ transaction: Request,
    on names: [Identifier],
    _ whenDone: @escaping Reply<Response>,
    here: @escaping @Sendable (ServerContext, Shard, @escaping Reply<Response>) -> Void
  ) {
    let (call, server) = (call, call.server)
    guard let nodes = server.nodes else { return call.onShard(of: names[0]) { here(server, $0, whenDone) } }
    switch nodes.route(names) {
    case .here: call.onShard(of: names[0]) { here(server, $0, whenDone) }
    case .gathering:
      call.nodes.gather(names, nodes, whenDone) { reply in
        call.onShard(of: names[0]) { here(server, $0, reply) }
      }
    case .nobody: whenDone(.failure(.notOwned))
    case .other(let owner): send(method, transaction, to: owner, nodes, whenDone)
    }
  }

  private func send<Request: WireMessage, Response: WireMessage>(
    _ method: Wire.Method,
    _ transaction: Request,
    to node: NodeRecord,
    _ nodes: Nodes,
    _ whenDone: @escaping Reply<Response>
  ) {
    let (connection, arena) = (call.connection, call.connection.arena)
    let caller = ForwardedCaller(
      principal: call.principal,
      limits: call.caller.limits,
      largestAnswer: Frame.largestEver
    )
    let metadata = caller.metadata(with: call.metadata, to: node).encoded(using: arena)
    let body = arena.temporary { transaction.packable(in: arena).bytes }
    let question = NodeCall(method, body, metadata: metadata, deadline: call.call.deadline) { outcome in
      switch outcome {
      case .ended(.ok, let frame):
        whenDone(
          arena.temporary {
            Result { () throws(ArrangeError) in try Response.decode(frame.body, using: arena) }
          }
        )
      case .ended(let code, let frame):
        let status = arena.temporary { try? Status(reading: frame, using: arena) }
        whenDone(
          .failure(status?.error ?? ArrangeError(code, "another node has refused it", processed: .unknown))
        )
      case .lost(let processed):
        whenDone(
          .failure(
            ArrangeError(
              .unavailable,
              "the node that owns the collection was lost during the call",
              processed: processed
            )
          )
        )
      }
    }
    nodes.link(to: node, on: connection.loop).send(question)
  }

  private func onLoop(_ body: @escaping @Sendable () -> Void) {
    if call.connection.loop.eventLoop.inEventLoop { body() } else { call.connection.loop.execute(body) }
  }
}

extension PlacedRows {
  /// What readers of a view with the rights of its definer learn: what became of its rows, and nothing of their collections.
  fileprivate var ofHiddenSources: PlacedRows {
    var hidden = self
    hidden.applied = applied.map {
      PlacedCommit(collection: .empty, version: 0, history: 0, isRepeated: $0.isRepeated)
    }
    hidden.effects = effects.map { effect in
      var effect = effect
      (effect.set, effect.removed) = (Fields(), [])
      (effect.hiddenBetween, effect.origin, effect.parent) = (0, nil, nil)
      return effect
    }
    hidden.overlay = nil
    return hidden
  }
}

extension ArrangeError {
  /// The error for a reader of a view with the rights of its definer: what is said about rows, and nothing about their
  /// collections.
  fileprivate var ofHiddenPlacing: ArrangeError {
    if let field, field.hasPrefix("allow[") {
      return ArrangeError(
        .failedPrecondition,
        "the rows are not shown there without further effects; allow them, or choose another place",
        field: field
      )
    }
    switch code {
    case .invalidArgument, .permissionDenied: return self
    // A row, or a place, that the view does not show.
    case .notFound: return ArrangeError(.notFound, "the view does not show this row or place", field: field)
    default: return hidingSources
    }
  }
}
