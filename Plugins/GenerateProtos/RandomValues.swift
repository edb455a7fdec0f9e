import Foundation

/// Random values for the tests of the wire: one of each message whose conversion is generated, and a list of
/// the messages of all calls.
struct RandomValues {
  let values: SwiftValues

  /// The text of the file.
  func text() throws -> String {
    let bodies = values.files.flatMap(\.messages).filter {
      values.bodies.contains($0.name) && values.conversions[$0.name]?.isInWire == false
    }
    let visits = bodies.map { body in
      "    visitor.visit(\"\(Names.short(body.name))\") { $0.\(Names.function(body.name))() }\n"
    }
    return """
      // Generated from Protos by the command generate-protos. Do not edit.
      // swift-format-ignore-file

      import ArrangeModel
      import Changes
      import Ordering
      import Wire

      /// The messages of all calls whose values are those of `ArrangeModel` and `Changes`. Each is written and
      /// read again, by each codec and by both side by side.
      enum CallMessages {
        static func visit(_ visitor: inout some CallMessageVisitor) {
      \(visits.joined())\
        }
      }

      extension RandomValues {
      \(try functions(from: bodies).joined(separator: "\n"))\
      }

      """
  }

  /// The functions for messages and the values and enums in them.
  private func functions(from bodies: [DescriptorSet.Message]) throws -> [String] {
    let enums = Dictionary(uniqueKeysWithValues: values.files.flatMap(\.enums).map { ($0.name, $0) })
    var functions: [String] = []
    var reached: Set<String> = []
    func visit(_ name: String) throws {
      guard reached.insert(name).inserted else { return }
      if let enumeration = enums[name], let type = values.types[name] {
        let names = SwiftValues.cases(of: enumeration).map { ".\($0.name)" }.joined(separator: ", ")
        functions.append(
          """
            mutating func \(Names.function(name))() -> \(type) { one(of: [\(names)]) }

          """
        )
      }
      guard let message = values.messages[name], let conversion = values.conversions[name],
        !conversion.isByHand
      else { return }
      functions.append(try function(message, conversion))
      for field in message.fields { try visit(field.typeName) }
    }
    for body in bodies { try visit(body.name) }
    return functions
  }

  private func function(
    _ message: DescriptorSet.Message,
    _ conversion: InterfaceTable.Conversion
  ) throws -> String {
    let fields = try values.fields(of: message, conversion)
    func making(_ field: FieldConversion) -> String {
      field.making.replacingOccurrences(of: "MAKE.", with: "")
    }
    let parameters = fields.filter { !$0.isAssigned }
      .map { "      " + ($0.isLabelled ? "\($0.property): " : "") + making($0) }
      .joined(separator: ",\n")
    let assigned = fields.filter(\.isAssigned)
    let assignments = assigned.map { "    value.\($0.property) = \(making($0))\n" }.joined()
    return """
        mutating func \(Names.function(message.name))(\(conversion.isOfKind ? "empty: Bool" : "")) -> \(conversion.type) {
          \(assigned.isEmpty ? "" : "var value = ")\(conversion.type)(
      \(parameters)
          )
      \(assignments)\(assigned.isEmpty ? "" : "    return value\n")\
        }

      """
  }
}
