import ArgumentParser
import ArrangeModel

/// The collection that a command applies to.
struct CollectionArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The collection's name.", valueName: "collection"),
    completion: .from(.collections),
    transform: Arguments.identifier
  )
  var name: Identifier
}
