import ArgumentParser
import ArrangeModel

/// The fields of a new element.
struct FieldOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .singleValue,
    help: ArgumentHelp(
      "A field: name=text, or name:=JSON for other values. Repeatable.",
      valueName: "name=text"
    ),
    transform: FieldArgument.parse
  )
  var field: [FieldArgument] = []
}

/// Changes of the fields of an existing element.
struct FieldChangeOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The new title, short for --field title=TEXT.", valueName: "text"))
  var title: String?

  @OptionGroup var fields: FieldOptions

  @Option(
    name: .long,
    parsing: .singleValue,
    help: ArgumentHelp("The name of a field to take away. Repeatable.", valueName: "name")
  )
  var unset: [String] = []

  @Flag(name: .long, help: "Take away all other fields.")
  var replace = false

  /// Whether there are any.
  var areSome: Bool { title != nil || !fields.field.isEmpty || !unset.isEmpty || replace }

  /// - Parameter others: fields that have options of their own.
  func update(_ element: ElementReference, _ others: [FieldArgument] = []) throws -> FieldsUpdate {
    FieldsUpdate(
      element,
      set: try Fields(title: title, fields.field + others),
      remove: unset,
      replaceAll: replace
    )
  }
}
