import ArgumentParser
import ArrangeModel

struct Delete: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Delete collections with their content and history, for good.",
    discussion: """
      On a terminal it asks first.

      EXAMPLES
        arrange delete board
        arrange delete --yes board stations
      """
  )

  @Argument(
    help: ArgumentHelp("The collections' names.", valueName: "collection"),
    completion: .collections,
    transform: Arguments.identifier
  )
  var collections: [Identifier]

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    for name in collections {
      if let readLine = context.console.readLine, !yes, !context.isJSON {
        let info = try await context.service.info(name)
        let question = "Delete \(name) with \(info.itemCount.counted("item")), for good? [y/N] "
        try? context.console.errors.write(Array(question.printable.utf8))
        let answer = readLine()?.lowercased()
        guard answer == "y" || answer == "yes" else {
          throw CommandFailure(.failed, "\(name) was not deleted")
        }
      }
      try await context.service.delete(name)
      if !context.isJSON { try context.console.print("deleted \(name)".printable) }
    }
    guard context.isJSON else { return }
    try context.console.print(.object(["deleted": .array(collections.map { .string($0.text) })]))
  }
}
