package import InputText

/// A request to an address below `/v1`, from which the request of the call is made.
package struct CallRequest: Sendable {
  package let route: CallRoute
  /// The values of the parameters in the path.
  private let values: [String: String]
  /// The values of the parameters of the query.
  private let query: [String: String]
  /// The body; nil for a request that has none.
  private var body: JSONNode?
  /// The condition on the version, from `If-Match`.
  package var state: EntityTag?
  /// The request id, from `Idempotency-Key`.
  package var requestID: String?
  /// The token from which a stream is resumed, from `Last-Event-ID`.
  package var resumeToken: String?

  /// - Parameters:
  ///   - values: those of the parameters in the path, by their names.
  ///   - query: the parameters of the query, by their names.
  ///   - body: the value of the body; nil for none.
  package init(
    _ route: CallRoute,
    _ values: [String: String],
    query: [String: String],
    body: JSONNode?
  ) {
    (self.route, self.values, self.query, self.body) = (route, values, query, body)
  }

  /// The message of the call's request.
  ///
  /// - Throws: a refusal whose path is that of the member, or the name of the parameter or of the header.
  package func message(_ writer: JSONToMessage) throws(JSONRefusal) -> [UInt8] {
    var members = try bodyMembers()
    for (name, text) in query.sorted(by: { $0.key < $1.key }) {
      if route.hasWindow, WindowParameters.names.contains(name) { continue }
      guard let parameter = route.parameters.first(where: { $0.name == name }) else {
        throw JSONRefusal("is not a parameter of this address; it has \(parameterNames)", at: name)
      }
      members.append(try parameter.member(text))
    }
    if route.hasWindow {
      let window = try WindowParameters.members(query)
      for member in window where !members.contains(where: { $0.name == member.name }) {
        members.append(member)
      }
    }
    if let operation = route.operation { members = try operation.members(members, id: values["id"]) }
    for (name, value) in values.sorted(by: { $0.key < $1.key })
    where route.operation == nil || name != "id" {
      try add(name, .made(value), to: &members, from: "the address")
    }
    try addHeaders(to: &members)
    return try writer.bytes(of: .made(members), as: route.method.request)
  }

  /// Whether a stream goes on from a token.
  package var isResumed: Bool {
    let names = route.parameters.filter { $0.field.name == "resume_token" }.map(\.name)
    return resumeToken != nil || names.contains { query[$0] != nil }
  }

  /// Lets the values of the body go. Called when the message is made.
  package mutating func forgetBody() { body = nil }

  /// The path of a refusal of the service, as the caller has given the member; nil for the request as a whole.
  package func path(of field: String) -> String? {
    if let operation = route.operation { return operation.path(field) }
    if resumeToken != nil, field == "resume_token" { return "Last-Event-ID" }
    if let name = route.pathNames[field] { return name }
    return route.parameters.first { $0.sets(field) }?.name ?? field
  }

  /// Whether the address has a field of the request in its path.
  package func hasInPath(_ field: String) -> Bool { route.pathNames[field] != nil }

  private var parameterNames: String {
    let names = route.parameters.map(\.name) + (route.hasWindow ? WindowParameters.names : [])
    return JSONToMessage.list(names)
  }

  private func bodyMembers() throws(JSONRefusal) -> [JSONNode.Member] {
    guard let body else { return [] }
    guard let members = body.members else { throw JSONRefusal("has to be an object, not \(body.kind)") }
    return members
  }

  private func add(
    _ name: String,
    _ value: JSONNode,
    to members: inout [JSONNode.Member],
    from source: String
  ) throws(JSONRefusal) {
    guard !members.contains(where: { $0.name == name }) else {
      throw JSONRefusal("is given by \(source); leave it out here", at: name)
    }
    members.append(.made(name, value))
  }

  private func addHeaders(to members: inout [JSONNode.Member]) throws(JSONRefusal) {
    let request = route.method.request
    if let state {
      guard request.field("if_version") != nil, request.field("if_history") != nil else {
        throw JSONRefusal("is no condition of this call; leave the header out", at: "If-Match")
      }
      try add("if_version", .made("\(state.version)"), to: &members, from: "If-Match")
      try add("if_history", .made(HistoryText.text(state.history)), to: &members, from: "If-Match")
    }
    if let requestID {
      guard request.field("request_id") != nil else {
        throw JSONRefusal("has no effect on this call; leave the header out", at: "Idempotency-Key")
      }
      try add("request_id", .made(requestID), to: &members, from: "Idempotency-Key")
    }
    if let resumeToken, request.field("resume_token") != nil {
      // A browser repeats the address with which it began, and the newest token beside it.
      members.removeAll { $0.name == "resume_token" }
      members.append(.made("resume_token", .made(resumeToken)))
    }
  }
}

