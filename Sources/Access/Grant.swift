package import ArrangeModel

/// A grant of a role: what is allowed, and what is denied, on which names.
package struct Grant: Sendable, Hashable {
  package var pattern: NamePattern
  /// The granted permissions.
  package var may: PermissionSet
  /// The denied permissions, whatever else grants them.
  package var never: PermissionSet
  /// The line of the access file, counted from 1; nil for built-in grants.
  package var line: Int?

  package init(on pattern: NamePattern, may: PermissionSet = [], never: PermissionSet = [], line: Int? = nil)
  {
    self.pattern = pattern
    self.may = may
    self.never = never
    self.line = line
  }
}

/// A named list of grants.
package struct Role: Sendable, Hashable {
  /// The role with all permissions. A file can't declare another one of this name.
  package static let admin = Role(
    name: "admin",
    // The pattern is valid.
    grants: (try? NamePattern("**")).map { [Grant(on: $0, may: Permission.ofNames.union(.admin))] } ?? []
  )

  package var name: String
  package var grants: [Grant]

  package init(name: String, grants: [Grant]) {
    self.name = name
    self.grants = grants
  }
}
