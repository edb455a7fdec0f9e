import ArgumentParser
import ArrangeClient
import ArrangeModel

/// The list that a command shows: a collection or a stored view by its name, or a view defined on the command
/// line.
struct ListArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The name of the collection or the view.", valueName: "name"),
    completion: .from(.lists),
    transform: Arguments.identifier
  )
  var name: Identifier?

  @Option(
    name: .customLong("view"),
    help: ArgumentHelp("A view in place of a name; see \"arrange view --help\".", valueName: "text"),
    transform: Arguments.view
  )
  var view: ViewDefinition?

  func validate() throws {
    guard (name == nil) != (view == nil) else {
      throw ValidationError(
        name == nil ? "Give a name, or a view with --view." : "Give a name or --view, not both."
      )
    }
  }

  /// The list to show. After ``validate()``, either the name or the view is set.
  var source: ListSource { view.map { .view($0) } ?? .named(name ?? .empty) }
}
