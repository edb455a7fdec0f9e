package import ArrangeModel
internal import Changes

/// What is read or followed.
package enum ListSource: Sendable, Hashable {
  /// A collection, or a stored view.
  case named(Identifier)

  /// A view that is given with each request.
  case view(ViewDefinition)

  /// The name that requests carry; empty if there is none.
  package var name: Identifier {
    switch self {
    case .named(let name): name
    case .view: .empty
    }
  }

  /// The view that requests carry; nil if the server knows it by its name.
  package var view: ViewDefinition? {
    switch self {
    case .named: nil
    case .view(let definition): definition
    }
  }
}

extension FetchRequest {
  package init(
    source: ListSource,
    window: Window = .all,
    pageSize: Int? = nil,
    pageToken: [UInt8]? = nil
  ) {
    self.init(collection: source.name, window: window, pageSize: pageSize, pageToken: pageToken)
    view = source.view
  }
}
