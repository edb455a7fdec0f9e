import ArrangeModel
import Engine

/// The stored view of a request. It is looked up once, so that what is carried out is what access was checked for, even if the
/// view is redefined meanwhile.
enum StoredViewLookup: Sendable {
  /// Not looked up yet.
  case none
  /// nil: the name is not that of a view, or hidden.
  case found(ViewReference?)

  /// The view that a request refers to: a view given in the request, or a stored view by its name. Nil if the name belongs to
  /// a collection, or to nothing.
  func view(_ definition: ViewDefinition?, named name: Identifier, for call: IncomingCall) -> ViewReference? {
    if definition == nil, case .found(let view) = self { return view }
    return call.server.view(definition, named: name, for: call.principal)
  }
}
