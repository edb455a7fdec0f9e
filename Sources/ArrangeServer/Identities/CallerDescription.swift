import Access
import ArrangeModel

extension ServerInfo.Caller {
  /// What a caller may do at the moment.
  ///
  /// - Parameter names: those whose permissions it names. It says nothing of whether there is something of these names.
  /// - Complexity: O(names × grants).
  init(_ access: ConnectionAccess, on names: [Identifier]) {
    let rights = access.rights
    var permissions: PermissionSet = []
    if rights.isAdministrator { permissions.formUnion(.admin) }
    if rights.mayReadMetrics { permissions.formUnion(.metrics) }
    self.init(
      name: access.identity.principal.name,
      identifiedBy: access.identity.basis.rawValue,
      expires: access.identity.expires,
      isUnrestricted: rights.isUnlimited,
      permissions: permissions.words,
      names: names.map { .init(name: $0.text, permissions: rights.permissions(on: $0).words) }
    )
  }
}

extension PermissionSet {
  /// The words of an access file, in their order there.
  var words: [String] { permissions.map(\.rawValue) }
}
