import Foundation

/// The content of `Protos/interface.table`: the properties of methods, the Swift types of messages, and the
/// checks of their fields. The beginning of that file explains its notation.
struct InterfaceTable {
  /// A line of the table, for errors about it.
  struct Place {
    var file: String
    var line: Int

    func error(_ problem: String) -> GenerationError { GenerationError("\(file):\(line): \(problem)") }
  }

  /// A message, and the value that it becomes.
  struct Conversion {
    var place: Place
    /// The name of the message, without that of the package.
    var message: String
    /// The Swift type.
    var type: String
    /// Whether the conversion depends on the kind of element.
    var isOfKind = false
    /// Whether the type is declared in `Sources/Wire`, and so for the server and for the client.
    var isInWire = false
    /// Whether the conversion is written by hand.
    var isByHand = false
    /// The fields that the table names, in its order.
    var fields: [Field] = []
  }

  /// A field of a message, and how it is checked.
  struct Field {
    var place: Place
    var name: String
    var property: String
    var rule: String
    var options: [String] = []

    /// The rest of the option that begins with these words, if it is given.
    func option(_ words: String) -> String? {
      options.first { $0.hasPrefix(words + " ") }.map { String($0.dropFirst(words.count + 1)) }
    }
  }

  /// An enum, and the Swift one that it becomes.
  struct Choice {
    var place: Place
    var name: String
    var type: String
  }

  /// A method, and what holds for its calls.
  struct Method {
    var place: Place
    /// The service and the method, such as `Collections/Apply`.
    var name: String
    /// The Swift case.
    var identifier: String
    /// The permissions that a caller needs, as Swift.
    var access: String
    var isRepeatable = false
    /// The constant for the maximum size of an answer to a small request.
    var largestAnswer: String?
    /// Whether only the nodes of a service call it, and no client.
    var isForNodes = false
  }

  var file: String
  var methods: [Method] = []
  var conversions: [Conversion] = []
  var choices: [Choice] = []

  /// Reads the text of a table; `file` is its name, for errors.
  init(_ text: String, file: String) throws {
    self.file = file
    var names: Set<String> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let place = Place(file: file, line: index + 1)
      let content = line.trimmingCharacters(in: .whitespaces)
      if content.isEmpty || content.hasPrefix("#") { continue }
      if line.hasPrefix(" ") {
        guard var conversion = conversions.popLast(), !conversion.isByHand else {
          throw place.error("a field stands below a value")
        }
        conversion.fields.append(try InterfaceTable.field(content, place, in: conversion))
        conversions.append(conversion)
      } else if content.hasPrefix("method ") {
        let method = try InterfaceTable.method(content.dropFirst("method ".count), place)
        guard names.insert(method.name).inserted else { throw place.error("\(method.name) is here twice") }
        methods.append(method)
      } else {
        try addDeclaration(content, place)
        let name = content.split(separator: " ")[content.hasPrefix("by hand ") ? 2 : 1]
        guard names.insert(String(name)).inserted else { throw place.error("\(name) is here twice") }
      }
    }
  }

  /// Reads `value MESSAGE as TYPE of kind` and the like.
  private mutating func addDeclaration(_ text: String, _ place: Place) throws {
    var words = text.split(separator: " ").map(String.init)[...]
    let keyword = words.removeFirst()
    let isByHand = keyword == "by" && words.popFirst() == "hand"
    guard isByHand || keyword == "value" || keyword == "enum", let name = words.popFirst() else {
      throw place.error("a line begins with 'method', 'value', 'by hand' or 'enum', and goes on with a name")
    }
    var type = name
    if words.first == "as", let given = words.dropFirst().first {
      type = given
      words = words.dropFirst(2)
    }
    if keyword == "enum" {
      choices.append(Choice(place: place, name: name, type: type))
    } else {
      let isOfKind = words.prefix(2) == ["of", "kind"]
      if isOfKind { words = words.dropFirst(2) }
      let isInWire = words.prefix(2) == ["in", "wire"]
      if isInWire { words = words.dropFirst(2) }
      conversions.append(
        Conversion(
          place: place,
          message: name,
          type: type,
          isOfKind: isOfKind,
          isInWire: isInWire,
          isByHand: isByHand
        )
      )
    }
    guard words.isEmpty else { throw place.error("'\(words.joined(separator: " "))' is not known here") }
  }

  /// Reads `SERVICE/NAME as CASE: ACCESS, OPTION`.
  private static func method(_ text: Substring, _ place: Place) throws -> Method {
    let halves = text.split(separator: ":", maxSplits: 1)
    let words = halves[0].split(separator: " ").map(String.init)
    guard halves.count == 2, words.count == 3, words[1] == "as" else {
      throw place.error("a method is SERVICE/NAME as CASE: ACCESS")
    }
    var parts = halves[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }[...]
    var access = (parts.popFirst() ?? "").split(separator: " ").map(String.init)[...]
    let kind = access.popFirst() ?? ""
    let permissions = "[" + access.map { ".\($0)" }.joined(separator: ", ") + "]"
    let swift =
      switch kind {
      case "anybody" where access.isEmpty: ".anybody"
      case "node" where access.isEmpty: ".node"
      case "operations": ".operations(\(permissions))"
      case "on" where !access.isEmpty: ".on(\(permissions))"
      case "listed" where !access.isEmpty: ".listed(\(permissions))"
      case "server" where !access.isEmpty: ".onServer(\(permissions))"
      default:
        throw place.error(
          "'\(kind)' needs 'on', 'listed' or 'server' with permissions, 'operations', 'anybody' or 'node'"
        )
      }
    var method = Method(place: place, name: words[0], identifier: words[2], access: swift)
    method.isForNodes = kind == "node"
    for option in parts {
      if option == "repeatable" {
        method.isRepeatable = true
      } else if option.hasPrefix("answer up to ") {
        method.largestAnswer = String(option.dropFirst("answer up to ".count))
      } else {
        throw place.error("'\(option)' can't be said about a method")
      }
    }
    return method
  }

  /// Reads `FIELD as PROPERTY: RULE, OPTION`.
  private static func field(_ text: String, _ place: Place, in conversion: Conversion) throws -> Field {
    let halves = text.split(separator: ":", maxSplits: 1)
    let words = halves[0].split(separator: " ").map(String.init)
    guard halves.count == 2, words.count == 1 || words.count == 3 && words[1] == "as" else {
      throw place.error("a field is FIELD: RULE or FIELD as PROPERTY: RULE")
    }
    guard !conversion.fields.contains(where: { $0.name == words[0] }) else {
      throw place.error("\(words[0]) is here twice")
    }
    let parts = halves[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    guard let rule = parts.first else { throw place.error("\(words[0]) has no rule") }
    return Field(
      place: place,
      name: words[0],
      property: words.count == 3 ? words[2] : property(words[0]),
      rule: rule,
      options: Array(parts.dropFirst())
    )
  }

  /// `server_id` is `serverID`.
  static func property(_ name: String) -> String {
    let words = name.split(separator: "_").map {
      $0 == "id" ? "ID" : $0.prefix(1).uppercased() + $0.dropFirst()
    }
    guard words.count > 1 else { return name }
    return name.prefix { $0 != "_" } + words.dropFirst().joined()
  }
}
