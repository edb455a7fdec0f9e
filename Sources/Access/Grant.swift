package import ArrangeModel

/// One line of a role: what may be done, or never, on which names.
package struct Grant: Sendable, Hashable {
  package var pattern: NamePattern
  /// What is granted.
  package var may: PermissionSet
  /// What is taken, whatever else grants it.
  package var never: PermissionSet
  /// The line of the access file, counted from 1; nil for what is built in.
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
  /// The role that may do everything. A file can't declare another one of the name.
  package static let admin = Role(
    name: "admin",
    // The pattern is a valid one.
    grants: (try? NamePattern("**")).map { [Grant(on: $0, may: Permission.ofNames.union(.admin))] } ?? []
  )

  package var name: String
  package var grants: [Grant]

  package init(name: String, grants: [Grant]) {
    self.name = name
    self.grants = grants
  }
}
