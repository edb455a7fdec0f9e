/// What a sink is called in the catalog: its name behind a control character, so that no client can name it as a collection.
package enum SinkName {
  private static let mark = "\u{2}"
  /// The longest name of a sink, in bytes.
  package static let maximumLength = 64

  /// The name of the entry of a sink.
  package static func stored(_ name: Identifier) -> Identifier { Identifier(unchecked: "\(mark)\(name)") }

  /// The name of the sink that an entry describes; nil if it describes none.
  package static func name(of stored: Identifier) -> Identifier? {
    stored.isSink ? Identifier(unchecked: String(stored.text.unicodeScalars.dropFirst())) : nil
  }
}

extension Identifier {
  /// Whether it is the name of the entry of a sink.
  package var isSink: Bool { text.utf8.first == 2 }

  /// Whether it is a name that only the server itself makes, and that is in no list.
  package var isInternal: Bool { isOverlay || isSink }
}
