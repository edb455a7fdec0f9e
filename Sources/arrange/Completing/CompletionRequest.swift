/// What is wanted at the cursor of a command line.
struct CompletionRequest: Sendable {
  /// What a word is completed to, and what a person is told of it.
  struct Candidate: Sendable, Hashable {
    var text: String
    var note = ""
  }

  /// Where the candidates come from.
  enum Wanted: Sendable, Hashable {
    case nothing
    case words([Candidate])
    /// The names of files, which the shell knows best.
    case files
    case source(CompletionSource)
  }

  var wanted = Wanted.nothing
  /// What stands in the word before what is completed, such as `--before=`.
  var lead = ""
  /// With what a candidate begins.
  var prefix = ""
  /// Whether a candidate that begins with a dash would be taken for an option.
  var avoidsDashes = false
  /// The options of the connection that are on the line, each as one word.
  var connection: [String] = []
  /// The collection that the command is about.
  var collection: String?
  /// Ids that are on the line already.
  var given: Set<String> = []

  /// Finds out what is wanted.
  ///
  /// - Parameters:
  ///   - words: the words before the cursor's, the program's first.
  ///   - current: what the word at the cursor says, up to it.
  init(_ words: [String], current: String, _ grammar: CommandGrammar) {
    var command = grammar.root
    var isInSections = false
    var values: [String] = []
    var pending: CommandGrammar.Argument?
    var sawEnd = false
    var options: Set<String> = []
    for word in words.dropFirst() {
      if let option = pending {
        note(option, word)
        pending = nil
      } else if !sawEnd, word == "--" {
        sawEnd = true
      } else if !sawEnd, word.count > 1, word.hasPrefix("-") {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init
        )
        // Those of the connection can stand in front of the command.
        guard let option = command.option(parts[0]) ?? grammar.connection(parts[0]) else { continue }
        options.formUnion(option.names)
        guard option.takesValue else {
          connection += option.names.filter(CompletionRequest.connectionFlags.contains)
          continue
        }
        if parts.count > 1 { note(option, parts[1]) } else { pending = option }
      } else if values.isEmpty, let next = command.command(word) {
        isInSections = isInSections || command.name == "section" || next.name == "section"
        command = next
      } else {
        values.append(word)
      }
    }
    for (argument, value) in zip(command.positionals, values) where argument.isList { collection = value }
    prefix = current
    if let option = pending {
      avoidsDashes = true
      want(option, isInSections)
      return
    }
    if !sawEnd, current.hasPrefix("--"), let mark = current.firstIndex(of: "=") {
      guard let option = command.option(String(current[..<mark])), option.takesValue else { return }
      lead = String(current[...mark])
      prefix = String(current[current.index(after: mark)...])
      want(option, isInSections)
      return
    }
    if !sawEnd, current.hasPrefix("-") {
      wanted = .words(
        command.arguments.filter {
          !$0.names.isEmpty && ($0.isRepeating || options.isDisjoint(with: $0.names))
        }
        .compactMap { option in
          option.names.first { $0.hasPrefix("--") && $0.hasPrefix(current) }
            .map { Candidate(text: $0, note: option.abstract) }
        }
      )
      return
    }
    avoidsDashes = !sawEnd
    if values.isEmpty, !command.commands.isEmpty {
      wanted = .words(command.shownCommands.map { Candidate(text: $0.name, note: $0.abstract) })
      return
    }
    let positionals = command.positionals
    guard let last = positionals.last else { return }
    let place = values.count
    if place < positionals.count {
      want(positionals[place], isInSections)
    } else if last.isRepeating {
      want(last, isInSections)
    } else {
      return
    }
    if last.isRepeating, place >= positionals.count - 1 {
      given = Set(values.dropFirst(positionals.count - 1))
    }
  }

  private mutating func note(_ option: CommandGrammar.Argument, _ value: String) {
    connection += option.names.filter(CompletionRequest.connectionOptions.contains).map { "\($0)=\(value)" }
  }

  /// The options that say where the server is and who asks.
  private static let connectionOptions: Set = [
    "--context", "--server", "--token", "--token-file", "--ca", "--cert", "--key",
  ]
  private static let connectionFlags: Set = ["--tls", "--insecure"]

  private mutating func want(_ argument: CommandGrammar.Argument, _ isInSections: Bool) {
    if let source = argument.source {
      wanted = .source(source == .neighbours ? isInSections ? .sections : .items : source)
    } else if argument.takesFile {
      wanted = .files
    } else {
      wanted = .words(argument.words.map { Candidate(text: $0) })
    }
  }
}

extension CommandGrammar.Argument {
  /// Whether the argument names the list that the command is about.
  fileprivate var isList: Bool { source == .collections || source == .lists }
}
