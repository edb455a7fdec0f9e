import ArrangeModel

/// A shell with a completion script.
package enum Shell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish
}

/// The quoting state at a position in a command line.
package enum ShellQuote: Sendable, Hashable {
  case none
  case single
  case double
  /// Within `$'…'`, where backslashes begin escapes.
  case escaping
}

/// A word of a command line: as it was typed, and its value.
package struct ShellWord: Sendable, Hashable {
  package var raw = ""
  /// The value: the word without its quotes. Variables and substitutions stay as they were typed: nothing is
  /// evaluated.
  package var text = ""
  /// The quote that is open at its end.
  package var quote = ShellQuote.none
}

/// Parses a command line up to the cursor as a shell does.
package struct ShellLine: Sendable, Hashable {
  /// The words before the one at the cursor.
  package private(set) var words: [ShellWord] = []
  /// The word at the cursor, up to the cursor; empty after a blank.
  package private(set) var current = ShellWord()

  /// - Parameter text: the command line from its beginning to the cursor.
  package init(_ text: String, _ shell: Shell) {
    var word: ShellWord?
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      if word == nil, scalar == " " || scalar == "\t" || scalar == "\n" { continue }
      var now = word ?? ShellWord()
      var raw = String(scalar)
      switch (now.quote, scalar) {
      case (.none, " "), (.none, "\t"), (.none, "\n"):
        words.append(now)
        word = nil
        continue
      case (.none, "'"): now.quote = .single
      case (.none, "\""): now.quote = .double
      case (.none, "$") where scalars.first == "'" && shell != .fish:
        scalars.removeFirst()
        raw += "'"
        now.quote = .escaping
      case (.none, _) where scalar != "\\": now.text.unicodeScalars.append(scalar)
      case (.single, "'"), (.escaping, "'"), (.double, "\""): now.quote = .none
      case (.single, "\\") where shell == .fish, (.none, "\\"), (.double, "\\"), (.escaping, "\\"):
        // A backslash at the very end escapes nothing yet.
        guard let next = scalars.popFirst() else { break }
        raw.unicodeScalars.append(next)
        let stays =
          switch now.quote {
          case .double: !"$`\"\\".unicodeScalars.contains(next)
          case .single: next != "'" && next != "\\"
          case .none, .escaping: false
          }
        if stays { now.text += "\\" }
        now.text.unicodeScalars.append(next)
      default: now.text.unicodeScalars.append(scalar)
      }
      now.raw += raw
      word = now
    }
    current = word ?? ShellWord()
  }
}

extension ShellWord {
  /// Whether a character has no special meaning for bash outside of quotes.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", ",", "/", ":", "=", "@", "%", "+", "-": true
    default: scalar.value >= 0x80
    }
  }

  /// The typed word, extended to one whose value is `text`, for bash.
  ///
  /// - Parameters:
  ///   - text: a text that begins with the value of the word.
  ///   - isComplete: whether open quotes are closed.
  /// - Returns: the word as it is typed; nil if the text does not begin with its value.
  package func completed(to text: String, isComplete: Bool) -> String? {
    guard text.utf8.starts(with: self.text.utf8) else { return nil }
    let rest = String(decoding: text.utf8.dropFirst(self.text.utf8.count), as: UTF8.self)
    // A backslash at the end that escapes nothing yet would escape the next character.
    var word = quote == .none && endsWithEscape ? String(raw.dropLast()) : raw
    for scalar in rest.unicodeScalars { word += ShellWord.quoted(scalar, in: quote) }
    if isComplete, let closing { word += closing }
    return word
  }

  /// Whether the last character is a backslash that escapes nothing.
  private var endsWithEscape: Bool { raw.reversed().prefix { $0 == "\\" }.count % 2 == 1 }

  /// The characters that close the open quote.
  private var closing: String? {
    switch quote {
    case .none: nil
    case .single, .escaping: "'"
    case .double: "\""
    }
  }

  /// A character, escaped for bash within the given quotes.
  private static func quoted(_ scalar: Unicode.Scalar, in quote: ShellQuote) -> String {
    let bytes = String(scalar).utf8
    let isHidden = scalar.commandsTerminals
    // Control characters, and "!" in double quotes, are never typed literally.
    let escape =
      isHidden ? "$'" + bytes.map { "\\x" + $0.hexadecimal }.joined() + "'" : "\\\(scalar)"
    switch quote {
    case .none: return isHidden || !isPlain(scalar) ? escape : String(scalar)
    case .single: return isHidden ? "'\(escape)'" : scalar == "'" ? "'\\''" : String(scalar)
    case .double:
      if isHidden || scalar == "!" { return "\"\(escape)\"" }
      return "$`\"\\".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
    case .escaping:
      if isHidden || scalar == "!" { return bytes.map { "\\x" + $0.hexadecimal }.joined() }
      return scalar == "'" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
  }
}

extension UInt8 {
  /// Two hexadecimal digits.
  fileprivate var hexadecimal: String {
    let text = String(self, radix: 16)
    return text.count == 1 ? "0\(text)" : text
  }
}
