import Access
import ArrangeModel

extension ServerAccess {
  /// What a request asks for of an access file.
  ///
  /// O(n log n) for n principals.
  ///
  /// - Parameter policy: nil if there is no access file.
  init(_ policy: AccessPolicy?, file: String, _ request: ServerAccessRequest) {
    guard let policy else {
      self.init(isUnrestricted: true)
      return
    }
    let wanted = request.containing.lowercased()
    var entries = policy.principals.map { (name: $0.key.name, entry: $0.value) }
    if !policy.anonymous.roles.isEmpty { entries.append((Principal.anonymous.name, policy.anonymous)) }
    if !wanted.isEmpty { entries.removeAll { !$0.name.lowercased().contains(wanted) } }
    entries.sort { $0.name < $1.name }
    self.init(
      file: file,
      roles: policy.roles.values.sorted { $0.name < $1.name }.map { Role($0) },
      principals: entries.prefix(request.limit).map { PrincipalEntry($0.name, $0.entry) },
      principalCount: entries.count,
      limits: policy.limits.named,
      issuer: policy.jwt.map {
        Issuer(
          issuer: $0.issuer,
          audience: $0.audience,
          principalClaim: $0.principal,
          rolesClaim: $0.roles ?? ""
        )
      }
    )
  }
}

extension ServerAccess.Role {
  fileprivate init(_ role: Role) {
    self.init(
      name: role.name,
      grants: role.grants.map {
        ServerAccess.Grant(
          pattern: $0.pattern.text,
          may: $0.may.words,
          never: $0.never.words,
          line: $0.line ?? 0
        )
      }
    )
  }
}

extension ServerAccess.PrincipalEntry {
  fileprivate init(_ name: String, _ entry: AccessPolicy.Entry) {
    self.init(
      name: name,
      roles: entry.roles,
      tokens: entry.tokens.map { ServerAccess.Token(expires: $0.expires) },
      certificates: entry.certificates.map(\.text),
      users: entry.users.map(UInt64.init),
      limits: entry.limits.named
    )
  }
}

extension AccessLimits {
  /// The limits that are set, with the words of an access file.
  fileprivate var named: [ServerAccess.Limit] {
    let all = [
      ("connections", connections), ("calls-per-second", callsPerSecond),
      ("bytes-per-second", bytesPerSecond),
      ("subscriptions", subscriptions), ("collections", collections), ("items", items),
      ("view-rows", viewRows),
    ]
    return all.compactMap { name, value in value.map { ServerAccess.Limit(name: name, value: $0) } }
  }
}
