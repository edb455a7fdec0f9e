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
}
