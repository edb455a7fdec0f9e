import Foundation

/// The tables of all methods in the documentation. Each stands in a page between two comments, and nothing else of the page is
/// touched.
struct MethodTables {
  let methods: MethodList

  private static let end = "<!-- end of what generate-protos writes -->"

  private static func begin(_ table: String) -> String { "<!-- \(table), written by generate-protos -->" }

  /// The pages, by their paths in the package.
  func pages(in package: URL) throws -> [(path: String, text: String)] {
    let tables = [
      ("Documentation/protocol.md", "methods", services()),
      ("Documentation/security.md", "permissions", permissions()),
    ]
    return try tables.map { path, name, table in
      let page = try String(contentsOf: package.appending(path: path), encoding: .utf8)
      guard let begin = page.range(of: Self.begin(name) + "\n"),
        let end = page.range(of: Self.end, range: begin.upperBound..<page.endIndex)
      else { throw GenerationError("\(path) has no table \"\(Self.begin(name))\" … \"\(Self.end)\"") }
      return (path, page[..<begin.upperBound] + "\n" + table + "\n" + page[end.lowerBound...])
    }
  }

  private func services() -> String {
    var services: [(name: String, methods: [String])] = []
    for row in methods.rows {
      let parts = row.entry.name.split(separator: "/").map(String.init)
      if let index = services.firstIndex(where: { $0.name == parts[0] }) {
        services[index].methods.append(parts[1])
      } else {
        services.append((parts[0], [parts[1]]))
      }
    }
    let rows = services.map {
      "| `\(Names.package)\($0.name)` | \($0.methods.joined(separator: ", ")) |\n"
    }
    return "| service | methods |\n|---|---|\n" + rows.joined()
  }

  private func permissions() -> String {
    let rows = methods.rows.map { row in "| `\(row.entry.name)` | \(needed(row.entry)) |\n" }
    return "| call | what its caller needs |\n|---|---|\n" + rows.joined()
  }

  private func needed(_ method: InterfaceTable.Method) -> String {
    let permissions = method.permissions.map { "`\($0)`" }.joined(separator: " and ")
    switch method.kind {
    case "on":
      let stored = method.showsViews ? ", and on every collection that a view shows" : ""
      return "\(permissions) on the name\(stored)"
    case "overlays":
      return "\(permissions) on the name; `manage` for an overlay that is shared or another's"
    case "operations":
      let also = permissions.isEmpty ? "" : "\(permissions), and "
      return "\(also)`move` or `write` on the name, as its operations need"
    case "steps":
      return "on each name, `move` or `write` as its operations need; `write` on both names of a transfer"
    case "listed": return "nothing; the answer has the names with \(permissions)"
    case "server": return "\(permissions) on `**`"
    case "sink", "sink here": return "`manage` on all names that the sink delivers"
    case "node": return "to be another node of the service"
    default: return "nothing"
    }
  }
}
