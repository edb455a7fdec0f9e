import ArrangeModel
import Engine
import Wire

/// The caller of a forwarded call, in the metadata that a node adds for the owner of the collection.
struct ForwardedCaller: Sendable {
  private static let principalName = "arrange-principal"
  private static let elementsName = "arrange-elements"
  private static let answerName = "arrange-answer-bytes"
  private static let writeName = "arrange-may-write"

  /// The maximum number of entries that ``metadata(with:)`` adds.
  static let entries = 5

  let principal: Principal
  let limits: Caller.Limits
  /// The maximum size of the answer, in bytes.
  let largestAnswer: Int
  /// Whether the caller of an undo may write to the collection: what an undo needs is known only to the owner.
  let mayWrite: Bool

  init(principal: Principal, limits: Caller.Limits, largestAnswer: Int, mayWrite: Bool = false) {
    self.principal = principal
    self.limits = limits
    self.largestAnswer = largestAnswer
    self.mayWrite = mayWrite
  }

  /// Reads what ``metadata(with:)`` has written.
  ///
  /// - Returns: nil if something is missing or wrong.
  init?(_ metadata: Metadata) {
    func text(_ name: String) -> String? {
      metadata.entries.first { $0.name == name }.flatMap { String(validating: $0.value, as: UTF8.self) }
    }
    guard let name = text(ForwardedCaller.principalName), let principal = try? Principal(name),
      let answer = text(ForwardedCaller.answerName).flatMap(Int.init), answer > 0
    else { return nil }
    self.principal = principal
    largestAnswer = answer
    mayWrite = text(ForwardedCaller.writeName) == "1"
    limits = Caller.Limits(elements: text(ForwardedCaller.elementsName).flatMap(Int.init) ?? .max)
  }

  /// The metadata of the forwarded call.
  ///
  /// - Parameters:
  ///   - entries: what the caller has sent, such as `traceparent`.
  ///   - node: the node that is meant.
  func metadata(with entries: [Metadata.Entry], to node: NodeRecord) -> Metadata {
    var all = entries.filter { !$0.name.hasPrefix("arrange-") }
    all.append(AddressedNode.entry(node))
    func add(_ name: String, _ value: String) { all.append(.init(name: name, value: Array(value.utf8))) }
    add(ForwardedCaller.principalName, principal.name)
    add(ForwardedCaller.answerName, "\(largestAnswer)")
    if mayWrite { add(ForwardedCaller.writeName, "1") }
    if limits.elements < .max { add(ForwardedCaller.elementsName, "\(limits.elements)") }
    return Metadata(all)
  }
}
