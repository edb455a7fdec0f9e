import ArgumentParser
import ArrangeModel

/// The collection that a command is about.
struct CollectionArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The collection's name.", valueName: "collection"),
    completion: .collections,
    transform: Arguments.identifier
  )
  var name: Identifier
}

extension CompletionKind {
  /// The names of the server's collections, and of its views.
  static let collections = CompletionKind.custom { arguments, _, prefix in
    await Completions.collections(arguments: arguments, prefix: prefix)
  }

  /// The names of the server's views.
  static let views = CompletionKind.custom { arguments, _, prefix in
    await Completions.views(arguments: arguments, prefix: prefix)
  }

  /// The names of the server's strategies.
  static let strategies = CompletionKind.custom { arguments, _, prefix in
    await Completions.strategies(arguments: arguments, prefix: prefix)
  }
}
