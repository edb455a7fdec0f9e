import Access
import ArrangeModel
import Engine

/// Looks for the names that somebody may see, some at a time: where most are hidden, other connections have their turns
/// meanwhile.
struct ShownNames {
  /// How many names are looked at before others have their turn.
  private static let namesOfTurn = 512

  private let call: IncomingCall
  private let onlyViews: Bool
  private let limit: Int
  private var last: Identifier?
  private var found: [Identifier] = []

  /// - Parameters:
  ///   - onlyViews: whether stored views are wanted whose definitions may be seen.
  ///   - start: the name after which it is looked; nil for the first one.
  ///   - limit: how many are wanted.
  init(_ call: IncomingCall, onlyViews: Bool = false, after start: Identifier?, limit: Int) {
    self.call = call
    self.onlyViews = onlyViews
    self.limit = limit
    last = start
  }

  /// Calls a closure with the names, in the order of their bytes, on the connection's event loop: at once where not much has
  /// to be looked at.
  func find(_ body: @escaping ([Identifier]) -> Void) {
    let (catalog, connection) = (call.server.engine.catalog, call.connection)
    guard !connection.admission.mayDoEverything else {
      return body(catalog.names(onlyViews: onlyViews, after: last, limit: limit))
    }
    var search = self
    let names = catalog.names(onlyViews: onlyViews, after: last, limit: ShownNames.namesOfTurn)
    for name in names where search.found.count < limit {
      let isShown =
        onlyViews ? connection.admission.maySee(definitionOf: name) : connection.admission.maySee(name)
      if isShown { search.found.append(name) }
    }
    guard names.count == ShownNames.namesOfTurn, search.found.count < limit, call.caller.isWanted() else {
      return body(search.found)
    }
    search.last = names.last
    let rest = UncheckedSearch(search: search, body: body)
    connection.loop.execute { rest.search.find(rest.body) }
  }

  /// A search that goes on on the event loop where it began.
  private struct UncheckedSearch: @unchecked Sendable {
    let search: ShownNames
    let body: ([Identifier]) -> Void
  }
}