extension CallRoute.Parameter {
  /// The longest time that can be given, in seconds.
  private static let longest = 1_000_000_000.0

  /// The member of the request that the value of a parameter sets.
  fileprivate func member(_ text: String) throws(JSONRefusal) -> JSONNode.Member {
    let value = try node(text)
    return .made(field.name, field.isRepeated ? JSONNode(offset: 0, content: .array([value])) : value)
  }

  /// The value of a parameter as JSON has it.
  private func node(_ text: String) throws(JSONRefusal) -> JSONNode {
    if isInSeconds {
      guard let seconds = Double(text), seconds >= 0, seconds <= CallRoute.Parameter.longest else {
        throw JSONRefusal("has to be a number of seconds, such as 0.5", at: name)
      }
      return .made(Int64((seconds * 1_000_000).rounded()))
    }
    if isVersion {
      // A name is never a number.
      let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return .made([.made(isNumber ? "version" : "name", .made(text))])
    }
    if isObject {
      guard let object = try? JSONReader.read(Array(text.utf8)), object.members != nil else {
        throw JSONRefusal(#"has to be an object of JSON, such as {"items": ["a"]}"#, at: name)
      }
      return object
    }
    guard case .flag = field.kind else { return .made(text) }
    switch text {
    case "true": return .made(true)
    case "false": return .made(false)
    default: throw JSONRefusal("has to be true or false", at: name)
    }
  }
}

extension OperationForm {
  /// The members of an `ApplyRequest` that a body describes: the operation, and those of the request itself.
  ///
  /// - Parameter id: the id of the element, if the address has it.
  fileprivate func members(
    _ members: [JSONNode.Member],
    id: String?
  ) throws(JSONRefusal) -> [JSONNode.Member] {
    var (elementMembers, placementMembers): ([JSONNode.Member], [JSONNode.Member]) = ([], [])
    var (own, ofTransaction): ([JSONNode.Member], [JSONNode.Member]) = ([], [])
    if let id { elementMembers.append(.made("id", .made(id))) }
    for member in members {
      guard field(member.name) != nil, id == nil || member.name != "id" else {
        let names = fields.map(\.name).filter { id == nil || $0 != "id" }
        throw JSONRefusal(
          "is unknown; the members here are \(JSONToMessage.list(names))",
          at: member.name
        )
      }
      if element.field(member.name) != nil {
        elementMembers.append(member)
      } else if placement?.field(member.name) != nil {
        placementMembers.append(member)
      } else if operation.field(member.name) != nil {
        own.append(member)
      } else {
        ofTransaction.append(member)
      }
    }
    own.append(
      .made(elements.name, JSONNode(offset: 0, content: .array([.made(elementMembers)])))
    )
    if !placementMembers.isEmpty { own.append(.made(OperationForm.placementField, .made(placementMembers))) }
    let operation = JSONNode.made([.made(name, .made(own))])
    let operations = JSONNode(offset: 0, content: .array([operation]))
    return [.made(OperationForm.operationsField, operations)] + ofTransaction
  }
}
