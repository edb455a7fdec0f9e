import ArgumentParser
import ArrangeModel

/// The options of every command that changes content.
struct WriteOptions: ParsableArguments {
  @Option(
    name: .customLong("if-version"),
    help: ArgumentHelp(
      "Only if the collection has this version: a number, or the \"state\" that show --json prints, which no older copy of "
        + "the data can have by chance.",
      valueName: "version"
    ),
    transform: Arguments.state
  )
  var ifState: StateID?

  @Option(
    name: .customLong("request-id"),
    help: ArgumentHelp(
      "A name for this change, at most 64 bytes. Sent again with the same name, it is not made again.",
      valueName: "name"
    ),
    transform: Arguments.requestID
  )
  var requestID: RequestID?

  @OptionGroup var stack: StackOptions
}

/// The stack on which a change is a step.
struct StackOptions: ParsableArguments {
  /// The stack of those who name none.
  static let standard = "cli"

  @Option(
    name: .customLong("stack"),
    help: ArgumentHelp(
      "The stack on which `arrange undo` finds this change, at most 16 bytes; \"\" for none.",
      valueName: "name"
    ),
    transform: Arguments.stack
  )
  var id: StackID? = try? StackID(StackOptions.standard)

  @Option(
    name: .customLong("group"),
    help: ArgumentHelp(
      "Changes in a row with the same group are undone together. At most 16 bytes.",
      valueName: "name"
    ),
    transform: Arguments.stack
  )
  var group: StackID? = nil

  /// The step that a change becomes; nil if it can't be undone.
  var step: UndoStep? { id.map { UndoStep($0, group: group) } }
}
