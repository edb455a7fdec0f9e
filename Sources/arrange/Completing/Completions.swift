import ArrangeClient
import ArrangeModel
import Synchronization

/// Answers the shells' completion scripts with the words that can be inserted at the cursor.
///
/// The scripts only pass on the command line and the answer. Names that other people have chosen are never
/// evaluated by a shell: for bash they are quoted here; zsh and fish quote what they insert themselves.
package enum Completions {
  /// The argument with which a script calls the program.
  package static let call = "---complete"

  /// The maximum number of words in an answer.
  static let maximumWords = 1_000

  /// The answer to a script.
  ///
  /// - Parameters:
  ///   - arguments: the shell, the line up to the cursor, and for bash the part of the line that is replaced.
  ///   - grammar: the commands.
  ///   - patience: how long to wait for the server; ``Patience/completion`` is the total time.
  /// - Returns: lines: first `words` or `files`, then a word each, for zsh and fish with a tab and what to
  ///   show.
  package static func answer(
    _ arguments: [String],
    _ grammar: CommandGrammar,
    environment: [String: String],
    patience: Patience
  ) async -> String {
    guard let shell = arguments.first.flatMap(Shell.init), arguments.count > 1 else { return "" }
    let line = ShellLine(arguments[1], shell)
    // Environment variables set for this command only.
    let words = line.words.map(\.text).drop { $0.contains("=") }
    let request = CompletionRequest(Array(words), current: line.current.text, grammar)
    var candidates: [CompletionRequest.Candidate] = []
    switch request.wanted {
    case .nothing: break
    case .files: return "files\n"
    case .words(let words): candidates = words
    case .source(let source):
      candidates = await ask(source, request, environment, patience)
    }
    candidates.removeAll { candidate in
      !candidate.text.utf8.starts(with: request.prefix.utf8) || request.given.contains(candidate.text)
        || request.avoidsDashes && candidate.text.hasPrefix("-") && candidate.text.count > 1
          && !request.prefix.hasPrefix("-")
    }
    for place in candidates.indices { candidates[place].text = request.lead + candidates[place].text }
    let replaced = shell == .bash && arguments.count > 2 ? arguments[2] : ""
    return (["words"] + lines(candidates, shell, line.current, replaced: replaced)).map { "\($0)\n" }.joined()
  }

  private static func lines(
    _ candidates: [CompletionRequest.Candidate],
    _ shell: Shell,
    _ word: ShellWord,
    replaced: String
  ) -> [String] {
    switch shell {
    case .bash:
      return candidates.compactMap { candidate in
        word.completed(to: candidate.text, isComplete: candidates.count == 1)
          .map { replacement($0, of: replaced, word) }
      }
    case .zsh, .fish:
      return candidates.compactMap { candidate in
        // A name has no control characters, whatever the server sends.
        guard !Identifier.hasControlCharacter(candidate.text) else { return nil }
        // At the beginning of a word, fish inserts a tilde unquoted, and would expand it to a directory.
        if shell == .fish, word.raw.isEmpty, candidate.text.hasPrefix("~") { return nil }
        let note = candidate.note.printable.cut(toColumns: 60)
        guard shell == .zsh else { return note.isEmpty ? candidate.text : "\(candidate.text)\t\(note)" }
        return "\(candidate.text)\t\(candidate.text.printable)\(note.isEmpty ? "" : "  -- \(note)")"
      }
    }
  }

  /// The part of a word that replaces the text that readline replaces, which begins after the last
  /// word-breaking character, such as a colon.
  private static func replacement(_ word: String, of replaced: String, _ typed: ShellWord) -> String {
    let kept = typed.raw.utf8.count - replaced.utf8.count
    guard kept >= 0, kept <= word.utf8.count else { return word }
    let rest = String(decoding: word.utf8.dropFirst(kept), as: UTF8.self)
    let before = typed.raw.utf8.prefix(kept).last.map { Character(Unicode.Scalar($0)) }
    // Readline takes a quote at the beginning for the one that was typed, and removes it.
    let opening: Character? =
      switch typed.quote {
      case .none: nil
      case .double: "\""
      case .single, .escaping: "'"
      }
    if let opening, before == opening, rest.first == opening { return "\(opening)\(rest)" }
    return rest
  }

  // MARK: Asking the server

  /// The candidates so far. All of them are shown when the time is over.
  private final class Found: Sendable {
    let candidates = Mutex<[CompletionRequest.Candidate]>([])

    func append(_ more: some Sequence<CompletionRequest.Candidate>, _ prefix: String) -> Bool {
      candidates.withLock { candidates in
        candidates += more.lazy.filter { $0.text.utf8.starts(with: prefix.utf8) }
        return candidates.count < maximumWords
      }
    }
  }

  private static func ask(
    _ source: CompletionSource,
    _ request: CompletionRequest,
    _ environment: [String: String],
    _ patience: Patience
  ) async -> [CompletionRequest.Candidate] {
    if source == .contexts {
      let names = ((try? ContextFile(environment: environment))?.contexts ?? [:]).keys.sorted()
      return names.filter { $0.utf8.starts(with: request.prefix.utf8) }.map { .init(text: $0) }
    }
    guard
      let address = try? ServerAddress(
        words: request.connection,
        patience: patience,
        environment: environment
      ),
      let client = try? ArrangeClient(address)
    else { return [] }
    let found = Found()
    // Neither task is awaited: the process does not wait for a server that does not answer, and exits soon.
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let question = Task {
      try? await collect(source, request, client, into: found)
      end.finish()
    }
    let clock = Task {
      try? await Task.sleep(for: patience.completion)
      end.finish()
    }
    for await _ in ends {}
    question.cancel()
    clock.cancel()
    return found.candidates.withLock { Array($0.prefix(maximumWords)) }
  }

  private static func collect(
    _ source: CompletionSource,
    _ request: CompletionRequest,
    _ client: ArrangeClient,
    into found: Found
  ) async throws {
    switch source {
    case .collections, .lists:
      for try await page in client.collectionPages(pageSize: ListCollectionsRequest.maximumPageSize) {
        let names = page.collections.filter { source == .lists || !$0.isView }
        let isWanted = found.append(
          names.map { .init(text: $0.name.text, note: $0.fields.title?.text ?? "") },
          request.prefix
        )
        guard isWanted else { return }
      }
    case .views:
      for try await page in client.viewPages(pageSize: ListViewsRequest.maximumPageSize) {
        guard found.append(page.views.map { .init(text: $0.name.text) }, request.prefix) else { return }
      }
    case .strategies:
      _ = found.append(try await client.strategies().map { .init(text: $0.name) }, request.prefix)
    case .contexts: break
    case .items, .neighbours, .sections:
      guard let name = request.collection, let collection = try? Identifier(name) else { return }
      var last: Int?
      for try await page in client.pages(of: collection, pageSize: FetchRequest.maximumPageSize) {
        var elements: [ElementSnapshot] = []
        for slice in page.sections {
          if source != .sections {
            elements += slice.items
          } else if slice.index != last, !slice.section.id.isEmpty {
            elements.append(slice.section)
          }
          last = slice.index
        }
        let candidates = elements.map { element in
          CompletionRequest.Candidate(text: element.id.text, note: element.fields.title?.text ?? "")
        }
        guard found.append(candidates, request.prefix) else { return }
      }
    }
  }
}
