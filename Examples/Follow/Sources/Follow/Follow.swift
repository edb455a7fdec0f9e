// The smallest program that follows a list: it prints the list, and then what becomes of it.
//
//     swift run --package-path Examples/Follow Follow COLLECTION [SERVER [UPDATES]]

import ArrangeClient

@main
struct Follow {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    guard (1...3).contains(arguments.count), let collection = try? Identifier(arguments[0]) else {
      fatalError("usage: Follow COLLECTION [SERVER [UPDATES]]")
    }
    let server = arguments.count > 1 ? arguments[1] : "127.0.0.1:7411"
    // After so many updates the program ends.
    let updates = arguments.count > 2 ? Int(arguments[2]) ?? .max : .max
    let client = ArrangeClient(try ArrangeClientConfiguration(server: server))
    do {
      try await follow(collection, with: client, updates: updates)
    } catch let error as ArrangeError {
      print("\(collection): \(error)")
    }
    await client.close()
  }

  /// Keeps a copy of the list, and prints it with each version.
  static func follow(_ collection: Identifier, with client: ArrangeClient, updates: Int) async throws {
    var list = SectionedList()
    var seen = 0
    for try await update in client.updates(of: collection) {
      switch update.content {
      case .progress: continue
      case .list(let whole, _): list = whole
      case .batch(let batch, _, _): try list.apply(batch)
      }
      show(list, version: update.version)
      seen += 1
      if seen == updates { return }
    }
  }

  static func show(_ list: SectionedList, version: UInt64) {
    print("version \(version)")
    for section in list.sections {
      if !section.element.id.isEmpty { print("  \(title(of: section.element))") }
      for item in section.items { print("    \(title(of: item))") }
    }
  }

  /// The field `title` of an element, or its id.
  static func title(of element: ElementSnapshot) -> String {
    guard case .string(let title) = element.fields["title"] else { return "\(element.id)" }
    return title
  }
}
