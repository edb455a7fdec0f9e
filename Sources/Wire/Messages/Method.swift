internal import ArrangeModel

/// The methods of all services of this version.
///
/// The raw value is the index in ``table``, by which the state machines of a connection know a method:
///
///     let connection = ServerConnection(methods: Method.table, at: now)
///     switch Method(rawValue: call.method) {
///     case .apply: ...
///     default: ...
///     }
package enum Method: UInt16, Sendable, Hashable, CaseIterable {
  case createCollection
  case getCollection
  case listCollections
  case updateCollection
  case deleteCollection
  case apply
  case fetch
  case history
  case changeStrategy
  case rotateKeys
  case explain
  case verifyKeys
  case subscribe
  case listStrategies
  case serverInfo
  case healthCheck
  case healthWatch
  case describe
  case defineView
  case getView
  case listViews
  case deleteView

  /// The full name, as it comes with OPEN.
  package var name: String {
    switch self {
    case .createCollection: "arrange.v1.Collections/Create"
    case .getCollection: "arrange.v1.Collections/Get"
    case .listCollections: "arrange.v1.Collections/List"
    case .updateCollection: "arrange.v1.Collections/Update"
    case .deleteCollection: "arrange.v1.Collections/Delete"
    case .apply: "arrange.v1.Collections/Apply"
    case .fetch: "arrange.v1.Collections/Fetch"
    case .history: "arrange.v1.Collections/History"
    case .changeStrategy: "arrange.v1.Collections/ChangeStrategy"
    case .rotateKeys: "arrange.v1.Collections/RotateKeys"
    case .explain: "arrange.v1.Collections/Explain"
    case .verifyKeys: "arrange.v1.Collections/VerifyKeys"
    case .subscribe: "arrange.v1.Changes/Subscribe"
    case .listStrategies: "arrange.v1.Strategies/List"
    case .serverInfo: "arrange.v1.Server/Info"
    case .healthCheck: "arrange.v1.Health/Check"
    case .healthWatch: "arrange.v1.Health/Watch"
    case .describe: "arrange.v1.Reflection/Describe"
    case .defineView: "arrange.v1.Views/Define"
    case .getView: "arrange.v1.Views/Get"
    case .listViews: "arrange.v1.Views/List"
    case .deleteView: "arrange.v1.Views/Delete"
    }
  }

  /// Whether a call has one answer or a stream of them.
  package var kind: MethodKind {
    switch self {
    case .healthWatch, .subscribe: .serverStream
    default: .unary
    }
  }

  /// How large an answer to a small request may become, in bytes; 0 where it is small as well.
  package var largestAnswer: Int {
    switch self {
    case .fetch, .history, .explain, .listCollections, .listViews: Frame.largestByDefault
    case .getView: 2 * ViewDefinition.maximumTextLength
    default: 0
    }
  }

  /// The full name of the service, such as `arrange.v1.Collections`.
  package var service: String { String(name.prefix { $0 != "/" }) }

  /// All methods, to be found by the bytes of their names.
  package static let table = MethodTable(
    allCases.map { MethodTable.Method($0.name, $0.kind, largestAnswer: $0.largestAnswer) }
  )
}

extension Method {
  /// Whether there is a service of a full name; the empty name stands for the server as a whole.
  package static func hasService(_ name: String) -> Bool {
    name.isEmpty || allCases.contains { $0.service == name }
  }
}
