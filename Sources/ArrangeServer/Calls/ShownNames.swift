import Access
import ArrangeModel
import Engine

/// A search for the names that the caller may see. It runs in slices, so that other connections are served
/// meanwhile even if most names are hidden.
struct ShownNames {
  /// The maximum number of names that are checked in one slice.
  private static let namesOfTurn = 512

  private let call: IncomingCall
  private let onlyViews: Bool
  private let limit: Int
  private var last: Identifier?
  private var found: [Identifier] = []

  /// - Parameters:
  ///   - onlyViews: whether only stored views whose definitions may be seen are wanted.
  ///   - start: the name after which the search starts; nil for the beginning.
  ///   - limit: the maximum number of names.
  init(_ call: IncomingCall, onlyViews: Bool = false, after start: Identifier?, limit: Int) {
    self.call = call
    self.onlyViews = onlyViews
    self.limit = limit
    last = start
  }

  /// Calls a closure with the names in byte order, on the connection's event loop: at once if the search is
  /// short.
  func find(_ body: @escaping ([Identifier]) -> Void) {
    let (catalog, connection) = (call.server.engine.catalog, call.connection)
    guard !connection.admission.mayDoEverything else {
      return body(catalog.names(onlyViews: onlyViews, after: last, limit: limit))
    }
    var search = self
    let names = catalog.names(onlyViews: onlyViews, after: last, limit: ShownNames.namesOfTurn)
    for name in names where search.found.count < limit {
      let isShown =
        onlyViews
        ? catalog.view(name).map { connection.admission.maySee(definitionOf: $0) } ?? false
        : connection.admission.maySee(name)
      if isShown { search.found.append(name) }
    }
    guard names.count == ShownNames.namesOfTurn, search.found.count < limit, call.caller.isWanted() else {
      return body(search.found)
    }
    search.last = names.last
    let rest = UncheckedSearch(search: search, body: body)
    connection.loop.execute { rest.search.find(rest.body) }
  }

  /// A search that continues on the event loop where it began.
  private struct UncheckedSearch: @unchecked Sendable {
    let search: ShownNames
    let body: ([Identifier]) -> Void
  }
}
