package import ArrangeModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The input and output of a command: a terminal or pipes.
package struct Console: Sendable {
  package var output: any TextOutput
  package var errors: any TextOutput
  /// Whether the output is a terminal.
  package var isOutputTerminal: Bool
  /// Whether the error output is a terminal, so that progress is shown.
  package var isErrorsTerminal: Bool
  /// Reads a line that is typed; nil if there is no terminal for input.
  package var readLine: (@Sendable () -> String?)?
  package var environment: [String: String]
  /// Full-screen use of the terminal; nil if the output is not a terminal.
  package var screen: TerminalScreen?

  package init(
    output: any TextOutput,
    errors: any TextOutput,
    isOutputTerminal: Bool,
    isErrorsTerminal: Bool,
    readLine: (@Sendable () -> String?)? = nil,
    environment: [String: String],
    screen: TerminalScreen? = nil
  ) {
    self.output = output
    self.errors = errors
    self.isOutputTerminal = isOutputTerminal
    self.isErrorsTerminal = isErrorsTerminal
    self.readLine = readLine
    self.environment = environment
    self.screen = screen
  }

  /// The console of the process.
  package static func standard(environment: [String: String]) -> Console {
    let isErrorsTerminal = isatty(STDERR_FILENO) == 1
    let isTyping = isatty(STDIN_FILENO) == 1 && isErrorsTerminal
    let readLine: (@Sendable () -> String?)? = isTyping ? { @Sendable in Swift.readLine() } : nil
    return Console(
      output: FileOutput(descriptor: STDOUT_FILENO),
      errors: FileOutput(descriptor: STDERR_FILENO),
      isOutputTerminal: isatty(STDOUT_FILENO) == 1,
      isErrorsTerminal: isErrorsTerminal,
      readLine: readLine,
      environment: environment,
      screen: isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb" ? .standard : nil
    )
  }

  /// The colours of the output: none if it is not a terminal, if `NO_COLOR` is set, and on dumb terminals.
  package var style: Style { style(isTerminal: isOutputTerminal) }

  /// The colours of the error output.
  package var errorStyle: Style { style(isTerminal: isErrorsTerminal) }

  private func style(isTerminal: Bool) -> Style {
    let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    return Style(isEnabled: isTerminal && !isRefused)
  }

  /// Writes one or more lines.
  package func print(_ text: String) throws(OutputError) { try output.write(Array("\(text)\n".utf8)) }

  /// Writes a JSON value as a line.
  package func print(_ json: JSON) throws(OutputError) {
    var bytes: [UInt8] = []
    json.write(to: &bytes)
    bytes.append(0x0A)
    try output.write(bytes)
  }

  /// Writes an error message. It is no further error if that fails.
  package func printError(_ text: String) { try? errors.write(Array("\(text)\n".utf8)) }
}

/// The colours of a terminal.
package struct Style: Sendable {
  package var isEnabled: Bool

  package init(isEnabled: Bool) { self.isEnabled = isEnabled }

  func bold(_ text: String) -> String { code(1, text) }
  func dim(_ text: String) -> String { code(2, text) }
  func red(_ text: String) -> String { code(31, text) }
  func green(_ text: String) -> String { code(32, text) }
  func yellow(_ text: String) -> String { code(33, text) }
  func cyan(_ text: String) -> String { code(36, text) }

  private func code(_ number: Int, _ text: String) -> String {
    isEnabled && !text.isEmpty ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text with its control characters escaped, so that text from other people can't control the terminal.
  package var printable: String {
    guard unicodeScalars.contains(where: \.commandsTerminals) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "⏎"
      case "\t": text += " "
      case _ where scalar.commandsTerminals: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
