/// The strategies that a process knows, by name.
///
/// Executables fill it with the built-in strategies and those that they load; collections look theirs up
/// in it when they are opened.
package struct StrategyCatalog: Sendable {
  private let byName: [String: StrategyKind]

  /// All kinds, in the order of their names.
  package let kinds: [StrategyKind]

  /// The names of all strategies, ascending.
  package var names: [String] { kinds.map(\.name) }

  /// Makes a catalog. Where two strategies have the same name, the later one counts.
  package init(_ kinds: [StrategyKind]) {
    byName = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
    self.kinds = byName.values.sorted { $0.name < $1.name }
  }

  /// The kind with the given name, or nil.
  package subscript(kind name: String) -> StrategyKind? { byName[name] }

  /// The strategy that a text chooses, or nil if there is none.
  package subscript(text: String) -> (any OrderingStrategy)? { try? choose(text).strategy }

  /// The strategy that a text chooses, and the one text that stands for it.
  ///
  /// - Throws: ``OrderingError/invalidChoice(_:)``, with the names that there are.
  package func choose(
    _ text: String
  ) throws(OrderingError) -> (strategy: any OrderingStrategy, choice: StrategyChoice) {
    let choice = try StrategyChoice(parsing: text)
    guard let kind = byName[choice.name] else {
      throw .invalidChoice(
        "there is no ordering strategy ‘\(choice.name)’; there are \(names.joined(separator: ", "))"
      )
    }
    return (try kind.strategy(choice.parameters), kind.canonical(choice))
  }
}
