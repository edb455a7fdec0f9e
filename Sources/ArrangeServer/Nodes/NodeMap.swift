import Engine

/// Which node owns which slot, as this node read it last. Immutable, so that calls read it without a lock for long.
final class NodeMap: Sendable {
  let nodes: [NodeRecord]
  /// The index of the owner of each slot in ``nodes``; -1 if there is none.
  private let owners: [Int16]

  init(_ nodes: [NodeRecord] = []) {
    self.nodes = nodes
    var owners = [Int16](repeating: -1, count: Slot.count)
    for (index, node) in nodes.enumerated() {
      for slot in node.slots.slots { owners[slot] = Int16(index) }
    }
    self.owners = owners
  }

  /// The owner of a slot; nil if there is none at the moment.
  func owner(of slot: Int) -> NodeRecord? {
    let index = Int(owners[slot])
    return index < 0 ? nil : nodes[index]
  }
}
