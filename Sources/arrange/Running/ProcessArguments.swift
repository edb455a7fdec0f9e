/// The words that the process was called with.
package enum ProcessArguments {
  /// Takes the words as text.
  ///
  /// A word that is no UTF-8 is refused: with its bytes replaced it would name something else.
  ///
  /// - Parameter words: the words without the program's name.
  package static func texts(_ words: [[UInt8]]) throws(CommandFailure) -> [String] {
    var texts: [String] = []
    for (index, word) in words.enumerated() {
      guard let text = String(validating: word, as: UTF8.self) else {
        let seen = String(decoding: word, as: UTF8.self).printable
        throw CommandFailure(
          .usage,
          "argument \(index + 1), \"\(seen)\", is not UTF-8; write it in UTF-8, see \"locale\" for what the terminal uses"
        )
      }
      texts.append(text)
    }
    return texts
  }
}
