import ArrangeModel
import Engine
import Wire

/// Slots that another node asks for, for a transaction over collections of several owners.
extension ConnectionCalls {
  /// The pause before it is looked again whether a slot is pinned, in nanoseconds.
  private static let pinPause: UInt64 = 1_000_000

  func give(_ request: GiveRequest, _ call: IncomingCall) throws(ArrangeError) {
    guard connection.admission.isNode, let nodes = server.nodes else {
      // What opens the method is no permission, but being a node.
      call.recordRefusal(AccessRequirement([], on: request.collections[0]), .permissionDenied)
      throw ArrangeError(.permissionDenied, "only the other nodes of this service may ask for slots")
    }
    guard !request.collections.isEmpty else {
      throw ArrangeError(
        .invalidArgument,
        "name the collections whose slots are wanted",
        field: "collections"
      )
    }
    let slots = SlotSet(request.collections.map { Slot.of($0) })
    let end = ConnectionHandler.now().advanced(byNanoseconds: PinnedSlots.patience)
    give(
      slots,
      to: Int64(bitPattern: request.receiver),
      nodes,
      until: end,
      call.caller.isWanted,
      call.reply()
    )
  }

  private func give(
    _ slots: SlotSet,
    to receiver: Int64,
    _ nodes: Nodes,
    until end: MonotonicTime,
    _ isWanted: @escaping @Sendable () -> Bool,
    _ reply: @escaping Reply<EmptyMessage>
  ) {
    guard isWanted() else { return reply(.failure(.notWanted)) }
    guard nodes.pinned.contains(anyOf: slots), ConnectionHandler.now() < end else {
      return nodes.journal.exchange.give(slots, to: receiver) { reply(.success(EmptyMessage())) }
    }
    connection.loop.execute(after: ConnectionCalls.pinPause) { [connection] in
      guard let calls = connection.receiver as? ConnectionCalls else { return reply(.failure(.notWanted)) }
      calls.give(slots, to: receiver, nodes, until: end, isWanted, reply)
    }
  }
}
