extension ViewDefinition {
  /// Whether the view is another one for each reader.
  public var dependsOnReader: Bool {
    parts.contains { part in
      guard case .collection(let query) = part.content, let filter = query.filter else { return false }
      return filter.dependsOnReader
    }
  }

  /// The view as somebody reads it: with the reader's name in place of each ``Filter/Step/principal(field:_:)``, as a text
  /// to compare with. What the name looks like does not matter: it is a value and never part of the language.
  ///
  /// The result may be longer as text than a definition that is given.
  public func resolved(for reader: Principal) -> ViewDefinition {
    guard dependsOnReader else { return self }
    var view = self
    for place in view.parts.indices {
      guard case .collection(var query) = view.parts[place].content, let filter = query.filter else {
        continue
      }
      query.filter = filter.resolved(for: reader)
      view.parts[place].content = .collection(query)
    }
    return view
  }
}

extension Filter {
  fileprivate var dependsOnReader: Bool {
    steps.contains { step in
      if case .principal = step { true } else { false }
    }
  }

  fileprivate func resolved(for reader: Principal) -> Filter {
    Filter(
      steps: steps.map { step in
        guard case .principal(let field, let comparison) = step else { return step }
        return .comparison(field: field, comparison, .string(reader.name), ignoresCase: false)
      }
    )
  }
}
