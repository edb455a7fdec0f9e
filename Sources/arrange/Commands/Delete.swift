import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Delete: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Delete collections permanently, with their content and history.",
    discussion: """
      On a terminal it asks first. Elsewhere, and with --json, nobody can be asked: it needs --yes.

      EXAMPLES
        arrange delete board
        arrange delete --yes board stations
      """
  )

  @Argument(
    help: ArgumentHelp("The collections' names.", valueName: "collection"),
    completion: .from(.collections),
    transform: Arguments.identifier
  )
  var collections: [Identifier]

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    for name in collections {
      if !yes {
        let hint = "give --yes to delete for good"
        try context.checkTerminal(hint)
        let info = try await Delete.present(name) { () async throws(ArrangeError) in
          try await context.client.info(name)
        }
        try context.confirm(
          "Delete \(name) with \(info.itemCount.counted("item")), for good?",
          hint: hint,
          refusal: "\(name) was not deleted"
        )
      }
      try await Delete.present(name) { () async throws(ArrangeError) in
        try await context.client.delete(name)
      }
      if !context.isJSON { try context.console.print("deleted \(name)".printable) }
    }
    guard context.isJSON else { return }
    try context.console.print(.object(["deleted": .array(collections.map { .string($0.text) })]))
  }

  /// Runs an operation on a collection. If it does not exist, the error does not suggest to create it, as
  /// that is useless for a deletion.
  private static func present<Result>(
    _ name: Identifier,
    _ body: () async throws(ArrangeError) -> Result
  ) async throws -> Result {
    do throws(ArrangeError) { return try await body() } catch {
      guard error.code == .notFound else { throw error }
      throw CommandFailure(
        .notFound,
        "there is no collection \"\(name)\"",
        code: .notFound,
        field: error.field
      )
    }
  }
}
