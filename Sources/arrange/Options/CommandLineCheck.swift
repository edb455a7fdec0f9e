/// Preprocesses a command line before it is parsed: rewrites what is unambiguous but not accepted by the
/// argument parser, and reports errors that the parser would report late or poorly.
struct CommandLineCheck {
  /// A name is proposed if it differs in at most one letter for each of this number of typed letters, rounded
  /// up.
  private static let lettersForOneMistake = 4

  private let grammar: CommandGrammar

  init(_ grammar: CommandGrammar) { self.grammar = grammar }

  /// The arguments in the form that the parser accepts.
  ///
  /// - Throws: a failure for an unknown option or command, and for surplus arguments.
  func checked(_ arguments: [String]) throws(CommandFailure) -> [String] {
    var path: [String] = []
    var early: [String] = []
    var command = grammar.root
    var place = 0
    while place < arguments.count {
      let word = arguments[place]
      if let option = connectionOption(word) {
        let takesNext = option.takesValue && !word.contains("=")
        guard !takesNext || place + 1 < arguments.count else { break }
        early += arguments[place...(takesNext ? place + 1 : place)]
        place += takesNext ? 2 : 1
      } else if let next = command.command(word) {
        command = next
        path.append(word)
        place += 1
      } else {
        break
      }
    }
    let rest = Array(arguments[place...])
    guard command.commands.isEmpty else {
      try checkCommand(rest, of: command, path)
      return arguments
    }
    return path + early + (try options(rest, of: command, path))
  }

  /// A connection option, which may come before the command.
  private func connectionOption(_ word: String) -> CommandGrammar.Argument? {
    guard word.hasPrefix("--") else { return nil }
    return grammar.connection(String(word.prefix { $0 != "=" }))
  }

  private func checkCommand(
    _ rest: [String],
    of command: CommandGrammar.Command,
    _ path: [String]
  ) throws(CommandFailure) {
    guard let word = rest.first else { return }
    if word == "help", path.isEmpty { return }
    if word.hasPrefix("-"), word != "-" {
      let name = String(word.prefix { $0 != "=" })
      if command.option(name) != nil || name == "--" || name.hasPrefix("--generate") || name.hasPrefix("---")
        || name.hasPrefix("--experimental") || name == "--help-hidden"
      {
        return
      }
      throw unknownOption(name, command, path)
    }
    let names = command.shownCommands.flatMap { [$0.name] + $0.aliases }
    let proposal = CommandLineCheck.nearest(to: word, names).map { "; did you mean \"\($0)\"?" } ?? ""
    throw failure("there is no command \"\((path + [word]).joined(separator: " "))\"\(proposal)", path)
  }

  /// Checks the words after the command.
  private func options(
    _ words: [String],
    of command: CommandGrammar.Command,
    _ path: [String]
  ) throws(CommandFailure) -> [String] {
    var checked: [String] = []
    var values: [String] = []
    var place = 0
    while place < words.count {
      let word = words[place]
      place += 1
      if word == "--" {
        checked += words[(place - 1)...]
        values += words[place...]
        break
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        checked.append(word)
        values.append(word)
        continue
      }
      let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
      if name == "--help-hidden" || name.hasPrefix("--generate") || name.hasPrefix("--experimental") {
        return words
      }
      guard let option = command.option(name) else {
        throw unknownOption(name == "-" ? word : name, command, path)
      }
      let isAlone = word.hasPrefix("--") ? !word.contains("=") : word.count == 2
      guard option.takesValue, isAlone, place < words.count else {
        checked.append(word)
        continue
      }
      let value = words[place]
      place += 1
      // A number, or a text with a blank, is the option's value even if it begins with a dash.
      if value.hasPrefix("-"), value.count > 1, CommandLineCheck.isValue(value) {
        checked.append(word.hasPrefix("--") ? "\(word)=\(value)" : "\(word)\(value)")
      } else if value.hasPrefix("-"), value.count > 1 {
        // The parser reports the missing value.
        checked.append(word)
        place -= 1
      } else {
        checked += [word, value]
      }
    }
    try checkCount(values, of: command, path)
    return checked
  }

  private static func isValue(_ word: String) -> Bool {
    word.contains(" ") || word.dropFirst().first.map { $0.isASCII && ($0.isNumber || $0 == ".") } ?? false
  }

  /// Reports surplus arguments.
  private func checkCount(
    _ values: [String],
    of command: CommandGrammar.Command,
    _ path: [String]
  ) throws(CommandFailure) {
    let positionals = command.positionals
    guard !positionals.contains(where: \.isRepeating), values.count > positionals.count else { return }
    let surplus = values.dropFirst(positionals.count).map { "\"\($0)\"" }.joined(separator: ", ")
    let names = positionals.map { "<\($0.valueName)>" }.joined(separator: " ")
    let takes = positionals.isEmpty ? "takes no arguments" : "takes \(names) and no more arguments"
    let isOne = values.count - positionals.count == 1
    throw failure(
      "\"arrange \(path.joined(separator: " "))\" \(takes); \(surplus) \(isOne ? "is" : "are") too many. "
        + "A word with blanks needs quotes around it",
      path
    )
  }

  private func unknownOption(
    _ name: String,
    _ command: CommandGrammar.Command,
    _ path: [String]
  ) -> CommandFailure {
    let names = command.arguments.flatMap(\.names)
    let proposal = CommandLineCheck.nearest(to: name, names).map { "; did you mean \($0)?" } ?? ""
    return failure("there is no option \(name)\(proposal)", path)
  }

  private func failure(_ message: String, _ path: [String]) -> CommandFailure {
    let command = (["arrange"] + path).joined(separator: " ")
    let end = message.hasSuffix("?") ? "" : "."
    return CommandFailure(.usage, "\(message)\(end) See \"\(command) --help\".")
  }

  // MARK: Suggestions

  /// The name that is closest to the typed one; nil if none is close.
  static func nearest(to typed: String, _ names: [String]) -> String? {
    // A unique name with this prefix is suggested first.
    let begun = names.filter { $0.hasPrefix(typed) }
    if typed.count > 2, begun.count == 1 { return begun[0] }
    let most = (typed.count + lettersForOneMistake - 1) / lettersForOneMistake
    let near = names.map { (name: $0, distance: distance(typed, $0)) }.filter { $0.distance <= most }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// The edit distance: how many letters have to be inserted, deleted, replaced or swapped with their
  /// neighbour (optimal string alignment).
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
