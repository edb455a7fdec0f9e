package import Ordering

/// Order keys as text, for the strategies that this program knows.
package struct KeyTexts: Sendable {
  private let catalog: StrategyCatalog

  package init(_ catalog: StrategyCatalog) { self.catalog = catalog }

  /// The text by which the strategy shows a key; the bytes in hexadecimal where the program does not know the
  /// strategy or the key is not the strategy's.
  package func text(of key: OrderKey, strategy: String) -> String {
    guard let strategy = catalog[strategy], (try? strategy.validate(key)) != nil else {
      return "\(key)"
    }
    return strategy.text(of: key)
  }
}
