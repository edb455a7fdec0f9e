package import ArrangeModel

/// A requested view.
package struct ViewReference: Sendable {
  /// The name of the stored view; nil for one sent with the request.
  package let name: Identifier?
  /// With names for its parts, and as the reader sees it.
  package let definition: ViewDefinition
  /// The reader.
  package let reader: Principal
  /// The last definer of the stored view. Nil if that was the server's configuration, or a server that did
  /// not store definers; such views can't have the rights of their definer.
  package let definer: Principal?
  /// The lower bound of ``LiveView/offset``.
  let offset: UInt64
  /// The stored text of the definition, of which this is the view of one reader.
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
      // A view sent with a request has no definer but its reader.
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

  /// The collections of the view, each once.
  package var sources: [Identifier] { LiveView.collections(of: definition) }

  /// These, and the collections that have the entries of its overlays.
  package var allSources: [Identifier] { LiveView.sources(of: definition) }

  /// The facts for deciding who may read it.
  package var rights: ViewRights {
    ViewRights(name: name, sources: sources, isAsDefiner: isAsDefiner, definer: definer)
  }

  /// Whether the collections are read with the rights of ``definer``, and not with those of ``reader``.
  package var isAsDefiner: Bool { definition.rights == .definer }
}
