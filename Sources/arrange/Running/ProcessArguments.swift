/// The command line arguments of the process.
package enum ProcessArguments {
  /// Decodes the arguments.
  ///
  /// An argument that is not valid UTF-8 is rejected: with its bytes replaced it would name something else.
  ///
  /// - Parameter words: the arguments without the program's name.
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
