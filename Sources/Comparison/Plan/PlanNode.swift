import Yams

/// A part of a plan's text with its path, read strictly: types must match, and every name must be known.
struct PlanNode {
  private let node: Node
  let path: String

  init(_ node: Node, path: String = "") {
    self.node = node
    self.path = path
  }

  func error(_ message: String) -> PlanError { PlanError(line: node.mark?.line, path: path, message) }

  /// The members of a mapping by their names, all of which must be among `names`.
  func members(_ names: [String]) throws(PlanError) -> [String: PlanNode] {
    var known: [String: PlanNode] = [:]
    for (name, member) in try members() {
      guard names.contains(name) else {
        throw member.error("there is no such key; there are \(names.joined(separator: ", "))")
      }
      known[name] = member
    }
    return known
  }

  /// The members of a mapping in the order of the text.
  func members() throws(PlanError) -> [(name: String, value: PlanNode)] {
    guard case .mapping(let mapping) = node else { throw error("has to be a mapping, KEY: VALUE") }
    var members: [(name: String, value: PlanNode)] = []
    for (key, value) in mapping {
      guard case .scalar(let name) = key else { throw error("has a key that is no text") }
      let inner = path.isEmpty ? name.string : "\(path).\(name.string)"
      members.append((name.string, PlanNode(value, path: inner)))
    }
    return members
  }

  /// The elements of a sequence, whose number is limited.
  func elements(atMost limit: Int) throws(PlanError) -> [PlanNode] {
    guard case .sequence(let sequence) = node else {
      throw error("has to be a list, with - before each element")
    }
    guard (1...limit).contains(sequence.count) else {
      throw error("has \(sequence.count) elements, not from 1 to \(limit)")
    }
    return sequence.enumerated().map { PlanNode($1, path: "\(path)[\($0)]") }
  }

  /// Whether this is a text or a number.
  var isScalar: Bool { if case .scalar = node { true } else { false } }

  func text(atMost limit: Int) throws(PlanError) -> String {
    guard case .scalar(let scalar) = node else { throw error("has to be a text") }
    guard (1...limit).contains(scalar.string.utf8.count) else {
      throw error("has \(scalar.string.utf8.count) bytes, not from 1 to \(limit)")
    }
    guard
      !scalar.string.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    else { throw error("has control characters") }
    return scalar.string
  }

  func integer(_ range: ClosedRange<Int>) throws(PlanError) -> Int {
    guard let digits = try digits(), let number = Int(digits), range.contains(number) else {
      throw error("has to be a whole number from \(range.lowerBound) to \(range.upperBound)\(found)")
    }
    return number
  }

  func unsigned() throws(PlanError) -> UInt64 {
    guard let digits = try digits(), let number = UInt64(digits) else {
      throw error("has to be a whole number from 0 to \(UInt64.max)\(found)")
    }
    return number
  }

  /// A finite number that is not negative.
  func number() throws(PlanError) -> Double {
    guard let digits = try digits(), let number = Double(digits), number.isFinite, number >= 0 else {
      throw error("has to be a number that is not negative\(found)")
    }
    return number
  }

  /// The text of a number, whose digits may be grouped with `_`; nil for other values.
  private func digits() throws(PlanError) -> String? {
    guard case .scalar(let scalar) = node, scalar.style != .doubleQuoted, scalar.style != .singleQuoted,
      let first = scalar.string.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return nil }
    return scalar.string.filter { $0 != "_" }
  }

  private var found: String {
    if case .scalar(let scalar) = node { ", not ‘\(scalar.string.prefix(40))’" } else { "" }
  }
}
