internal import ArrangeModel

/// The request or the response of a method.
package struct MessageBody: Sendable {
  /// The name of the message in the specification.
  package let name: String

  /// The type of its value.
  package let type: any (WireMessage & Equatable).Type

  init(_ name: String, _ type: any (WireMessage & Equatable).Type) {
    self.name = name
    self.type = type
  }
}

extension Method {
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
