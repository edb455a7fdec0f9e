import ArrangeModel
import Changes
import ListModel

/// The expected content of a server: a naive list for each collection.
struct Model: Sendable {
  struct List: Sendable {
    var strategy: String
    var fields = Fields()
    var list = NaiveList()

    var version: UInt64 { list.version }
    /// The items of all sections.
    var items: [ElementSnapshot] { list.content.sections.flatMap(\.items) }

    /// Applies a transaction that changes something.
    mutating func perform(_ operations: [ListOperation]) throws {
      let (after, effect) = try list.applying(operations)
      guard effect.changed else { preconditionFailure("\(operations) change nothing") }
      list = after
    }

    func hasSameContent(as other: List) -> Bool {
      strategy == other.strategy && fields == other.fields && list.content == other.list.content
    }
  }

  var lists: [Identifier: List] = [:]

  /// Applies a step as the server must.
  mutating func perform(_ step: Step) throws {
    switch step {
    case .create(let name, let strategy): lists[name] = List(strategy: strategy)
    case .delete(let name): lists[name] = nil
    case .describe(let name, let fields): lists[name]?.fields = fields
    case .apply(let request): try lists[request.collection]?.perform(request.operations)
    }
  }
}
