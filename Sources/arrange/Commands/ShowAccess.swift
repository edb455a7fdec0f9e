import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct ShowAccess: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show who may do what on a server.",
    discussion: """
      Shows the roles and principals of the access file that the server uses at the moment. It needs the permission admin, and \
      shows nothing secret: of a token only when it expires.

      EXAMPLES
        arrange access show
        arrange access show backend
        arrange access show --json | jq -r '.principals[].name'
      """
  )

  @Argument(help: ArgumentHelp("Only principals whose names contain this.", valueName: "text"))
  var containing: String = ""

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many principals are shown at most, 1 to \(ServerAccessRequest.maximumLimit).",
      valueName: "n"
    )
  )
  var limit = ServerAccessRequest.standardLimit

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard (1...ServerAccessRequest.maximumLimit).contains(limit) else {
      throw ValidationError("--limit goes from 1 to \(ServerAccessRequest.maximumLimit).")
    }
  }

  func run(in context: CommandContext) async throws {
    let access = try await context.client.serverAccess(containing: containing, limit: limit)
    if context.isJSON { return try context.console.print(access.json) }
    guard !access.isUnrestricted else {
      return try context.console.print("Everybody may do everything: the server has no access file.")
    }
    var lines = ["access file  \(access.file.printable)"]
    if let issuer = access.issuer {
      lines.append("signed tokens of \(issuer.issuer.printable), for \(issuer.audience.printable)")
    }
    lines += [""] + roles(access).lines(context.console.style)
    lines += [""] + principals(access).lines(context.console.style)
    try context.console.print(lines.joined(separator: "\n"))
    let rest = access.principalCount - access.principals.count
    if rest > 0 { try context.console.print("\(rest.grouped) more; --limit shows more of them") }
  }

  private func roles(_ access: ServerAccess) -> Table {
    var table = Table(("role", .left), ("on", .left), ("may", .left), ("never", .left), ("line", .right))
    for role in access.roles {
      for grant in role.grants {
        table.append(
          role.name,
          grant.pattern,
          grant.may.joined(separator: ", "),
          grant.never.joined(separator: ", "),
          "\(grant.line)"
        )
      }
    }
    return table
  }

  private func principals(_ access: ServerAccess) -> Table {
    var table = Table(("principal", .left), ("roles", .left), ("by", .left), ("limits", .left))
    for principal in access.principals {
      table.append(
        principal.name,
        principal.roles.joined(separator: ", "),
        principal.credentials.joined(separator: ", "),
        principal.limits.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
      )
    }
    return table
  }
}

extension ServerAccess.PrincipalEntry {
  /// What identifies the principal, for people.
  fileprivate var credentials: [String] {
    tokens.map { $0.expires.map { "a token until \(FieldValue.timestamp($0).text)" } ?? "a token" }
      + certificates.map { "the certificate \($0)" } + users.map { "the user \($0)" }
  }

  fileprivate var json: JSON {
    .object([
      "name": .string(name), "roles": .array(roles.map { .string($0) }),
      "tokens": .array(
        tokens.map { .object(["expires": $0.expires.map { FieldValue.timestamp($0).json } ?? .null]) }
      ),
      "certificates": .array(certificates.map { .string($0) }), "users": .array(users.map { .unsigned($0) }),
      "limits": limits.json,
    ])
  }
}

extension ServerAccess {
  fileprivate var json: JSON {
    .object([
      "unrestricted": .bool(isUnrestricted), "file": .string(file), "roles": .array(roles.map(\.json)),
      "principals": .array(principals.map(\.json)), "principal_count": .count(principalCount),
      "limits": limits.json,
      "issuer": issuer.map {
        .object([
          "issuer": .string($0.issuer), "audience": .string($0.audience),
          "principal_claim": .string($0.principalClaim), "roles_claim": .string($0.rolesClaim),
        ])
      } ?? .null,
    ])
  }
}

extension ServerAccess.Role {
  fileprivate var json: JSON {
    .object([
      "name": .string(name),
      "grants": .array(
        grants.map {
          .object([
            "pattern": .string($0.pattern), "may": .array($0.may.map { .string($0) }),
            "never": .array($0.never.map { .string($0) }), "line": .count($0.line),
          ])
        }
      ),
    ])
  }
}

extension [ServerAccess.Limit] {
  fileprivate var json: JSON {
    .object(.init(map { ($0.name, .count($0.value)) }))
  }
}
