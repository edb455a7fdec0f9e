extension ViewDefinition {
  /// Whether the view is different for each reader.
  public var dependsOnReader: Bool {
    parts.contains { part in
      guard case .collection(let query) = part.content, let filter = query.filter else { return false }
      return filter.dependsOnReader
    }
  }

  /// The view for one reader: each ``Filter/Step/principal(field:_:)`` is replaced by a comparison with the
  /// reader's name as text. The name is a value and is never parsed as part of the language.
  ///
  /// The text of the result may be longer than the limit for definitions.
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
