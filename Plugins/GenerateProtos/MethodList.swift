/// The methods of the specification, with what the table says about their calls, in Swift and in Python.
struct MethodList {
  struct Row {
    /// The full name, such as `arrange.v1.Collections/Get`.
    var name: String
    /// The file of the specification that declares it.
    var file: DescriptorSet.File
    var method: DescriptorSet.Method
    var entry: InterfaceTable.Method
  }

  private let values: SwiftValues
  let rows: [Row]

  /// - Throws: an error about a method that is missing in the table, or in the specification.
  init(_ values: SwiftValues, _ table: InterfaceTable) throws {
    self.values = values
    var methods: [String: (file: DescriptorSet.File, method: DescriptorSet.Method)] = [:]
    for file in values.files {
      for service in file.services {
        for method in service.methods {
          let name = "\(service.name)/\(method.name)"
          methods[name] = (file, method)
        }
      }
    }
    rows = try table.methods.map { entry in
      guard let (file, method) = methods.removeValue(forKey: entry.name) else {
        throw entry.place.error("there is no method \(entry.name)")
      }
      if method.isServerStream, entry.isRepeatable || entry.largestAnswer != nil {
        throw entry.place.error("a stream is always repeatable, and has no largest answer")
      }
      return Row(name: Names.package + entry.name, file: file, method: method, entry: entry)
    }
    if let missing = methods.keys.sorted().first {
      throw GenerationError("\(table.file): the method \(missing) is not here")
    }
  }

  /// Whether a file of the specification has methods, and all of them are for nodes: clients have no use for it.
  func isForNodes(_ file: DescriptorSet.File) -> Bool {
    let names = file.services.flatMap { service in service.methods.map { "\(service.name)/\($0.name)" } }
    let own = rows.filter { names.contains($0.entry.name) }
    return !own.isEmpty && own.allSatisfy(\.entry.isForNodes)
  }

  /// The enum of all methods, with the table of their descriptions.
  func swift() -> String {
    let descriptions = rows.map { row in
      let kind = row.method.isServerStream ? ".serverStream" : ".unary"
      let isRepeatable = row.entry.isRepeatable || row.method.isServerStream
      return
        "    case .\(row.entry.identifier): MethodDescription(\"\(row.name)\", \(kind), \(row.entry.access), "
        + "isRepeatable: \(isRepeatable), largestAnswer: \(row.entry.largestAnswer ?? "0"))\n"
    }
    let bodies = rows.map { row in
      "    case .\(row.entry.identifier): (\(body(row.method.input)), \(body(row.method.output)))\n"
    }
    return """
      // Generated from Protos by the command generate-protos. Do not edit.
      // swift-format-ignore-file

      internal import ArrangeModel
      internal import Changes

      /// The methods of all services of this version.
      ///
      /// The raw value is the index in ``table``, which identifies a method in the state machines of a
      /// connection:
      ///
      ///     let connection = ServerConnection(methods: Method.table, at: now)
      ///     switch Method(rawValue: call.method) {
      ///     case .apply: ...
      ///     default: ...
      ///     }
      package enum Method: UInt16, Sendable, Hashable, CaseIterable {
      \(rows.map { "  case \($0.entry.identifier)\n" }.joined())\
      }

      extension Method {
        /// What holds for the calls of the method.
        package var description: MethodDescription {
          switch self {
      \(descriptions.joined())\
          }
        }

        /// The request and the response.
        package var bodies: (request: MessageBody, response: MessageBody) {
          switch self {
      \(bodies.joined())\
          }
        }
      }

      """
  }

  private func body(_ name: String) -> String {
    "MessageBody(\"\(Names.short(name))\", \(values.conversions[name]?.type ?? "EmptyMessage").self)"
  }

  /// `serverInfo` is `SERVER_INFO`.
  static func constant(_ identifier: String) -> String {
    identifier.reduce(into: "") { $0 += $1.isUppercase ? "_\($1)" : $1.uppercased() }
  }

  /// The methods for clients as constants.
  func python() -> String {
    let lines = rows.filter { !$0.entry.isForNodes }.map { row in
      let name = Self.constant(row.entry.identifier)
      let isRepeatable = row.entry.isRepeatable || row.method.isServerStream
      let rest = row.method.isServerStream ? ", True, True" : isRepeatable ? ", True" : ""
      return "\(name) = Method(\"\(row.name)\"\(rest))\n"
    }
    return """
      \"""The methods of the specification. Generated from Protos by the command generate-protos. Do not edit.\"""

      from __future__ import annotations

      from typing import NamedTuple


      class Method(NamedTuple):
          \"""A method of the server.\"""

          name: str
          is_repeatable: bool = False
          \"""Whether the call can be repeated without doing anything twice.\"""
          is_stream: bool = False


      \(lines.joined())
      """
  }
}
