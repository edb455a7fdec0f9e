package import ArrangeModel
internal import Changes

/// The source of a read or a subscription.
package enum ListSource: Sendable, Hashable {
  /// A collection, or a stored view.
  case named(Identifier)

  /// A view sent with each request.
  case view(ViewDefinition)

  /// The name in requests; empty if there is none.
  package var name: Identifier {
    switch self {
    case .named(let name): name
    case .view: .empty
    }
  }

  /// The view in requests; nil if it is named.
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
