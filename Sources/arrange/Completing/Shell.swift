/// A shell that the program has a completion script for.
package enum Shell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish
}

/// How the shell's quotes stand at a place of a command line.
package enum ShellQuote: Sendable, Hashable {
  case none
  case single
  case double
  /// Within `$'…'`, where backslashes begin escapes.
  case escaping
}

/// A word of a command line: as it was typed, and what it says.
package struct ShellWord: Sendable, Hashable {
  package var raw = ""
  /// The word without its quotes. Variables and substitutions stay as they were typed: nothing is evaluated.
  package var text = ""
  /// The quotes that are open at its end.
  package var quote = ShellQuote.none
}

/// The reader of a command line as a shell reads it, up to where the cursor is.
package struct ShellLine: Sendable, Hashable {
  /// The words before the one at the cursor.
  package private(set) var words: [ShellWord] = []
  /// The word at the cursor, up to it; empty behind a blank.
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
        // At the very end nothing is escaped yet.
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
  /// Characters that mean nothing to bash outside of quotes.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", ",", "/", ":", "=", "@", "%", "+", "-": true
    default: scalar.value >= 0x80
    }
  }

  /// The word that was begun, gone on to be one that says `text`, for bash.
  ///
  /// - Parameters:
  ///   - text: what begins with what the word says.
  ///   - isComplete: whether open quotes are closed.
  /// - Returns: the word as it is typed; nil where the text begins with something else.
  package func completed(to text: String, isComplete: Bool) -> String? {
    guard text.utf8.starts(with: self.text.utf8) else { return nil }
    let rest = String(decoding: text.utf8.dropFirst(self.text.utf8.count), as: UTF8.self)
    // A backslash that escapes nothing yet would escape what follows.
    var word = quote == .none && endsWithEscape ? String(raw.dropLast()) : raw
    for scalar in rest.unicodeScalars { word += ShellWord.quoted(scalar, in: quote) }
    if isComplete, let closing { word += closing }
    return word
  }

  /// Whether the last character is a backslash that escapes nothing.
  private var endsWithEscape: Bool { raw.reversed().prefix { $0 == "\\" }.count % 2 == 1 }

  /// What ends the quotes that are open.
  private var closing: String? {
    switch quote {
    case .none: nil
    case .single, .escaping: "'"
    case .double: "\""
    }
  }

  /// A character as bash takes it for itself, where quotes of a kind are open.
  private static func quoted(_ scalar: Unicode.Scalar, in quote: ShellQuote) -> String {
    let bytes = String(scalar).utf8
    let isHidden = scalar.commandsTerminals
    // What commands a terminal, and "!" in double quotes, is never typed as it is.
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
  /// Two digits.
  fileprivate var hexadecimal: String {
    let text = String(self, radix: 16)
    return text.count == 1 ? "0\(text)" : text
  }
}
