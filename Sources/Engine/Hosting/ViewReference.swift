package import ArrangeModel

/// A view that somebody asks for.
package struct ViewReference: Sendable {
  /// The name of the stored view; nil for one that is given with the request.
  package let name: Identifier?
  /// With names for its parts, and as the reader sees it.
  package let definition: ViewDefinition
  /// Who asks.
  package let reader: Principal
  /// Who defined the stored view last. Nil if that is the server itself, by its configuration, or a version of it that
  /// did not note who did; that was before views could have the rights of their definer.
  package let definer: Principal?
  /// The least ``LiveView/offset``.
  let offset: UInt64
  /// The definition as text that is stored, of which this is the view of one reader.
  let storedText: String?

  /// - Parameter reader: for whom the view is resolved; see ``ViewDefinition/resolved(for:)``.
  package init(
    name: Identifier?,
    definition: ViewDefinition,
    offset: UInt64 = 0,
    reader: Principal = .anonymous,
    definer: Principal? = nil
  ) {
    guard let name else {
      var definition = definition.named()
      // Nobody has defined it but who asks.
      definition.rights = .reader
      self.init(nil, definition.resolved(for: reader), reader, nil, offset, storedText: nil)
      return
    }
    self.init(name, StoredView(definition, definer: definer, offset: offset), reader: reader)
  }

  /// A stored view.
  ///
  /// - Parameter reader: for whom the view is resolved.
  init(_ name: Identifier, _ stored: StoredView, reader: Principal) {
    let definition = stored.definition.resolved(for: reader)
    self.init(name, definition, reader, stored.definer, stored.offset, storedText: stored.text)
  }

  private init(
    _ name: Identifier?,
    _ definition: ViewDefinition,
    _ reader: Principal,
    _ definer: Principal?,
    _ offset: UInt64,
    storedText: String?
  ) {
    self.name = name
    self.definition = definition
    self.reader = reader
    self.definer = definer
    self.offset = offset
    self.storedText = storedText
  }

  /// The collections that the view is of, each once.
  package var sources: [Identifier] { LiveView.collections(of: definition) }

  /// What has to be known to say who may see it.
  package var rights: ViewRights {
    ViewRights(name: name, sources: sources, isAsDefiner: isAsDefiner, definer: definer)
  }

  /// Whether the collections are read with the rights of ``definer``, and not with those of ``reader``.
  package var isAsDefiner: Bool { definition.rights == .definer }
}
