package import ArrangeModel

extension Catalog {
  /// The entry of a stored view in a list of collections, made without evaluating it; nil if there is none of
  /// the name.
  package func listing(ofView name: Identifier) -> (info: CollectionInfo, definition: ViewDefinition)? {
    guard let entry = entry(name), let view = entry.descriptor.view else { return nil }
    let missing = LiveView.collections(of: view.definition).first { name in
      self.entry(name).map { $0.descriptor.view != nil } ?? true
    }
    let info = CollectionInfo(
      name: name,
      strategy: "",
      fields: Fields(),
      version: 0,
      epoch: 0,
      createdAt: entry.descriptor.createdAt,
      sectionCount: 0,
      itemCount: 0,
      isView: true,
      problem: missing.map { name in
        view.definition.rights == .definer
          ? ArrangeError.hiddenProblem : "there is no collection \"\(name)\""
      } ?? ""
    )
    return (info, view.definition)
  }
}

extension Catalog.Entry {
  /// A stored view as clients see it.
  var viewInfo: ViewInfo {
    ViewInfo(
      name: name,
      definition: descriptor.view?.definition ?? ViewDefinition([]),
      createdAt: descriptor.createdAt,
      definer: descriptor.view?.definer
    )
  }
}
