extension ViewDefinition {
  /// Whether the view is different for each reader.
  public var dependsOnReader: Bool {
    parts.contains { part in
      guard case .collection(let query) = part.content else { return false }
      return query.overlay?.isUnresolved == true || query.filter?.dependsOnReader == true
    }
  }

  /// The view for one reader: each ``Filter/Step/principal(field:_:)`` is replaced by a comparison with the
  /// reader's name as text, and the reader's own overlay by that of the reader. The name is a value and is never parsed as part of the language.
  ///
  /// The text of the result may be longer than the limit for definitions.
  public func resolved(for reader: Principal) -> ViewDefinition {
    guard dependsOnReader else { return self }
    var view = self
    for place in view.parts.indices {
      guard case .collection(var query) = view.parts[place].content else { continue }
      query.filter = query.filter?.resolved(for: reader)
      if query.overlay?.isUnresolved == true { query.overlay?.owner = reader }
      view.parts[place].content = .collection(query)
    }
    return view
  }
}

extension ViewDefinition.ShownOverlay {
  /// Whether it is the reader's own, and the reader is not known.
  fileprivate var isUnresolved: Bool { isOwn && owner == nil }
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
