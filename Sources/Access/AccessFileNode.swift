import Yams

/// A node of an access file, read strictly: unknown content is an error, with its position.
struct AccessFileNode {
  private let node: Node

  init(_ node: Node) throws(AccessFileError) {
    self.node = node
    // An alias could expand a small file to a large one, and makes a file hard to review.
    guard node.anchor == nil else { throw error("an access file has no anchors and aliases; write it out") }
  }

  /// The line, counted from 1.
  var line: Int? { node.mark?.line }

  /// An error at this position.
  func error(_ message: String) -> AccessFileError {
    AccessFileError(message, line: node.mark?.line, column: node.mark?.column)
  }

  /// The same, for an error found elsewhere.
  func error(_ message: String, of key: String) -> AccessFileError { error("\(key): \(message)") }

  /// Whether the node is null.
  var isNothing: Bool { node.null != nil }

  /// A string; numbers and dates are read as they are written.
  func text(_ what: String) throws(AccessFileError) -> String {
    guard case .scalar(let scalar) = node, node.null == nil else {
      throw error("this has to be \(what), as one text")
    }
    return scalar.string
  }

  /// A whole number.
  func number(_ range: ClosedRange<Int>) throws(AccessFileError) -> Int {
    let text = try text("a whole number")
    guard let number = Int(text) else { throw error("\"\(text)\" is not a whole number") }
    guard range.contains(number) else {
      throw error("\(number) is outside of what is allowed, \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A list; null is an empty one.
  func list(_ what: String, atMost most: Int) throws(AccessFileError) -> [AccessFileNode] {
    if isNothing { return [] }
    guard case .sequence(let sequence) = node else { throw error("this has to be a list of \(what)") }
    guard sequence.count <= most else { throw error("there are at most \(most) \(what) here") }
    var nodes: [AccessFileNode] = []
    for element in sequence { nodes.append(try AccessFileNode(element)) }
    return nodes
  }

  /// A map; null is an empty one. Names must be unique.
  func map(_ what: String, atMost most: Int) throws(AccessFileError) -> [(
    name: String, key: AccessFileNode, value: AccessFileNode
  )] {
    if isNothing { return [] }
    guard case .mapping(let mapping) = node else { throw error("this has to be a map of \(what)") }
    guard mapping.count <= most else { throw error("there are at most \(most) \(what) here") }
    var names = Set<String>()
    var entries: [(name: String, key: AccessFileNode, value: AccessFileNode)] = []
    for (key, value) in mapping {
      let key = try AccessFileNode(key)
      let name = try key.text("a name")
      guard names.insert(name).inserted else { throw key.error("\"\(name)\" appears twice") }
      entries.append((name, key, try AccessFileNode(value)))
    }
    return entries
  }

  /// A map with known names only.
  func record(_ what: String, _ known: [String]) throws(AccessFileError) -> [String: AccessFileNode] {
    var record: [String: AccessFileNode] = [:]
    for (name, key, value) in try map(what, atMost: known.count * 2) {
      guard known.contains(name) else {
        throw key.error("\"\(name)\" is not one of \(known.joined(separator: ", "))")
      }
      record[name] = value
    }
    return record
  }
}
