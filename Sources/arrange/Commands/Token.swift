import Access
import ArgumentParser
import ArrangeModel

struct Token: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make tokens that authenticate principals.",
    discussion: """
      A server knows the tokens whose SHA-256 is in its access file; see "arranged --access" and Documentation/security.md.

      EXAMPLES
        arrange token new backend
        arrange token new backend --expires 2027-01-31
      """,
    subcommands: [NewToken.self]
  )
}

struct NewToken: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a token and the line of the access file for it.",
    discussion: """
      The token is printed once and kept nowhere: put it where the program that is to have it finds it, such as in a \
      file for "--token-file" that nobody else can read. It talks to no server.

      EXAMPLES
        arrange token new backend
        arrange token new backend --expires 2027-01-31
        arrange token new backend --json | jq -r .token > token && chmod 600 token
      """
  )

  @Argument(help: ArgumentHelp("The principal that it authenticates.", valueName: "principal"))
  var principal: String

  @Option(
    help: ArgumentHelp(
      "When it expires, as 2027-01-31 or 2027-01-31T12:00:00Z; never, if not given.",
      valueName: "time"
    )
  )
  var expires: String?

  @Flag(help: "Print JSON, errors too.")
  var json = false

  func validate() throws {
    do throws(ArrangeError) {
      guard try Principal(principal) != .anonymous else {
        throw ArrangeError(.invalidArgument, "Who has no token is \"anonymous\"; choose another name.")
      }
    } catch { throw ValidationError(error.message) }
    if let expires, AccessFile.time(expires) == nil {
      throw ValidationError("\"\(expires)\" is not a time such as 2027-01-31 or 2027-01-31T12:00:00Z.")
    }
  }

  func run(on console: Console) throws {
    var random = SystemRandomNumberGenerator()
    let token = AccessToken(using: &random)
    let digest = token.digest.hexadecimal
    guard !json else {
      var members: [(String, JSON)] = [
        ("principal", .string(principal)), ("token", .string(token.text)), ("sha256", .string(digest)),
      ]
      if let expires { members.append(("expires", .string(expires))) }
      return try console.print(JSON.object(.init(members)))
    }
    let end = expires.map { ", expires: \($0)" } ?? ""
    try console.print(
      """
      \(token.text)

      That is the token; it is not shown again. For the access file:

      principals:
        "\(principal.yamlQuoted)": { tokens: [ { sha256: \(digest)\(end) } ] }
      """
    )
  }
}

extension String {
  /// The text as a double-quoted YAML string.
  fileprivate var yamlQuoted: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
