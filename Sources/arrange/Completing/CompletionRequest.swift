/// What can be completed at the cursor of a command line.
struct CompletionRequest: Sendable {
  /// A completion of a word, and a note about it for people.
  struct Candidate: Sendable, Hashable {
    var text: String
    var note = ""
  }

  /// The source of the candidates.
  enum Wanted: Sendable, Hashable {
    case nothing
    case words([Candidate])
    /// File names, which the shell completes.
    case files
    case source(CompletionSource)
  }

  var wanted = Wanted.nothing
  /// The part of the word before the completed value, such as `--before=`.
  var lead = ""
  /// The prefix of the candidates.
  var prefix = ""
  /// Whether a candidate that begins with a dash would be mistaken for an option.
  var avoidsDashes = false
  /// The connection options on the line, each as one word.
  var connection: [String] = []
  /// The collection that the command applies to.
  var collection: String?
  /// Ids that are already on the line.
  var given: Set<String> = []

  /// Parses the words of a command line.
  ///
  /// - Parameters:
  ///   - words: the words before the one at the cursor, beginning with the program's name.
  ///   - current: the word at the cursor, up to the cursor.
  init(_ words: [String], current: String, _ grammar: CommandGrammar) {
    var command = grammar.root
    var isInSections = false
    var values: [String] = []
    var pending: CommandGrammar.Argument?
    var sawEnd = false
    var options: Set<String> = []
    for word in words.dropFirst() {
      if let option = pending {
        record(option, word)
        pending = nil
      } else if !sawEnd, word == "--" {
        sawEnd = true
      } else if !sawEnd, word.count > 1, word.hasPrefix("-") {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init
        )
        // Connection options may come before the command.
        guard let option = command.option(parts[0]) ?? grammar.connection(parts[0]) else { continue }
        options.formUnion(option.names)
        guard option.takesValue else {
          connection += option.names.filter(CompletionRequest.connectionFlags.contains)
          continue
        }
        if parts.count > 1 { record(option, parts[1]) } else { pending = option }
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

  private mutating func record(_ option: CommandGrammar.Argument, _ value: String) {
    connection += option.names.filter(CompletionRequest.connectionOptions.contains).map { "\($0)=\(value)" }
  }

  /// The options for the address of the server and the credentials.
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
  /// Whether the argument is the list that the command applies to.
  fileprivate var isList: Bool { source == .collections || source == .lists }
}
