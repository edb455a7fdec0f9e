/// The strategies that a process knows, by name.
///
/// Executables fill it with the built-in strategies and those that they load; collections look theirs up
/// in it when they are opened.
package struct StrategyCatalog: Sendable {
  private let strategies: [String: any OrderingStrategy]

  /// The names of all strategies, ascending.
  package let names: [String]

  /// Makes a catalog. Where two strategies have the same name, the later one counts.
  package init(_ strategies: [any OrderingStrategy]) {
    self.strategies = Dictionary(strategies.map { ($0.name, $0) }, uniquingKeysWith: { _, later in later })
    self.names = self.strategies.keys.sorted()
  }

  /// The strategy with the given name, or nil.
  package subscript(name name: String) -> (any OrderingStrategy)? { strategies[name] }
}
