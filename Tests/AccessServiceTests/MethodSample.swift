import ArrangeModel
import Changes
import Ordering
import TestSupport
import Wire

/// A call of each method and of each operation, with the rights that it needs.
struct MethodSample {
  enum Need {
    /// Every connected client may call it.
    case nothing
    /// All of these rights on the name.
    case all(PermissionSet)
    /// The same, but the call creates the name, so its answer must not reveal whether the name exists.
    case toMake(PermissionSet)
    /// The permission `admin`.
    case administrator
    /// `manage` on all that a sink delivers: the sample creates one of other names, or is about one that is not there.
    case sink
    /// To be another node of the service, which no principal is.
    case node
  }

  var method: Method
  var need: Need
  /// Distinguishes the samples of one method.
  var label: String
  /// Whether the call is about the content of stored views.
  var isOfViews = false
  var body: (RawConnection, Identifier) throws -> [UInt8]

  /// The samples of a method: one, or a transaction of each operation.
  static func samples(of method: Method) -> [MethodSample] {
    let need: Need
    switch method.access {
    case .operations(let permissions): return operations(method, permissions)
    case .steps: return steps(method)
    case .on(let permissions): need = making.contains(method) ? .toMake(permissions) : .all(permissions)
    case .anybody, .listed: need = .nothing
    case .onServer: need = .administrator
    case .sink: need = .sink
    case .node: need = .node
    }
    let sample = MethodSample(
      method: method,
      need: need,
      label: method.name,
      isOfViews: ofViews.contains(method)
    ) {
      try $0.encode(request(of: method, $1))
    }
    return [sample]
  }

  /// A transaction of each step that is for one name.
  private static func steps(_ method: Method) -> [MethodSample] {
    eachOperation.map { operation, needs in
      MethodSample(method: method, need: .all(needs), label: "\(method.name) \(operation.fieldName)") {
        $0.encode(TransactRequest([TransactionStep($1, .operation(operation))]))
      }
    }
  }

  /// A transaction of each operation.
  private static func operations(_ method: Method, _ needed: PermissionSet) -> [MethodSample] {
    eachOperation.map { operation, needs in
      let label = "\(method.name) \(operation.fieldName)"
      return MethodSample(method: method, need: .all(needed.union(needs)), label: label) {
        method == .apply
          ? $0.encode(ApplyRequest(collection: $1, operations: [operation]))
          : $0.encode(ExplainRequest(collection: $1, operations: [operation]))
      }
    }
  }
}
