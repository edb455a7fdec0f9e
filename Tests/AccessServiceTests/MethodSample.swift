import ArrangeModel
import Changes
import Ordering
import TestSupport
import Wire

/// A call of each method and of each operation, with the rights that it needs. The rights are repeated here,
/// so that a changed requirement is noticed.
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

  /// The samples of a method. One without samples does not compile.
  static func samples(of method: Method) -> [MethodSample] {
    func one(
      _ need: Need,
      isOfViews: Bool = false,
      _ request: @escaping (Identifier) throws -> any WireMessage
    )
      -> [MethodSample]
    {
      [
        MethodSample(method: method, need: need, label: method.name, isOfViews: isOfViews) {
          try $0.encode(request($1))
        }
      ]
    }
    switch method {
    case .createCollection: return one(.toMake(.create)) { CreateCollectionRequest(name: $0) }
    case .getCollection: return one(.all(.read), isOfViews: true) { GetCollectionRequest(name: $0) }
    case .listCollections: return one(.nothing) { _ in ListCollectionsRequest() }
    case .updateCollection:
      return one(.all(.manage)) { UpdateCollectionRequest(name: $0, set: ["a": .bool(true)]) }
    case .deleteCollection: return one(.all(.delete)) { DeleteCollectionRequest(name: $0) }
    case .apply: return operations(method, [])
    case .fetch: return one(.all(.read), isOfViews: true) { FetchRequest(collection: $0) }
    case .history: return one(.all([.read, .history])) { HistoryRequest(collection: $0) }
    case .changeStrategy:
      return one(.all(.manage)) { ChangeStrategyRequest(collection: $0, strategy: "lexorank") }
    case .rotateKeys: return one(.all(.manage)) { RotateKeysRequest(collection: $0) }
    case .explain: return operations(method, .read)
    case .verifyKeys: return one(.all(.manage)) { VerifyKeysRequest(collection: $0) }
    case .subscribe: return one(.all(.watch), isOfViews: true) { SubscribeRequest(collection: $0) }
    case .listStrategies, .serverInfo, .describe: return one(.nothing) { _ in EmptyMessage() }
    case .healthCheck, .healthWatch: return one(.nothing) { _ in HealthCheckRequest(service: "") }
    case .defineView:
      return one(.toMake(.manage)) { name in
        DefineViewRequest(name: name, view: try ViewDefinition(parsing: "\"m/source\""))
      }
    case .getView: return one(.all(.read)) { GetViewRequest(name: $0) }
    case .listViews: return one(.nothing) { _ in ListViewsRequest() }
    case .deleteView: return one(.all(.delete)) { DeleteViewRequest(name: $0) }
    case .backup: return one(.administrator) { _ in BackupRequest() }
    case .followers: return one(.nothing) { _ in FollowersRequest() }
    case .compare: return one(.administrator) { _ in CompareRequest(plan: "seeds: 1") }
    case .follow: return one(.node) { FollowRequest(collection: $0, epoch: 1, afterVersion: 0) }
    }
  }

  /// A transaction of each operation.
  private static func operations(_ method: Method, _ needed: PermissionSet) -> [MethodSample] {
    let (item, section) = (Identifier("i"), Identifier("s"))
    let operations: [ListOperation] = [
      .insertSections([NewElement(id: "n")], to: SectionDestination()),
      .moveSections([ElementReference(section)], to: SectionDestination()),
      .updateSections([FieldsUpdate(ElementReference(section), set: ["a": .bool(true)])]),
      .removeSections([ElementReference(section)], onlyIfEmpty: true),
      .insertItems([NewElement(id: "n")], to: ItemDestination()),
      .moveItems([ElementReference(item)], to: ItemDestination()),
      .updateItems([FieldsUpdate(ElementReference(item), set: ["a": .bool(true)])]),
      .removeItems([ElementReference(item)]),
      .adoptItems([AdoptedItem(id: "n", key: OrderKey([0x41]))], section: .empty),
      .reorderItems(section: .empty, [item]),
      .reorderSections([section]),
    ]
    return operations.map { operation in
      let name: String
      let need: PermissionSet
      // The rights for each operation; a new operation without an entry does not compile.
      switch operation {
      case .insertSections: (name, need) = ("insertSections", .write)
      case .moveSections: (name, need) = ("moveSections", .move)
      case .updateSections: (name, need) = ("updateSections", .write)
      case .removeSections: (name, need) = ("removeSections", .write)
      case .insertItems: (name, need) = ("insertItems", .write)
      case .moveItems: (name, need) = ("moveItems", .move)
      case .updateItems: (name, need) = ("updateItems", .write)
      case .removeItems: (name, need) = ("removeItems", .write)
      case .adoptItems: (name, need) = ("adoptItems", .write)
      case .reorderItems: (name, need) = ("reorderItems", .move)
      case .reorderSections: (name, need) = ("reorderSections", .move)
      }
      return MethodSample(method: method, need: .all(needed.union(need)), label: "\(method.name) \(name)") {
        method == .apply
          ? $0.encode(ApplyRequest(collection: $1, operations: [operation]))
          : $0.encode(ExplainRequest(collection: $1, operations: [operation]))
      }
    }
  }
}
