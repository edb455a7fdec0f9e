/// A permission for a name, or for the server.
///
/// The raw value is the word in an access file.
package enum Permission: String, Sendable, Hashable, CaseIterable {
  /// To read the current content: `Get`, `Fetch`, and to see the name in lists.
  case read
  /// To follow changes.
  case watch
  /// To read commits, including previous content; requires ``read`` as well.
  case history
  /// Only to move and reorder.
  case move
  /// All operations of a transaction.
  case write
  /// To create a collection.
  case create
  /// To delete a collection or a view.
  case delete
  /// To change a description or a strategy, to renew and verify keys, and to define views.
  case manage
  /// To see the statistics of the server, and everything that concerns the server as a whole. It does not
  /// apply to names.
  case admin
  /// To read the metrics over HTTP, and nothing else. It applies to the server, not to names.
  case metrics

  /// Its bit in a ``PermissionSet``.
  fileprivate var bit: UInt16 {
    switch self {
    case .read: 0
    case .watch: 1
    case .history: 2
    case .move: 3
    case .write: 4
    case .create: 5
    case .delete: 6
    case .manage: 7
    case .admin: 8
    case .metrics: 9
    }
  }

  /// Whether it applies to the server as a whole, not to names.
  package var isOfServer: Bool { self == .admin || self == .metrics }

  /// Those that go with names. The word `all` stands for them.
  package static let ofNames = PermissionSet(allCases.filter { !$0.isOfServer })
}

/// A set of permissions.
package struct PermissionSet: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package init(_ permissions: some Sequence<Permission>) {
    self.init(permissions.map { PermissionSet($0) })
  }

  package init(_ permission: Permission) { self.init(rawValue: 1 << permission.bit) }

  package static let read = PermissionSet(.read)
  package static let watch = PermissionSet(.watch)
  package static let history = PermissionSet(.history)
  package static let move = PermissionSet(.move)
  package static let write = PermissionSet(.write)
  package static let create = PermissionSet(.create)
  package static let delete = PermissionSet(.delete)
  package static let manage = PermissionSet(.manage)
  package static let admin = PermissionSet(.admin)
  package static let metrics = PermissionSet(.metrics)

  /// The permissions, in the order of their declaration.
  package var permissions: [Permission] { Permission.allCases.filter { contains(PermissionSet($0)) } }
}

extension PermissionSet: CustomStringConvertible {
  package var description: String { permissions.map(\.rawValue).joined(separator: ", ") }
}
