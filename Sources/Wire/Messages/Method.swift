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

  /// What there is to know of the method. A method without a row does not compile.
  package var description: MethodDescription {
    switch self {
    case .createCollection: .unary("arrange.v1.Collections/Create")
    case .getCollection: .unary("arrange.v1.Collections/Get", isRepeatable: true)
    case .listCollections:
      .unary("arrange.v1.Collections/List", isRepeatable: true, largestAnswer: Frame.largestByDefault)
    case .updateCollection: .unary("arrange.v1.Collections/Update")
    case .deleteCollection: .unary("arrange.v1.Collections/Delete")
    case .apply: .unary("arrange.v1.Collections/Apply", isRepeatable: true)
    case .fetch:
      .unary("arrange.v1.Collections/Fetch", isRepeatable: true, largestAnswer: Frame.largestByDefault)
    case .history:
      .unary("arrange.v1.Collections/History", isRepeatable: true, largestAnswer: Frame.largestByDefault)
    case .changeStrategy: .unary("arrange.v1.Collections/ChangeStrategy")
    case .rotateKeys: .unary("arrange.v1.Collections/RotateKeys", isRepeatable: true)
    case .explain:
      .unary("arrange.v1.Collections/Explain", isRepeatable: true, largestAnswer: Frame.largestByDefault)
    case .verifyKeys: .unary("arrange.v1.Collections/VerifyKeys", isRepeatable: true)
    case .subscribe: .serverStream("arrange.v1.Changes/Subscribe")
    case .listStrategies: .unary("arrange.v1.Strategies/List", isRepeatable: true)
    case .serverInfo: .unary("arrange.v1.Server/Info", isRepeatable: true)
    case .healthCheck: .unary("arrange.v1.Health/Check", isRepeatable: true)
    case .healthWatch: .serverStream("arrange.v1.Health/Watch")
    case .describe: .unary("arrange.v1.Reflection/Describe", isRepeatable: true)
    case .defineView: .unary("arrange.v1.Views/Define")
    case .getView:
      .unary("arrange.v1.Views/Get", isRepeatable: true, largestAnswer: 2 * ViewDefinition.maximumTextLength)
    case .listViews:
      .unary("arrange.v1.Views/List", isRepeatable: true, largestAnswer: Frame.largestByDefault)
    case .deleteView: .unary("arrange.v1.Views/Delete")
    }
  }

  /// The full name, as it comes with OPEN.
  package var name: String { description.name }

  /// All methods, to be found by the bytes of their names.
  package static let table = MethodTable(allCases.map(\.description))
}

extension Method {
  /// Whether there is a service of a full name; the empty name stands for the server as a whole.
  package static func hasService(_ name: String) -> Bool {
    name.isEmpty || allCases.contains { $0.description.service == name }
  }
}

extension MethodDescription {
  /// A call with one answer.
  fileprivate static func unary(
    _ name: String,
    isRepeatable: Bool = false,
    largestAnswer: Int = 0
  ) -> MethodDescription {
    MethodDescription(name, .unary, isRepeatable: isRepeatable, largestAnswer: largestAnswer)
  }

  /// A call with a stream of answers. The client takes it up again where it was.
  fileprivate static func serverStream(_ name: String) -> MethodDescription {
    MethodDescription(name, .serverStream, isRepeatable: true)
  }
}
