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
    case .on(let permissions): need = making.contains(method) ? .toMake(permissions) : .all(permissions)
    case .anybody, .listed: need = .nothing
    case .onServer: need = .administrator
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
