import Access
import ArgumentParser
import ArrangeModel

struct AccessCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "access",
    abstract: "Check access files, explain what they decide, and show the one of a server.",
    discussion: """
      An access file says who there is and who may do what; see Documentation/security.md.

      EXAMPLES
        arrange access check access.yaml
        arrange access check access.yaml backend write board/todo
        arrange access show
      """,
    subcommands: [CheckAccess.self, ShowAccess.self]
  )
}

struct CheckAccess: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check an access file, or explain one decision by the line that makes it.",
    discussion: """
      Ends with 0 where the file is right and, if it was asked, the action is allowed; with 6 where the action is not \
      allowed, with 4 where the file is not right. It talks to no server.

      EXAMPLES
        arrange access check access.yaml
        arrange access check access.yaml backend write board/todo
        arrange access check access.yaml anonymous read board/todo
        arrange access check access.yaml ops admin
        arrange access check access.yaml alice read board --role app    with a role that a JWT gives
      """
  )

  @Argument(help: ArgumentHelp("The access file.", valueName: "file"), completion: .file())
  var file: String

  @Argument(
    help: ArgumentHelp(
      "The principal; \"anonymous\" for a caller without credentials.",
      valueName: "principal"
    )
  )
  var principal: String?

  @Argument(
    help: ArgumentHelp(
      "The permission: \(Permission.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "action"
    )
  )
  var action: String?

  @Argument(help: ArgumentHelp("The collection or view; admin and metrics need none.", valueName: "name"))
  var name: String?

  @Option(
    name: .customLong("role"),
    help: ArgumentHelp("A role besides those of the file.", valueName: "role")
  )
  var roles: [String] = []

  @Flag(help: "Print JSON, errors too.")
  var json = false

  func validate() throws {
    guard let action else {
      guard principal == nil else {
        throw ValidationError("Say what \"\(principal ?? "")\" does, such as read, and on which name.")
      }
      return
    }
    guard let permission = Permission(rawValue: action) else {
      let words = Permission.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("\"\(action)\" is not one of \(words).")
    }
    guard permission.isOfServer == (name == nil) else {
      throw ValidationError(
        name == nil ? "Say on which name." : "\(action) is about the server and goes with no name."
      )
    }
    do throws(ArrangeError) {
      _ = try principal.map { (name) throws(ArrangeError) in try Principal(name) }
      _ = try name.map { (name) throws(ArrangeError) in try Identifier(name) }
    } catch { throw ValidationError(error.message) }
  }

  func run(on console: Console) async throws {
    let bytes = try Files.read(file, limit: AccessFile.maximumBytes)
    let policy: AccessPolicy
    do throws(AccessFileError) { policy = try AccessFile.policy(reading: bytes) } catch {
      throw CommandFailure(.invalid, "\(file):\(error.line == nil ? " " : "")\(error)")
    }
    var unusable: [String] = []
    if let jwt = policy.jwt { unusable = try await checkKeys(jwt) }
    guard let principal, let action, let permission = Permission(rawValue: action) else {
      for reason in unusable { console.printError("\(file): jwt: keys: not used: \(reason)".printable) }
      let counts = [("roles", policy.roles.count), ("principals", policy.principals.count)]
      return try json
        ? console.print(JSON.object(.init(counts.map { ($0.0, .count($0.1)) })))
        : console.print("\(file) is valid: \(counts.map { "\($0.1) \($0.0)" }.joined(separator: ", "))")
    }
    let caller = try Principal(principal)
    let decision = policy.rights(of: caller, claimed: roles)
      .decision(permission, on: try name.map { (name) throws(ArrangeError) in try Identifier(name) })
    let object = name.map { " \"\($0)\"" } ?? ""
    let sentence =
      "\"\(principal)\" may\(decision.isAllowed ? "" : " not") \(action)\(object): \(reason(of: decision, policy, caller))"
    if json {
      var members: [(String, JSON)] = [("allowed", .bool(decision.isAllowed)), ("reason", .string(sentence))]
      if let line = decision.grant?.line { members.append(("line", .count(line))) }
      if let role = decision.role { members.append(("role", .string(role))) }
      try console.print(JSON.object(.init(members)))
    } else if decision.isAllowed {
      try console.print(sentence.printable)
    }
    guard decision.isAllowed else { throw CommandFailure(.denied, sentence) }
  }

  /// Checks the file with the keys for JWTs, as the server does.
  ///
  /// - Returns: why keys of it are not used.
  private func checkKeys(_ jwt: AccessPolicy.JWTSettings) async throws -> [String] {
    let place = jwt.keys(beside: file)
    do {
      return try await TokenKeys(jwt, reading: Files.read(place, limit: TokenKeys.largestFile)).unusable
    } catch let error as TokenKeys.KeysError {
      throw CommandFailure(.invalid, "\(file): jwt: keys: \(place): \(error)")
    } catch let failure as CommandFailure {
      throw CommandFailure(.invalid, "\(file): jwt: keys: \(failure.message)")
    }
  }

  private func reason(of decision: Rights.Decision, _ policy: AccessPolicy, _ caller: Principal) -> String {
    if let grant = decision.grant, let role = decision.role {
      let place = grant.line.map { "line \($0)" } ?? "built in"
      return "role \(role), on \"\(grant.pattern.text)\" (\(place))"
    }
    let isKnown = caller == .anonymous || policy.principals[caller] != nil
    return isKnown || !roles.isEmpty ? "none of its roles has a grant for that" : "the file does not name it"
  }
}
