import ArgumentParser

/// The source of completions for a word: the server, or the file of contexts.
enum CompletionSource: String, Sendable, CaseIterable {
  /// The names of collections.
  case collections
  /// The names of collections and of views.
  case lists
  case views
  case strategies
  /// The ids of the items of the collection that the command names.
  case items
  case sections
  /// Items, or sections in the commands for sections.
  case neighbours
  /// The names of contexts, which are stored in a file.
  case contexts

  /// The mark of the source among the values of an argument. No name and no value begins like it.
  var mark: String { "\u{1}\(rawValue)" }

  init?(mark: String) {
    guard mark.hasPrefix("\u{1}") else { return nil }
    self.init(rawValue: String(mark.dropFirst()))
  }
}

extension CompletionKind {
  /// Completions from a source. The argument parser's own scripts, which would evaluate the words, are not
  /// used.
  static func from(_ source: CompletionSource) -> CompletionKind { .list([source.mark]) }
}
