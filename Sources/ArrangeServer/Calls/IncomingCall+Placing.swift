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
    guard !view.isAsDefiner else {
      throw ArrangeError(
        .failedPrecondition,
        "the view is defined `as definer`, and rows of such a view can't be moved",
        field: "name"
      )
    }
    PlacingCall(call: self, request: request, view: view, reply: reply()).begin()
  }
}

/// A request to place rows, until it is answered. Each step begins on the connection's event loop.
private struct PlacingCall: Sendable {
  /// How often it is decided again, at most, because what was decided upon has changed meanwhile.
  static let maximumAttempts = 8

  let call: IncomingCall
  let request: PlaceRowsRequest
  let view: ViewReference
  let reply: Reply<PlacedRows>

  /// Answers a retry with the result of the first request, and otherwise carries it out.
  func begin() {
    guard let id = request.requestID, !request.isDryRun else { return attempt(1) }
    findFirst(id, in: view.sources[...])
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
      guard plan.transfers.isEmpty else {
        throw ArrangeError(
          .failedPrecondition,
          "rows of another collection can't be placed yet: move them there with a transaction",
          field: "collection"
        )
      }
      guard !request.isDryRun, !plan.isEmpty else {
        return reply(.success(PlacedRows(effects: plan.effects, isAmbiguous: plan.isAmbiguous)))
      }
      let transaction = ApplyRequest(
        collection: plan.collection,
        operations: plan.operations,
        requestID: request.requestID
      )
      apply(transaction) { result in onLoop { finish(plan, result, number) } }
    } catch {
      reply(.failure(error))
    }
  }

  private func checkAccess(_ plan: PlacePlan) throws(ArrangeError) {
    var permissions = PermissionSet(plan.operations.map(\.permission))
    if !plan.transfers.isEmpty { permissions.formUnion(.write) }
    guard !permissions.isEmpty, !call.connection.admission.mayDoEverything else { return }
    let requirement = AccessRequirement(permissions, on: plan.collection)
    switch call.connection.admission.evaluate(requirement) {
    case .allowed: break
    case .denied(let error):
      call.recordRefusal(requirement, error.code)
      throw error
    case .hidden:
      call.recordRefusal(requirement, .notFound)
      throw .noCollection(plan.collection)
    }
  }

  private func finish(_ plan: PlacePlan, _ result: Result<ApplyResult, ArrangeError>, _ number: Int) {
    switch result {
    case .success(let result):
      var answer = placed(result, in: plan.collection, effects: named(plan.effects, by: result))
      answer.isAmbiguous = plan.isAmbiguous
      reply(.success(answer))
    case .failure(let error):
      // What it was decided upon has changed; an error of its own would be found again.
      let isOvertaken = [.aborted, .notFound, .alreadyExists].contains(error.code)
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
    let commit = PlacedCommit(
      collection: name,
      version: result.version,
      history: result.history,
      isRepeated: result.repeated
    )
    return PlacedRows(applied: result.changed ? [commit] : [], effects: effects)
  }

  /// The effects with the ids that the server has made for new items.
  private func named(_ effects: [RowEffect], by result: ApplyResult) -> [RowEffect] {
    guard !request.items.isEmpty, let ids = result.operations.first?.map(\.id), ids.count == effects.count
    else {
      return effects
    }
    return zip(effects, ids).map { effect, id in
      var effect = effect
      effect.row = id
      effect.origin = effect.origin.map {
        RowOrigin(collection: $0.collection, section: $0.section, item: id)
      }
      return effect
    }
  }

  // MARK: The owner of the collection

  private func apply(_ transaction: ApplyRequest, whenDone: @escaping Reply<ApplyResult>) {
    guard let nodes = call.server.nodes else { return applyHere(transaction, whenDone) }
    switch nodes.route(transaction.collection) {
    case .here: applyHere(transaction, whenDone)
    case .nobody: whenDone(.failure(.notOwned))
    case .other(let node): apply(transaction, on: node, nodes, whenDone)
    }
  }

  private func applyHere(_ transaction: ApplyRequest, _ whenDone: @escaping Reply<ApplyResult>) {
    let caller = call.caller
    call.onShard(of: transaction.collection) { $0.apply(transaction, for: caller, reply: whenDone) }
  }

  private func apply(
    _ transaction: ApplyRequest,
    on node: NodeRecord,
    _ nodes: Nodes,
    _ whenDone: @escaping Reply<ApplyResult>
  ) {
    let (connection, arena) = (call.connection, call.connection.arena)
    let caller = ForwardedCaller(
      principal: call.principal,
      limits: call.caller.limits,
      largestAnswer: Frame.largestEver
    )
    let metadata = caller.metadata(with: call.metadata, to: node).encoded(using: arena)
    let body = arena.temporary { transaction.packable(in: arena).bytes }
    let question = NodeCall(.apply, body, metadata: metadata, deadline: call.call.deadline) { outcome in
      switch outcome {
      case .ended(.ok, let frame):
        whenDone(
          arena.temporary {
            Result { () throws(ArrangeError) in try ApplyResult.decode(frame.body, using: arena) }
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
