import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct WhoAmI: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: "Show who the server takes you for, and what you may do.",
    discussion: """
      Names the principal, what has identified it, and its permissions on the server as a whole; and those on each name that \
      is given, whether there is a collection or view of that name or not. A view may need permissions on the collections that \
      it shows as well.

      EXAMPLES
        arrange whoami
        arrange whoami board archive
        arrange whoami board --context prod --json | jq -r '.names[0].permissions[]'
      """
  )

  @Argument(
    help: "Names of collections or views, at most \(ServerInfoRequest.maximumNames).",
    completion: .from(.collections),
    transform: Arguments.identifier
  )
  var names: [Identifier] = []

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard names.count <= ServerInfoRequest.maximumNames else {
      throw ValidationError("At most \(ServerInfoRequest.maximumNames) names can be given.")
    }
  }

  func run(in context: CommandContext) async throws {
    let info = try await context.client.serverInfo(permissionsOn: names)
    guard let caller = info.caller else {
      throw CommandFailure(
        .failed,
        "the server, version \(info.version.printable), does not say who calls; a later version does"
      )
    }
    if context.isJSON { return try context.console.print(caller.json) }
    try context.console.print(lines(caller, context.console.style).joined(separator: "\n"))
  }

  private func lines(_ caller: ServerInfo.Caller, _ style: Style) -> [String] {
    let server =
      caller.isUnrestricted ? "everything: the server has no access file" : caller.permissions.shown
    var table = Table(("", .left), ("", .left))
    table.append("principal", caller.name)
    table.append("identified by", caller.basis)
    if let end = caller.expires { table.append("until", FieldValue.timestamp(end).text) }
    table.append("on the server", server)
    for name in caller.names { table.append("on \(name.name)", name.permissions.shown) }
    return Array(table.lines(style).dropFirst())
  }
}

extension ServerInfo.Caller {
  /// What has identified the caller.
  fileprivate var basis: String {
    switch identifiedBy {
    case "certificate": "a certificate"
    case "token": "a token of the access file"
    case "jwt": "a signed token"
    case "user": "the user of the process"
    default: identifiedBy
    }
  }

  fileprivate var json: JSON {
    .object([
      "principal": .string(name), "identified_by": .string(identifiedBy),
      "expires": expires.map { FieldValue.timestamp($0).json } ?? .null,
      "unrestricted": .bool(isUnrestricted), "permissions": .array(permissions.map { .string($0) }),
      "names": .array(
        names.map {
          .object([
            "name": .string($0.name), "permissions": .array($0.permissions.map { .string($0) }),
          ])
        }
      ),
    ])
  }
}

extension [String] {
  /// Permissions for people.
  fileprivate var shown: String {
    isEmpty ? "nothing" : joined(separator: ", ")
  }
}
