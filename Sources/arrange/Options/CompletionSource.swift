import ArgumentParser

/// What is asked for to complete a word: the server, but for contexts.
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
  /// Items, or sections in the commands about sections.
  case neighbours
  /// The names of contexts, which are kept in a file.
  case contexts

  /// The word that stands for the source among the words of an argument. No name and no value begins as it does.
  var mark: String { "\u{1}\(rawValue)" }

  init?(mark: String) {
    guard mark.hasPrefix("\u{1}") else { return nil }
    self.init(rawValue: String(mark.dropFirst()))
  }
}

extension CompletionKind {
  /// Words that the server is asked for. The argument parser's own scripts, which would evaluate them, are not used.
  static func from(_ source: CompletionSource) -> CompletionKind { .list([source.mark]) }
}
