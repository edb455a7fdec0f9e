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
    /// Whether the Swift type is declared by the generator, too.
    var isDeclared = false
    /// The access of a declared type: `public` or `package`.
    var declaredAccess = "public"
    /// The constants of a declared type.
    var constants: [Constant] = []
    /// The fields that the table names, in its order.
    var fields: [Field] = []
  }

  /// A constant of a declared type, such as a limit.
  struct Constant {
    var name: String
    var value: String
    var comment: String
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
    /// Whether the Swift enum is declared by the generator, too.
    var isDeclared = false
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
    /// The first word of the access: `on`, `operations`, `steps`, `listed`, `server`, `sink`, `anybody` or `node`.
    var kind: String
    var permissions: [String]
    /// Whether only the nodes of a service call it, and no client.
    var isForNodes: Bool { kind == "node" }
    /// Whether the catalog of all nodes is read before the call is answered.
    var readsCatalog = false
    /// Whether the clients open the stream again after a lost connection.
    var isResumed = false
    /// Whether the request creates the name that it is about.
    var makesName = false
    /// Whether the answer shows rows of a stored view of the name.
    var showsViews = false
    /// A request for tests, as Swift with `name`; nil if it follows from the fields.
    var sample: String?
    /// What the function of the shard that carries out the call is passed; nil if the server's function is written by hand.
    var shardArguments: [String]?
    /// That function, if it has another name than the method, such as one of what belongs to the shard: "overlays.create".
    var shardFunction: String?
    /// The functions of the client libraries; a language that has none is written by hand.
    var functions: [Language: Function] = [:]
    /// The addresses below `/v1` by which it can be called, besides that of its name.
    var routes: [Route] = []
  }

  /// The languages of the client libraries.
  enum Language: String, CaseIterable {
    case swift, python, javascript
  }

  /// The function of a client library that makes a call.
  struct Function {
    /// A parameter, which becomes a field of the request.
    struct Parameter {
      var label: String
      var field: String
      var standard: String?
    }

    var place: Place
    var name: String
    /// The parameters in their order.
    var parameters: [Parameter] = []
    /// The number of parameters that may be given without their names, in languages in which the call decides that.
    var positional = 0
  }

  var file: String
  var methods: [Method] = []
  var operations: Operations?
  var conversions: [Conversion] = []
  var choices: [Choice] = []

  /// Reads the text of a table; `file` is its name, for errors.
  init(_ text: String, file: String) throws {
    self.file = file
    var names: Set<String> = []
    var (isBelowMethod, isBelowOperations) = (false, false)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let place = Place(file: file, line: index + 1)
      let content = line.trimmingCharacters(in: .whitespaces)
      if content.isEmpty || content.hasPrefix("#") { continue }
      if line.hasPrefix(" ") {
        if isBelowMethod {
          try methods[methods.count - 1].add(content, place)
          continue
        }
        if isBelowOperations {
          operations?.rows.append(try InterfaceTable.operation(content, place))
          continue
        }
        guard var conversion = conversions.popLast(), !conversion.isByHand else {
          throw place.error("a field stands below a value")
        }
        if content.hasPrefix("constant ") {
          conversion.constants.append(
            try InterfaceTable.constant(content.dropFirst("constant ".count), place)
          )
        } else {
          conversion.fields.append(try InterfaceTable.field(content, place, in: conversion))
        }
        conversions.append(conversion)
      } else if content.hasPrefix("method ") {
        let method = try InterfaceTable.method(content.dropFirst("method ".count), place)
        guard names.insert(method.name).inserted else { throw place.error("\(method.name) is here twice") }
        methods.append(method)
        (isBelowMethod, isBelowOperations) = (true, false)
      } else if content.hasPrefix("operations ") {
        try addOperations(content, place)
        (isBelowMethod, isBelowOperations) = (false, true)
      } else {
        (isBelowMethod, isBelowOperations) = (false, false)
        try addDeclaration(content, place)
        let words = content.split(separator: " ")
        let name = words[words.firstIndex { ["value", "hand", "enum"].contains($0) }.map { $0 + 1 } ?? 1]
        guard names.insert(String(name)).inserted else { throw place.error("\(name) is here twice") }
      }
    }
  }

  /// Reads `value MESSAGE as TYPE of kind` and the like.
  private mutating func addDeclaration(_ text: String, _ place: Place) throws {
    var words = text.split(separator: " ").map(String.init)[...]
    let isDeclared = words.first == "declared"
    if isDeclared { words = words.dropFirst() }
    let isInPackage = isDeclared && words.first == "package"
    if isInPackage { words = words.dropFirst() }
    guard let keyword = words.popFirst() else {
      throw place.error("'declared' stands before 'value' or 'enum'")
    }
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
      choices.append(Choice(place: place, name: name, type: type, isDeclared: isDeclared))
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
          isByHand: isByHand,
          isDeclared: isDeclared,
          declaredAccess: isInPackage ? "package" : "public"
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
      case "steps" where access.isEmpty: ".steps"
      case "operations": ".operations(\(permissions))"
      case "on" where !access.isEmpty, "overlays" where !access.isEmpty: ".on(\(permissions))"
      case "listed" where !access.isEmpty: ".listed(\(permissions))"
      case "server" where !access.isEmpty: ".onServer(\(permissions))"
      case "sink" where access.isEmpty || access == ["here"]: ".sink"
      default:
        throw place.error(
          "'\(kind)' needs 'on', 'overlays', 'listed' or 'server' with permissions, 'operations', 'steps', 'sink', 'anybody' or 'node'"
        )
      }
    var method = Method(
      place: place,
      name: words[0],
      identifier: words[2],
      access: swift,
      kind: kind == "sink" && !access.isEmpty ? "sink here" : kind,
      permissions: kind == "sink" ? [] : Array(access)
    )
    for option in parts {
      if option == "repeatable" {
        method.isRepeatable = true
      } else if option == "reads the catalog" {
        method.readsCatalog = true
      } else if option == "resumed" {
        method.isResumed = true
      } else if option == "makes the name" {
        method.makesName = true
      } else if option == "shows views" {
        method.showsViews = true
      } else if option.hasPrefix("answer up to ") {
        method.largestAnswer = String(option.dropFirst("answer up to ".count))
      } else {
        throw place.error("'\(option)' can't be said about a method")
      }
    }
    return method
  }

  /// Reads `NAME = VALUE: COMMENT`.
  private static func constant(_ text: Substring, _ place: Place) throws -> Constant {
    let halves = text.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    let sides = (halves.first ?? "").split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
    guard halves.count == 2, sides.count == 2 else {
      throw place.error("a constant is NAME = VALUE: COMMENT")
    }
    return Constant(name: sides[0], value: sides[1], comment: halves[1])
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

extension InterfaceTable.Method {
  /// Reads a line below a method: `shard(ARGUMENTS)`, `shard.FUNCTION(ARGUMENTS)`, `client NAME(PARAMETERS)` or the same for one language.
  fileprivate mutating func add(_ text: String, _ place: InterfaceTable.Place) throws {
    if text.hasPrefix("shard(") || text.hasPrefix("shard."), text.hasSuffix(")"),
      let bracket = text.firstIndex(of: "(")
    {
      shardArguments = text[text.index(after: bracket)...].dropLast().split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if text.hasPrefix("shard.") { shardFunction = String(text[..<bracket].dropFirst("shard.".count)) }
      return
    }
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw place.error("'\(text)' can't be said about a method") }
    if parts[0] == "sample" {
      sample = parts[1]
      return
    }
    if parts[0] == "http" {
      routes.append(try InterfaceTable.Route(parts[1], place, after: routes.last))
      return
    }
    let languages: [InterfaceTable.Language]
    if parts[0] == "client" {
      languages = InterfaceTable.Language.allCases
    } else if let language = InterfaceTable.Language(rawValue: parts[0]) {
      languages = [language]
    } else {
      throw place.error("'\(parts[0])' is not 'shard', 'sample', 'http', 'client' or a language")
    }
    let isByHand = parts[1] == "by hand"
    for language in languages {
      functions[language] = isByHand ? nil : try .init(parts[1], place, language)
    }
  }
}

extension InterfaceTable.Function {
  /// Reads `NAME(PARAMETER, …)`, where a parameter is `LABEL FIELD = VALUE`; the label and the value may be left out, and `*`
  /// stands before the parameters that are always given with their names.
  fileprivate init(_ text: String, _ place: InterfaceTable.Place, _ language: InterfaceTable.Language) throws
  {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
      throw place.error("a function is NAME(PARAMETERS)")
    }
    self.place = place
    name = String(text[..<open])
    if language == .python {
      name = name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
    }
    var isPositional = true
    for part in text[text.index(after: open)...].dropLast().split(separator: ",") {
      let sides = part.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      let words = sides[0].split(separator: " ").map(String.init)
      if words == ["*"] {
        isPositional = false
        continue
      }
      guard (1...2).contains(words.count), sides.count <= 2, let field = words.last else {
        throw place.error("a parameter is LABEL FIELD = VALUE")
      }
      parameters.append(
        Parameter(label: words[0], field: field, standard: sides.count == 2 ? sides[1] : nil)
      )
      if isPositional { positional += 1 }
    }
  }
}
