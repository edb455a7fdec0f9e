/// The strategies available in a process, by name.
///
/// Executables fill it with built-in and loaded strategies; collections look up theirs when they are opened.
package struct StrategyCatalog: Sendable {
  private let byName: [String: StrategyKind]

  /// All kinds, in the order of their names.
  package let kinds: [StrategyKind]

  /// The names of all strategies, ascending.
  package var names: [String] { kinds.map(\.name) }

  /// Makes a catalog. If two strategies have the same name, the later one counts.
  package init(_ kinds: [StrategyKind]) {
    byName = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
    self.kinds = byName.values.sorted { $0.name < $1.name }
  }

  /// The kind with the given name, or nil.
  package subscript(kind name: String) -> StrategyKind? { byName[name] }

  /// The strategy that a text chooses, or nil if there is none.
  package subscript(text: String) -> (any OrderingStrategy)? { try? choose(text).strategy }

  /// The strategy that a text chooses, and the canonical form of the text.
  ///
  /// - Throws: ``OrderingError/invalidChoice(_:)``, which lists the available names.
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
