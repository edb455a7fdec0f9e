internal import ArrangeModel
package import Ordering

/// Formats order keys, for the strategies that this program knows.
package struct KeyTexts: Sendable {
  private let catalog: StrategyCatalog

  package init(_ catalog: StrategyCatalog) { self.catalog = catalog }

  /// The strategy's text for a key. If the program does not know the strategy, or the key is not one of the
  /// strategy's: the bytes as text if all of them are printable ASCII, and otherwise in hexadecimal.
  package func text(of key: OrderKey, strategy: String) -> String {
    guard let strategy = catalog[strategy], (try? strategy.validate(key)) != nil else {
      return key.printableText ?? "\(key)"
    }
    return strategy.text(of: key)
  }
}

extension OrderKey {
  /// The bytes as text; nil if there are none, or one is not printable ASCII.
  fileprivate var printableText: String? {
    let bytes = Array(bytes)
    guard !bytes.isEmpty, bytes.withUnsafeBytes(\.isPrintableASCII) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
