import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Undo: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Undo your last change, and nothing that others did since.",
    discussion: """
      It undoes the newest step of the stack, which belongs to you and a name: "cli" for all changes of this program, \
      unless they were made with --stack. What somebody else has changed since is kept, and named. If nothing of the \
      step can be undone, the next undo is about the step before it. Steps can be undone as long as the history is kept.

      EXAMPLES
        arrange undo board
        arrange undo board --dry-run
        arrange undo board --of 41
        arrange undo board --stack drags --json
      """
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup(title: "Step") var step: StepOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await step.run(in: collection.name, isRedo: false, context)
  }
}

struct Redo: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Make again what was undone last.",
    discussion: """
      A new change of the stack forgets what was undone.

      EXAMPLES
        arrange redo board
        arrange redo board --dry-run
        arrange redo board --stack drags --json
      """
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup(title: "Step") var step: StepOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await step.run(in: collection.name, isRedo: true, context)
  }
}

/// Which step is undone, or made again.
struct StepOptions: ParsableArguments {
  @Option(
    name: .customLong("stack"),
    help: ArgumentHelp("The name of the stack, at most 16 bytes.", valueName: "name")
  )
  var stack = StackOptions.standard

  @Option(
    name: .long,
    help: ArgumentHelp("The version of a commit of the step; otherwise the newest one.", valueName: "version")
  )
  var of: UInt64?

  @Option(
    name: .long,
    help: ArgumentHelp("Only if this is the newest commit of the step.", valueName: "version")
  )
  var expect: UInt64?

  @Flag(name: .customLong("dry-run"), help: "Only say what would change.")
  var isDryRun = false

  @Option(
    name: .customLong("request-id"),
    help: ArgumentHelp(
      "A name for this call, at most 64 bytes. Sent again with the same name, nothing more is undone.",
      valueName: "name"
    ),
    transform: Arguments.requestID
  )
  var requestID: RequestID?

  func validate() throws {
    guard let id = try Arguments.stack(stack), id.bytes.count > 0 else {
      throw ValidationError("--stack has at least 1 byte.")
    }
  }

  fileprivate func run(in collection: Identifier, isRedo: Bool, _ context: CommandContext) async throws {
    var request = UndoRequest(
      collection: collection,
      stack: try StackID(stack),
      isRedo: isRedo,
      isDryRun: isDryRun,
      requestID: requestID
    )
    (request.of, request.expect) = (of, expect)
    let result = try await context.client.undo(request)
    let report = UndoneReport(collection: collection, result: result, request: request)
    if context.isJSON { return try context.console.print(report.json) }
    try context.console.print(report.lines(context.console.style).joined(separator: "\n"))
  }
}
