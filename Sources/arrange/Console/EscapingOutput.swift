import ArrangeModel

/// Standard output on a terminal, for text that would otherwise go to a file: control characters are escaped,
/// except line feeds and tabs.
package struct EscapingOutput: TextOutput {
  private let output: any TextOutput

  package init(_ output: any TextOutput) { self.output = output }

  /// - Parameter bytes: complete characters.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.commandsTerminals, scalar != "\n", scalar != "\t" {
        text += String(scalar).printable
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    try output.write(Array(text.utf8))
  }

  package var isAbandoned: Bool { output.isAbandoned }
}
