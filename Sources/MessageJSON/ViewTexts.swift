package import ArrangeModel

/// Converts views between their text and their message. The message is known to those who know the wire.
package struct ViewTexts: Sendable {
  /// The message of a view that is given as text.
  package var message: @Sendable (_ text: String) -> Result<[UInt8], ArrangeError>
  /// The text of a view that is given as a message; nil if it is none.
  package var text: @Sendable (_ message: [UInt8]) -> String?

  package init(
    message: @escaping @Sendable (_ text: String) -> Result<[UInt8], ArrangeError>,
    text: @escaping @Sendable (_ message: [UInt8]) -> String?
  ) {
    self.message = message
    self.text = text
  }
}
