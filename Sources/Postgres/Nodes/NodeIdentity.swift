/// Who a node of a shared journal is, and where other nodes reach it.
package struct NodeIdentity: Sendable, Hashable {
  /// The lease of a node unless it is told otherwise, in milliseconds.
  package static let defaultLeaseMilliseconds = 10_000
  /// The leases that can be asked for, in milliseconds. Shorter ones run out while a machine is busy.
  package static let leaseRange = 500...600_000

  /// For people.
  package var name: String
  /// The address as host:port. Without a host, as in `:7420`, it is the one from which the database sees the node. nil for a
  /// node that nobody needs to reach.
  package var address: String?
  /// How long other nodes wait for this one before they take over, within ``leaseRange``.
  package var leaseMilliseconds: Int

  package init(
    name: String,
    address: String?,
    leaseMilliseconds: Int = NodeIdentity.defaultLeaseMilliseconds
  ) {
    self.name = name
    self.address = address
    self.leaseMilliseconds = leaseMilliseconds
  }

  /// The address with a host.
  ///
  /// - Parameter host: the one from which the database sees this node.
  func address(seenAs host: String) -> String {
    guard let address else { return "" }
    guard address.hasPrefix(":") else { return address }
    return (host.contains(":") ? "[\(host)]" : host) + address
  }
}
