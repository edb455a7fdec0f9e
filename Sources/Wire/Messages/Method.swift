internal import ArrangeModel

/// The methods of all services of this version.
///
/// The raw value is the index in ``table``, which identifies a method in the state machines of a connection:
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
  case backup
  case followers
  case compare

  /// The description of the method. A method without a row does not compile.
  package var description: MethodDescription {
    switch self {
    case .createCollection: .unary("arrange.v1.Collections/Create", .on(.create))
    case .getCollection: .unary("arrange.v1.Collections/Get", .on(.read), isRepeatable: true)
    case .listCollections:
      .unary(
        "arrange.v1.Collections/List",
        .listed(.read),
        isRepeatable: true,
        largestAnswer: Frame.largestByDefault
      )
    case .updateCollection: .unary("arrange.v1.Collections/Update", .on(.manage))
    case .deleteCollection: .unary("arrange.v1.Collections/Delete", .on(.delete))
    case .apply: .unary("arrange.v1.Collections/Apply", .operations([]), isRepeatable: true)
    case .fetch:
      .unary(
        "arrange.v1.Collections/Fetch",
        .on(.read),
        isRepeatable: true,
        largestAnswer: Frame.largestByDefault
      )
    case .history:
      .unary(
        "arrange.v1.Collections/History",
        .on([.read, .history]),
        isRepeatable: true,
        largestAnswer: Frame.largestByDefault
      )
    case .changeStrategy: .unary("arrange.v1.Collections/ChangeStrategy", .on(.manage))
    case .rotateKeys: .unary("arrange.v1.Collections/RotateKeys", .on(.manage), isRepeatable: true)
    case .explain:
      .unary(
        "arrange.v1.Collections/Explain",
        .operations(.read),
        isRepeatable: true,
        largestAnswer: Frame.largestByDefault
      )
    case .verifyKeys: .unary("arrange.v1.Collections/VerifyKeys", .on(.manage), isRepeatable: true)
    case .subscribe: .serverStream("arrange.v1.Changes/Subscribe", .on(.watch))
    case .listStrategies: .unary("arrange.v1.Strategies/List", .anybody, isRepeatable: true)
    case .serverInfo: .unary("arrange.v1.Server/Info", .anybody, isRepeatable: true)
    case .healthCheck: .unary("arrange.v1.Health/Check", .anybody, isRepeatable: true)
    case .healthWatch: .serverStream("arrange.v1.Health/Watch", .anybody)
    case .describe: .unary("arrange.v1.Reflection/Describe", .anybody, isRepeatable: true)
    case .defineView: .unary("arrange.v1.Views/Define", .on(.manage))
    case .getView:
      .unary(
        "arrange.v1.Views/Get",
        .on(.read),
        isRepeatable: true,
        largestAnswer: 2 * ViewDefinition.maximumTextLength
      )
    case .listViews:
      .unary(
        "arrange.v1.Views/List",
        .listed(.read),
        isRepeatable: true,
        largestAnswer: Frame.largestByDefault
      )
    case .deleteView: .unary("arrange.v1.Views/Delete", .on(.delete))
    case .backup: .serverStream("arrange.v1.Server/Backup", .onServer(.admin))
    case .followers:
      .unary(
        "arrange.v1.Changes/Followers",
        .listed(.manage),
        isRepeatable: true,
        largestAnswer: Frame.largestByDefault
      )
    case .compare: .serverStream("arrange.v1.Server/Compare", .onServer(.admin))
    }
  }

  /// The full name, as in OPEN.
  package var name: String { description.name }

  /// The permission that a caller needs.
  package var access: MethodAccess { Method.accesses[Int(rawValue)] }

  private static let accesses = allCases.map(\.description.access)

  /// All methods, for lookup by the bytes of their names.
  package static let table = MethodTable(allCases.map(\.description))
}

extension Method {
  /// Whether a service with this full name exists; the empty name stands for the server as a whole.
  package static func hasService(_ name: String) -> Bool {
    name.isEmpty || allCases.contains { $0.description.service == name }
  }
}

extension MethodDescription {
  /// A call with one answer.
  fileprivate static func unary(
    _ name: String,
    _ access: MethodAccess,
    isRepeatable: Bool = false,
    largestAnswer: Int = 0
  ) -> MethodDescription {
    MethodDescription(name, .unary, access, isRepeatable: isRepeatable, largestAnswer: largestAnswer)
  }

  /// A call with a stream of answers. After a lost connection the client resumes it.
  fileprivate static func serverStream(_ name: String, _ access: MethodAccess) -> MethodDescription {
    MethodDescription(name, .serverStream, access, isRepeatable: true)
  }
}
