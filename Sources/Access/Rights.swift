package import ArrangeModel

/// The rights of one principal: its grants with resolved patterns. Immutable; a changed access file results
/// in new values.
package struct Rights: Sendable {
  private struct Rule: Sendable {
    var pattern: ResolvedPattern
    var grant: Grant
    var role: String
  }

  package let principal: Principal
  /// Whether everything is allowed because there is no access file.
  package let isUnlimited: Bool
  /// Whether the server's statistics may be read.
  package let isAdministrator: Bool
  /// Whether the metrics may be read: with `metrics` or `admin`.
  package let mayReadMetrics: Bool
  private let rules: [Rule]

  /// The rights of a principal if there is no access file.
  package static func unlimited(_ principal: Principal) -> Rights { Rights(everythingFor: principal) }

  private init(everythingFor principal: Principal) {
    self.principal = principal
    (isUnlimited, isAdministrator, mayReadMetrics, rules) = (true, true, true, [])
  }

  /// The rights granted by roles.
  package init(_ roles: [Role], for principal: Principal) {
    self.principal = principal
    isUnlimited = false
    rules = roles.flatMap { role in
      role.grants.compactMap { grant in
        grant.pattern.resolved(for: principal).map { Rule(pattern: $0, grant: grant, role: role.name) }
      }
    }
    isAdministrator = Rights.allow(.admin, rules)
    let isForbidden = rules.contains { $0.grant.never.contains(.metrics) }
    mayReadMetrics = !isForbidden && (isAdministrator || Rights.allow(.metrics, rules))
  }

  /// Whether rules grant a permission of the server.
  private static func allow(_ permission: PermissionSet, _ rules: [Rule]) -> Bool {
    rules.contains { $0.grant.may.contains(permission) }
      && !rules.contains { $0.grant.never.contains(permission) }
  }

  /// The permissions on a name. `never` overrides `may`, and `write` includes `move`. O(grants), times the
  /// length of their patterns.
  package func permissions(on name: Identifier) -> PermissionSet {
    guard !isUnlimited else { return Permission.ofNames }
    var (may, never): (PermissionSet, PermissionSet) = ([], [])
    for rule in rules where rule.pattern.matches(name) {
      may.formUnion(rule.grant.may)
      never.formUnion(rule.grant.never)
    }
    if may.contains(.write), !never.contains(.write) { may.formUnion(.move) }
    return may.subtracting(never).intersection(Permission.ofNames)
  }

  /// Whether a permission is granted on every name that a pattern stands for: one grant includes the whole pattern, and none that
  /// denies the permission has a name in common with it. So the answer can be no although several grants together are enough.
  ///
  /// - Parameter pattern: with `*` and `**`, and without variables.
  package func permits(_ permission: Permission, onAll pattern: String) -> Bool {
    guard !isUnlimited else { return true }
    guard let asked = ResolvedPattern(text: pattern) else { return false }
    let wanted = PermissionSet(permission)
    return rules.contains { $0.grant.may.contains(wanted) && $0.pattern.includes(asked) }
      && !rules.contains { $0.grant.never.contains(wanted) && $0.pattern.meets(asked) }
  }

  /// The prefixes of all names with a permission: none of them is a prefix of another one, so a search by
  /// prefix finds no name twice.
  package func prefixes(of permission: Permission) -> [String] {
    var prefixes: [String] = []
    let all = rules.filter { $0.grant.may.contains(PermissionSet(permission)) }.map(\.pattern.prefix)
    for prefix in all.sorted(by: { $0.utf8.count < $1.utf8.count })
    where !prefixes.contains(where: { prefix.utf8.starts(with: $0.utf8) }) {
      prefixes.append(prefix)
    }
    return prefixes
  }

  // MARK: Explaining

  /// Why an action is allowed or denied.
  package struct Decision: Sendable, Hashable {
    package var isAllowed: Bool
    /// The deciding grant, and its role; nil if no grant applies.
    package var grant: Grant?
    package var role: String?
  }

  /// Whether a permission is granted on a name, and by which grant: the first one that denies it, or else the
  /// first one that allows it.
  ///
  /// - Parameter name: nil for permissions on the server.
  package func decision(_ permission: Permission, on name: Identifier?) -> Decision {
    guard !isUnlimited else { return Decision(isAllowed: true) }
    let wanted = PermissionSet(permission)
    let matching = rules.filter { rule in name.map { rule.pattern.matches($0) } ?? true }
    if let rule = matching.first(where: { $0.grant.never.contains(wanted) }) {
      return Decision(isAllowed: false, grant: rule.grant, role: rule.role)
    }
    if let rule = matching.first(where: { $0.grant.may.contains(wanted) }) {
      return Decision(isAllowed: true, grant: rule.grant, role: rule.role)
    }
    // `write` includes `move`, and `admin` includes `metrics`.
    let wider: [Permission: Permission] = [.move: .write, .metrics: .admin]
    if let other = wider[permission] {
      let decision = decision(other, on: name)
      if decision.isAllowed { return decision }
    }
    return Decision(isAllowed: false)
  }
}
