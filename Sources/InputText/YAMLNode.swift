import Yams

/// A node of a YAML text, read strictly: unknown content is an error, with its position.
package struct YAMLNode {
  /// The maximum nesting of brackets, and of lists within a line, which limits the use of the stack: what a file
  /// needs, and some more.
  private static let maximumDepth = 32

  private let node: Node
  /// The path from the root, such as `workloads[2].operations`; empty for the root.
  package let path: String

  /// Parses a text.
  ///
  /// - Parameter allowingAliases: whether the text may have anchors and aliases. An alias can expand a small text to
  ///   a large one, and makes it hard to review.
  /// - Returns: the root; nil if the text has none, or it is null.
  package static func root(of text: String, allowingAliases: Bool) throws(YAMLError) -> YAMLNode? {
    // The byte order mark that some editors write.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    try checkDepth(text)
    let (parser, root): (Parser, Node?)
    do {
      parser = try Parser(yaml: text)
      root = try parser.singleRoot()
    } catch { throw YAMLError(error) }
    // Nodes can resolve their anchors only while the parser exists.
    defer { withExtendedLifetime(parser) {} }
    guard let root, root.null == nil else { return nil }
    let node = YAMLNode(root, path: "")
    if !allowingAliases { try node.refuseAnchors() }
    return node
  }

  private init(_ node: Node, path: String) {
    self.node = node
    self.path = path
  }

  /// Checks the nesting, for which the YAML parser recurses. Brackets within strings are counted as well: a text
  /// with many of them can quote its names differently.
  private static func checkDepth(_ text: String) throws(YAMLError) {
    var (depth, line, indicators, isLineStart) = (0, 1, 0, true)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): (line, indicators, isLineStart) = (line + 1, 0, true)
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): indicators += isLineStart ? 1 : 0
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: isLineStart = false
      }
      guard depth <= maximumDepth, indicators <= maximumDepth else {
        throw YAMLError(
          "lists and maps lie in each other at most \(maximumDepth) deep",
          line: line,
          column: 1
        )
      }
    }
  }

  private func refuseAnchors() throws(YAMLError) {
    guard node.anchor == nil else { throw error("there are no anchors and aliases here; write it out") }
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        try YAMLNode(key, path: path).refuseAnchors()
        try YAMLNode(value, path: path).refuseAnchors()
      }
    case .sequence(let sequence):
      for element in sequence { try YAMLNode(element, path: path).refuseAnchors() }
    default: break
    }
  }

  /// The line, counted from 1.
  package var line: Int? { node.mark?.line }

  /// An error at this position.
  package func error(_ message: String) -> YAMLError {
    YAMLError(message, path: path, line: node.mark?.line, column: node.mark?.column)
  }

  private var isNull: Bool { node.null != nil }

  /// Whether this is a text, a number or null.
  package var isScalar: Bool { if case .scalar = node { true } else { false } }

  /// Whether this is a list or null.
  package var isList: Bool { if case .sequence = node { true } else { isNull } }

  /// A text; numbers and dates are read as they are written.
  package func text(_ what: String) throws(YAMLError) -> String {
    guard case .scalar(let scalar) = node, !isNull else {
      throw error("this has to be \(what), as one text")
    }
    return scalar.string
  }

  /// The text of a value without quotes; nil for other values.
  package var bareText: String? {
    guard case .scalar(let scalar) = node, scalar.style != .doubleQuoted, scalar.style != .singleQuoted else {
      return nil
    }
    return scalar.string
  }

  /// A list; null is an empty one.
  package func list(_ what: String, _ count: ClosedRange<Int>) throws(YAMLError) -> [YAMLNode] {
    guard isList else { throw error("this has to be a list of \(what)") }
    let elements = Array(node.sequence ?? [])
    guard count.contains(elements.count) else {
      throw error(
        "there have to be \(count.lowerBound) to \(count.upperBound) \(what) here, not \(elements.count)"
      )
    }
    return elements.enumerated().map { YAMLNode($1, path: "\(path)[\($0)]") }
  }

  /// A map, in the order of the text; null is an empty one. Names must be unique.
  package func map(_ what: String, atMost most: Int) throws(YAMLError) -> [(
    name: String, key: YAMLNode, value: YAMLNode
  )] {
    if isNull { return [] }
    guard case .mapping(let mapping) = node else { throw error("this has to be a map of \(what)") }
    guard mapping.count <= most else { throw error("there are at most \(most) \(what) here") }
    var names = Set<String>()
    var entries: [(name: String, key: YAMLNode, value: YAMLNode)] = []
    for (key, value) in mapping {
      let name = try YAMLNode(key, path: path).text("a name")
      let inner = path.isEmpty ? name : "\(path).\(name)"
      let key = YAMLNode(key, path: inner)
      guard names.insert(name).inserted else { throw key.error("\"\(name)\" appears twice") }
      entries.append((name, key, YAMLNode(value, path: inner)))
    }
    return entries
  }

  /// A map with known names only.
  package func record(_ known: [String]) throws(YAMLError) -> [String: YAMLNode] {
    let names = known.joined(separator: ", ")
    var record: [String: YAMLNode] = [:]
    for (name, key, value) in try map(names, atMost: known.count * 2) {
      guard known.contains(name) else { throw key.error("\"\(name)\" is not one of \(names)") }
      record[name] = value
    }
    return record
  }
}
