/// A request of each method for the tests of access, and what the specification says of its permission.
struct MethodSamples {
  let values: SwiftValues
  let methods: MethodList

  /// The text of the file.
  func text() throws -> String {
    """
    // Generated from Protos by the command generate-protos. Do not edit.
    // swift-format-ignore-file

    import ArrangeModel
    import Changes
    import Wire

    extension MethodSample {
      /// A request about a name.
      static func request(of method: Method, _ name: Identifier) throws -> any WireMessage {
        switch method {
    \(try methods.rows.map { "    case .\($0.entry.identifier): \(try request($0))\n" }.joined())\
        }
      }

      /// The methods whose requests create the name that they are about.
      static let making: Set<Method> = \(set(\.makesName))

      /// The methods that are also about the content of stored views.
      static let ofViews: Set<Method> = \(set(\.showsViews))
    }

    """
  }

  private func set(_ property: KeyPath<InterfaceTable.Method, Bool>) -> String {
    "["
      + methods.rows.filter { $0.entry[keyPath: property] }.map { ".\($0.entry.identifier)" }.joined(
        separator: ", "
      ) + "]"
  }

  private func request(_ row: MethodList.Row) throws -> String {
    if let sample = row.entry.sample { return sample }
    guard let message = values.messages[row.method.input], let conversion = values.conversions[message.name]
    else {
      return "EmptyMessage()"
    }
    guard !conversion.isByHand else {
      throw row.entry.place.error("a request that is converted by hand needs a 'sample'")
    }
    let arguments = try values.fields(of: message, conversion).compactMap { field -> String? in
      if field.standard != nil { return nil }
      switch field.type {
      case "Identifier": return "\(field.property): name"
      case "Int", "UInt64": return "\(field.property): 1"
      default:
        throw row.entry.place.error("the sample of a request with \(field.property) is not known: 'sample …'")
      }
    }
    return "\(conversion.type)(\(arguments.joined(separator: ", ")))"
  }
}
