import InputText
import MessageJSON
import Testing

@Suite("The OpenAPI document")
struct OpenAPITests {
  private let document: JSONNode

  init() throws { document = try JSONNode.body(Array(openAPIDocument.utf8)) }

  private func value(_ path: String...) throws -> JSONNode {
    try path.reduce(document) { node, name in try #require(node[name], "\(path)") }
  }

  /// Calls a closure with each object in a value.
  private func visit(_ node: JSONNode, _ body: (JSONNode) throws -> Void) rethrows {
    if node.members != nil { try body(node) }
    for member in node.members ?? [] { try visit(member.value, body) }
    for element in node.elements ?? [] { try visit(element, body) }
  }

  private func operations() throws -> [(path: String, verb: String, value: JSONNode)] {
    try #require(try value("paths").members).flatMap { path in
      (path.value.members ?? []).map { (path.name, $0.name, $0.value) }
    }
  }

  @Test("refers to nothing that it does not have")
  func references() throws {
    try visit(document) { node in
      guard let reference = node["$ref"]?.string else { return }
      let parts = reference.split(separator: "/").map(String.init)
      #expect(parts.first == "#" && parts.count == 4)
      _ = try value(parts[1], parts[2], parts[3])
    }
  }

  @Test("has every address, and none that the server does not have")
  func addresses() throws {
    let described = Set(try operations().map { "\($0.verb.uppercased()) \($0.path)" })
    for route in RouteTable.current.routes {
      let found = described.contains { text in
        guard let blank = text.firstIndex(of: " "), text[..<blank] == route.verb else { return false }
        let path = text[text.index(after: blank)...].split(separator: "/").map(String.init)
        guard case .route(let match, _) = RouteTable.current.match(route.verb, path) else { return false }
        return match.method.name == route.method.name
      }
      #expect(found, "\(route.verb) of \(route.method.name)")
    }
    #expect(described.count == RouteTable.current.routes.count)
    for (path, verb, _) in try operations() {
      let parts = path.split(separator: "/").map(String.init)
      guard case .route = RouteTable.current.match(verb.uppercased(), parts) else {
        Issue.record("\(verb) \(path) is no address")
        continue
      }
    }
  }

  @Test("names the parameters of each path, each once, and each operation")
  func parameters() throws {
    var names = Set<String>()
    for (path, verb, operation) in try operations() {
      #expect(names.insert(try #require(operation["operationId"]?.string)).inserted)
      let parameters = operation["parameters"]?.elements ?? []
      let ofPath = parameters.filter { $0["in"]?.string == "path" }.compactMap { $0["name"]?.string }
      let inPath = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
        String($0.dropFirst().dropLast())
      }
      #expect(ofPath == inPath, "\(verb) \(path)")
      let all = parameters.map { "\($0["in"]?.string ?? "") \($0["name"]?.string ?? "")" }
      #expect(Set(all).count == all.count, "\(verb) \(path)")
      #expect(operation["responses"]?["default"] != nil)
      let hasBody = ["post", "put", "patch"].contains(verb)
      #expect((operation["requestBody"] != nil) == hasBody, "\(verb) \(path)")
    }
  }

  @Test("names the fields that are always there, each of which exists")
  func required() throws {
    visit(try value("components", "schemas")) { node in
      guard let required = node["required"]?.elements, let properties = node["properties"] else { return }
      for name in required.compactMap(\.string) { #expect(properties[name] != nil, "\(name)") }
    }
  }
}
