import Access
import ArrangeModel

/// An access file.
package enum AccessTarget {
  /// The names to check, whatever the file says.
  private static let names = ["a", "board", "board/a", "board/a/b", "users/ann/x", "*", "**", "é"]
  /// The maximum number of principals of a file to check.
  private static let maximumPrincipals = 16

  static func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    let policy: AccessPolicy
    do throws(AccessFileError) { policy = try AccessFile.policy(reading: Array(input)) } catch {
      try expect(!error.message.isEmpty, "refused without a word")
      let lines = input.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 2
      return try expect((error.line ?? 1) <= lines * 3, "line \(error.line ?? 0) of \(lines)")
    }
    for principal in [.anonymous]
      + policy.principals.keys.sorted(by: { $0.name < $1.name }).prefix(maximumPrincipals)
    {
      try check(policy.rights(of: principal, claimed: policy.roles.keys.sorted().prefix(1).map { $0 }))
      try check(policy.rights(of: principal))
    }
  }

  /// Explanations agree with decisions, and forbidden calls are never allowed.
  private static func check(_ rights: Rights) throws(FuzzFinding) {
    for name in names {
      let name = Identifier(unchecked: name)
      let permissions = rights.permissions(on: name)
      try expect(!permissions.contains(.admin), "admin on a name")
      for permission in permissions.union(Permission.ofNames).permissions {
        let decision = rights.decision(permission, on: name)
        let isAllowed = permissions.contains(PermissionSet(permission))
        try expect(
          decision.isAllowed == isAllowed,
          "\(permission) on \(name): \(isAllowed), explained otherwise"
        )
        let isForbidden = decision.grant?.never.contains(PermissionSet(permission)) ?? false
        try expect(!(isAllowed && isForbidden), "\(permission) on \(name) is allowed and never allowed")
      }
    }
    try expect(
      rights.decision(.admin, on: nil).isAllowed == rights.isAdministrator,
      "admin explained otherwise"
    )
  }
}
