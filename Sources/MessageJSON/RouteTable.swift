/// All addresses below `/v1`.
package struct RouteTable: Sendable {
  /// What a path stands for.
  package enum Match: Sendable {
    /// The route, and the values of the parameters in its path.
    case route(CallRoute, [String: String])
    /// There are routes of this path, but with other verbs, which are named.
    case otherVerbs([String])
    case nothing
  }

  package static let current = RouteTable(.current, generatedRoutes)

  package let routes: [CallRoute]
  /// The routes without parameters, by their paths.
  private let fixed: [String: [CallRoute]]
  /// All others, by the number of parts of their paths.
  private let open: [Int: [CallRoute]]

  init(_ schema: MessageSchema, _ text: String) {
    let listed = text.split(separator: "\n").map { CallRoute($0, schema) }
    routes = listed + schema.methods.map { CallRoute(of: $0) }
    fixed = Dictionary(grouping: routes.filter(\.isFixed), by: \.fixedPath)
    open = Dictionary(grouping: routes.filter { !$0.isFixed }, by: \.segments.count)
  }

  /// The route of a request.
  ///
  /// - Parameter path: the parts of the path below `/v1`, decoded.
  package func match(_ verb: String, _ path: [String]) -> Match {
    var found: [(route: CallRoute, values: [String: String])] = []
    for route in fixed[path.joined(separator: "/")] ?? [] where route.segments.count == path.count {
      found.append((route, [:]))
    }
    if found.isEmpty {
      for route in open[path.count] ?? [] {
        if let values = route.values(in: path) { found.append((route, values)) }
      }
    }
    if let match = found.first(where: { $0.route.verb == verb }) { return .route(match.route, match.values) }
    return found.isEmpty ? .nothing : .otherVerbs(Array(Set(found.map(\.route.verb))).sorted())
  }
}

extension CallRoute {
  fileprivate var isFixed: Bool {
    segments.allSatisfy { if case .literal = $0 { true } else { false } }
  }

  fileprivate var fixedPath: String {
    segments.map { if case .literal(let text) = $0 { text } else { "" } }.joined(separator: "/")
  }
}
