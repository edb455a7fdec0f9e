package import ArrangeModel

/// A view that somebody asks for.
package struct ViewReference: Sendable {
  /// The name of the stored view; nil for one that is given with the request.
  package var name: Identifier?
  /// With names for its parts.
  package var definition: ViewDefinition
  /// The least ``LiveView/offset``.
  var offset: UInt64

  package init(name: Identifier?, definition: ViewDefinition, offset: UInt64 = 0) {
    self.name = name
    self.offset = offset
    self.definition = definition.named()
  }
}
